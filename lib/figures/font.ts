/**
 * The font of all figures and how wide its words are.
 *
 * Arimo has the widths of Arial, Helvetica and Liberation Sans, so a figure that fits with it fits
 * in any browser. It ships with the kit, since a bare machine has no font at all.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { loadPackage } from "./load_package.ts";

/** The font as specifications and SVG name it: what readers have first, the kit's own next. */
export const fontFamily = "Helvetica, Arial, Arimo, Liberation Sans, sans-serif";

/** Name of the font that ships with the kit. */
export const fontName = "Arimo";

/**
 * Path of the font's file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fontPath } from "./font.ts";
 * assert.equal((await Deno.stat(fontPath())).isFile, true);
 * ```
 */
export function fontPath(): string {
  return fileURLToPath(new URL("./fonts/arimo_regular.ttf", import.meta.url));
}

/** The pinned library. No literal where it is imported: Deno fetches it at the first figure. */
export const fontkitSpecifier = "npm:fontkit@2.0.4";

/** Measures text set in the kit's font. */
export interface FontMeasure {
  /** Width of a line at a font size, kerning included, in the unit of the size. */
  width(text: string, size: number): number;
  /** The characters of a text that the font cannot draw, each once. */
  missing(text: string): readonly string[];
}

/** The part of `fontkit` that is used. */
interface Font {
  readonly unitsPerEm: number;
  layout(text: string): { readonly advanceWidth: number };
  hasGlyphForCodePoint(codePoint: number): boolean;
}

let loading: Promise<FontMeasure> | undefined;

/**
 * Loads the font once.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadFont } from "./font.ts";
 * const font = await loadFont();
 * assert.deepEqual(font.missing("Δ → 漢"), ["漢"]);
 * ```
 */
export function loadFont(): Promise<FontMeasure> {
  loading ??= openFont().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function openFont(): Promise<FontMeasure> {
  const fontkit: { create(bytes: Uint8Array): Font } = await loadPackage(fontkitSpecifier);
  const font = fontkit.create(await Deno.readFile(fontPath()));
  return {
    width: (text, size) => font.layout(text).advanceWidth / font.unitsPerEm * size,
    missing: (text) =>
      [...new Set(text)].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0)!)),
  };
}
