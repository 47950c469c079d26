import assert from "node:assert/strict";
import { summarizeRun } from "../../lib/analysis/summarize_run.ts";
import { tallyEpisodes } from "../../lib/analysis/tally_episodes.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { makeRun } from "./make_run.ts";

async function summarize(options: Parameters<typeof makeRun>[1] = {}) {
  const folder = await Deno.makeTempDir();
  try {
    await makeRun(`${folder}/a.run.sqlite`, options);
    return summarizeRun(readRun(`${folder}/a.run.sqlite`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const counts = ({ part, n, scored, correctFirst, correctLast, fixed }: {
  part: string;
  n: number;
  scored: number;
  correctFirst: number;
  correctLast: number;
  fixed: number;
}) => [part, n, scored, correctFirst, correctLast, fixed];

Deno.test("summarizeRun: counts by hand over six questions", async () => {
  const summary = await summarize();
  const { n, total, complete, scored, unscored, correctFirst, correctLast, fixed } = summary;
  assert.deepEqual([n, total, complete, scored, unscored], [6, 6, true, 5, 1]);
  assert.deepEqual([correctFirst, correctLast, fixed], [1, 4, 3]);
  assert.deepEqual([summary.accuracyFirst, summary.accuracyLast], [1 / 5, 4 / 5]);
  assert.equal(summary.timeouts, 1);
  assert.deepEqual(summary.unscoredNotes, [{ note: "no gold to judge by", count: 1 }]);
});

Deno.test("summarizeRun: G2-07, G6-08 counts truncated and empty answers apart", async () => {
  const none = await summarize();
  assert.deepEqual([none.truncated, none.empty], [0, 0]);
  const { truncated, empty, correctLast, byFailure } = await summarize({
    broken: {
      "0.0": { text: "SELECT 0 AS q0", finish: "length" },
      "2.0": { text: "```sql\nSELECT 0 AS", finish: "length" },
      "2.1": { text: "", finish: "empty" },
      "4.0": { text: "SELECT 0 AS q4;\nThis", finish: "length" },
    },
  });
  assert.deepEqual([truncated, empty, correctLast], [2, 1, 4]);
  assert.deepEqual(byFailure.map(({ part, scored, fixed }) => [part, scored, fixed]), [
    ["result_mismatch", 1, 0],
    ["schema_linking", 1, 1],
    ["execution", 1, 1],
    ["unknown", 1, 1],
  ]);
});

Deno.test("summarizeRun: costs are over scored questions, cached tokens a part of the prompt", async () => {
  const { costs } = await summarize();
  assert.deepEqual(costs, {
    calls: 11,
    replayedCalls: 0,
    promptTokens: 1100,
    completionTokens: 110,
    cachedTokens: 440,
    callsPerQuestion: 11 / 5,
    callsPerSolved: 11 / 4,
    tokensPerQuestion: 1210 / 5,
    tokensPerSolved: 1210 / 4,
  });
});

Deno.test("summarizeRun: breaks down by database, difficulty and failure type", async () => {
  const { byDatabase, byDifficulty, byFailure } = await summarize();
  assert.deepEqual(byDatabase.map(counts), [
    ["music", 3, 3, 1, 3, 2],
    ["zoo", 3, 2, 0, 1, 1],
  ]);
  assert.deepEqual(byDifficulty.map(counts), [
    ["simple", 3, 2, 1, 1, 0],
    ["moderate", 2, 2, 0, 2, 2],
    ["challenging", 1, 1, 0, 1, 1],
  ]);
  assert.deepEqual(byFailure.map(counts), [
    ["result_mismatch", 1, 1, 0, 0, 0],
    ["schema_linking", 2, 2, 0, 2, 2],
    ["execution", 1, 1, 0, 1, 1],
  ]);
});

Deno.test("summarizeRun: an incomplete run counts what is finalized", async () => {
  const { n, total, complete, accuracyLast } = await summarize({ limit: 4 });
  assert.deepEqual([n, total, complete, accuracyLast], [4, 6, false, 3 / 4]);
});

Deno.test("summarizeRun: fractions over nothing are null, never 0 or NaN", async () => {
  const { accuracyFirst, accuracyLast, costs, byFailure } = await summarize({ script: {} });
  assert.deepEqual([accuracyFirst, accuracyLast], [null, null]);
  assert.deepEqual(
    [costs.callsPerQuestion, costs.callsPerSolved, costs.tokensPerQuestion, costs.tokensPerSolved],
    [null, null, null, null],
  );
  assert.deepEqual(byFailure, []);
});

Deno.test("tallyEpisodes: no episodes have no accuracy", () => {
  assert.equal(tallyEpisodes([]).accuracyLast, null);
});
