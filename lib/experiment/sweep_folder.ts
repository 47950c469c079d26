/**
 * A sweep on disk: a folder with one run file a cell, and the list of its cells.
 *
 * @module
 */
import { join } from "node:path";
import { InputError } from "../errors.ts";
import { lockRun } from "../runs/run_lock.ts";

/** Where cells run: processes of this machine, or jobs of a cluster. */
export type SweepEngine = "local" | "slurm";

/** A cell of a sweep. */
export interface SweepCell {
  /** Its run file, relative to the sweep's folder. */
  readonly run: string;
  /** The model as it can be reached now; empty under replay. */
  readonly model: string;
}

/** What a sweep consists of. */
export interface Sweep {
  /** Where its cells run. */
  readonly engine: SweepEngine;
  /** Its cells, those listed last first: a job array knows its own by number, counted from 1. */
  readonly cells: readonly SweepCell[];
}

/** Ending of run files. */
const ending = ".run.sqlite";

/** Files of a cell. */
export interface CellFiles {
  /** What it gave so far. */
  readonly run: string;
  /** What its processes told. */
  readonly log: string;
  /** Why it failed; there is none where it did not. */
  readonly failure: string;
  /** Its own recording, where cells run on several machines. */
  readonly recording: string;
}

/**
 * The files of a cell.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cellFiles } from "./sweep_folder.ts";
 * assert.equal(cellFiles("sweep", "a/b.run.sqlite").log, "sweep/a/b.log");
 * ```
 */
export function cellFiles(folder: string, run: string): CellFiles {
  const path = join(folder, run), stem = path.slice(0, -ending.length);
  return {
    run: path,
    log: `${stem}.log`,
    failure: `${stem}.failed`,
    recording: `${stem}.calls.sqlite`,
  };
}

const listName = "sweep.json";

/**
 * Lists cells in a sweep's folder, before those of earlier sweeps that are listed there; a list is
 * written whole or not at all.
 *
 * @param folder the sweep's folder, which is there
 * @throws {InputError} where another process is writing the list
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { listCells, readSweep } from "./sweep_folder.ts";
 * const folder = await Deno.makeTempDir();
 * await listCells(folder, { engine: "local", cells: [{ run: "a.run.sqlite", model: "" }] });
 * await listCells(folder, { engine: "local", cells: [{ run: "b.run.sqlite", model: "" }] });
 * const { cells } = (await readSweep(folder))!;
 * assert.deepEqual(cells.map(({ run }) => run), ["b.run.sqlite", "a.run.sqlite"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function listCells(folder: string, { engine, cells }: Sweep): Promise<void> {
  const path = join(folder, listName), draft = `${path}.${Deno.pid}.new`;
  using _lock = lockRun(path);
  const runs = new Set(cells.map(({ run }) => run));
  const earlier = (await readSweep(folder))?.cells.filter(({ run }) => !runs.has(run)) ?? [];
  const sweep: Sweep = { engine, cells: [...cells, ...earlier] };
  await Deno.writeTextFile(draft, `${JSON.stringify(sweep, null, 1)}\n`);
  await Deno.rename(draft, path);
}

/**
 * Reads the list of a sweep's cells.
 *
 * @param folder the sweep's folder
 * @returns null where there is none
 * @throws {InputError} where it is not what the kit writes
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readSweep } from "./sweep_folder.ts";
 * assert.equal(await readSweep("missing"), null);
 * ```
 */
export async function readSweep(folder: string): Promise<Sweep | null> {
  const path = join(folder, listName);
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  let sweep: Partial<Sweep> | null;
  try {
    sweep = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`Cannot read "${path}": it is no JSON`, { cause });
  }
  const isCell = (cell: unknown) =>
    typeof (cell as SweepCell | null)?.run === "string" &&
    (cell as SweepCell).run.endsWith(ending) && typeof (cell as SweepCell).model === "string";
  const isEngine = sweep?.engine === "local" || sweep?.engine === "slurm";
  if (isEngine && Array.isArray(sweep?.cells) && sweep.cells.every(isCell)) return sweep as Sweep;
  throw new InputError(`Cannot read "${path}": it is no list of cells, need one of merit sweep`);
}
