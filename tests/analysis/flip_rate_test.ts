import assert from "node:assert/strict";
import { flipRate } from "../../lib/analysis/flip_rate.ts";
import { type Ending, makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(5);
const run = (endings: readonly Ending[], label?: string) =>
  makeArm({ tasks, endings: [endings], ...(label === undefined ? {} : { label }) }).runs[0]!;

Deno.test("flipRate: counts changes of the ending both ways, not of the attempt", () => {
  const { n, unscored, flips, rate, interval } = flipRate(
    run([0, 1, 2, null, "unscored"]),
    run([0, 2, null, 1, 1]),
  );
  assert.deepEqual([n, unscored, flips, rate], [4, 1, 2, 0.5]);
  assert.deepEqual([interval!.low.toFixed(3), interval!.high.toFixed(3)], ["0.150", "0.850"]);
});

Deno.test("flipRate: nothing scored in both has no rate; missing questions are refused", () => {
  const all: readonly Ending[] = tasks.map(() => "unscored");
  assert.deepEqual(flipRate(run(all), run([0, 0, 0, 0, 0])), {
    n: 0,
    unscored: 5,
    flips: 0,
    rate: null,
    interval: null,
  });
  const whole = run([0, 0, 0, 0, 0], "whole");
  const part = { ...whole, path: "part", episodes: whole.episodes.slice(1) };
  assert.throws(() => flipRate(whole, part), /"part": of 5 questions it lacks 1: "q0"/);
});
