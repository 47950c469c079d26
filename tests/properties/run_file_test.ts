/** What a run file gives back is what was written, whatever models and databases said. */
import assert from "node:assert/strict";
import {
  type CallRecord,
  type Episode,
  type Failure,
  failureTypes,
  type Observation,
  type Step,
} from "../../lib/domain.ts";
import { answerKind } from "../../lib/loop/answer_kind.ts";
import { storableText } from "../../lib/loop/storable_text.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { entryAt } from "../memory/entries.ts";
import { arbitrary, testProperty } from "../property.ts";
import { newPath, stream, worldCell } from "../runs/world.ts";

const text = arbitrary.string({ unit: "binary", maxLength: 20 }).map(storableText);
const count = arbitrary.nat();
const share = arbitrary.double({ min: 0, max: 1, noNaN: true });

const observation = arbitrary.record<Observation>({
  status: arbitrary.constantFrom("correct", "mismatch", "error", "timeout"),
  outcome: arbitrary.constantFrom("rows", "error", "timeout", "no_statement", "too_large"),
  message: text,
  shape: arbitrary.option(arbitrary.record({ rows: count, columns: count })),
  preview: text,
  reason: text,
});

const call = arbitrary.record<CallRecord>({
  purpose: arbitrary.constantFrom("first", "reflection", "repair"),
  promptDigest: text,
  text,
  usage: arbitrary.record({
    promptTokens: count,
    completionTokens: count,
    cachedTokens: arbitrary.option(count),
  }),
  durationMs: arbitrary.double({ min: 0, max: 1e9, noNaN: true }),
  finish: arbitrary.constantFrom("stop", "length", "empty"),
  source: arbitrary.constantFrom("live", "replayed"),
  retries: count,
});

const failure = arbitrary.record<Failure>({
  type: arbitrary.constantFrom(...failureTypes),
  rule: text,
});

/** What memory held before the run, and prompts may show. */
const earlier = entryAt(-1);

const score = arbitrary.record({ dense: share, lexical: share, lexicalRaw: share, total: share });

const step = arbitrary.record({
  sql: text,
  completion: text,
  observation,
  failure: arbitrary.option(failure),
  reflection: arbitrary.option(text),
  calls: arbitrary.array(call, { maxLength: 2 }),
  scores: arbitrary.array(score, { maxLength: 2 }),
  poolSize: count,
});

const entry = arbitrary.record({
  failureType: arbitrary.option(arbitrary.constantFrom(...failureTypes)),
  polarity: arbitrary.constantFrom<"positive" | "negative">("positive", "negative"),
  rule: text,
  question: text,
});

const episode = arbitrary.record({
  steps: arbitrary.array(step, { maxLength: 3 }),
  outcome: arbitrary.constantFrom<Episode["outcome"]>("solved", "unsolved", "unscored"),
  solvedAt: arbitrary.option(arbitrary.nat(7)),
  note: text,
  entries: arbitrary.array(entry, { maxLength: 2 }),
  vectors: arbitrary.array(arbitrary.tuple(text, arbitrary.float32Array({ maxLength: 4 }))),
});

type Drawn = typeof episode extends { generate(...args: never[]): { readonly value: infer Value } }
  ? Value
  : never;

function toEpisode(position: number, drawn: Drawn): Episode {
  const { steps, outcome, solvedAt, note, entries } = drawn;
  return {
    task: stream[position]!,
    position,
    steps: steps.map((drawn, number): Step => {
      const { sql, completion, observation, failure, reflection, calls, scores, poolSize } = drawn;
      const answer = answerKind(completion, calls.at(-1)?.finish ?? "stop");
      return {
        attempt: { number, sql, completion, answer, observation, failure },
        retrieved: scores.map((score, at) => ({ entry: earlier, rank: at + 1, score, poolSize })),
        reflection,
        calls,
      };
    }),
    outcome,
    solvedAt,
    note,
    entries: entries.map((entry, number) =>
      entryAt(position, { ...entry, id: `${position}-repair-${number}` })
    ),
  };
}

/** As many as there are positions, which are written in any order. */
const episodes = arbitrary.tuple(
  arbitrary.shuffledSubarray([...stream.keys()], { minLength: stream.length }),
  arbitrary.array(episode, { minLength: stream.length, maxLength: stream.length }),
);

testProperty(
  "readRun: gives back the episodes and vectors that were written",
  [episodes],
  async ([positions, drawn]) => {
    const path = await newPath();
    const written = positions.map((position, at) => toEpisode(position, drawn[at]!));
    const vectors = new Map<string, Float32Array>();
    {
      using writer = openRunWriter(worldCell(path, { initialMemory: [earlier] }));
      drawn.forEach((own, at) => {
        writer.finalize(written[at]!, own.vectors);
        for (const [text, vector] of own.vectors) if (!vectors.has(text)) vectors.set(text, vector);
      });
      assert.deepEqual(writer.vectors(), vectors);
    }
    const { episodes } = readRun(path);
    assert.deepEqual(
      episodes.map(({ sequence: _, digest: __, ...episode }) => episode),
      structuredClone(written),
    );
    await Deno.remove(path);
  },
  stream.length,
);
