/**
 * What a sweep needs before its first cell: run files, attempt 0, recordings.
 *
 * @module
 */
import { relative } from "node:path";
import { InputError } from "../errors.ts";
import { compactRecording } from "../llm/open_recording.ts";
import { openRunWriter } from "../runs/run_writer.ts";
import { mostCalls } from "./most_calls.ts";
import { prefetchFirst } from "./prefetch_first.ts";
import { prepareCells, type PrepareOptions } from "./prepare_cells.ts";
import type { CellProgress, CellSetting } from "./run_cell.ts";
import type { RunRequest } from "./run_request.ts";
import {
  cellFiles,
  listCells,
  readSweep,
  type SweepCell,
  type SweepEngine,
} from "./sweep_folder.ts";

/** What a sweep is made of. */
export interface SweepPlan {
  /** Folder of the sweep; the requests' folders lie in it. */
  readonly folder: string;
  /** Where its cells will run. */
  readonly engine: SweepEngine;
  /** One for each experiment and model, all with one recording. */
  readonly requests: readonly RunRequest[];
}

/** What happens while a sweep is prepared. */
export interface SweepHooks extends Omit<PrepareOptions, "resume"> {
  /** Calls at once. */
  readonly parallel: number;
  /** Called after each answer. */
  readonly onPrefetch?: (progress: CellProgress) => void;
}

/**
 * Makes a run file for every cell, asks attempt 0 of every question once, and lists the cells. What is
 * there already is kept, the cells of other sweeps among it. Cells of one machine share one recording; on a cluster each cell starts
 * from a copy of it, since SQLite's write-ahead log holds on one machine only.
 *
 * @param plan what to run and where
 * @param hooks calls at once, progress and an abort signal
 * @returns the cells, those that can take longest first, so that none of them is left at the end;
 * of equals in the order of requests, stream orders and variants
 * @throws {InputError} for bad input, a cell made from something else or being written, and a folder
 * whose sweep was begun for the other engine
 * @throws {InfrastructureError} where the model server is out of reach
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prepareSweep } from "./prepare_sweep.ts";
 * import { defaultRequest } from "./run_request.ts";
 * const folder = await Deno.makeTempDir();
 * const request = {
 *   ...defaultRequest, limit: 1, model: "scripted:select-one", embedder: "hashing",
 *   out: `${folder}/a`, recording: `${folder}/calls.sqlite`,
 * };
 * const cells = await prepareSweep({ folder, engine: "local", requests: [request] }, { parallel: 1 });
 * assert.equal(cells.length, 6);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function prepareSweep(
  { folder, engine, requests }: SweepPlan,
  hooks: SweepHooks,
): Promise<readonly SweepCell[]> {
  await requireSameEngine(folder, engine);
  const planned: (SweepCell & { readonly most: number })[] = [], recordings: string[] = [];
  for (const request of requests) {
    await using prepared = await prepareCells(request, { ...hooks, resume: true });
    const isApart = engine === "slurm" && !request.replay;
    for (const cell of prepared.cells) {
      const run = relative(folder, cell.path), { recording } = cellFiles(folder, run);
      openRunWriter(isApart ? withRecording(cell, recording) : cell)[Symbol.dispose]();
      const { method, configuration: { budget }, stream } = cell.manifest;
      const most = mostCalls({ method, budget, questions: stream.length });
      planned.push({ run, model: request.model, most });
      if (isApart) recordings.push(recording);
    }
    if (!request.replay) await prefetchFirst({ ...hooks, ...prepared });
  }
  const shared = requests[0]?.recording;
  if (recordings.length > 0 && typeof shared === "string") await copyMissing(shared, recordings);
  const cells = planned.toSorted((a, b) => b.most - a.most).map(({ run, model }) => ({
    run,
    model,
  }));
  await listCells(folder, { engine, cells });
  return cells;
}

async function requireSameEngine(folder: string, engine: SweepEngine): Promise<void> {
  const before = await readSweep(folder);
  if (before === null || before.engine === engine) return;
  throw new InputError(
    `Cannot go on with the sweep in "${folder}" by ${engine}: it was begun by ${before.engine}, ` +
      "whose cells record elsewhere; need that engine or another folder",
  );
}

function withRecording(cell: CellSetting, recording: string): CellSetting {
  return { ...cell, request: { ...cell.request!, recording } };
}

/** A recording that is there holds answers of its cell. */
async function copyMissing(shared: string, recordings: readonly string[]): Promise<void> {
  compactRecording(shared);
  for (const recording of recordings) {
    try {
      await Deno.stat(recording);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      const draft = `${recording}.${Deno.pid}.new`;
      await Deno.copyFile(shared, draft);
      await Deno.rename(draft, recording);
    }
  }
}
