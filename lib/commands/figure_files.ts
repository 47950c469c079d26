/**
 * Figures and tables as files, and the manifest that traces them to their runs.
 *
 * @module
 */
import { join } from "node:path";
import { InfrastructureError, InputError } from "../errors.ts";
import { requireWritableFolder } from "../experiment/require_writable_folder.ts";
import type { Figure } from "../figures/figure.ts";
import { fontkitSpecifier, fontPath } from "../figures/font.ts";
import { vegaLiteSpecifier, vegaSpecifier } from "../figures/render_scene.ts";
import type { Table } from "../figures/table.ts";
import { toCsv } from "../figures/to_csv.ts";
import { toLatex } from "../figures/to_latex.ts";
import { toMarkdown } from "../figures/to_markdown.ts";
import { pdfkitSpecifier, svgToPdfkitSpecifier, toPdf } from "../figures/to_pdf.ts";
import { resvgSpecifier, toPng } from "../figures/to_png.ts";
import { toSvg } from "../figures/to_svg.ts";
import { sha256 } from "../sha256.ts";

/** The formats of figures. */
export const figureFormats = ["svg", "png", "pdf", "json"] as const;

/** A format of figures. */
export type FigureFormat = typeof figureFormats[number];

/** A file of an output folder. */
export interface OutputFile {
  /** Within the folder, parts separated by `/`. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly sha256: string;
}

/** What was written, and what could not be. */
export interface Written {
  /** In the order of writing. */
  readonly files: readonly OutputFile[];
  /** Figures that failed their checks: they would have been printed wrong. */
  readonly faults: readonly string[];
  /** Formats whose library could not be loaded. */
  readonly unavailable: readonly string[];
}

/**
 * Makes an output folder, which must be new or empty: what a user edited there is never overwritten.
 *
 * @throws {InputError} for a folder that holds something, a file, or a place that takes no files
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeOutputFolder } from "./figure_files.ts";
 * const folder = await Deno.makeTempDir();
 * await makeOutputFolder(`${folder}/figures`);
 * await assert.rejects(makeOutputFolder(folder), /need a new or an empty folder/);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function makeOutputFolder(path: string): Promise<void> {
  await requireWritableFolder(path);
  for await (const { name } of Deno.readDir(path)) {
    throw new InputError(
      `Cannot write figures to "${path}": it holds ${name}, need a new or an empty folder`,
    );
  }
}

const render: Readonly<Record<FigureFormat, (figure: Figure) => Promise<string | Uint8Array>>> = {
  svg: toSvg,
  png: toPng,
  pdf: toPdf,
  json: (figure) => Promise.resolve(JSON.stringify(figure.spec, null, 2) + "\n"),
};

/**
 * Renders figures and tables into a folder. A figure that fails, or a format whose library is
 * missing, costs no other file.
 *
 * @param folder an output folder
 * @param drawing figures and tables; `formats` of the figures; `width` of LaTeX tables
 * @returns what was written and what could not be
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeDrawing } from "./figure_files.ts";
 * const folder = await Deno.makeTempDir();
 * const table = { name: "empty", caption: "", columns: [], rows: [], notes: [] };
 * const drawing = { figures: [], tables: [table], formats: ["svg"], width: "page" } as const;
 * const { files } = await writeDrawing(folder, drawing);
 * assert.deepEqual(files.map(({ path }) => path), ["empty.md", "empty.csv", "empty.tex"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeDrawing(
  folder: string,
  { figures, tables, formats, width }: {
    readonly figures: readonly Figure[];
    readonly tables: readonly Table[];
    readonly formats: readonly FigureFormat[];
    readonly width: "column" | "page";
  },
): Promise<Written> {
  const files: OutputFile[] = [], faults: string[] = [];
  const unavailable = new Set<string>();
  const write = async (name: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(join(folder, name), bytes);
    files.push({ path: name, sha256: sha256(bytes) });
  };
  const stems = uniqueStems(figures.map(({ name }) => name));
  for (const [at, figure] of figures.entries()) {
    for (const format of formats) {
      try {
        await write(`${stems[at]}.${format}`, await render[format](figure));
      } catch (error) {
        if (error instanceof InfrastructureError) {
          unavailable.add(`No ${format.toUpperCase()}: ${error.message}`);
        } else if (error instanceof RangeError) faults.push(error.message);
        else throw error;
      }
    }
  }
  for (const table of tables) {
    await write(`${table.name}.md`, toMarkdown(table));
    await write(`${table.name}.csv`, toCsv(table));
    await write(`${table.name}.tex`, toLatex(table, { width }));
  }
  return { files, faults: [...new Set(faults)], unavailable: [...unavailable] };
}

/** Names that every file system takes, no two equal. */
function uniqueStems(names: readonly string[]): readonly string[] {
  const stems: string[] = [];
  for (const name of names) {
    const plain = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
    let stem = plain;
    for (let number = 2; stems.includes(stem); number++) stem = `${plain}-${number}`;
    stems.push(stem);
  }
  return stems;
}

/**
 * Writes `manifest.json`: digests of the runs read and of the files written, versions, the command.
 *
 * @param folder the output folder
 * @param contents `command`: the words of the command; `runs`: paths of the run files; `files`: what
 * was written
 * @returns path of the manifest
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeFigureManifest } from "./figure_files.ts";
 * const folder = await Deno.makeTempDir();
 * const path = await writeFigureManifest(folder, { command: ["merit"], runs: [], files: [] });
 * assert.match(await Deno.readTextFile(path), /"vega"|npm:vega@/);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeFigureManifest(
  folder: string,
  { command, runs, files }: {
    readonly command: readonly string[];
    readonly runs: readonly string[];
    readonly files: readonly OutputFile[];
  },
): Promise<string> {
  const digest = async (path: string) => sha256(await Deno.readFile(path));
  const project = new URL("../../deno.json", import.meta.url);
  const { version } = JSON.parse(await Deno.readTextFile(project));
  const manifest = {
    command,
    versions: {
      kit: version,
      deno: Deno.version.deno,
      packages: [
        ...[vegaSpecifier, vegaLiteSpecifier, fontkitSpecifier, resvgSpecifier, pdfkitSpecifier],
        svgToPdfkitSpecifier,
      ],
      font: await digest(fontPath()),
    },
    runs: await Promise.all(
      runs.map(async (path) => ({ path, sha256: await digest(path) })),
    ),
    files,
  };
  const path = join(folder, "manifest.json");
  await Deno.writeTextFile(path, JSON.stringify(manifest, null, 2) + "\n");
  return path;
}
