/**
 * `merit figures`: what a paper prints, from run files.
 *
 * @module
 */
import { join } from "node:path";
import { type ArmSet, groupArms } from "../analysis/group_arms.ts";
import { readPaperResults } from "../analysis/paper_results.ts";
import { InputError } from "../errors.ts";
import { methods } from "../loop/methods.ts";
import { nearestName } from "../nearest_name.ts";
import { readRun, type StoredRun } from "../runs/run_reader.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { drawSet } from "./draw_set.ts";
import {
  type FigureFormat,
  figureFormats,
  makeOutputFolder,
  type OutputFile,
  writeDrawing,
  writeFigureManifest,
} from "./figure_files.ts";
import { finishedRuns } from "./finished_runs.ts";
import { findRuns } from "./find_runs.ts";
import { readEach } from "./read_each.ts";

function readFormats(names: readonly string[]): readonly FigureFormat[] {
  if (names.length === 0) return figureFormats;
  return names.map((name) => {
    const format = figureFormats.find((known) => known === name);
    if (format !== undefined) return format;
    throw new InputError(
      `Cannot make figures as "${name}": need ${figureFormats.join(", ")}; the nearest is ` +
        nearestName(name, figureFormats),
    );
  });
}

/** Arms stand in the order of the methods; a stable sort keeps the rest as given. */
function sortRuns(runs: readonly StoredRun[]): readonly StoredRun[] {
  const place = (method: string) => methods.findIndex(({ name }) => name === method);
  return runs.toSorted((a, b) => place(a.manifest.method) - place(b.manifest.method));
}

/** A folder's name for one of several sets. */
function nameSet({ arms }: ArmSet, at: number): string {
  const { benchmark, model, configuration } = arms[0]!.runs[0]!.manifest;
  const words = [at + 1, benchmark.name, model.name, `K${configuration.budget}`].join("-");
  return words.replace(/[^\w.-]+/g, "-");
}

/** The options as they would be typed. */
function writeOptions(flags: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [`--${name}`, value.join()];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
}

/**
 * The command `merit figures`.
 *
 * @example
 * ```ts
 * import { figuresCommand } from "./figures.ts";
 * if (!figuresCommand.usage.includes("--paper")) throw new Error("Expected the option");
 * ```
 */
export const figuresCommand: Command = defineCommand({
  name: "figures",
  summary: "draw figures and tables of finished runs",
  about: [
    "Draws accuracy, differences to a base, accuracy by attempt, gain along the stream, accuracy",
    "against tokens, failure types before and after, effect by database, flips beside stateless and",
    "those of chance (where stateless has a second run seed), and one episode's scores; writes the",
    "tables as Markdown, CSV and LaTeX, and manifest.json with the SHA-256 of every run and output.",
    "The JSON beside a figure is its vega-lite specification, to be edited. Runs of one method that",
    "differ in the order are averaged question by question. Runs of different questions, model,",
    "judge, K or feedback go to folders of their own. Equal runs give equal bytes.",
    "A file that cannot be read is named on stderr; the others are drawn, and the exit code is 2.",
  ],
  operands: { name: "RUN", least: 1, most: Infinity },
  flags: {
    out: { kind: "text", value: "DIR", required: true, help: "a new or empty folder" },
    formats: {
      kind: "list",
      value: figureFormats.join(),
      unique: true,
      help: "formats of the figures; all where left out",
    },
    width: {
      kind: "choice",
      choices: ["column", "page"],
      default: "column",
      help: "3.33 in or 7 in",
    },
    base: {
      kind: "text",
      value: "ARM",
      help: "the arm to compare with; by default stateless, or the one with default parameters",
    },
    paper: {
      kind: "boolean",
      help: "put the paper's results beside runs of Spider or BIRD, named as another model's",
    },
  },
  examples: [
    { line: "merit figures runs --out figures", does: "draws all runs below the folder runs" },
    {
      line: "merit figures runs --out figures --formats pdf --width page --paper",
      does: "draws PDF over two columns, the paper's results beside",
    },
  ],
  checkFailed: "a figure failed its checks and was not written",
  async run({ flags, operands }, terminal) {
    const formats = readFormats(flags.formats);
    const width = flags.width === "page" ? "page" : "column";
    const { results, unreadable } = await readEach(await findRuns(operands), terminal, readRun);
    if (results.length === 0) return exitCodes.badInput;
    const runs = finishedRuns(sortRuns(results), { terminal, purpose: "draw figures" });
    const paths = runs.map(({ path }) => path).sort();
    const sets = groupArms(runs);
    const paper = flags.paper ? await readPaperResults() : null;
    const drawings = sets.map((set) => drawSet(set, { width, base: flags.base, paper }));
    await makeOutputFolder(flags.out);
    const files: OutputFile[] = [], faults: string[] = [], unavailable = new Set<string>();
    for (const [at, drawing] of drawings.entries()) {
      const part = sets.length === 1 ? "" : `${nameSet(sets[at]!, at)}/`;
      await Deno.mkdir(join(flags.out, part), { recursive: true });
      const written = await writeDrawing(join(flags.out, part), { ...drawing, formats, width });
      files.push(...written.files.map((file) => ({ ...file, path: part + file.path })));
      faults.push(...written.faults);
      for (const reason of written.unavailable) unavailable.add(reason);
      for (const reason of drawing.left) terminal.printError(`Note: no ${part}${reason}`);
      for (const caution of drawing.cautions) terminal.printError(`Note: ${part}${caution}`);
    }
    const manifest = await writeFigureManifest(flags.out, {
      command: ["merit", "figures", ...operands, ...writeOptions(flags)],
      runs: paths,
      files,
    });
    for (const reason of [...faults, ...unavailable]) terminal.printError(reason);
    terminal.print(manifest);
    terminal.printError(`Wrote ${files.length} files to ${flags.out}`);
    if (unavailable.size > 0) return exitCodes.brokenMachinery;
    if (unreadable > 0) return exitCodes.badInput;
    return faults.length > 0 ? exitCodes.checkFailed : exitCodes.done;
  },
});
