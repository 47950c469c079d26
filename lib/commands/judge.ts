/**
 * `merit judge`: scores a file of predictions.
 *
 * @module
 */
import { createJudge } from "../benchmark/judge.ts";
import {
  judgePredictions,
  totalVerdicts,
  type Verdict,
  type VerdictTotal,
} from "../benchmark/judge_predictions.ts";
import { readPredictions } from "../benchmark/read_predictions.ts";
import { openBenchmark } from "../experiment/open_benchmark.ts";
import { createSqlPool } from "../sql/pool.ts";
import { benchmarkChoice, judgeFlags, questionFlags } from "./benchmark_flags.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { formatPercent } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/** Longest reason that the human form prints. */
const shownReason = 200;

function printVerdict({ idx, db_id, verdict, reason }: Verdict, terminal: Terminal): void {
  const word = verdict === null ? "unscored" : verdict ? "correct" : "wrong";
  terminal.print(`${idx} ${toLine(db_id)} ${word}: ${toLine(reason, shownReason)}`);
}

function printTotal(totals: VerdictTotal, mode: string, terminal: Terminal): void {
  const { total, correct, unscored, accuracy, officialCorrect } = totals;
  const scored = total - unscored;
  terminal.print(
    `${correct} of ${scored} correct: ${formatPercent(accuracy)} execution accuracy (${mode})` +
      (unscored > 0 ? `, ${unscored} unscored` : ""),
  );
  if (officialCorrect === correct) return;
  const official = formatPercent(scored === 0 ? null : officialCorrect / scored);
  terminal.print(`${officialCorrect} of ${scored} within BIRD's own 30 s: ${official}`);
}

/** Fewest predictions of which one tells whether they fit their questions. */
const enoughPredictions = 10;

/** A file without ids may be shuffled or shifted, and every verdict on it is then worthless. */
function describeMisfit(verdicts: readonly Verdict[]): string | null {
  const scored = verdicts.filter(({ verdict }) => verdict !== null);
  if (scored.length < enoughPredictions) return null;
  const lost = scored.filter(({ reason }) => reason.includes("no such table")).length;
  const fit = "is each prediction in the place of its question?";
  if (lost > scored.length / 2) {
    return `${lost} of ${scored.length} predictions name a table that their database lacks; ${fit}`;
  }
  return scored.some(({ verdict }) => verdict)
    ? null
    : `none of ${scored.length} is correct; ${fit}`;
}

/**
 * The command `merit judge`.
 *
 * @example
 * ```ts
 * import { judgeCommand } from "./judge.ts";
 * if (!judgeCommand.usage.includes("--mode")) throw new Error("Expected the option");
 * ```
 */
export const judgeCommand: Command = defineCommand({
  name: "judge",
  summary: "score a file of predictions by execution",
  about: [
    "Runs every prediction beside its gold and says why one is wrong; the golds run first. A",
    "prediction that errs or times out is wrong. Prints the predictions that are not correct, then",
    'the total; with --json a line {"idx","db_id","verdict","reason"} an item, where verdict is null',
    'for an unscored one, then {"total","correct","unscored","accuracy"}.',
  ],
  flags: {
    benchmark: { kind: "text", value: "bundled|DIR", required: true, help: "the questions" },
    predictions: { kind: "text", value: "FILE", required: true, help: "the predicted SQL" },
    "predictions-format": {
      kind: "choice",
      choices: ["spider", "bird", "jsonl"],
      help: "by default from the ending: .jsonl, .json (bird), else spider",
    },
    ...questionFlags,
    ...judgeFlags,
    all: { kind: "boolean", help: "also print the correct ones" },
    json: { kind: "boolean", help: "print JSON lines" },
  },
  examples: [
    {
      line: "merit judge --benchmark data/spider --predictions pred.sql --mode spider-ts",
      does: "Spider's test-suite execution accuracy",
    },
    {
      line: "merit judge --benchmark data/bird --predictions predict_dev.json --golds fixed.sql",
      does: "BIRD's execution accuracy against a mended gold file",
    },
    {
      line: "merit judge --benchmark bundled --predictions pred.jsonl --json",
      does: "a verdict a line, for another program",
    },
  ],
  checkFailed: "an item is unscored for another reason than an allowed bad gold",
  async run({ flags }, terminal) {
    const benchmark = await openBenchmark(benchmarkChoice(flags));
    for (const note of benchmark.notes) terminal.printError(`note: ${note}`);
    if (
      benchmark.format === "spider" && benchmark.tasks.some(({ id, index }) => id !== `${index}`)
    ) {
      terminal.printError(
        "note: the questions carry an idx of their own; in predictions and verdicts idx is the position " +
          "in the file, counted from 0",
      );
    }
    const format = flags["predictions-format"];
    const predictions = await readPredictions({
      path: flags.predictions,
      benchmark,
      ...(format === undefined ? {} : { format }),
    });
    await using pool = createSqlPool();
    const judge = await createJudge({
      benchmark,
      pool,
      mode: flags.mode ?? benchmark.defaultMode,
      limits: { timeoutMs: flags["timeout-ms"] },
      allowBadGold: flags["allow-bad-gold"],
    });
    const verdicts: Verdict[] = [];
    for await (const verdict of judgePredictions({ judge, predictions })) {
      verdicts.push(verdict);
      if (flags.json) {
        const { idx, db_id, verdict: isCorrect, reason } = verdict;
        terminal.print(JSON.stringify({ idx, db_id, verdict: isCorrect, reason }));
      } else if (flags.all || verdict.verdict !== true) printVerdict(verdict, terminal);
    }
    const totals = totalVerdicts(verdicts);
    if (flags.json) {
      const { total, correct, unscored, accuracy } = totals;
      terminal.print(JSON.stringify({ total, correct, unscored, accuracy }));
    } else printTotal(totals, judge.mode, terminal);
    const misfit = describeMisfit(verdicts);
    if (misfit !== null) terminal.printError(`Note: ${misfit}`);
    return totals.unscored > judge.unscored.length ? exitCodes.checkFailed : exitCodes.done;
  },
});
