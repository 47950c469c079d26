/**
 * What an experiment will cost, before it is run: how far a recording answers, and what is left.
 *
 * @module
 */
import type { CallRecord, Episode, Step, Task } from "../domain.ts";
import { InputError, ReplayMissError } from "../errors.ts";
import { callKey } from "../llm/call_key.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import { openRecording } from "../llm/open_recording.ts";
import { listCallKeys } from "../llm/recorded_calls.ts";
import { methodNamed } from "../loop/methods.ts";
import { firstSampling } from "../loop/sampling.ts";
import { searchesMemory } from "../loop/searches_memory.ts";
import { costKin } from "./cost_kin.ts";
import { mostCalls } from "./most_calls.ts";
import { prepareCells } from "./prepare_cells.ts";
import { runCells } from "./run_cells.ts";
import type { CellSetting } from "./run_cell.ts";
import type { RunRequest } from "./run_request.ts";
import { nameCalls, nameFirstCall } from "./same_calls.ts";

/**
 * One cell's calls, answered by the recording and to be asked. Each call is counted in the first cell that
 * needs it, so that sums over cells count none twice.
 */
export interface CellForecast {
  /** Name of the arm. */
  readonly variant: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** Length of the stream. */
  readonly questions: number;
  /** Questions that the recording answers to their end. */
  readonly recordedQuestions: number;
  /** Calls of these questions that no cell before has. */
  readonly recordedCalls: number;
  /** Calls that the other questions will need, at the means of `meansOf`; null where there are none. */
  readonly expectedCalls: number | null;
  /** Most calls that the other questions can need; attempts 0 that are recorded are not counted. */
  readonly mostCalls: number;
  /** Tokens of the expected calls; null where there is no mean yet. */
  readonly expectedTokens: number | null;
  /** Time of the expected calls one after the other, in milliseconds; null likewise. */
  readonly expectedMs: number | null;
  /**
   * Method whose repaired questions, of all cells, gave the means of repairs; empty where they are this
   * cell's own or none is to be repaired, null where too few are recorded of any like it.
   */
  readonly meansOf: string | null;
  /** The first call that the recording lacks; empty where it answers all. */
  readonly miss: string;
  /** Whether the replay ended there, since each question may hang on all before it. */
  readonly endsAtMiss: boolean;
}

/** Questions that a mean needs: repaired ones for repairs, any for attempt 0. */
const enoughQuestions = 10;

/**
 * Replays every cell as far as the recording goes, into a folder that is thrown away, and multiplies
 * what is left by the means of what is there, or of the nearest kin where too little is. Attempts 0 are
 * replayed for themselves: what they say of a question's need of repair holds for all methods. A miss
 * ends only what may hang on it: its question where the method has no memory, its database where memory
 * is of the same database, else the cell. Attempt 0 of a question is one call for all cells that sample
 * alike, and an arm without memory asks the same under every order; calls that arms with memory happen
 * to share are not known beforehand and counted for each. Asks no model.
 *
 * @param request the request as it would be run
 * @param onReplayed takes the cells while their run files are there
 * @returns one forecast a cell, in the order of orders and variants
 * @throws {InputError} for a bad benchmark, gold, method or recording
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { forecastEffort } from "./forecast_effort.ts";
 * import { defaultRequest } from "./run_request.ts";
 * await assert.rejects(() => forecastEffort({ ...defaultRequest, recording: "none" }), /none/);
 * ```
 */
export async function forecastEffort(
  request: RunRequest,
  onReplayed: (cells: readonly CellSetting[]) => Promise<void> = () => Promise.resolve(),
): Promise<readonly CellForecast[]> {
  if (request.recording === null) {
    throw new InputError("Cannot forecast without a recording: need --recording FILE");
  }
  const out = await Deno.makeTempDir({ prefix: "merit-forecast-" });
  try {
    await using prepared = await prepareCells({ ...request, out, replay: true }, { resume: false });
    const ask = openQuietly(request.recording, prepared.model);
    const replays = await Promise.all(prepared.cells.map((cell) => planReplay(cell, ask)));
    const firsts = new Map<string, Replay>();
    for (const cell of prepared.cells) {
      const key = keyOfFirst(cell), path = `${out}/first-${firsts.size}.run.sqlite`;
      if (!firsts.has(key)) firsts.set(key, await planReplay(firstOnly(cell, path), ask));
    }
    const planned = new Map(
      [...firsts.values(), ...replays].map((replay) => [replay.cell, replay]),
    );
    await runCells({ ...prepared, cells: [...planned.keys()] }, {
      parallel: 1,
      prefetch: false,
      onEpisode: (cell, episode) => planned.get(cell)!.episodes.push(episode),
    });
    await onReplayed(prepared.cells);
    const counted = new Set<string>();
    return replays.map((replay) => {
      const { episodes } = firsts.get(keyOfFirst(replay.cell))!;
      return forecastCell(replay, { replays, firsts: episodes, counted });
    });
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** A cell, and what its replay brings. */
interface Replay {
  readonly cell: CellSetting;
  readonly episodes: Episode[];
  readonly misses: string[];
  /** What a miss ends. */
  readonly span: "question" | "database" | "cell";
}

async function planReplay(
  cell: CellSetting,
  ask: (misses: readonly string[]) => LanguageModel,
): Promise<Replay> {
  const { configuration } = cell.manifest, method = methodNamed(cell.manifest.method);
  const isSameDatabase = (method.scope ?? configuration.memory.scope) === "same-db";
  const span = !await searchesMemory(method, configuration)
    ? "question"
    : isSameDatabase
    ? "database"
    : "cell";
  const partOf = ({ id, databaseId }: Task) =>
    ({ question: id, database: databaseId, cell: "" })[span];
  const misses: string[] = [], ended = new Set<string>();
  const replayed: CellSetting = {
    ...cell,
    model: ask(misses),
    isLeftOut: (task) => ended.has(partOf(task)),
    onMiss(task, { message }) {
      ended.add(partOf(task));
      misses.push(message);
    },
  };
  return { cell: replayed, episodes: [], misses, span };
}

/** A replaying model for each cell; only the first miss is explained, since that takes a search. */
function openQuietly(path: string, { identity, complete }: LanguageModel) {
  using recording = openRecording(path, { readOnly: true });
  const keys = new Set(listCallKeys(recording, identity));
  return (misses: readonly string[]): LanguageModel => ({
    identity,
    complete(request, signal) {
      const { messages, sampling } = request;
      const isHeld = misses.length === 0 ||
        keys.has(callKey({ identity, messages, sampling, sampleIndex: 0 }));
      return isHeld
        ? complete(request, signal)
        : Promise.reject(new ReplayMissError("Cannot replay another call"));
    },
  });
}

/** Attempt 0 alone, which is the same for all cells of one key. */
function firstOnly({ manifest, ...cell }: CellSetting, path: string): CellSetting {
  const configuration = { ...manifest.configuration, budget: 0 };
  return { ...cell, path, manifest: { ...manifest, method: "stateless", configuration } };
}

function keyOfFirst({ manifest: { configuration } }: CellSetting): string {
  const { prompts, feedback } = configuration;
  return JSON.stringify([prompts, feedback, firstSampling(configuration)]);
}

function forecastCell(
  { cell, episodes, misses, span }: Replay,
  { replays, firsts, counted }: {
    readonly replays: readonly Replay[];
    readonly firsts: readonly Episode[];
    /** What cells before have counted; what this one does is added. */
    readonly counted: Set<string>;
  },
): CellForecast {
  const { method, configuration, order } = cell.manifest, { budget } = configuration;
  const variant = cell.request!.variants[0]!.name;
  const isNew = (key: string) => counted.size < counted.add(key).size;
  const recorded = episodes.flatMap((episode) => nameCalls(episode, configuration)).filter(isNew);
  const done = new Set(episodes.map(({ task }) => task.id));
  const left = cell.stream.filter(({ id }) => !done.has(id));
  const failed = new Map(firsts.map(({ task, steps }) => [task.id, hasFailed(steps[0])]));
  const toAsk =
    left.filter((task) => !failed.has(task.id) && isNew(nameFirstCall(task, configuration))).length;
  const own = left.filter(({ id }) => span !== "question" || isNew(JSON.stringify([variant, id])));
  const unknown = own.filter(({ id }) => !failed.has(id)).length;
  const toRepair = own.filter(({ id }) => failed.get(id)).length;
  const toEnd = unknown + toRepair;
  const share = firsts.filter(({ steps }) => hasFailed(steps[0])).length / firsts.length;
  const isKnown = unknown === 0 || firsts.length >= enoughQuestions;
  const repairs = toRepair + (unknown === 0 ? 0 : unknown * share);
  const pools = [{ name: "", replays: [{ episodes }] as readonly Pick<Replay, "episodes">[] }];
  for (const name of costKin(method)) {
    pools.push({ name, replays: replays.filter((other) => other.cell.manifest.method === name) });
  }
  const source = pools
    .map(({ name, replays }) => ({ name, repaired: replays.flatMap(repairedOf) }))
    .find(({ repaired }) => repairs === 0 || repaired.length >= enoughQuestions);
  const expect = (valueOf: (call: CallRecord) => number): number | null => {
    if (!isKnown || source === undefined) return null;
    const mean = (episodes: readonly Episode[], isFirst: boolean) =>
      callsOf(episodes).filter(({ purpose }) => (purpose === "first") === isFirst)
        .reduce((sum, call) => sum + valueOf(call), 0) / Math.max(1, episodes.length);
    return Math.round(toAsk * mean(firsts, true) + repairs * mean(source.repaired, false));
  };
  return {
    variant,
    order,
    questions: cell.stream.length,
    recordedQuestions: episodes.length,
    recordedCalls: recorded.length,
    expectedCalls: expect(() => 1),
    mostCalls: toAsk - toEnd + mostCalls({ method, budget, questions: toEnd }),
    expectedTokens: expect(({ usage }) => usage.promptTokens + usage.completionTokens),
    expectedMs: expect(({ durationMs }) => durationMs),
    meansOf: isKnown ? source?.name ?? null : null,
    miss: misses[0] ?? "",
    endsAtMiss: span === "cell" && misses.length > 0,
  };
}

const hasFailed = (step: Step | undefined): boolean => (step?.attempt.failure ?? null) !== null;

const repairedOf = ({ episodes }: Pick<Replay, "episodes">): readonly Episode[] =>
  episodes.filter(({ steps }) => steps.length > 1);

function callsOf(episodes: readonly Episode[]): readonly CallRecord[] {
  return episodes.flatMap(({ steps }) => steps).flatMap((step) => step.calls);
}
