import assert from "node:assert/strict";
import { compare, type Pass, spreadOf, time } from "../../bench/measure.ts";

const pass = (seconds: number, result = "same") => Promise.resolve({ seconds, result });

const options = {
  work: "nothing",
  unit: "ms",
  operation: "a turn",
  goal: null,
  rounds: 5,
  warmUpSeconds: 0,
  peer: "nobody",
  requireSame(ours: string, theirs: string) {
    if (ours !== theirs) throw new Error(`${ours} is not ${theirs}`);
    return "the same";
  },
} as const;

Deno.test("spreadOf: median, least and most", () => {
  assert.deepEqual(spreadOf([3, 1, 2]), { median: 2, low: 1, high: 3, rounds: 3 });
  assert.deepEqual(spreadOf([4, 1, 2, 3]), { median: 2.5, low: 1, high: 4, rounds: 4 });
});

Deno.test("compare: the ratio is theirs over ours of the same round, and the first round does not count", async () => {
  const own = [9, 1, 2, 4, 1, 2], other = [1, 10, 40, 20, 30, 10];
  const turns: string[] = [];
  const take = (side: string, seconds: readonly number[]) => {
    turns.push(side);
    return pass(seconds[Math.ceil(turns.length / 2) - 1]!);
  };
  const line = await compare({
    ...options,
    ours: () => take("ours", own),
    theirs: () => take("theirs", other),
  });
  assert.deepEqual(turns.slice(0, 6), ["ours", "theirs", "theirs", "ours", "ours", "theirs"]);
  assert.equal(turns.length, 12);
  assert.deepEqual(line.ours, { median: 2000, low: 1000, high: 4000, rounds: 5 });
  assert.deepEqual(line.against, {
    name: "nobody",
    value: { median: 20_000, low: 10_000, high: 40_000, rounds: 5 },
    ratio: { median: 10, low: 5, high: 30, rounds: 5 },
  });
  assert.deepEqual([line.unit, line.note], ["ms a turn", "the same"]);
});

Deno.test("compare: ours is warmed up for as long as asked", async () => {
  let asked = 0;
  const ours = () => {
    asked++;
    return new Promise<Pass<string>>((resolve) =>
      setTimeout(() => resolve({ seconds: 1, result: "same" }), 5)
    );
  };
  await compare({ ...options, warmUpSeconds: 0.1, ours, theirs: () => pass(1) });
  assert.ok(asked > 6 + 2 && asked <= 6 + 20, `${asked} times`);
});

Deno.test("compare: results that differ in a later round are an error", async () => {
  let asked = 0;
  const theirs = (): Promise<Pass<string>> => pass(1, asked++ === 3 ? "other" : "same");
  await assert.rejects(
    () => compare({ ...options, ours: () => pass(1), theirs }),
    /^Error: same is not other$/,
  );
  assert.equal(asked, 4);
});

Deno.test("time: short work is repeated, and the first result given", async () => {
  let runs = 0;
  const { seconds, result } = await time(() => ++runs, 10);
  assert.equal(result, 1);
  assert.ok(runs > 100);
  assert.ok(seconds > 0 && seconds * runs * 10 < 10);
});
