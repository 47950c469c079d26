/**
 * `merit sweep`: many cells as processes of this machine, or as jobs of a cluster.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { prepareSweep, type SweepPlan } from "../experiment/prepare_sweep.ts";
import { cellFiles } from "../experiment/sweep_folder.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { experimentNamed } from "./experiment_request.ts";
import { interruptible } from "./interruptible.ts";
import { createProgress } from "./progress.ts";
import { programArguments } from "./program.ts";
import type { FlagValues } from "./parse_flags.ts";
import { runSweep } from "./run_sweep.ts";
import { submitSweep } from "./submit_sweep.ts";
import { sweepFlags, sweepRequests } from "./sweep_flags.ts";

/**
 * Makes the command `merit sweep` for the experiments there are.
 *
 * @param experiments what it knows by name
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeSweepCommand } from "./sweep.ts";
 * assert.match(makeSweepCommand([]).usage, /--engine local\|slurm/);
 * ```
 */
export function makeSweepCommand(experiments: readonly ExperimentDeclaration[]): Command {
  return defineCommand({
    name: "sweep",
    summary: "run the cells of experiments as processes or as a Slurm job array",
    about: [
      "A cell is an arm of an experiment over one stream order with one sampler seed and one model. Each",
      "is a run file of its own, DIR/EXPERIMENT/MODEL/*.run.sqlite, and a process or job of its own. The",
      "same command goes on after Ctrl-C, a crash or a failure: what is finished is left alone. Then",
      "merit experiment EXPERIMENT --out DIR/EXPERIMENT/MODEL prints the contrasts.",
      "",
      "Attempt 0 of every question is asked before the first cell and shared by all. With --engine slurm",
      "a first job does that; each cell then records into a file of its own beside its run file.",
    ],
    operands: { name: "EXPERIMENT", least: 1, most: Infinity },
    flags: sweepFlags,
    examples: [
      {
        line: "merit sweep ablate_polarity --out runs/sweep --databases bike_share --orders 1",
        does: "from the recording, two cells at once",
      },
      {
        line:
          "merit sweep main_comparison --out runs/spider --benchmark data/spider --workers 16 --model openai:NAME@http://node1:8000,http://node2:8000",
        does: "live, calls shared out to two servers",
      },
      {
        line:
          "merit sweep main_comparison --out DIR --engine slurm --workers 100 --time 04:00:00 --memory 2G --requeue --model openai:NAME@http://node1:8000",
        does: "as a job array; --dry-run prints the scripts",
      },
    ],
    checkFailed: "a cell failed; merit sweep status says why",
    async run({ flags, operands, args }, terminal) {
      const requests = sweepRequests(
        operands.map((name) => experimentNamed(experiments, name)),
        flags,
      );
      requireSlurmFor(flags);
      const plan: SweepPlan = { folder: flags.out, engine: flags.engine, requests };
      if (flags.engine === "slurm" && !flags["prepare-only"]) {
        const rest = args.filter((word) => word !== "--dry-run");
        const prepare = [Deno.execPath(), ...programArguments, "sweep", "--prepare-only", ...rest];
        return await submitSweep({ plan, flags, prepare }, terminal);
      }
      if (flags["dry-run"]) {
        for (const line of describePlan(plan)) terminal.print(line);
        return exitCodes.done;
      }
      return await interruptible(
        (signal) => prepareAndRun(plan, { flags, terminal, signal }),
        { terminal, goOn: "the same command" },
      );
    },
  });
}

function requireSlurmFor(flags: FlagValues<typeof sweepFlags>): void {
  const { engine, time, memory, requeue, sbatch } = flags;
  const given = { time, memory, requeue: requeue || undefined, sbatch: sbatch[0] };
  const unfit = Object.entries(given).find(([, value]) => value !== undefined);
  if (engine === "slurm" || unfit === undefined) return;
  throw new InputError(`Cannot use --${unfit[0]} with --engine ${engine}: need --engine slurm`);
}

/** One line a cell. */
function describePlan({ requests }: SweepPlan): readonly string[] {
  return requests.flatMap(({ out, orders, variants }) =>
    orders.flatMap((order) =>
      variants.map(({ name, configuration: { runSeed } }) =>
        `${out}: ${name}, order ${order}, seed ${runSeed}`
      )
    )
  );
}

async function prepareAndRun(plan: SweepPlan, { flags, terminal, signal }: {
  readonly flags: FlagValues<typeof sweepFlags>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}): Promise<number> {
  const { folder } = plan;
  const display = { terminal, silent: flags.quiet, now: () => performance.now() };
  let cells;
  {
    using progress = createProgress({ total: 0, ...display });
    cells = await prepareSweep(plan, {
      signal,
      parallel: flags.workers,
      onGolds: (part) => progress.prepare("golds", part),
      onPrefetch: (part) => progress.prepare("attempt 0", part),
    });
  }
  if (flags["prepare-only"]) {
    terminal.print(`${cells.length} cells are ready in ${folder}`);
    return exitCodes.done;
  }
  const { done, failed } = await runSweep(
    { folder, cells, workers: flags.workers, signal },
    display,
  );
  terminal.print(`${done} of ${cells.length} cells done, ${failed.length} failed`);
  for (const run of failed) terminal.printError(`failed: ${cellFiles(folder, run).failure}`);
  return failed.length > 0 ? exitCodes.checkFailed : exitCodes.done;
}
