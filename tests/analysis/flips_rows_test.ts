import assert from "node:assert/strict";
import type { Attribution } from "../../lib/analysis/attribution.ts";
import { flipsRows } from "../../lib/analysis/flips_rows.ts";

const flips = { n: 40, flips: 4, rate: 0.1, interval: { low: 0.04, high: 0.23 } };
const none = { n: 0, flips: 0, rate: null, interval: null };
const of = (variant: string, more: Partial<Attribution> = {}): Attribution => ({
  ...{ variant, base: "stateless runSeed=1", fixed: [], broken: [], helped: [], harmed: [] },
  ...{ flips, chance: null },
  ...more,
});

Deno.test("flipsRows: methods in order, then chance once, under the base's own name", () => {
  const chance = { ...flips, rate: 0.05, interval: { low: 0.01, high: 0.17 } };
  assert.deepEqual(flipsRows([of("merit", { chance }), of("reflexion", { chance })]), [
    { label: "merit", rate: 0.1, low: 0.04, high: 0.23, kind: "memory" },
    { label: "reflexion", rate: 0.1, low: 0.04, high: 0.23, kind: "memory" },
    { label: "stateless, another seed", rate: 0.05, low: 0.01, high: 0.17, kind: "chance" },
  ]);
});

Deno.test("flipsRows: no row where no question is scored, none of chance where it is not known", () => {
  assert.deepEqual(flipsRows([of("merit", { flips: none })]), []);
  assert.deepEqual(flipsRows([of("merit")]).map(({ kind }) => kind), ["memory"]);
  assert.deepEqual(flipsRows([]), []);
});
