import assert from "node:assert/strict";
import { classifyFailure } from "../../lib/classifier/classify_failure.ts";
import {
  type ClassifierVersion,
  classifierVersions,
  openClassifier,
} from "../../lib/classifier/open_classifier.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readFailures } from "../../lib/experiment/read_failures.ts";
import { parameterChoices } from "../../lib/loop/configuration.ts";

const folder = new URL("../../data/failures/", import.meta.url).pathname;
const { tasks } = await loadBundled();
const cases = (await readFailures({ folder, tasks })).flatMap((set) => set.cases);

Deno.test("openClassifier: paper and shape say what the rules say, of every labelled failure", async () => {
  for (const version of ["paper", "shape"] as const) {
    const { classify } = await openClassifier(version);
    for (const { failed } of cases) {
      const { status, outcome, message, shape } = failed;
      const observation = { status, outcome, message, shape };
      assert.deepEqual(classify(failed), classifyFailure(observation, { version }));
    }
  }
});

Deno.test("openClassifier: paper and shape do not look at query, schema and question", async () => {
  for (const version of ["paper", "shape"] as const) {
    const { classify } = await openClassifier(version);
    const hidden = { sql: "", schema: "", question: "", evidence: "" };
    for (const { failed } of cases) {
      assert.deepEqual(classify({ ...failed, ...hidden }), classify(failed));
    }
  }
});

Deno.test("openClassifier: structural says the same twice and from two instances", async () => {
  const first = await openClassifier("structural"), second = await openClassifier("structural");
  const answers = cases.map(({ failed }) => first.classify(failed));
  assert.deepEqual(
    cases.toReversed().map(({ failed }) => second.classify(failed)).reverse(),
    answers,
  );
});

Deno.test("openClassifier: refuses a correct attempt and an unknown version", async () => {
  for (const version of classifierVersions) {
    const { classify } = await openClassifier(version);
    const failed = { ...cases[0]!.failed, status: "correct" } as const;
    assert.throws(() => classify(failed), /^RangeError: Cannot classify .*"correct"/);
  }
  await assert.rejects(() => openClassifier("v2" as ClassifierVersion), {
    name: "RangeError",
    message: /Cannot open classifier "v2": need one of paper, shape, structural/,
  });
});

Deno.test("openClassifier: --set classifier takes every version", () => {
  assert.deepEqual(parameterChoices["classifier"], [
    ...["paper", "shape", "structural", "oracle", "noise"],
  ]);
});
