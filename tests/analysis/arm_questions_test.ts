import assert from "node:assert/strict";
import { averageRate, scoredQuestions } from "../../lib/analysis/arm_questions.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(4);
const isSolved = ({ solvedAt }: { readonly solvedAt: number | null }) => solvedAt !== null;

Deno.test("scoredQuestions: one that is unscored under any order leaves the arm", () => {
  const arm = makeArm({ tasks, endings: [[0, 1, null, 2], [0, "unscored", null, 1]] });
  const questions = scoredQuestions(arm);
  assert.deepEqual([...questions.keys()], ["q0", "q2", "q3"]);
  assert.deepEqual(questions.get("q3")!.map(({ solvedAt }) => solvedAt), [2, 1]);
});

Deno.test("scoredQuestions: an arm without a scored question is refused", () => {
  const endings = [[0, "unscored"], ["unscored", 0]] as const;
  assert.throws(
    () => scoredQuestions(makeArm({ tasks: tasks.slice(0, 2), endings })),
    /accuracy of variant: none of its 2 questions is scored under every order/,
  );
});

// statsmodels 0.15.0: proportion_confint(count, 4, method="wilson").
const wilson = {
  2: [0.15003898915214947, 0.8499610108478506],
  3: [0.30064184258240184, 0.9544127391902995],
} as const;

Deno.test("averageRate: one order is Wilson's interval", () => {
  const questions = scoredQuestions(makeArm({ tasks, endings: [[0, 1, null, 2]] }));
  const { n, rate, low, high } = averageRate(questions, isSolved);
  assert.deepEqual([n, rate], [4, 0.75]);
  assert.ok(Math.abs(low - wilson[3][0]) < 1e-12 && Math.abs(high - wilson[3][1]) < 1e-12);
});

Deno.test("averageRate: between two counts the interval spans both, over questions alone", () => {
  const arm = makeArm({ tasks, endings: [[0, 1, null, 2], [0, null, null, 1]] });
  const { n, rate, low, high } = averageRate(scoredQuestions(arm), isSolved);
  assert.deepEqual([n, rate], [4, 0.625]);
  assert.ok(Math.abs(low - wilson[2][0]) < 1e-12 && Math.abs(high - wilson[3][1]) < 1e-12);
});

Deno.test("averageRate: at 0 and 100 percent the interval keeps a width", () => {
  const none = averageRate(
    scoredQuestions(makeArm({ tasks, endings: [[null, null, null, null]] })),
    isSolved,
  );
  assert.ok(none.rate === 0 && none.low === 0 && none.high > 0.4);
});
