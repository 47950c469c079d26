/**
 * Makes an SVG's texts as wide as they were laid out, whatever font a reader has.
 *
 * @module
 */
import type { FontMeasure } from "./font.ts";

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

/**
 * Gives each line of text the width that it was laid out with, by `textLength`: a browser without
 * the figure's fonts narrows or widens the letters of its own instead of cutting the line. A text of
 * several lines becomes as many texts, since not every browser heeds the length of a `tspan`.
 *
 * @param svg as vega writes it
 * @param font measures with the metrics that the drawing was laid out with
 * @returns the document, otherwise unchanged
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadFont } from "./font.ts";
 * import { holdWidths } from "./hold_widths.ts";
 * const svg = holdWidths('<text font-size="10px">merit</text>', await loadFont());
 * assert.match(svg, /^<text font-size="10px" textLength="[\d.]+" lengthAdjust="spacingAndGlyphs">/);
 * ```
 */
export function holdWidths(svg: string, font: FontMeasure): string {
  return svg.replace(/<text\b([^>]*)>(.*?)<\/text>/gs, (whole, attributes, content) => {
    const size = Number(/\sfont-size="([\d.]+)px"/.exec(attributes)?.[1]);
    if (!(size > 0)) return whole;
    const lines = [...content.matchAll(/<tspan([^>]*)>([^<]*)<\/tspan>/g)];
    if (lines.length === 0) return writeLine(content, { attributes, size, font });
    let down = 0;
    return lines.map(([, own, text]) => {
      down += Number(/\sdy="(-?[\d.]+)"/.exec(own)?.[1] ?? 0);
      const place = down === 0 ? "" : ` y="${Number(down.toFixed(3))}"`;
      return writeLine(text, { attributes: attributes + place, size, font });
    }).join("");
  });
}

function writeLine(
  content: string,
  { attributes, size, font }: {
    readonly attributes: string;
    readonly size: number;
    readonly font: FontMeasure;
  },
): string {
  const text = content.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity]!);
  const width = font.width(text.replace(/\s+/g, " ").trim(), size);
  const held = width > 0
    ? ` textLength="${Number(width.toFixed(3))}" lengthAdjust="spacingAndGlyphs"`
    : "";
  return `<text${attributes}${held}>${content}</text>`;
}
