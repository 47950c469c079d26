import assert from "node:assert/strict";
import { loadFont } from "../../lib/figures/font.ts";

/** Adobe's metrics of Helvetica, in thousandths of the font size. */
const helvetica: readonly [letter: string, width: number][] = [
  ...[["A", 667], ["M", 833], ["W", 944], ["a", 556], ["i", 222], ["m", 833]] as const,
  ...[["0", 556], [" ", 278], ["%", 889], ["[", 278], ["_", 556], ["−", 584]] as const,
].map(([letter, width]): [string, number] => [letter, width]);

Deno.test("loadFont: letters are as wide as Helvetica's, so figures fit in any browser", async () => {
  const font = await loadFont();
  for (const [letter, width] of helvetica) {
    assert.ok(Math.abs(font.width(letter, 1000) - width) < 1, `${letter}: ${width}`);
  }
});

Deno.test("loadFont: a word is as wide as its letters, less their kerning", async () => {
  const font = await loadFont();
  assert.ok(Math.abs(font.width("iiii", 100) - 4 * 22.2) < 0.1);
  assert.ok(font.width("AVAVA", 100) < 5 * 66.7 - 10);
  assert.equal(font.width("", 7), 0);
});

Deno.test("loadFont: has every sign that the kit writes", async () => {
  const font = await loadFont();
  assert.deepEqual(font.missing("−–→≤≥±×Δ…[]{}()%+&<>\"'#_=|ÄÖÜäöüßéèñçŁłŞşЖжΩω"), []);
  assert.deepEqual(font.missing("漢字漢 😀"), ["漢", "字", "😀"]);
});
