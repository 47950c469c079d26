import assert from "node:assert/strict";
import type { Arm } from "../../lib/analysis/group_arms.ts";
import { estimateContrast, estimateContrasts } from "../../lib/analysis/estimate_contrast.ts";
import { bootstrapMean } from "../../lib/stats/bootstrap_mean.ts";
import { mcnemarExact } from "../../lib/stats/mcnemar.ts";
import { signFlipTest } from "../../lib/stats/sign_flip.ts";
import { type ArmSpecification, type Ending, makeArm, makeTasks } from "./make_arm.ts";

/** G8-02: the base solves questions 0 to 19 of 40, the variant 0 to 21; four databases. */
const tasks = makeTasks(40, (index) => ({
  databaseId: ["art", "bank", "city", "dorm"][index % 4]!,
  twinGroup: `t${index % 20}`,
}));
/** The same questions; here neighbours are twins. */
const twins = tasks.map((task, index) => ({ ...task, twinGroup: `t${Math.floor(index / 2)}` }));
const solve = (count: number): readonly Ending[] =>
  tasks.map((_, index) => index < count ? 1 : null);
const arm = (label: string, endings: ArmSpecification["endings"], stream = tasks): Arm =>
  makeArm({
    label,
    tasks: stream,
    endings,
    promptOf: ({ id }, attempt) => `${label}/${id}/${attempt}`,
  });
const contrast = (base: Arm, variant: Arm) => ({ name: "contrast", base, variant });

Deno.test("estimateContrast: one order, G8-02 by hand", () => {
  const estimate = estimateContrast(contrast(arm("a", [solve(20)]), arm("b", [solve(22)])));
  const { n, unscored, orders, byOrder, discordant, discordantShare } = estimate;
  assert.deepEqual([n, unscored, orders, discordant, discordantShare], [40, 0, [1], 2, 0.05]);
  assert.deepEqual(byOrder, [
    { order: 1, difference: 0.05, onlyBase: 0, onlyVariant: 2, mcnemar: mcnemarExact(0, 2) },
  ]);
  assert.deepEqual([estimate.baseAccuracy, estimate.variantAccuracy], [0.5, 0.55]);
  assert.deepEqual([estimate.difference, estimate.percentile], [0.05, { low: 0, high: 0.125 }]);
  assert.deepEqual(estimate.interval, estimate.bca);
  assert.deepEqual([estimate.intervalMethod, estimate.why], ["bca", ""]);
  assert.deepEqual([estimate.p, estimate.pHolm, estimate.pMethod], [0.5, 0.5, "exact"]);
  // By sums of scipy.stats.binom.
  assert.equal(estimate.detectable, 0.1905);
  assert.deepEqual([estimate.bite, estimate.biteFirst, estimate.verdict], [1, 1, "not separated"]);
  assert.deepEqual([estimate.draws, estimate.seed, estimate.level], [10_000, 1, 0.95]);
});

Deno.test("estimateContrast: three orders are averaged first, and n stays the questions", () => {
  const base = arm("a", [solve(20), solve(20), solve(20)]);
  const variant = arm("b", [solve(22), solve(21), solve(19)]);
  const estimate = estimateContrast(contrast(base, variant));
  // Question 19: −1/3; question 20: +2/3; question 21: +1/3.
  const averaged = tasks.map((_, at) =>
    at === 19 ? -1 / 3 : at === 20 ? 2 / 3 : at === 21 ? 1 / 3 : 0
  );
  const expected = bootstrapMean(averaged);
  assert.deepEqual([estimate.n, estimate.discordant], [40, 3]);
  assert.equal(estimate.difference, 2 / 3 / 40);
  assert.deepEqual([estimate.percentile, estimate.bca], [expected.percentile, expected.bca]);
  assert.equal(estimate.p, signFlipTest(averaged).p);
  assert.equal(estimate.p, 6 / 8);
  assert.deepEqual(
    estimate.byOrder.map(({ order, onlyBase, onlyVariant }) => [order, onlyBase, onlyVariant]),
    [[1, 0, 2], [2, 0, 1], [3, 1, 0]],
  );
});

Deno.test("estimateContrast: equal orders give what one order gives", () => {
  const [a, b] = [solve(20), solve(27)];
  const once = estimateContrast(contrast(arm("a", [a]), arm("b", [b])));
  const thrice = estimateContrast(contrast(arm("a", [a, a, a]), arm("b", [b, b, b])));
  for (const key of ["n", "difference", "percentile", "bca", "p", "detectable"] as const) {
    assert.deepEqual(thrice[key], once[key], key);
  }
});

Deno.test("estimateContrast: databases and twin groups as clusters", () => {
  const base = arm("a", [solve(20)], twins), variant = arm("b", [solve(26)], twins);
  const { byDatabase, clusterByDatabase, clusterByTwinGroup } = estimateContrast(
    contrast(base, variant),
  );
  assert.deepEqual(byDatabase.map(({ database, n }) => [database, n]), [
    ["art", 10],
    ["bank", 10],
    ["city", 10],
    ["dorm", 10],
  ]);
  assert.deepEqual(byDatabase.map(({ baseAccuracy }) => baseAccuracy), [0.5, 0.5, 0.5, 0.5]);
  assert.deepEqual(byDatabase.map(({ variantAccuracy }) => variantAccuracy), [0.7, 0.7, 0.6, 0.6]);
  // Questions 20 to 25: art and bank gain two, city and dorm one.
  assert.deepEqual(clusterByDatabase.leaveOneOut, {
    low: { without: "art", mean: 4 / 30 },
    high: { without: "dorm", mean: 5 / 30 },
  });
  // Means 0.2, 0.2, 0.1, 0.1: centre 0.15, error √(1/300)/2, t of 3 degrees 3.18245.
  const half = 3.182446305 * Math.sqrt(1 / 300) / 2;
  assert.ok(Math.abs(clusterByDatabase.t!.low - (0.15 - half)) < 1e-9);
  assert.deepEqual([clusterByDatabase.clusters, clusterByTwinGroup.clusters], [4, 20]);
  // Twins end alike here, so that the cluster bootstrap is wider than that over questions.
  const { bootstrap } = clusterByTwinGroup;
  const { percentile } = estimateContrast(contrast(base, variant));
  assert.ok(bootstrap!.high - bootstrap!.low > percentile!.high - percentile!.low);
});

Deno.test("estimateContrast: signs of twins flip together, for their answers are the same", () => {
  const gain = (stream: typeof tasks) =>
    estimateContrast(contrast(arm("a", [solve(20)], stream), arm("b", [solve(26)], stream)));
  const [apart, together] = [gain(tasks), gain(twins)];
  assert.deepEqual([apart.p, apart.verdict], [2 / 2 ** 6, "separated"]);
  // Questions 20 to 25 are three pairs.
  assert.deepEqual([together.p, together.verdict], [2 / 2 ** 3, "not separated"]);
  assert.deepEqual([together.discordant, together.detectable], [6, apart.detectable]);
  // Four groups reach p = 2 / 2^4 at the least: no difference could be shown.
  const four = gain(tasks.map((task, index) => ({ ...task, twinGroup: `t${index % 4}` })));
  assert.deepEqual([four.detectable, four.verdict], [null, "not separated"]);
});

Deno.test("estimateContrast: the detectable difference keeps the questions that are lost", () => {
  const gain = arm("b", [solve(26)]), base = arm("a", [solve(20)]);
  const swap = arm("b", [tasks.map((_, index) => index >= 2 && index < 28 ? 1 : null)]);
  const [clean, lossy] = [gain, swap].map((variant) => estimateContrast(contrast(base, variant)));
  assert.deepEqual([clean!.discordant, lossy!.discordant], [6, 10]);
  assert.equal(lossy!.byOrder[0]!.onlyBase, 2);
  assert.ok(lossy!.detectable! > clean!.detectable! + 0.03);
});

Deno.test("estimateContrast: below 10 % bite nothing is tested, however large the difference", () => {
  const base = makeArm({ label: "a", tasks, endings: [tasks.map(() => 2)] });
  const bites = (count: number) =>
    makeArm({
      label: "b",
      tasks,
      endings: [tasks.map(() => null)],
      promptOf: ({ id, index }, attempt) => `${index < count ? "other/" : ""}${id}/${attempt}`,
    });
  const below = estimateContrast(contrast(base, bites(3)));
  assert.deepEqual([below.bite, below.verdict], [3 / 40, "not tested"]);
  assert.ok(below.pHolm! < 0.05);
  const enough = estimateContrast(contrast(base, bites(4)));
  assert.deepEqual([enough.bite, enough.verdict], [0.1, "separated"]);
});

Deno.test("estimateContrast: nothing differs: a tie with a stated convention, never NaN", () => {
  const estimate = estimateContrast(contrast(arm("a", [solve(20)]), arm("b", [solve(20)])));
  assert.deepEqual([estimate.discordant, estimate.p, estimate.verdict], [0, 1, "not separated"]);
  assert.deepEqual([estimate.bca, estimate.interval, estimate.intervalMethod], [null, null, null]);
  assert.match(estimate.why, /all values are equal/);
  // Wilson's upper end for 0 of 40 is z²/(n + z²) = 0.08762.
  assert.equal(estimate.detectable, 0.1905);
  assert.ok(!/NaN|undefined/.test(JSON.stringify(estimate)));
});

Deno.test("estimateContrast: G8-06 one question and none are not tested", () => {
  for (const count of [0, 1]) {
    const few = makeTasks(2);
    const endings = few.map((_, at): Ending => at < count ? 1 : "unscored");
    const base = makeArm({ label: "a", tasks: few, endings: [endings] });
    const variant = makeArm({ tasks: few, endings: [endings], promptOf: () => "other" });
    const estimate = estimateContrast(contrast(base, variant));
    assert.deepEqual([estimate.n, estimate.unscored], [count, 2 - count]);
    assert.deepEqual([estimate.p, estimate.pHolm, estimate.interval], [null, null, null]);
    assert.equal(estimate.verdict, "not tested");
    assert.equal(estimate.detectable, null);
    assert.ok(!JSON.stringify(estimate).includes("NaN"));
  }
});

Deno.test("estimateContrasts: Holm over the family, which keeps what is not tested", () => {
  const base = arm("base", [solve(10)]);
  const family = estimateContrasts([
    contrast(base, arm("much", [solve(22)])),
    contrast(base, arm("some", [solve(16)])),
    contrast(base, { ...makeArm({ label: "same", tasks, endings: [solve(10)] }) }),
    contrast(base, base),
  ]);
  assert.deepEqual(family.map(({ p }) => p), [2 / 2 ** 12, 2 / 2 ** 6, 1, 1]);
  assert.deepEqual(family.map(({ pHolm }) => pHolm), [8 / 2 ** 12, 6 / 2 ** 6, 1, 1]);
  assert.deepEqual(family.map(({ verdict }) => verdict), [
    "separated",
    "not separated",
    "not separated",
    "not tested",
  ]);
  assert.deepEqual(family.map((estimate) => estimate.family), [4, 4, 4, 4]);
  assert.equal(estimateContrast(contrast(base, arm("some", [solve(16)]))).verdict, "separated");
});

Deno.test("estimateContrasts: declared contrasts that are not estimated yet stay in the family", () => {
  const pair = contrast(arm("a", [solve(10)]), arm("b", [solve(16)]));
  const [estimate] = estimateContrasts([pair], { familySize: 3 });
  assert.deepEqual([estimate!.p, estimate!.pHolm, estimate!.family], [2 / 64, 6 / 64, 3]);
  assert.equal(estimate!.verdict, "not separated");
  assert.throws(() => estimateContrasts([pair], { familySize: 0 }), /size of the family is 0/);
});

Deno.test("estimateContrast: the same draws twice give the same bytes", () => {
  const pair = contrast(arm("a", [solve(20), solve(18)]), arm("b", [solve(22), solve(25)]));
  const bytes = (seed: number) => JSON.stringify(estimateContrast(pair, { seed, draws: 2000 }));
  assert.equal(bytes(1), bytes(1));
  assert.notEqual(bytes(1), bytes(2));
});
