/**
 * `deno task paper`: replays what is recorded and writes what the texts report: `docs/results.md`,
 * `docs/findings.md`, `docs/classifiers.md`, the figures in `docs/figures/`, README's blocks of results, and
 * where Spider's data is `docs/spider.md`. A test holds that they say what the recording gives.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { commands } from "../cli.ts";
import { contrastRows } from "../lib/analysis/contrast_rows.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import { dispatch } from "../lib/commands/dispatch.ts";
import { openTerminal } from "../lib/commands/terminal.ts";
import { InputError } from "../lib/errors.ts";
import { readRecordedPart, type RecordedPart } from "../lib/experiment/bundled_recording.ts";
import { readOutsideData, requireFolder } from "../lib/experiment/outside_data.ts";
import { forestFigure } from "../lib/figures/forest_figure.ts";
import { toSvg } from "../lib/figures/to_svg.ts";
import { readRun } from "../lib/runs/run_reader.ts";
import type { Labelled } from "./classifier_findings.ts";
import { renderClassifiers } from "./classifier_tables.ts";
import { type FindingsInput, renderFindings } from "./findings.ts";
import { replaceBlock, writeCaption, writeClaims, writeSpiderClaims } from "./readme_claims.ts";
import { renderSpiderFindings } from "./spider_findings.ts";

const root = new URL("../", import.meta.url);

/** Runs a command of the program and gives what it prints. */
async function runCommand(args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const terminal = { ...openTerminal(), print: (line: string) => void lines.push(line) };
  const code = await dispatch(args, { commands, terminal });
  // 1: arms that are not recorded to the end are named in the text.
  if (code > 1) {
    throw new InputError(`Cannot make the texts: merit ${args.join(" ")} ended with ${code}`);
  }
  return lines.join("\n");
}

/** The arguments of the main comparison over the recorded databases. */
export function mainComparison({ databases }: RecordedPart, out: string): readonly string[] {
  return experimentArguments("main_comparison", databases, out);
}

/** The arguments of an experiment over some databases, under order 1. */
export function experimentArguments(name: string, databases: readonly string[], out: string) {
  const over = ["--databases", databases.join(","), "--orders", "1"];
  return ["experiment", name, ...over, "--out", out, "--quiet"];
}

/** What a command prints as JSON. */
export const readJson = async (args: readonly string[]) =>
  JSON.parse(await runCommand([...args, "--json"]));

/** What the recorded experiments of a part come to, the main comparison first. */
async function readReports(
  part: RecordedPart,
  { out, more = [] }: { readonly out: string; readonly more?: readonly string[] },
): Promise<readonly ExperimentReport[]> {
  const reports = [await readJson([...mainComparison(part, out), ...more])];
  for (const [name, databases] of Object.entries(part.experiments)) {
    const args = experimentArguments(name, databases, `${out}/${name}`);
    reports.push(await readJson([...args, ...more]));
  }
  return reports;
}

/** Where the recording over a part of Spider is. */
const spiderRecording = fileURLToPath(new URL("data/recordings/spider_part.sqlite", root));

/** The same of the recorded part of Spider, whose data is in a folder. */
export async function readSpiderReports(
  folder: string,
  out: string,
): Promise<readonly ExperimentReport[]> {
  const more = ["--recording", spiderRecording, "--benchmark", folder];
  return await readReports(await readRecordedPart("spider_part"), { out, more });
}

/** What is found there, as a text. */
export async function renderSpider(reports: readonly ExperimentReport[]): Promise<string> {
  return await renderSpiderFindings({ reports }, readOutsideData(spiderRecording)!);
}

/** The folder of Spider's data; null, after saying what is missing, where that or the recording is not there. */
async function findSpider(): Promise<string | null> {
  try {
    const { databases } = await readRecordedPart("spider_part");
    if (databases.length === 0) throw new InputError("nothing is recorded over Spider yet");
    const data = readOutsideData(spiderRecording);
    if (data === null) {
      throw new InputError(`${spiderRecording} has no place of its data beside it`);
    }
    return requireFolder(data);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`docs/spider.md stays as it is: ${error.message}`);
    return null;
  }
}

/** Run files of the methods that are recorded to the end. */
function finishedRuns({ methods }: RecordedPart, out: string): readonly string[] {
  return methods.map((method) => `${out}/bundled-${method}-order1-seed1.run.sqlite`);
}

/** Attributions of run files; none of none. */
const readAttributions = async (runs: readonly string[]) =>
  runs.length === 0 ? [] : (await readJson(["report", ...runs, "--attribution"])).attributions;

/** How many failures of the arm that is told causes have one. */
function countLabelled(reports: readonly ExperimentReport[]): Labelled {
  const known = reports.filter(({ experiment }) => experiment === "ablate_classifier")
    .flatMap(({ runs }) => runs.map(readRun))
    .filter(({ manifest }) => manifest.configuration.classifier === "oracle");
  const failures = known.flatMap(({ episodes }) => episodes).flatMap(({ steps }) => steps)
    .flatMap(({ attempt }) => attempt.failure ?? []);
  return {
    failures: failures.length,
    labelled: failures.filter(({ rule }) => rule === "label").length,
  };
}

/** All that the texts are made of; where the run files of the main comparison are there, it goes on with them. */
export async function readFindings(part: RecordedPart, out: string): Promise<FindingsInput> {
  const reports = await readReports(part, { out });
  const classifier = experimentArguments("ablate_classifier", part.databases, `${out}/bites`);
  return {
    reports,
    labelled: countLabelled(reports),
    classifiers: (await readJson(["classify"])).results,
    bites: (await readJson([...classifier, "--dry-run"])).bites,
    attributions: await readAttributions(finishedRuns(part, out)),
    besideChance: await readAttributions(
      reports.flatMap(({ experiment, runs }) => experiment === "control_seed" ? runs : []),
    ),
  };
}

/** README with what is recorded of the bundled benchmark. */
export async function renderReadme(readme: string, input: FindingsInput): Promise<string> {
  const captioned = replaceBlock(readme, "caption", writeCaption(input));
  return replaceBlock(captioned, "claims", await writeClaims(input));
}

/** README with what is recorded of a part of Spider. */
export function renderSpiderReadme(readme: string, reports: readonly ExperimentReport[]): string {
  return replaceBlock(readme, "words on Spider", writeSpiderClaims({ reports }));
}

/** The results of the main comparison as a text. */
export async function renderResults(part: RecordedPart, out: string): Promise<string> {
  const comparison = await runCommand(mainComparison(part, out));
  return [
    "# Results of the recorded runs",
    "",
    "Made by `deno task paper` from `data/recordings`, to be changed there alone. Demonstrations on the bundled",
    "benchmark with Qwen2.5-Coder-1.5B-Instruct (Q4_K_M), not a replication of the paper.",
    "",
    comparison,
    "",
  ].join("\n");
}

/** The declared contrasts of the main comparison as a figure, in the family that the texts report. */
export async function renderForest({ reports: [main] }: FindingsInput): Promise<string> {
  return await toSvg(forestFigure(contrastRows(main!.contrasts), { width: "page" }));
}

/** All texts and figures by path, made before any is written. */
async function renderAll(out: string): Promise<ReadonlyMap<string, string>> {
  const part = await readRecordedPart(), runs = `${out}/runs`;
  const results = await renderResults(part, runs);
  const input = await readFindings(part, runs);
  let readme = await renderReadme(await Deno.readTextFile(new URL("README.md", root)), input);
  const made = new Map([
    ["docs/results.md", results],
    ["docs/findings.md", await renderFindings(input)],
    ["docs/classifiers.md", renderClassifiers(input.classifiers)],
  ]);
  const spider = await findSpider();
  if (spider !== null) {
    const reports = await readSpiderReports(spider, `${out}/spider`);
    made.set("docs/spider.md", await renderSpider(reports));
    readme = renderSpiderReadme(readme, reports);
  }
  made.set("README.md", readme);
  const figures = ["--out", `${out}/figures`, "--formats", "svg", "--width", "page"];
  await runCommand(["figures", ...finishedRuns(part, runs), ...figures]);
  for (const name of ["accuracy.svg", "attempts.svg"]) {
    made.set(`docs/figures/${name}`, await Deno.readTextFile(`${out}/figures/${name}`));
  }
  return made.set("docs/figures/forest.svg", await renderForest(input));
}

if (import.meta.main) {
  const out = await Deno.makeTempDir({ prefix: "merit-paper-" });
  try {
    for (const [path, text] of await renderAll(out)) {
      await Deno.writeTextFile(new URL(path, root), text);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    Deno.exitCode = 2;
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}
