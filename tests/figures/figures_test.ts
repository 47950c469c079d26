import assert from "node:assert/strict";
import { accuracyFigure } from "../../lib/figures/accuracy_figure.ts";
import { attemptsFigure } from "../../lib/figures/attempts_figure.ts";
import { databasesFigure } from "../../lib/figures/databases_figure.ts";
import { flipsFigure } from "../../lib/figures/flips_figure.ts";
import { forestFigure } from "../../lib/figures/forest_figure.ts";
import { powerFigure } from "../../lib/figures/power_figure.ts";
import { streamFigure } from "../../lib/figures/stream_figure.ts";
import { tokensFigure } from "../../lib/figures/tokens_figure.ts";
import { leftOverGoldens, matchGolden } from "./golden.ts";
import { sampleFigures } from "./sample_figures.ts";

for (const figure of sampleFigures("column")) {
  Deno.test(`figures: ${figure.name} is its golden specification`, () => matchGolden(figure));
}

Deno.test("figures: no golden specification is left over", () => {
  assert.deepEqual(leftOverGoldens(sampleFigures("column").map(({ name }) => name)), []);
});

Deno.test("figures: every description says whose feedback it was, or shows no accuracy", () => {
  for (const { name, description } of sampleFigures("column")) {
    assert.equal(description.includes("oracle feedback"), name !== "breakdown", name);
  }
});

Deno.test("figures: descriptions name what is drawn, count one as one, and name no mark that is absent", () => {
  const known = { label: "simple (15 of 20)", accuracy: 0.5, low: null, high: null };
  const change = { label: "hard", difference: 0.1, low: null, high: null };
  const descriptions = [
    accuracyFigure([{ ...known, first: null, source: "measured" }], { budget: 1 }),
    attemptsFigure([{ ...known, attempt: 0 }, { ...known, attempt: 1 }]),
    tokensFigure([{ ...known, tokens: 10, isOnFront: true }]),
    forestFigure([{ ...change, detectable: null, family: 1, verdict: "not separated", bite: 1 }]),
    streamFigure([{ ...change, from: 0, to: 1 }], { base: "stateless" }),
    databasesFigure([{ ...change, database: "shop", n: 1 }], {
      base: "stateless",
    }),
    flipsFigure([{ label: "hard", rate: 0.1, low: 0, high: 0.2, kind: "memory" }], {
      base: "easy",
    }),
    powerFigure([{ label: "1 point", n: 40, power: 0.1 }], { discordantShare: 0.1 }),
  ].map(({ description }) => description);
  assert.deepEqual(descriptions, [
    "Execution accuracy of simple (15 of 20) after at most 1 repair, under oracle feedback",
    "Execution accuracy of simple (15 of 20) if episodes had stopped after 0 to 1 repair, under " +
    "oracle feedback",
    "Execution accuracy of simple (15 of 20) against mean tokens a question, under oracle feedback, " +
    "with the Pareto front",
    "Difference in execution accuracy under oracle feedback, in percentage points: hard; without a " +
    "band none can be detected; tested in a family of 1 contrast",
    "Difference in execution accuracy of hard to stateless, in percentage points, over stretches of " +
    "1 question of the stream, under oracle feedback",
    "Difference in execution accuracy of hard to stateless, in percentage points, by database " +
    "(questions in brackets), under oracle feedback; exploratory, not corrected for the number of " +
    "databases and arms; there is no bar where no question differs or all that do in one direction",
    "Share of questions that hard and easy do not both solve or both miss, under oracle feedback; " +
    "bars are 95 % intervals (Wilson)",
    "Power of paired comparisons of 40 questions for true differences of 1 point, where 10 % of the " +
    "questions are discordant",
  ]);
});
