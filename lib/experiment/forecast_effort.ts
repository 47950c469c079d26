/**
 * What an experiment will cost, before it is run: how far a recording answers, and what is left.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Episode } from "../domain.ts";
import { mostCalls } from "./most_calls.ts";
import { prepareCells } from "./prepare_cells.ts";
import { runCells } from "./run_cells.ts";
import type { CellSetting } from "./run_cell.ts";
import type { RunRequest } from "./run_request.ts";

/** One cell's calls, answered by the recording and to be asked. */
export interface CellForecast {
  /** Name of the arm. */
  readonly variant: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** Length of the stream. */
  readonly questions: number;
  /** Questions that the recording answers to their end. */
  readonly recordedQuestions: number;
  /** Calls of these questions. */
  readonly recordedCalls: number;
  /** Calls that the other questions will need, at this cell's mean; null where there is no mean yet. */
  readonly expectedCalls: number | null;
  /** Most calls that the other questions can need. */
  readonly mostCalls: number;
  /** Tokens of the expected calls; null where there is no mean yet. */
  readonly expectedTokens: number | null;
  /** Time of the expected calls one after the other, in milliseconds; null likewise. */
  readonly expectedMs: number | null;
  /** Where the recording ends; empty where it answers all. */
  readonly miss: string;
}

/** Finished questions below which a cell's own means are taken from all cells together. */
const enoughQuestions = 10;

/**
 * Replays every cell as far as the recording goes, into a folder that is thrown away, and multiplies
 * what is left by the means of what is there. Asks no model.
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
    const finished = new Map(prepared.cells.map((cell) => [cell, [] as Episode[]]));
    const misses = new Map<unknown, string>();
    await runCells(prepared, {
      parallel: 1,
      prefetch: false,
      onEpisode: (cell, episode) => finished.get(cell)!.push(episode),
      onMiss: (cell, miss) => misses.set(cell, miss.message),
    });
    await onReplayed(prepared.cells);
    const all = meansOf([...finished.values()].flat());
    return prepared.cells.map((cell): CellForecast => {
      const episodes = finished.get(cell)!;
      const { method, configuration } = cell.manifest;
      const means = episodes.length >= enoughQuestions ? meansOf(episodes) : all;
      const left = cell.stream.length - episodes.length;
      const times = (mean: number | undefined) =>
        left === 0 ? 0 : mean === undefined ? null : Math.round(left * mean);
      return {
        variant: cell.request!.variants[0]!.name,
        order: cell.manifest.order,
        questions: cell.stream.length,
        recordedQuestions: episodes.length,
        recordedCalls: callsOf(episodes).length,
        expectedCalls: times(means?.calls),
        mostCalls: mostCalls({ method, budget: configuration.budget, questions: left }),
        expectedTokens: times(means?.tokens),
        expectedMs: times(means?.durationMs),
        miss: misses.get(cell) ?? "",
      };
    });
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

function callsOf(episodes: readonly Episode[]) {
  return episodes.flatMap(({ steps }) => steps).flatMap((step) => step.calls);
}

/** Means of a question; undefined where none is finished. */
function meansOf(episodes: readonly Episode[]) {
  if (episodes.length === 0) return undefined;
  const calls = callsOf(episodes);
  const tokens = calls.reduce(
    (sum, { usage }) => sum + usage.promptTokens + usage.completionTokens,
    0,
  );
  const durationMs = calls.reduce((sum, call) => sum + call.durationMs, 0);
  const mean = (total: number) => total / episodes.length;
  return { calls: mean(calls.length), tokens: mean(tokens), durationMs: mean(durationMs) };
}
