/** The sentences of docs/findings.md follow the numbers. */
import assert from "node:assert/strict";
import {
  describeExperiment,
  type ExperimentReport,
} from "../../lib/commands/describe_experiment.ts";
import type { OutsideData } from "../../lib/experiment/outside_data.ts";
import { exampleRun } from "../../lib/runs/examples.ts";
import { renderClassifiers } from "../../tools/classifier_tables.ts";
import { type FindingsInput, renderFindings } from "../../tools/findings.ts";
import { renderSpiderFindings } from "../../tools/spider_findings.ts";
import { mainComparison } from "../../experiments/main_comparison.ts";
import { makeClassified } from "./make_classified.ts";
import { makeContrast as contrast } from "./make_contrast.ts";

const run = await exampleRun();
const empty = await describeExperiment(
  { ...mainComparison, arms: [{ name: "merit" }], contrasts: [], views: [] },
  [{ arm: "merit", run, miss: "" }],
);
const render = (
  contrasts: ExperimentReport["contrasts"],
  more: Partial<FindingsInput> = {},
  views: Partial<ExperimentReport["views"]> = {},
) =>
  renderFindings({
    reports: [{ ...empty, contrasts, views: { ...empty.views, ...views } }],
    ...{ classifiers: [], bites: [], labelled: { failures: 0, labelled: 0 } },
    ...{ attributions: [], besideChance: [] },
    ...more,
  });

Deno.test("findings: a separated difference is named, with its sign beside the paper's", async () => {
  const text = await render([contrast("merit − stateless", 20), contrast("merit − resample", -20)]);
  assert.match(
    text,
    /Of 2 recorded contrasts 2 are separated: merit − stateless \(\+50\.0 points\)/,
  );
  assert.match(text, /^\| merit − stateless .*\| +\+50\.0 points \| +the same sign \|$/m);
  assert.match(
    text,
    /^- merit − resample: −50\.0 points .*separated: it repairs less than as many tries without/m,
  );
  assert.doesNotMatch(text, /not that there is no difference/);
  const opposite = await render([contrast("merit − stateless", -20)]);
  assert.match(opposite, /^\| merit − stateless .*\| +the opposite sign \|$/m);
});

Deno.test("findings: a separated difference says how far it reaches across databases", async () => {
  const one = contrast("merit − stateless", 20);
  const across = async (low: number, high: number) => {
    const t = low < high ? { low, high } : null;
    const clusterByDatabase = { ...one.clusterByDatabase, clusters: 4, t };
    return await render([{
      ...one,
      clusterByDatabase: clusterByDatabase as typeof one.clusterByDatabase,
    }]);
  };
  const said = /^- merit − stateless: not that it holds for other databases\. .*/m;
  const [none] =
    (await render([{ ...one, clusterByDatabase: { ...one.clusterByDatabase, t: null } }])).match(
      said,
    )!;
  assert.match(none, /Its questions are of one database\.$/);
  assert.match(
    (await across(0.1, 0.1)).match(said)![0],
    /Its 4 databases differ alike, so there is no/,
  );
  assert.match(
    (await across(-0.1, 0.3)).match(said)![0],
    /4 databases, .* t interval of −10\.0 to \+30\.0 points.*: 0 is not excluded/,
  );
  assert.match(
    (await across(0.1, 0.3)).match(said)![0],
    /of \+10\.0 to \+30\.0 points.*: without 0, of few databases/,
  );
});

Deno.test("findings: what is not separated neither agrees, differs nor ties", async () => {
  const text = await render([
    contrast("merit − stateless", 2),
    contrast("stateless − resample", 1),
  ]);
  assert.match(text, /Of 2 recorded contrasts none is separated/);
  assert.match(
    text,
    /^- Of 2 contrasts not separated: not that there is no difference\. .* below [\d.]+( to [\d.]+)? points/m,
  );
  assert.match(text, /^\| merit − stateless +\| 40 \|/m);
  assert.match(text, /not separated here: neither agrees nor differs/);
  assert.match(text, /^- stateless − resample: .*: blind resampling may repair as much/m);
  assert.match(text, /^- merit − resample: not recorded to the end/m);
});

Deno.test("findings: where the interval does not hold the paper's differences, it is said", async () => {
  const behind = await render([contrast("merit − stateless", -4)]);
  assert.match(behind, /not separated from 0 here; the paper's lie outside the interval/);
  const between = { ...contrast("merit − reflexion", 1), interval: { low: -0.01, high: 0.02 } };
  assert.match(
    await render([between]),
    /from 0 here; one of the paper's lies outside/,
  );
});

Deno.test("findings: contrasts that are not tested are counted apart", async () => {
  const untested = { ...contrast("paper − other", 0), verdict: "not tested" } as const;
  const separated = contrast("merit − stateless", 20), open = contrast("merit − resample", 1);
  const none = "no method is seen to be better than another";
  const won = "merit − stateless (+50.0 points)";
  const sentences: readonly [ExperimentReport["contrasts"], string][] = [
    [[], "Of 0 recorded contrasts none is tested."],
    [[untested], "Of 1 recorded contrast none is tested."],
    [[open], `The one recorded contrast is not separated: ${none}.`],
    [[separated], `The one recorded contrast is separated: ${won}.`],
    [[open, separated], `Of 2 recorded contrasts 1 is separated: ${won}.`],
    [
      [untested, open],
      `Of 2 recorded contrasts 1 is not tested; the other is not separated: ${none}.`,
    ],
    [
      [untested, untested, separated],
      `Of 3 recorded contrasts 2 are not tested; the other is separated: ${won}.`,
    ],
    [
      [untested, untested, open, open],
      `Of 4 recorded contrasts 2 are not tested; of the other 2, none is separated: ${none}.`,
    ],
    [
      [untested, open, separated],
      `Of 3 recorded contrasts 1 is not tested; of the other 2, 1 is separated: ${won}.`,
    ],
  ];
  for (const [contrasts, sentence] of sentences) {
    assert.ok((await render(contrasts)).split("\n").includes(sentence), sentence);
  }
});

Deno.test("findings: a search without a hypothesis separates nothing, and repeats no contrast", async () => {
  const main = { ...empty, contrasts: [contrast("merit − stateless", 1)] };
  const search = {
    ...empty,
    experiment: "accuracy_by_attempt",
    exploratory: true,
    databases: ["other"],
    contrasts: [contrast("merit − stateless", 20)],
  };
  const text = await render([], { reports: [main, search] });
  assert.match(
    text,
    /^The one recorded contrast is not separated.* 1 more is of a search without/m,
  );
  assert.match(
    text,
    /^\| merit − stateless in `accuracy_by_attempt` on other .*\| +exploratory \|$/m,
  );
  assert.doesNotMatch(text, /not that it holds/);
  const same = { ...search, databases: empty.databases };
  assert.doesNotMatch(await render([], { reports: [main, same] }), /\| merit − stateless in/);
});

Deno.test("findings: what the main comparison lacks is not taken from another experiment", async () => {
  const other = { ...empty, experiment: "other", contrasts: [contrast("merit − stateless", 20)] };
  const text = await render([], { reports: [empty, other] });
  assert.match(text, /^\| merit − stateless +\|.*\| not recorded to the end \|/m);
});

Deno.test("findings: twins are said to flip their signs together", async () => {
  const one = contrast("merit − stateless", 20);
  const clusterByTwinGroup = { ...one.clusterByTwinGroup, clusters: 25 };
  assert.match(await render([{ ...one, clusterByTwinGroup }]), /40 questions are 25 groups/);
  assert.doesNotMatch(await render([one]), /flipped by twin group/);
});

Deno.test("findings: what is recorded over one database alone is said of that database", async () => {
  const part = {
    ...empty,
    experiment: "ablate_schema_locality",
    databases: ["bike_share"],
    contrasts: [contrast("other-databases − same-database", -2)],
    notEstimated: [{ variant: "any-database", against: "same-database" }],
  };
  const text = await render([], { reports: [{ ...empty, databases: ["a", "b"] }, part] });
  assert.match(text, /^\| Must precedents .* 1 of 2 on bike_share \|$/m);
  const place = "in `ablate_schema_locality` on bike_share";
  assert.ok(text.includes(`| other-databases − same-database ${place} |`));
  const contrasts = [
    { ...contrast("any-database − same-database", 0), verdict: "not tested" } as const,
  ];
  const untested = await render([], { reports: [empty, { ...part, contrasts }] });
  assert.match(untested, /^- Not tested, .*: any-database − same-database in .* on bike_share\.$/m);
  assert.match(text, /^- Not recorded to the end: any-database .* on bike_share\.$/m);
  assert.doesNotMatch(text, /^- Not recorded: .*ablate_schema_locality/m);
});

Deno.test("findings on Spider: what is planned and waits, and that one contrast is there twice", async () => {
  const main = { ...empty, databases: ["a", "b"], arms: [], runs: [] };
  const twins = { ...main, experiment: "ablate_twins" };
  const database = { ids: ["1", "2"], tasks: "", file: "" };
  const data: OutsideData = {
    ...{ recording: "r", benchmark: "spider", folder: "f", source: "s", recorded: ["a", "b"] },
    databases: ["a", "b", "c"].map((name) => ({ ...database, name })),
  };
  const spider = (reports: readonly ExperimentReport[]) => renderSpiderFindings({ reports }, data);
  const repeated = /that of the main\ncomparison again/;
  const same = await spider([main, twins]);
  assert.match(same, repeated);
  assert.match(same, /Planned and not recorded: c \(2 questions\)\. The paper used/);
  assert.doesNotMatch(await spider([main, { ...twins, databases: ["a"] }]), repeated);
  assert.doesNotMatch(await spider([main]), repeated);
  const all = await spider([{ ...main, databases: ["a", "b", "c"] }]);
  assert.match(all, /This is all that was planned\./);
});

Deno.test("findings: both parts measure paper, and its interval holds the paper's 48 % or not", async () => {
  const classifier = (split: string, correct: number, classifier = "paper") =>
    makeClassified({ split, correct, classifier });
  const rules = (correct: number) => [
    classifier("development", correct),
    classifier("held_out", 60),
    classifier("development", 99, "structural"),
    classifier("held_out", 80, "structural"),
  ];
  const inside = await render([], { classifiers: rules(40) });
  assert.match(inside, /^- Real failures, all \(200\): `paper` 50\.0 % \(43\.1 % to 56\.9 %\)\.$/m);
  assert.match(inside, /^- Real failures, held out \(100\): `structural` 80\.0 % \(/m);
  assert.doesNotMatch(inside, /99\.0 %|60\.0 %/);
  assert.match(
    inside,
    /about 48 % of the time, .*: inside the interval of `paper` on real failures/,
  );
  const outside = await render([], { classifiers: rules(60) });
  assert.match(outside, /outside the interval of `paper` on real/);
});

Deno.test("findings: always the most frequent type stands beside the classifiers", async () => {
  const classifiers = [
    makeClassified({ split: "development", classifier: "paper", correct: 40 }),
    makeClassified({ split: "held_out", classifier: "paper", correct: 60 }),
    makeClassified({ split: "held_out", classifier: "structural", correct: 80 }),
  ];
  const text = await render([], { classifiers });
  assert.match(
    renderClassifiers(classifiers),
    /^\| real +\| all .*always syntax, the most frequent \| 200 \| +70\.0 %/m,
  );
  assert.match(
    text,
    /^- Real failures, all \(70\.0 % with that answer\): `paper` is right less often \(50\.0 %; alone on 60 .* alone on 100, p = /m,
  );
  assert.match(
    text,
    /^- .* held out \(70\.0 % with that answer\): `structural` is right more often \(80\.0 %; alone on 30 .* alone on 20, p = 0\.203/m,
  );
  assert.match(text, /the 200 real ones are of 60 questions/);
});

Deno.test("findings: what came of other classifiers, and how many causes were known", async () => {
  assert.match(await render([]), /^None of its contrasts is recorded\.$/m);
  const [arm] = empty.arms;
  const measured = {
    ...empty,
    experiment: "ablate_classifier",
    databases: ["a", "b"],
    questions: 80,
    contrasts: [contrast("known-causes − rules", 3)],
    arms: ["rules", "known-causes"].map((label) => ({ ...arm!, label, accuracy: 0.6 })),
  };
  const text = await render([], {
    reports: [empty, measured],
    labelled: { failures: 1200, labelled: 300 },
  });
  assert.match(
    text,
    /^Measured on a and b, 80 questions: rules 60\.0 % and known-causes 60\.0 %\. The contrasts stand above; 3 questions are discordant/m,
  );
  assert.match(text, /^Of the 1,200 failed attempts of `known-causes` 300 have a label/m);
});

Deno.test("findings: accuracy at equal tokens, and how far the placebo is one", async () => {
  const equalTokens = {
    ...{ allowances: [714.5, 1429, 2858, 5716], reference: "merit", n: 80 },
    rows: [{ label: "merit-reflexion", accuracies: [0.5, 0.55, 0.6, 0.6], accuracyAtEnd: 0.6 }],
  };
  const placebo = [{
    ...{ order: 1, prompts: 1100, matched: 900, share: 0.818, short: 7, empty: 0 },
    tokenRatio: 1.024,
  }];
  const views = { ...empty.views, equalTokens, placebo };
  const combined = { ...empty, experiment: "combine_reflexion", databases: ["a", "b"], views };
  const text = await render([], { reports: [empty, combined] });
  assert.match(text, /^Of `combine_reflexion` on a and b:$/m);
  assert.match(text, /^\| merit-reflexion +\| +50\.0 % \| +55\.0 % .*\| 60\.0 % \|$/m);
  assert.match(
    text,
    /^Of 1,100 repair prompts in `combine_reflexion` on a and b in which .*, 900 show .*; 7 show fewer, .* 1\.02 times/m,
  );
  assert.doesNotMatch(await render([]), /At equal tokens|placebo is one/);
});

Deno.test("findings: flips beside those of chance, once these are recorded", async () => {
  const flips = { n: 80, flips: 6, rate: 0.075, interval: { low: 0.035, high: 0.154 } };
  const one = {
    ...{ variant: "merit", base: "stateless", fixed: [], broken: [], helped: [], harmed: [] },
    flips,
  };
  const attributions = [{ ...one, chance: null }];
  const without = await render([], { attributions, besideChance: attributions });
  assert.match(without, /it is not known how many flip by chance/);
  const chance = { ...flips, flips: 9, rate: 0.1125 };
  const again = { ...one, variant: "merit runSeed=1", base: "stateless runSeed=1", chance };
  const seeds = { ...empty, experiment: "control_seed", databases: ["a", "b"] };
  const over = (databases: readonly string[]) =>
    render([], {
      ...{ reports: [empty, { ...seeds, databases }], attributions, besideChance: [again] },
    });
  assert.match(
    await over(["a", "b"]),
    /^A second run seed of stateless is recorded over a and b alone: of 80 questions 9 flip between its two \(11\.3 %\), 6 beside merit\. /m,
  );
  assert.match(await over(empty.databases), /^A second run seed of stateless is recorded: of 80/m);
});
