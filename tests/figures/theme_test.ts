import assert from "node:assert/strict";
import { seriesStyles } from "../../lib/figures/theme.ts";

/** Lightness as a grey printer or eye sees it, in [0, 1]. */
function luminance(color: string): number {
  const [red, green, blue] = color.match(/[0-9a-f]{2}/gi)!.map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

Deno.test("seriesStyles: eight series differ in colour, in shape and in dash each", () => {
  const styles = seriesStyles(8);
  for (const part of ["color", "shape", "dash"] as const) {
    assert.equal(new Set(styles.map((style) => JSON.stringify(style[part]))).size, 8, part);
  }
});

Deno.test("seriesStyles: no two of 64 look alike, and more are refused", () => {
  const looks = seriesStyles(64).map(({ color, shape }) => `${color} ${shape}`);
  assert.equal(new Set(looks).size, 64);
  assert.throws(() => seriesStyles(65), RangeError);
});

Deno.test("seriesStyles: every colour stands out from white paper", () => {
  for (const { color } of seriesStyles(8)) {
    const contrast = 1.05 / (luminance(color) + 0.05);
    assert.ok(contrast > 3, `${color} has a contrast of ${contrast.toFixed(2)}`);
  }
});
