import assert from "node:assert/strict";
import type { Attempt, FailureType, MemoryEntry } from "../../lib/domain.ts";
import { exampleAttempt } from "../../lib/loop/examples.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { formRepairs, makeEntry, type Transition } from "../../lib/memory/form_repairs.ts";

const failed = (number: number, type: FailureType): Attempt => ({
  ...exampleAttempt,
  number,
  sql: `SELECT wrong${number}`,
  failure: { type, rule: `rule-${number}` },
});
const correct = (number: number): Attempt => ({
  ...exampleAttempt,
  number,
  sql: "SELECT correct",
  observation: { ...exampleAttempt.observation, status: "correct", outcome: "rows" },
  failure: null,
});
const lessonOf = (attempts: readonly Attempt[]) => ({
  task: exampleTask,
  position: 12,
  attempts,
  reflections: [],
});
/** What tells the entries of one lesson apart. */
const summary = ({ id, polarity, failureType, rule, sqlBefore, sqlAfter }: MemoryEntry) =>
  [id, polarity, failureType, rule, sqlBefore, sqlAfter].join(" | ");

const solved = [failed(0, "syntax"), failed(1, "aggregation"), correct(2)];
const first = "000012-repair-0 | positive | syntax | rule-0 | SELECT wrong0 | SELECT correct";
const last = "000012-repair-0 | positive | aggregation | rule-1 | SELECT wrong1 | SELECT correct";
const positives: Readonly<Record<Transition, readonly string[]>> = {
  first: [first],
  last: [last],
  all: [first, last.replace("repair-0", "repair-1")],
};

for (const transition of ["last", "first", "all"] as const) {
  const form = (attempts: readonly Attempt[]) => formRepairs(lessonOf(attempts), transition);

  Deno.test(`formRepairs: solved with failures, ${transition} transition`, () => {
    assert.deepEqual(form(solved).map(summary), positives[transition]);
  });

  Deno.test(`formRepairs: unsolved leaves one negative, typed by the last, ${transition}`, () => {
    const attempts = [failed(0, "syntax"), failed(1, "unknown"), failed(2, "aggregation")];
    assert.deepEqual(form(attempts).map(summary), [
      "000012-repair-0 | negative | aggregation | rule-2 | SELECT wrong1 | SELECT wrong2",
    ]);
  });

  Deno.test(`formRepairs: nothing without a transition, ${transition}`, () => {
    assert.deepEqual(form([]), []);
    assert.deepEqual(form([correct(0)]), []);
    assert.deepEqual(form([failed(0, "syntax")]), []);
  });
}

Deno.test("makeEntry: takes task and position from the lesson, and is frozen", () => {
  const [before, , after] = solved;
  const entry = makeEntry({
    lesson: lessonOf(solved),
    kind: "repair",
    polarity: "positive",
    number: 4,
    before: before!,
    after: after!,
    text: "words",
  });
  assert.deepEqual(entry, {
    id: "000012-repair-4",
    kind: "repair",
    polarity: "positive",
    failureType: "syntax",
    rule: "rule-0",
    status: "error",
    taskId: exampleTask.id,
    databaseId: exampleTask.databaseId,
    schemaDigest: exampleTask.schemaDigest,
    twinGroup: exampleTask.twinGroup,
    question: exampleTask.question,
    sqlBefore: "SELECT wrong0",
    sqlAfter: "SELECT correct",
    transformation: "-wrong0 +correct",
    text: "words",
    position: 12,
  });
  assert.equal(Object.isFrozen(entry), true);
});

Deno.test("makeEntry: what was right at once has no type, rule or transformation", () => {
  const entry = makeEntry({
    lesson: lessonOf([correct(0)]),
    kind: "pair",
    polarity: "positive",
    number: 0,
    before: null,
    after: correct(0),
    text: "",
  });
  const { failureType, rule, status, sqlBefore, transformation } = entry;
  assert.deepEqual([failureType, rule, status, sqlBefore, transformation], [
    null,
    "",
    "correct",
    "",
    "",
  ]);
});

Deno.test("makeEntry: ids of later positions sort after those of earlier ones", () => {
  const ids = [0, 9, 10, 99_999, 100_000].map((position) =>
    makeEntry({
      lesson: { ...lessonOf([]), position },
      kind: "repair",
      polarity: "negative",
      number: 0,
      before: null,
      after: null,
      text: "",
    }).id
  );
  assert.deepEqual(ids.toSorted(), ids);
});
