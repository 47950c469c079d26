/**
 * Submitting a sweep to Slurm.
 *
 * @module
 */
import { resolve } from "node:path";
import { InputError } from "../errors.ts";
import type { SweepPlan } from "../experiment/prepare_sweep.ts";
import { requireWritableFolder } from "../experiment/require_writable_folder.ts";
import { readJobs, readQueue, submitScripts } from "../experiment/slurm.ts";
import { writeScripts } from "../experiment/slurm_scripts.ts";
import { exitCodes, type Terminal } from "./command.ts";
import type { FlagValues } from "./parse_flags.ts";
import { programArguments } from "./program.ts";
import type { sweepFlags } from "./sweep_flags.ts";

/**
 * Writes and submits the jobs of a sweep, or prints their scripts.
 *
 * @param sweep the plan, the options, and the command that the first job runs
 * @param terminal where to print
 * @returns an exit code
 * @throws {InputError} where jobs of the same sweep are still in the queue
 * @throws {InfrastructureError} where sbatch is missing or refuses
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { submitSweep } from "./submit_sweep.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * import { sweepFlags } from "./sweep_flags.ts";
 * import { defaultRequest } from "../experiment/run_request.ts";
 * const args = ["--out=runs", "--dry-run"];
 * const { flags } = parseFlags(args, { command: "sweep", table: sweepFlags });
 * const plan = { folder: "runs", engine: "slurm", requests: [defaultRequest] } as const;
 * const lines: string[] = [];
 * const print = (line: string) => void lines.push(line);
 * const terminal = { print, printError() {}, isInteractive: false, columns: 80 };
 * await submitSweep({ plan, flags, prepare: ["merit"] }, terminal);
 * assert.match(lines.join("\n"), /#SBATCH --array=1-6%2/);
 * ```
 */
export async function submitSweep(
  { plan, flags, prepare }: {
    readonly plan: SweepPlan;
    readonly flags: FlagValues<typeof sweepFlags>;
    readonly prepare: readonly string[];
  },
  terminal: Terminal,
): Promise<number> {
  const { folder, requests } = plan;
  const count = requests.reduce(
    (sum, { orders, variants }) => sum + orders.length * variants.length,
    0,
  );
  const scripts = writeScripts({
    folder,
    cells: count,
    workers: flags.workers,
    ...(flags.time === undefined ? {} : { time: flags.time }),
    ...(flags.memory === undefined ? {} : { memory: flags.memory }),
    requeue: flags.requeue,
    extra: flags.sbatch,
    prepare,
    cell: [Deno.execPath(), ...programArguments, "sweep", "cell", resolve(folder)],
  });
  if (flags["dry-run"]) {
    terminal.print(`${scripts.prepare}\n${scripts.cells}`);
    return exitCodes.done;
  }
  await requireWritableFolder(folder);
  await requireNoJobs(folder);
  const jobs = await submitScripts({ folder, count, scripts });
  terminal.print(`Submitted ${count} cells as job ${jobs.cells}, after job ${jobs.prepare}`);
  terminal.print(`To see how far they are: merit sweep status ${folder}`);
  return exitCodes.done;
}

async function requireNoJobs(folder: string): Promise<void> {
  const jobs = await readJobs(folder);
  const queue = jobs === null ? null : await readQueue(jobs);
  if (jobs === null || queue === null || (queue.prepare === "" && queue.cells.size === 0)) return;
  throw new InputError(
    `Cannot submit the sweep in "${folder}" again: its jobs ${jobs.prepare} and ${jobs.cells} ` +
      "are in the queue; wait for them, or scancel them",
  );
}
