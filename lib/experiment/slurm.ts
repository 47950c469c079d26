/**
 * Slurm: a sweep as two jobs, one that prepares and an array with one task a cell.
 *
 * @module
 */
import { join } from "node:path";
import { InfrastructureError } from "../errors.ts";
import type { SlurmScripts } from "./slurm_scripts.ts";
import type { QueuedCell } from "./sweep_status.ts";

/** Jobs of a sweep by their numbers. */
export interface SlurmJobs {
  /** The job that prepares. */
  readonly prepare: string;
  /** The array, one task a cell. */
  readonly cells: string;
  /** Tasks of the array. */
  readonly count: number;
}

/** What a program of Slurm did. */
export interface ProgramOutput {
  /** Whether it exited with 0. */
  readonly success: boolean;
  /** What it printed. */
  readonly text: string;
  /** What it complained of. */
  readonly error: string;
}

/** Runs a program of Slurm. */
export type RunProgram = (name: string, args: readonly string[]) => Promise<ProgramOutput>;

const runProgram: RunProgram = async (name, args) => {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args] }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout), error: decoder.decode(stderr).trim() };
};

/**
 * Submits the scripts of a sweep, which it first writes into its folder: the array starts when the
 * other job has ended well.
 *
 * @returns the jobs' numbers, which the folder's `slurm.json` keeps
 * @throws {InfrastructureError} where sbatch is missing or refuses
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { submitScripts } from "./slurm.ts";
 * const scripts = { prepare: "#!/bin/bash\n", cells: "#!/bin/bash\n" };
 * const submitting = submitScripts({ folder: "missing", count: 1, scripts });
 * await assert.rejects(submitting);
 * ```
 */
export async function submitScripts(
  { folder, count, scripts }: {
    readonly folder: string;
    readonly count: number;
    readonly scripts: SlurmScripts;
  },
  run: RunProgram = runProgram,
): Promise<SlurmJobs> {
  const submit = async (name: string, text: string, args: readonly string[]) => {
    const path = join(folder, name);
    await Deno.writeTextFile(path, text);
    let answer: ProgramOutput;
    try {
      answer = await run("sbatch", ["--parsable", ...args, path]);
    } catch (cause) {
      throw new InfrastructureError("Cannot submit the sweep: there is no sbatch here", { cause });
    }
    if (answer.success) return answer.text.trim().split(";")[0]!;
    throw new InfrastructureError(`Cannot submit ${path}: ${answer.error}`);
  };
  const prepare = await submit("prepare.sh", scripts.prepare, []);
  const after = [`--dependency=afterok:${prepare}`, "--kill-on-invalid-dep=yes"];
  const cells = await submit("cells.sh", scripts.cells, after);
  const jobs: SlurmJobs = { prepare, cells, count };
  await Deno.writeTextFile(join(folder, "slurm.json"), `${JSON.stringify(jobs)}\n`);
  return jobs;
}

/**
 * The jobs that were submitted for a sweep.
 *
 * @param folder the sweep's folder
 * @returns null where none were
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readJobs } from "./slurm.ts";
 * assert.equal(await readJobs("missing"), null);
 * ```
 */
export async function readJobs(folder: string): Promise<SlurmJobs | null> {
  try {
    return JSON.parse(await Deno.readTextFile(join(folder, "slurm.json")));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** What is in the queue of a sweep's jobs. */
export interface SlurmQueue {
  /** State of the job that prepares; empty where it is in the queue no more. */
  readonly prepare: string;
  /** Cells in the queue, by number. */
  readonly cells: ReadonlyMap<number, QueuedCell>;
}

/**
 * Asks squeue for the jobs of a sweep.
 *
 * @returns null where there is no squeue, or it gives no answer
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readQueue } from "./slurm.ts";
 * const run = () => Promise.resolve({ success: true, text: "8_2|RUNNING|None\n", error: "" });
 * const queue = await readQueue({ prepare: "7", cells: "8", count: 2 }, run);
 * assert.equal(queue!.cells.get(2)!.place, "running");
 * ```
 */
export async function readQueue(
  { prepare, cells }: SlurmJobs,
  run: RunProgram = runProgram,
): Promise<SlurmQueue | null> {
  const ask = ["--noheader", "--array", "--format=%i|%T|%r", `--jobs=${prepare},${cells}`];
  let answer: ProgramOutput;
  try {
    answer = await run("squeue", ask);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  // Slurm forgets jobs that ended long ago.
  const text = answer.success ? answer.text : /invalid job id/i.test(answer.error) ? "" : null;
  if (text === null) return null;
  const rows = text.split("\n").map((line) => line.trim().split("|"));
  const states = ["RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED"];
  return {
    prepare: rows.find(([id]) => id === prepare)?.[1] ?? "",
    cells: new Map(rows.flatMap(([id = "", state = "", reason = ""]) => {
      const [job, task] = id.split("_");
      if (job !== cells || task === undefined) return [];
      const cell: QueuedCell = states.includes(state)
        ? { place: "running", reason: "" }
        : { place: "waiting", reason: `${state}: ${reason}` };
      return [[Number(task), cell]];
    })),
  };
}

/**
 * Asks sacct how the tasks of a sweep's array ended.
 *
 * @returns states such as `TIMEOUT` by the cell's number; empty where Slurm keeps no accounts
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readEnds } from "./slurm.ts";
 * const run = () => Promise.resolve({ success: true, text: "8_2|TIMEOUT\n", error: "" });
 * const ends = await readEnds({ prepare: "7", cells: "8", count: 2 }, run);
 * assert.equal(ends.get(2), "TIMEOUT");
 * ```
 */
export async function readEnds(
  { cells }: SlurmJobs,
  run: RunProgram = runProgram,
): Promise<ReadonlyMap<number, string>> {
  const ask = ["--noheader", "--parsable2", "--allocations", "--format=JobID,State"];
  let answer: ProgramOutput;
  try {
    answer = await run("sacct", [...ask, `--jobs=${cells}`]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Map();
    throw error;
  }
  const rows = answer.success ? answer.text.split("\n") : [];
  return new Map(rows.flatMap((line) => {
    const [, task, state] = /^\d+_(\d+)\|(.+)$/.exec(line.trim()) ?? [];
    return task === undefined ? [] : [[Number(task), state!]];
  }));
}
