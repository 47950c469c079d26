/** The two controls: known causes, and half noise. */
import assert from "node:assert/strict";
import { openClassifier } from "../../lib/classifier/open_classifier.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readFailures } from "../../lib/experiment/read_failures.ts";

const folder = new URL("../../data/failures/", import.meta.url).pathname;
const { tasks } = await loadBundled();
const sets = await readFailures({ folder, tasks });
const cases = sets.flatMap((set) => set.cases);
const paper = await openClassifier("paper");

Deno.test("oracle: every real failure has its label, and no two labels of a query differ", async () => {
  const { classify } = await openClassifier("oracle");
  for (const { label, failed } of cases) {
    assert.deepEqual(classify(failed), { type: label.type, rule: "label" }, label.sql);
  }
});

Deno.test("oracle: what is not labelled is what the rules say", async () => {
  const { classify } = await openClassifier("oracle");
  for (const { failed } of cases.slice(0, 200)) {
    const others = [{ ...failed, sql: `${failed.sql} ` }, { ...failed, question: "Why?" }];
    for (const other of others) assert.deepEqual(classify(other), paper.classify(other));
  }
});

Deno.test("noise: half of the types stay, the others are spread over the six that are left", async () => {
  const { classify } = await openClassifier("noise");
  const answers = cases.map(({ failed }) => [paper.classify(failed), classify(failed)] as const);
  const drawn = answers.filter(([, noisy]) => noisy.rule === "noise");
  // 1,775 fair coins lie within 4 standard deviations of half.
  const deviation = Math.abs(drawn.length / answers.length - 0.5);
  assert.ok(deviation < 4 * 0.5 / Math.sqrt(answers.length), `${drawn.length} drawn`);
  assert.ok(drawn.every(([told, noisy]) => told.type !== noisy.type));
  const kept = answers.filter(([, noisy]) => noisy.rule !== "noise");
  assert.ok(kept.every(([told, noisy]) => told.type === noisy.type && told.rule === noisy.rule));
  const ofMismatch = drawn.filter(([told]) => told.type === "result_mismatch");
  const counts = Map.groupBy(ofMismatch, ([, noisy]) => noisy.type);
  assert.equal(counts.size, 6);
  for (const [type, list] of counts) {
    const share = list.length / ofMismatch.length;
    assert.ok(Math.abs(share - 1 / 6) < 0.08, `${type}: ${share}`);
  }
});

Deno.test("noise: the same failed query has the same type in every instance", async () => {
  const one = await openClassifier("noise"), other = await openClassifier("noise");
  const answers = cases.map(({ failed }) => one.classify(failed));
  const again = cases.toReversed().map(({ failed }) => other.classify(failed)).reverse();
  assert.deepEqual(again, answers);
});
