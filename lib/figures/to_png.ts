/**
 * From SVG to PNG, without a canvas.
 *
 * @module
 */
import { crc32 } from "node:zlib";
import type { Figure } from "./figure.ts";
import { fontName, fontPath } from "./font.ts";
import { loadPackage } from "./load_package.ts";
import { inchesOf } from "./theme.ts";
import { drawSvg } from "./to_svg.ts";

/** The pinned library. No literal where it is imported: Deno fetches it at the first PNG. */
export const resvgSpecifier = "npm:@resvg/resvg-js@2.6.2";

/** The part of `@resvg/resvg-js` that is used. */
interface Resvg {
  readonly Resvg: new (svg: string, options: unknown) => {
    render(): { asPng(): Uint8Array };
  };
}

/**
 * Renders a figure as PNG, set in the kit's own font whatever the machine has.
 *
 * @param figure any figure
 * @param resolution dots an inch; 300 by default, and the file says so
 * @returns the file's bytes, the same for the same figure
 * @throws {RangeError} for a figure that should not be printed
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts ignore
 * await Deno.writeFile("accuracy.png", await toPng(figure)); // 1,000 pixels wide for one column
 * ```
 */
export async function toPng(figure: Figure, resolution = 300): Promise<Uint8Array> {
  const { Resvg } = await loadPackage<Resvg>(resvgSpecifier);
  const inches = figure.spec.width * inchesOf[figure.unit];
  const image = new Resvg(await drawSvg(figure), {
    fitTo: { mode: "width", value: Math.round(inches * resolution) },
    background: "white",
    font: { fontFiles: [fontPath()], loadSystemFonts: false, defaultFontFamily: fontName },
  });
  return withResolution(image.render().asPng(), resolution);
}

/** Puts the chunk that says how large a pixel is behind the header, which is 33 bytes long. */
function withResolution(png: Uint8Array, resolution: number): Uint8Array {
  const perMetre = Math.round(resolution / 0.0254);
  const chunk = new Uint8Array(21), view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const header = 33;
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, header));
  whole.set(chunk, header);
  whole.set(png.subarray(header), header + chunk.length);
  return whole;
}
