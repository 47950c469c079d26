/**
 * `merit record`: asks a live model what an experiment needs and keeps every answer.
 *
 * @module
 */
import { dirname, join } from "node:path";
import type { Episode } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { type CellForecast, forecastEffort } from "../experiment/forecast_effort.ts";
import { requireWritableFolder } from "../experiment/require_writable_folder.ts";
import type { CellSetting } from "../experiment/run_cell.ts";
import type { RunRequest } from "../experiment/run_request.ts";
import type { ModelIdentity } from "../llm/language_model.ts";
import { compactRecording, openRecording } from "../llm/open_recording.ts";
import { readRecordedIdentities } from "../llm/recording_tables.ts";
import { noGold } from "../loop/repair_episode.ts";
import { runFileExists } from "../runs/run_file.ts";
import { readRun } from "../runs/run_reader.ts";
import { openRunWriter } from "../runs/run_writer.ts";
import { alignTable } from "./align_table.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { writeForecast, writeMisses } from "./describe_forecast.ts";
import { experimentNamed, requestOfExperiment } from "./experiment_request.ts";
import { formatNumber } from "./format_numbers.ts";
import { runRequest } from "./run.ts";
import { requestFlags } from "./run_request_flags.ts";

const { replay: _, ...recordFlags } = requestFlags;

/**
 * Makes the command `merit record` for the experiments there are.
 *
 * @param experiments all of them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeRecordCommand } from "./record.ts";
 * assert.match(makeRecordCommand([]).usage, /--max-minutes/);
 * ```
 */
export function makeRecordCommand(experiments: readonly ExperimentDeclaration[]): Command {
  return defineCommand({
    name: "record",
    summary: "record what an experiment asks of a live model, for replay",
    about: [
      "Says how far the recording goes and what is left, then runs the arms of an experiment and keeps",
      "each answer as it comes. Errors of a server are retried and never kept. After a kill, a stop or",
      "--max-minutes the same command goes on and asks no call twice. At its end the recording is one",
      "compact file, and is replayed: what it does not answer is not recorded, whatever run files say.",
      "Several runs share one server with --parallel; one command writes a recording.",
    ],
    operands: { name: "EXPERIMENT", least: 1, most: 1 },
    flags: {
      ...recordFlags,
      model: { ...requestFlags.model, required: true },
      out: {
        kind: "text",
        value: "DIR",
        help: "folder of the run files (default runs/EXPERIMENT)",
      },
      "max-minutes": {
        kind: "integer",
        value: "N",
        least: 1,
        // Timers hold 31 bits of milliseconds and fire at once beyond.
        most: 35_000,
        help: "begin no question after this time",
      },
    },
    examples: [
      {
        line:
          "merit record main_comparison --model openai:NAME@http://127.0.0.1:8081 --orders 1 --parallel 4 --recording data/recordings/bundled.sqlite",
        does: "goes on with the recording that ships with the kit",
      },
      {
        line:
          "merit record ablate_twins --model openai:NAME@http://127.0.0.1:8081 --recording data/recordings/spider_part.sqlite --max-minutes 240",
        does: "over the data that spider_part.json names, for four hours",
      },
    ],
    checkFailed: "not all is recorded yet; the same command goes on, or says why it cannot",
    async run({ flags, operands }, terminal) {
      const experiment = experimentNamed(experiments, operands[0]!);
      const request = requestOfExperiment(experiment, { ...flags, replay: false });
      const path = request.recording ?? join(request.out, "calls.sqlite");
      const held = await openForRecording(path);
      const before = await forecastFrom(path, { request, held });
      const lines = before === null
        ? [`${path} holds no answer of ${nameIn(request.model)} yet`]
        : writeForecast(experiment, before);
      for (const line of lines) terminal.print(line);
      const stop = new AbortController();
      const minutes = flags["max-minutes"];
      const timer = minutes === undefined
        ? undefined
        : setTimeout(() => stop.abort(), minutes * 60_000);
      let cells: readonly CellSetting[] = [];
      try {
        const display = { resume: true, quiet: flags.quiet, json: false };
        const code = await runRequest({ ...request, recording: path }, display, terminal, {
          closing: stop.signal,
          onPrepared({ model, cells }) {
            requireSameServer(path, held, model.identity);
            requireAnswered(cells, path, before ?? []);
          },
          onDone: (all) => void (cells = all),
        });
        if (code === exitCodes.interrupted) return code;
        const isFinished = printCells(cells, terminal);
        compactRecording(path);
        terminal.print(`\n${path}: ${countCalls(path)} calls, ${Deno.statSync(path).size} bytes`);
        if (!isFinished) return exitCodes.checkFailed;
        const misses = writeMisses(await forecastEffort({ ...request, recording: path }));
        for (const line of misses) terminal.print(line);
        return misses.length === 0 ? code : exitCodes.checkFailed;
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

/** The models that the recording holds; it is made where it is not there, and mended after a kill. */
async function openForRecording(path: string): Promise<readonly ModelIdentity[]> {
  await requireWritableFolder(dirname(path));
  const database = openRecording(path);
  try {
    return readRecordedIdentities(database);
  } finally {
    database.close();
    compactRecording(path);
  }
}

function countCalls(path: string): string {
  const database = openRecording(path, { readOnly: true });
  try {
    const row = database.prepare("SELECT count(*) AS calls FROM calls").get();
    return formatNumber(Number(row!.calls));
  } finally {
    database.close();
  }
}

/** As a spec names it, without kind and address. */
const nameIn = (spec: string) => spec.replace(/^[a-z]+:/, "").replace(/@https?:.*$/, "");

/** How far the recording answers; null where it holds nothing of the model. */
async function forecastFrom(path: string, { request, held }: {
  readonly request: RunRequest;
  readonly held: readonly ModelIdentity[];
}): Promise<readonly CellForecast[] | null> {
  return held.some(({ name }) => name === nameIn(request.model))
    ? await forecastEffort({ ...request, recording: path })
    : null;
}

/** Another build of a server would ask every call anew, in the same file. */
function requireSameServer(
  path: string,
  held: readonly ModelIdentity[],
  asked: ModelIdentity,
): void {
  const own = held.filter(({ name }) => name === asked.name);
  const isSame = own.some(({ digest, server }) =>
    digest === asked.digest && server === asked.server
  );
  if (own.length === 0 || isSame) return;
  const describe = ({ server, digest }: ModelIdentity) => `${server}${digest && `, ${digest}`}`;
  throw new InputError(
    `Cannot record on in ${path}: it holds ${asked.name} of ${own.map(describe).join(" and ")}, ` +
      `the server is ${describe(asked)}; need the same, or a recording of its own`,
  );
}

/** What a run file holds is not asked again, so the recording must answer it already. */
function requireAnswered(
  cells: readonly CellSetting[],
  recording: string,
  forecast: readonly CellForecast[],
): void {
  for (const cell of cells.filter(({ path }) => runFileExists(path))) {
    // One that was made from something else is refused for that.
    openRunWriter(cell)[Symbol.dispose]();
    const { episodes } = readRun(cell.path);
    const end = episodes.findIndex((episode, at) => episode.position !== at || !isDone(episode));
    const asked = episodes.slice(0, end < 0 ? episodes.length : end)
      // What is known to have no gold has no steps, but its attempt 0 was asked.
      .filter(({ steps, note }) => note === noGold || steps.some(({ calls }) => calls.length > 0))
      .length;
    const found = forecast.find(({ variant, order }) =>
      variant === cell.request!.variants[0]!.name && order === cell.manifest.order
    );
    const answered = found?.recordedQuestions ?? 0;
    if (answered >= asked) continue;
    throw new InputError(
      `Cannot record on in ${recording}: the run file ${cell.path} holds ${asked} questions, the ` +
        `recording answers ${answered} of them; need the recording that they were asked for, or ` +
        "another --out, which asks what the recording lacks",
    );
  }
}

const isDone = ({ outcome, note }: Episode) => outcome !== "unscored" || note === noGold;

/** Whether all run files are finished. */
function printCells(cells: readonly CellSetting[], terminal: Terminal): boolean {
  const rows = cells.map(({ path, request, manifest }) => {
    const { stream, episodes } = readRun(path);
    const calls = episodes.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
    const done = episodes.filter(isDone).length;
    return { arm: request!.variants[0]!.name, order: manifest.order, done, stream, calls };
  });
  terminal.print("");
  const table = alignTable(
    ["arm", "order", "questions", "calls", "of them asked"],
    rows.map(({ arm, order, done, stream, calls }) => [
      ...[arm, String(order), `${formatNumber(done)} of ${formatNumber(stream.length)}`],
      ...[calls.length, calls.filter(({ source }) => source === "live").length].map((count) =>
        formatNumber(count)
      ),
    ]),
  );
  for (const line of table) terminal.print(line);
  return rows.every(({ done, stream }) => done === stream.length);
}
