import assert from "node:assert/strict";
import { toLine, toPrintable } from "../../lib/commands/printable.ts";

Deno.test("toPrintable: every control character but newline and tab is made visible", () => {
  const controls = Array.from({ length: 160 }, (_, code) => code)
    .filter((code) => code !== 9 && code !== 10 && (code < 32 || (code >= 127 && code < 160)));
  for (const code of controls) {
    assert.equal(toPrintable(`a${String.fromCharCode(code)}b`), "a\ufffdb", `code ${code}`);
  }
  assert.equal(toPrintable("Zoë\t— 数\n"), "Zoë\t— 数\n");
});

Deno.test("toPrintable: marks of direction and characters without width are made visible", () => {
  const between = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const codes = [
    ...[0xad, 0x61c, 0xfeff, 0xe0041],
    ...between(0x200b, 0x200f),
    ...between(0x2028, 0x202e),
    ...between(0x2060, 0x2069),
  ];
  for (const code of codes) {
    assert.equal(toPrintable(`a${String.fromCodePoint(code)}b`), "a\ufffdb", code.toString(16));
  }
  assert.equal(toPrintable("\u{1f468}\ud800"), "\u{1f468}\ufffd", "half of a character");
  for (const seen of ["❤\ufe0f", "e\u0301", "שלום", "مرحبا", "\u00a0", "\u3000"]) {
    assert.equal(toPrintable(seen), seen);
  }
});

Deno.test("toLine: one line, never half of a character", () => {
  assert.equal(toLine(" SELECT\r\n\t1 \u001b[2J"), "SELECT 1 \ufffd[2J");
  assert.equal(toLine("ab😀cd", 4), "ab\ufffd…");
  assert.equal(toLine("abcd", 4), "abcd");
});
