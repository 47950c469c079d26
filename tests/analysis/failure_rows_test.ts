import assert from "node:assert/strict";
import { failureRows } from "../../lib/analysis/failure_rows.ts";
import type { Arm } from "../../lib/analysis/group_arms.ts";
import type { FailureType } from "../../lib/domain.ts";
import { type Ending, makeArm, makeTasks } from "./make_arm.ts";

/** Gives each question's attempts their failure types; null: the method saw no failure. */
function typed(
  endings: readonly (readonly Ending[])[],
  types: readonly (readonly (FailureType | null)[])[],
): Arm {
  const tasks = makeTasks(types.length);
  const arm = makeArm({ tasks, endings });
  const runs = arm.runs.map((run) => ({
    ...run,
    episodes: run.episodes.map((episode) => ({
      ...episode,
      steps: episode.steps.map((step, number) => {
        const type = types[tasks.indexOf(episode.task)]![number] ?? null;
        const failure = type === null ? null : { type, rule: "" };
        return { ...step, attempt: { ...step.attempt, failure } };
      }),
    })),
  }));
  return { ...arm, runs };
}

Deno.test("failureRows: the whole grid of types that occur, in the paper's order", () => {
  const arm = typed([[1, null, null, 0]], [
    ["syntax"],
    ["syntax", "syntax", "aggregation"],
    ["schema_linking", "aggregation", "schema_linking"],
    [null],
  ]);
  assert.deepEqual(failureRows(arm), [
    { before: "schema_linking", after: "solved", count: 0, share: 0 },
    { before: "schema_linking", after: "schema_linking", count: 1, share: 1 },
    { before: "schema_linking", after: "aggregation", count: 0, share: 0 },
    { before: "syntax", after: "solved", count: 1, share: 0.5 },
    { before: "syntax", after: "schema_linking", count: 0, share: 0 },
    { before: "syntax", after: "aggregation", count: 1, share: 0.5 },
  ]);
});

Deno.test("failureRows: counts are means over orders, `solved` is there although none is", () => {
  const arm = typed([[null, 0], [null, null]], [["syntax", "syntax", "syntax"], [
    "unknown",
    "unknown",
    "syntax",
  ]]);
  assert.deepEqual(
    failureRows(arm).map(({ before, after, count }) => `${before} ${after} ${count}`),
    ["syntax solved 0", "syntax syntax 1", "unknown solved 0", "unknown syntax 0.5"],
  );
});

Deno.test("failureRows: a failure that the method was not told of is unseen", () => {
  const rows = failureRows(typed([[null]], [[null, null, null]]));
  assert.deepEqual(rows.map(({ before, after, count }) => `${before} ${after} ${count}`), [
    ...["unseen solved 0", "unseen unseen 1"],
  ]);
});

Deno.test("failureRows: nothing where attempt 0 is always right", () => {
  assert.deepEqual(failureRows(typed([[0]], [[null]])), []);
});
