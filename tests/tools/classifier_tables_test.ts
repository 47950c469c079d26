/** What docs/classifiers.md and data/failures/README.md report is what the classifiers give. */
import assert from "node:assert/strict";
import { formatPercent } from "../../lib/commands/format_numbers.ts";
import { answerMostFrequent, fairResults } from "../../tools/classifier_findings.ts";
import { renderClassifiers } from "../../tools/classifier_tables.ts";
import { readJson } from "../../tools/paper.ts";
import { makeClassified } from "./make_classified.ts";

const { results } = await readJson(["classify"]);
const read = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));

Deno.test("classifiers: docs/classifiers.md is what merit classify measures", async () => {
  const again = "to make it anew: deno task paper";
  assert.equal(renderClassifiers(results), await read("docs/classifiers.md"), again);
});

Deno.test("classifiers: the README of the failures has the most frequent type's accuracies", async () => {
  const real = fairResults(results).filter(({ set }) => set === "real");
  const frequent = ["paper", "structural"].map((name) =>
    answerMostFrequent(real.find(({ classifier }) => classifier === name)!)
  );
  const right = frequent.map(({ confusion: { correct, n } }) => `${correct} of ${n}`);
  assert.deepEqual(right, ["88 of 150", "47 of 68"]);
  const readme = await read("data/failures/README.md");
  for (const { confusion, questions } of [...frequent, ...real]) {
    assert.ok(
      readme.includes(formatPercent(confusion.accuracy)),
      formatPercent(confusion.accuracy),
    );
    if (confusion.n === 150) assert.ok(readme.includes(`ones are of ${questions} questions`));
  }
});

Deno.test("classifiers: both parts together keep every count of the matrices", () => {
  const parts = ["development", "held_out"].map((split, at) =>
    makeClassified({ split, classifier: "shape", correct: 50 + at * 20 })
  );
  const [{ questions, confusion }] = fairResults(parts) as [typeof parts[0]];
  assert.deepEqual([confusion.n, confusion.correct, questions], [200, 120, 60]);
  assert.deepEqual(
    confusion.matrix,
    parts[0]!.confusion.matrix.map((row, i) =>
      row.map((count, j) => count + parts[1]!.confusion.matrix[i]![j]!)
    ),
  );
});
