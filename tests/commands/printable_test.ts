import assert from "node:assert/strict";
import { toLine, toPrintable } from "../../lib/commands/printable.ts";

Deno.test("toPrintable: every control character but the newline is made visible", () => {
  const controls = Array.from({ length: 160 }, (_, code) => code)
    .filter((code) => code !== 10 && (code < 32 || (code >= 127 && code < 160)));
  for (const code of controls) {
    assert.equal(toPrintable(`a${String.fromCharCode(code)}b`), "a\ufffdb", `code ${code}`);
  }
  assert.equal(toPrintable("Zoë — 数\n"), "Zoë — 数\n");
});

Deno.test("toLine: one line, never half of a character", () => {
  assert.equal(toLine(" SELECT\r\n\t1 \u001b[2J"), "SELECT 1 \ufffd[2J");
  assert.equal(toLine("ab😀cd", 4), "ab\ufffd…");
  assert.equal(toLine("abcd", 4), "abcd");
});
