import assert from "node:assert/strict";
import type { ContrastEstimate } from "../../lib/analysis/contrast_estimate.ts";
import {
  describeContrast,
  describeVerdict,
  writeContrasts,
} from "../../lib/commands/describe_contrast.ts";
import { estimateContrast } from "../../lib/analysis/estimate_contrast.ts";
import { type Ending, makeArm, makeTasks } from "../analysis/make_arm.ts";

/** 200 questions; the base solves 0 to 103, the variant 0 to 109: +3.0 points, G8-07. */
const tasks = makeTasks(200, (index) => ({
  databaseId: `d${index % 5}`,
  twinGroup: `t${index % 100}`,
}));
const solve = (count: number): readonly Ending[] => tasks.map((_, at) => at < count ? 1 : null);
const arm = (label: string, counts: readonly number[], prompt = label) =>
  makeArm({
    label,
    tasks,
    endings: counts.map(solve),
    promptOf: ({ id }, attempt) => `${prompt}/${id}/${attempt}`,
  });
const estimate = (base: number[], variant: number[], prompt?: string): ContrastEstimate =>
  estimateContrast({
    name: "contrast",
    base: arm("stateless", base),
    variant: arm("merit", variant, prompt),
  }, { draws: 1000 });

Deno.test("describeContrast: all that a reader needs, points with sign", () => {
  const lines = describeContrast(estimate([104], [110]));
  assert.match(
    lines[0]!,
    /^merit − stateless: \+3\.0 points \(95 % interval \+\d\.\d to \+\d\.\d, BCa\); separated \(Holm p = 0\.031\)$/,
  );
  assert.equal(lines[1], "n = 200, 6 discordant (3.0 %), accuracy 52.0 % → 55.0 %");
  assert.equal(
    lines[2],
    "sign-flip p = 0.031 (all counted), Holm p = 0.031 in a family of 1; detectable difference 3.9 points at " +
      "80 % power and this family; bite 100 %, of first repairs 100 %",
  );
  assert.equal(
    lines[3],
    "order 1: +3.0 points, 6 only merit, 0 only stateless, McNemar p = 0.031",
  );
  assert.match(
    lines[4]!,
    /^by database: 5 databases, cluster bootstrap \S+ to \S+, t interval \S+ to \S+, leaving one/,
  );
  assert.match(lines[5]!, /^by twin group: 100 twin groups, /);
  assert.equal(lines[6], "paired bootstrap over questions, 1,000 draws, seed 1");
  assert.equal(lines.length, 7);
});

Deno.test("describeContrast: each order has its line", () => {
  const lines = describeContrast(estimate([104, 104, 104], [110, 106, 100]));
  assert.deepEqual(lines.filter((line) => line.startsWith("order")), [
    "order 1: +3.0 points, 6 only merit, 0 only stateless, McNemar p = 0.031",
    "order 2: +1.0 points, 2 only merit, 0 only stateless, McNemar p = 0.500",
    "order 3: −2.0 points, 0 only merit, 4 only stateless, McNemar p = 0.125",
  ]);
  assert.match(lines[0]!, /^merit − stateless: \+0\.7 points .*; not separated at this n/);
});

Deno.test("describeVerdict: ties and what has no bite, in the words that were agreed", () => {
  const known = { ...estimate([104], [108]), detectable: 0.0276 };
  const verdict = (part: Partial<ContrastEstimate>) => describeVerdict({ ...known, ...part });
  assert.equal(verdict({}), "not separated at this n; detectable difference 2.8 points");
  assert.equal(verdict({ verdict: "not tested", bite: 0.04 }), "not tested here (bite 4 %)");
  assert.equal(
    verdict({ verdict: "not tested", bite: null }),
    "not tested here (no repair prompt in common)",
  );
  assert.equal(verdict({ verdict: "not tested", n: 1 }), "not tested here (1 question)");
  assert.equal(verdict({ verdict: "separated", pHolm: 1e-6 }), "separated (Holm p < 0.001)");
});

Deno.test("describeContrast: no difference at all gives words, not ± 0 and not NaN", () => {
  const text = describeContrast(estimate([104], [104])).join("\n");
  assert.match(
    text,
    /^merit − stateless: 0\.0 points \(interval not defined: all values are equal/,
  );
  assert.match(text, /detectable difference 3\.9 points \(none is discordant: upper limit of/);
  assert.match(text, /cluster bootstrap not defined, t interval not defined, .*the same mean/);
  assert.ok(!/NaN|null|undefined/.test(text), text);
});

Deno.test("describeContrast: no scored question gives words", () => {
  const few = makeTasks(2);
  const base = makeArm({ label: "a", tasks: few, endings: [["unscored", "unscored"]] });
  const lines = describeContrast(estimateContrast({ name: "none", base, variant: base }));
  assert.equal(
    lines[0],
    "a − a: no scored question (interval not defined: resampling needs at least 2 values, not 0); " +
      "not tested here (0 questions)",
  );
  assert.ok(!/NaN|null|undefined/.test(lines.join()), lines.join("\n"));
});

Deno.test("writeContrasts: a Markdown list of the family, none for none", () => {
  const family = [estimate([104], [110]), estimate([104], [105])];
  const lines = writeContrasts(family);
  assert.equal(lines[0], "### Contrasts, declared before the runs");
  assert.equal(lines.filter((line) => line.startsWith("- merit − stateless: +")).length, 2);
  assert.equal(lines.filter((line) => line.startsWith("  - n = 200")).length, 2);
  assert.match(lines.join(" "), /under oracle feedback.* conditional on the realised streams/);
  assert.deepEqual(writeContrasts([]), []);
});

Deno.test("writeContrasts: what is exploratory is not called separated", () => {
  const [estimated] = [estimate([104], [110])];
  assert.equal(estimated!.verdict, "separated");
  const text = writeContrasts([estimated!], { exploratory: true }).join("\n");
  assert.match(text, /^### Contrasts, exploratory/);
  assert.ok(!text.includes("separated"), text);
  assert.match(text, /exploratory, to be tested anew/);
});

Deno.test("describeContrast: an interval that leaves 0 out where p does not is said to", () => {
  // Four of four discordant questions go one way: p is 2/16, and no resample crosses 0.
  const few = estimate([104], [108]);
  assert.ok(few.interval!.low > 0);
  assert.equal(few.p, 0.125);
  assert.match(describeContrast(few)[0]!, /, BCa; too few differ for it, read p\); not separated/);
  assert.doesNotMatch(describeContrast(estimate([104], [110])).join(), /too few/);
});

Deno.test("describeContrast: an interval by clusters that leaves 0 out where p does not is said to", () => {
  const few = estimate([104], [108]);
  const clusterByTwinGroup = { ...few.clusterByTwinGroup, bootstrap: { low: 0.005, high: 0.05 } };
  const lineOf = (change: Partial<ContrastEstimate>) =>
    describeContrast({ ...few, clusterByTwinGroup, ...change }).at(-2)!;
  assert.match(
    lineOf({}),
    /^by twin group: .* bootstrap \+0\.5 to \+5\.0 \(too few differ for it, read p\), t interval 0\.0 to \+4\.0 /,
  );
  assert.doesNotMatch(lineOf({ p: 0.03 }), /too few/);
});

Deno.test("describeVerdict: where nothing could be detected it says so", () => {
  const some = estimate([104], [108]);
  assert.equal(
    describeVerdict({ ...some, detectable: null }),
    "not separated at this n; no detectable difference",
  );
});
