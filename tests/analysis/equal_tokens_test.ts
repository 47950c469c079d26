import assert from "node:assert/strict";
import { compareAtEqualTokens } from "../../lib/analysis/equal_tokens.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(5);

Deno.test("compareAtEqualTokens: solved within the reference's median, by hand", () => {
  // 110 tokens a call: the cheap arm takes 110, 220, 220, 330, 330 a question, median 220.
  const cheap = makeArm({ label: "cheap", tasks, endings: [[0, 1, 1, 2, null]] });
  // 210 tokens a call: 210, 420, 420, 630, 630.
  const dear = makeArm({
    label: "dear",
    tasks,
    endings: [[0, 1, 1, 2, 2]],
    tokensOf: () => 200,
  });
  assert.deepEqual(compareAtEqualTokens([cheap, dear], { reference: "cheap" }), {
    allowances: [220, 440, 880, 1760],
    reference: "cheap",
    n: 5,
    rows: [
      { label: "cheap", accuracies: [3 / 5, 4 / 5, 4 / 5, 4 / 5], accuracyAtEnd: 4 / 5 },
      { label: "dear", accuracies: [1 / 5, 3 / 5, 1, 1], accuracyAtEnd: 1 },
    ],
  });
  const { allowances, rows } = compareAtEqualTokens([cheap, dear], { reference: "dear" });
  assert.equal(allowances[0], 420);
  assert.deepEqual(rows.map(({ accuracies }) => accuracies[0]), [4 / 5, 3 / 5]);
});

Deno.test("compareAtEqualTokens: only questions scored in every arm and order", () => {
  const a = makeArm({ label: "a", tasks, endings: [[0, 0, "unscored", 1, 1], [0, 0, 0, 1, 1]] });
  const b = makeArm({ label: "b", tasks, endings: [[0, 0, 0, "unscored", 1], [0, 0, 0, 1, 1]] });
  const { n, rows } = compareAtEqualTokens([a, b], { reference: "a" });
  assert.equal(n, 3);
  assert.deepEqual(rows.map(({ accuracyAtEnd }) => accuracyAtEnd), [1, 1]);
});

Deno.test("compareAtEqualTokens: an unknown reference is refused with the nearest", () => {
  const arm = makeArm({ label: "merit", tasks, endings: [[0, 0, 0, 0, 0]] });
  assert.throws(
    () => compareAtEqualTokens([arm], { reference: "merlt" }),
    /no arm is "merlt", the nearest is "merit"/,
  );
});
