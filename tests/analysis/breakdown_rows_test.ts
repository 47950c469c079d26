import assert from "node:assert/strict";
import { breakdownRows, telltaleEpisode } from "../../lib/analysis/breakdown_rows.ts";
import type { MemoryEntry, Retrieved, ScoreBreakdown } from "../../lib/domain.ts";
import { exampleEntry } from "../../lib/memory/examples.ts";
import type { StoredRun } from "../../lib/runs/run_reader.ts";
import { type Ending, makeArm, makeTasks } from "./make_arm.ts";

const found = (score: ScoreBreakdown, entry: Partial<MemoryEntry> = {}): Retrieved => ({
  entry: { ...exampleEntry, taskId: "q9", ...entry },
  rank: 1,
  score,
  poolSize: 5,
});
const hybrid = { dense: 0.8, lexical: 0.4, lexicalRaw: 3, total: 0.75 * 0.8 + 0.25 * 0.4 };

/** A run whose questions show entries: `shown[i][k]` before attempt k of question i. */
function showing(
  endings: readonly Ending[],
  shown: readonly (readonly Retrieved[][])[],
): StoredRun {
  const [run] = makeArm({ tasks: makeTasks(endings.length), endings: [endings] }).runs;
  return {
    ...run!,
    episodes: run!.episodes.map((episode, at) => ({
      ...episode,
      steps: episode.steps.map((step, k) => ({ ...step, retrieved: shown[at]?.[k] ?? [] })),
    })),
  };
}

Deno.test("breakdownRows: parts with the policy's weights, which add up to the score", () => {
  const negative = found(hybrid, { id: "n", polarity: "negative" });
  const rows = breakdownRows(showing([1], [[[], [found(hybrid), negative]]]), "q0");
  assert.deepEqual(rows.map(({ attempt, entry, part }) => `${attempt} ${entry} ${part}`), [
    "1 + question q9 dense",
    "1 + question q9 lexical",
    "1 − question q9 dense",
    "1 − question q9 lexical",
  ]);
  assert.ok(Math.abs(rows[0]!.score - 0.6) < 1e-12 && Math.abs(rows[1]!.score - 0.1) < 1e-12);
});

Deno.test("breakdownRows: methods that rank by similarity alone, and preferred entries", () => {
  const dense = { dense: 0.8, lexical: 0.4, lexicalRaw: 3, total: 0.8 };
  const partsOf = (score: ScoreBreakdown) =>
    breakdownRows(showing([1], [[[], [found(score)]]]), "q0").map((
      { part, score },
    ) => [part, score]);
  assert.deepEqual(partsOf(dense), [["dense", 0.8]]);
  assert.deepEqual(partsOf({ ...dense, total: 1.8 }), [["dense", 0.8], ["preferred", 1]]);
});

Deno.test("breakdownRows: a score that its parts do not explain is refused", () => {
  const run = showing([1], [[[], [found({ ...hybrid, total: 0.5 })]]]);
  assert.throws(() => breakdownRows(run, "q0"), /0\.5 is no weighted sum/);
  assert.throws(() => breakdownRows(run, "q7"), /Cannot find question "q7"/);
});

Deno.test("telltaleEpisode: right at the end, then most different entries, then the first", () => {
  const one = found(hybrid, { id: "a" }), two = found(hybrid, { id: "b" });
  const unsolved = [[], [one, two], [one, two]];
  assert.equal(
    telltaleEpisode(showing([null, 2, 2, 1], [unsolved, [[], [one], [one]], [[], [one], [two]], [
      [],
      [one, two],
    ]]))!.task.id,
    "q2",
  );
  assert.equal(telltaleEpisode(showing([null, 1], [unsolved]))!.task.id, "q0");
});
