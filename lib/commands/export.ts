/**
 * `merit export`: a run's predictions and attempts for other programs.
 *
 * @module
 */
import { noPrediction } from "../benchmark/read_predictions.ts";
import { writePredictions } from "../benchmark/write_predictions.ts";
import { InputError } from "../errors.ts";
import { readRun, type StoredRun } from "../runs/run_reader.ts";
import { attemptRows } from "./attempt_rows.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { formatCsv } from "../figures/format_csv.ts";

async function requireNewFile(path: string): Promise<void> {
  try {
    await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw new InputError(`Cannot write "${path}": ${(error as Error).message}`, { cause: error });
  }
  throw new InputError(`Cannot write "${path}": it is there already; remove it or name another`);
}

/** Turns the system's refusal to write a file into an error that the user can mend. */
async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  await requireNewFile(path);
  try {
    return await write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`Cannot write "${path}": ${(error as Error).message}`, { cause: error });
  }
}

/** The last query of each question that has one. */
function finalPredictions(run: StoredRun) {
  return run.episodes.flatMap(({ task, steps, outcome }) => {
    const last = steps.at(-1)?.attempt;
    return outcome === "unscored" || last === undefined ? [] : [{ task, sql: last.sql }];
  });
}

/** Which questions of the file have no prediction, and what that means for a score. */
function describeMissing(
  { manifest, stream, episodes }: StoredRun,
  predicted: number,
  isPadded: boolean,
): string {
  const { questionCount } = manifest.benchmark;
  const parts: readonly [count: number, what: string][] = [
    [questionCount - stream.length, "not in the run"],
    [stream.length - episodes.length, "not run yet"],
    [episodes.length - predicted, "unscored"],
  ];
  const why = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const fate = isPadded ? `written as ${noPrediction}, which counts as wrong` : "left out";
  return `Note: ${questionCount - predicted} of the file's ${questionCount} questions have no ` +
    `prediction (${why.join(", ")}) and are ${fate}`;
}

/**
 * The command `merit export`.
 *
 * @example
 * ```ts
 * import { exportCommand } from "./export.ts";
 * if (!exportCommand.usage.includes("--predictions")) throw new Error("Expected the option");
 * ```
 */
export const exportCommand: Command = defineCommand({
  name: "export",
  summary: "write a run's predictions or attempts to a file",
  about: [
    "Writes the final SQL of each question in the order of the questions file, for the official",
    "evaluators or merit judge, or a CSV row for each attempt. In spider and bird format the place",
    "in the file names the question, so a question without a prediction (not in the run, not run",
    `yet, or unscored) is written as ${noPrediction}, which counts as wrong; jsonl leaves it out. An`,
    "existing file is never overwritten.",
  ],
  operands: { name: "RUN", least: 1, most: 1 },
  flags: {
    predictions: { kind: "text", value: "FILE", help: "write the final SQL of each question" },
    format: {
      kind: "choice",
      choices: ["spider", "bird", "jsonl"],
      help: "format of the predictions; needed with --predictions",
    },
    attempts: { kind: "text", value: "FILE", help: "write a CSV row for each attempt" },
  },
  examples: [
    {
      line: "merit export runs/merit-1.run.sqlite --predictions pred.sql --format spider",
      does: "writes what the test-suite evaluator reads",
    },
    {
      line: "merit export runs/merit-1.run.sqlite --attempts attempts.csv",
      does: "writes all attempts for a spreadsheet or R",
    },
  ],
  async run({ flags, operands }, terminal) {
    const { predictions: path, format, attempts } = flags;
    if (path === undefined && attempts === undefined) {
      throw new InputError("Cannot export: need --predictions FILE, --attempts FILE or both");
    }
    if ((path === undefined) !== (format === undefined)) {
      throw new InputError("Cannot export: --predictions and --format need each other");
    }
    const run = readRun(operands[0]!);
    if (path !== undefined && format !== undefined) {
      const { questionCount } = run.manifest.benchmark;
      const benchmark = { tasks: run.stream, questionCount };
      const predictions = finalPredictions(run);
      const { altered, padded } = await writing(
        path,
        () => writePredictions({ path, benchmark, predictions, format }),
      );
      terminal.printError(`Wrote ${predictions.length} predictions to ${path}`);
      if (predictions.length < questionCount) {
        terminal.printError(describeMissing(run, predictions.length, padded > 0));
      }
      if (altered.length > 0) {
        terminal.printError(
          `Note: ${format} format could not keep the SQL of tasks ${altered.join(", ")} as it is`,
        );
      }
    }
    if (attempts !== undefined) {
      const rows = attemptRows(run);
      await writing(attempts, () => Deno.writeTextFile(attempts, formatCsv(rows)));
      terminal.printError(`Wrote ${rows.length - 1} attempts to ${attempts}`);
    }
    return exitCodes.done;
  },
});
