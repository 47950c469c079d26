/**
 * From SVG to PDF with text as text.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import type { Figure } from "./figure.ts";
import { fontName, fontPath } from "./font.ts";
import { loadPackage } from "./load_package.ts";
import { inchesOf } from "./theme.ts";
import { drawSvg } from "./to_svg.ts";

/** The pinned libraries. No literals where they are imported: Deno fetches them at the first PDF. */
export const pdfkitSpecifier = "npm:pdfkit@0.20.2";

/** See {@link pdfkitSpecifier}. */
export const svgToPdfkitSpecifier = "npm:svg-to-pdfkit@0.1.8";

interface PdfDocument {
  registerFont(name: string, path: string): unknown;
  on(event: "data", listener: (bytes: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  end(): void;
}

/** The part of `pdfkit` that is used. */
interface PdfKit {
  readonly default: new (options: unknown) => PdfDocument;
}

/** The part of `svg-to-pdfkit` that is used. */
interface SvgToPdfKit {
  readonly default: (
    document: PdfDocument,
    svg: string,
    x: number,
    y: number,
    options: unknown,
  ) => void;
}

/**
 * Renders a figure as a PDF page of its size, the kit's font embedded.
 *
 * @param figure any figure
 * @returns the file's bytes; its dates are fixed, so they are the same for the same figure
 * @throws {RangeError} for a figure that should not be printed, or that the library cannot draw whole
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * import { toPdf } from "./to_pdf.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * const pdf = await toPdf(attemptsFigure([row]));
 * assert.equal(new TextDecoder().decode(pdf.subarray(0, 5)), "%PDF-");
 * ```
 */
export async function toPdf(figure: Figure): Promise<Uint8Array> {
  const [{ default: Document }, { default: draw }, svg] = await Promise.all([
    loadPackage<PdfKit>(pdfkitSpecifier),
    loadPackage<SvgToPdfKit>(svgToPdfkitSpecifier),
    drawSvg(figure),
  ]);
  const points = 72 * inchesOf[figure.unit];
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number);
  const epoch = new Date(0);
  const document = new Document({
    size: [width! * points, height! * points],
    margin: 0,
    // Without a name the library loads no font of its own.
    font: "",
    info: {
      Title: figure.name,
      Subject: figure.description,
      Creator: "merit-kit",
      CreationDate: epoch,
      ModDate: epoch,
    },
  });
  const parts: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on("data", (bytes) => parts.push(bytes));
    document.on("end", resolve);
    document.on("error", reject);
  });
  document.registerFont(fontName, fontPath());
  draw(document, svg, 0, 0, {
    fontCallback: () => fontName,
    warningCallback: (warning: string) => {
      throw new RangeError(`Cannot draw ${figure.name} as PDF: ${warning}`);
    },
  });
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(parts));
}
