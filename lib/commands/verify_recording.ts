/**
 * `merit verify-recording`: asks a live model again for recorded calls.
 *
 * @module
 */
import { createJudge } from "../benchmark/judge.ts";
import { InputError } from "../errors.ts";
import { createCallFinder, mostRepairs, mostRunSeed } from "../experiment/find_call.ts";
import { openBenchmark } from "../experiment/open_benchmark.ts";
import { type CallComparison, verifyCalls } from "../experiment/verify_calls.ts";
import type { ModelIdentity } from "../llm/language_model.ts";
import { openModel } from "../llm/open_model.ts";
import { openRecording } from "../llm/open_recording.ts";
import { listCallKeys, readRecordedCall } from "../llm/recorded_calls.ts";
import { readRecordedIdentities } from "../llm/recording_tables.ts";
import { createRandom } from "../random.ts";
import { createSqlPool } from "../sql/pool.ts";
import type { Interval } from "../stats/interval.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";
import { alignTable } from "./align_table.ts";
import { benchmarkChoice, judgeFlags } from "./benchmark_flags.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { formatPercent } from "./format_numbers.ts";
import { createProgress } from "./progress.ts";
import { chooseBenchmark, requestFlags } from "./run_request_flags.ts";

/** How often two answers agree. Fractions are in [0, 1]. */
interface Agreement {
  readonly n: number;
  readonly agreeing: number;
  readonly share: number | null;
  readonly interval: Interval | null;
}

const { benchmark, format, questions, golds, databases } = requestFlags;

/**
 * The command `merit verify-recording`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { verifyRecordingCommand } from "./verify_recording.ts";
 * assert.match(verifyRecordingCommand.usage, /--sample/);
 * ```
 */
export const verifyRecordingCommand: Command = defineCommand({
  name: "verify-recording",
  summary: "ask a live model again for some recorded calls and compare",
  about: [
    "Draws calls of a recording by a seed, asks the model again and prints how often the words, the",
    "query (but for case and blanks) and the oracle's verdict on it agree, greedy calls and drawn ones",
    "apart, with Wilson's 95 % intervals. Verdicts are right and wrong: an error and rows that do not",
    "match are both wrong. A seed does not make a server repeat its words, so less than all of them is",
    "no fault of a recording. Nothing is written.",
  ],
  operands: { name: "RECORDING", least: 1, most: 1 },
  flags: {
    model: { ...requestFlags.model, required: true },
    sample: { kind: "integer", value: "N", least: 1, default: 30, help: "calls to ask again" },
    seed: { kind: "integer", value: "N", least: 0, default: 1, help: "seed of the draw" },
    least: {
      kind: "integer",
      value: "PERCENT",
      least: 0,
      most: 100,
      help: "exit code 1 where fewer verdicts agree",
    },
    ...{ benchmark, format, questions, golds, databases },
    ...judgeFlags,
    parallel: {
      kind: "integer",
      value: "N",
      least: 1,
      most: 64,
      default: 1,
      help: "calls at once",
    },
    json: { kind: "boolean", help: "print JSON: counts, shares in [0, 1], one item a call" },
    quiet: { kind: "boolean", help: "no progress" },
  },
  examples: [
    {
      line:
        "merit verify-recording data/recordings/bundled.sqlite --model openai:qwen2.5-coder-1.5b-instruct-q4_k_m@http://127.0.0.1:8081",
      does: "30 calls of the recording that ships with the kit",
    },
    {
      line:
        "merit verify-recording runs/calls.sqlite --sample 100 --model ollama:qwen2.5-coder:1.5b --least 80",
      does: "fails where fewer than 80 of 100 verdicts agree",
    },
  ],
  checkFailed: "fewer verdicts agree than --least asks for",
  async run({ flags, operands }, terminal) {
    const [path] = operands as [string];
    const chosen = chooseBenchmark({ ...flags, recording: path, replay: true });
    // Paraphrases may have been asked too.
    const twins = chosen.benchmark === "bundled";
    const { tasks, ...rest } = await openBenchmark(benchmarkChoice({ ...chosen, twins }));
    using database = openRecording(path, { readOnly: true });
    const model = await openModel(flags.model);
    const recorded = identityLike(model.identity, readRecordedIdentities(database), path);
    const keys = createRandom(`verify ${flags.seed}`).shuffle([...listCallKeys(database, recorded)])
      .slice(0, flags.sample);
    await using pool = createSqlPool();
    const judge = await createJudge({
      benchmark: { tasks, ...rest },
      pool,
      mode: flags.mode ?? rest.defaultMode,
      limits: { timeoutMs: flags["timeout-ms"] },
      allowBadGold: flags["allow-bad-gold"],
    });
    const silent = flags.quiet || flags.json;
    using progress = createProgress({ total: 0, terminal, silent, now: () => performance.now() });
    const comparisons = await verifyCalls({
      calls: keys.map((key) => readRecordedCall(database, key)),
      model,
      find: createCallFinder(tasks),
      observe: (task, sql) => judge.observe(task, sql),
      parallel: flags.parallel,
      onAnswer: (part) => progress.prepare("asked again", part),
    });
    const results = summarize(comparisons);
    const outcome = results.at(-1)!.outcome;
    const same = recorded.server === model.identity.server &&
      recorded.digest === model.identity.digest;
    if (flags.json) {
      const asked = model.identity;
      terminal.print(JSON.stringify({ recording: path, recorded, asked, results, comparisons }));
    } else {
      for (const line of writeResults(results)) terminal.print(line);
      for (const line of noteUnjudged(comparisons)) terminal.print(line);
      if (!same) {
        terminal.print(
          `\nRecorded from ${recorded.server} (${recorded.digest}), asked of ` +
            `${model.identity.server} (${model.identity.digest})`,
        );
      }
    }
    const tooFew = flags.least !== undefined && 100 * (outcome.share ?? 0) < flags.least;
    return tooFew ? exitCodes.checkFailed : exitCodes.done;
  },
});

/** The recorded model of that name, of the same server and weights where there are several. */
function identityLike(
  asked: ModelIdentity,
  held: readonly ModelIdentity[],
  path: string,
): ModelIdentity {
  const named = held.filter(({ name }) => name === asked.name);
  const found =
    named.find(({ server, digest }) => server === asked.server && digest === asked.digest) ??
      named[0];
  if (found !== undefined) return found;
  throw new InputError(
    `Cannot verify ${path}: it holds ${held.map(({ name }) => name).join(", ") || "no model"}, ` +
      `need ${asked.name}`,
  );
}

function agreementOf(values: readonly (boolean | null)[]): Agreement {
  const known = values.filter((value) => value !== null);
  const n = known.length, agreeing = known.filter(Boolean).length;
  return {
    n,
    agreeing,
    share: n === 0 ? null : agreeing / n,
    interval: wilsonInterval(agreeing, n),
  };
}

function summarize(comparisons: readonly CallComparison[]) {
  const parts = [
    ["greedy", comparisons.filter(({ greedy }) => greedy)],
    ["drawn", comparisons.filter(({ greedy }) => !greedy)],
    ["all", comparisons],
  ] as const;
  return parts.map(([calls, part]) => ({
    calls,
    words: agreementOf(part.map(({ words }) => words)),
    sql: agreementOf(part.map(({ sql }) => sql)),
    outcome: agreementOf(part.map(({ outcome }) => outcome)),
  }));
}

function writeResults(results: ReturnType<typeof summarize>): readonly string[] {
  const cell = ({ n, agreeing, share, interval }: Agreement) =>
    interval === null
      ? "–"
      : `${agreeing} of ${n}, ${formatPercent(share, 0)} (${formatPercent(interval.low, 0)} to ${
        formatPercent(interval.high, 0)
      })`;
  return [
    ...alignTable(
      ["calls", "same words", "same query", "same verdict"],
      results.map(({ calls, words, sql, outcome }) => [
        ...[calls, cell(words), cell(sql), cell(outcome)],
      ]),
    ),
    "",
    "Reflections have no query; a verdict needs the question, found by prompt or seed, and its gold.",
  ];
}

/** Says of how many calls nothing can be said, and why. */
function noteUnjudged(comparisons: readonly CallComparison[]): readonly string[] {
  const unknown = comparisons.filter(({ purpose }) => purpose === null).length;
  const unjudged =
    comparisons.filter(({ purpose, outcome }) =>
      (purpose === "first" || purpose === "repair") && outcome === null
    ).length;
  const notes = [
    [
      unknown,
      "the question was not found: need the benchmark that was recorded, a prompt set of the kit, a " +
      `run seed from 1 to ${mostRunSeed} and at most ${mostRepairs} repairs`,
    ],
    [unjudged, "the question has no gold to judge by"],
  ] as const;
  return notes.filter(([count]) => count > 0).map(([count, reason]) =>
    `Note: no verdict on ${count} of ${comparisons.length} calls, ${reason}.`
  );
}
