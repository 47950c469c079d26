/** The blocks of README follow the numbers, and nothing else of README moves. */
import assert from "node:assert/strict";
import {
  describeExperiment,
  type ExperimentReport,
} from "../../lib/commands/describe_experiment.ts";
import { InputError } from "../../lib/errors.ts";
import { exampleRun } from "../../lib/runs/examples.ts";
import type { FindingsInput } from "../../tools/findings.ts";
import {
  replaceBlock,
  writeCaption,
  writeClaims,
  writeSpiderClaims,
} from "../../tools/readme_claims.ts";
import { mainComparison } from "../../experiments/main_comparison.ts";
import { makeClassified } from "./make_classified.ts";
import { makeContrast as contrast } from "./make_contrast.ts";

const described = await describeExperiment(
  { ...mainComparison, arms: [{ name: "merit" }], contrasts: [], views: [] },
  [{ arm: "merit", run: await exampleRun(), miss: "" }],
);
const [arm] = described.arms;
const main: ExperimentReport = {
  ...described,
  databases: ["one", "two"],
  questions: 80,
  arms: [{ ...arm!, label: "merit", tokens: 1000 }, { ...arm!, label: "reflexion", tokens: 2500 }],
  contrasts: [contrast("merit − stateless", 3), contrast("merit − reflexion", -20)],
};
const classifiers = ["mutations", "real"].flatMap((set) =>
  ["paper", "structural"].map((classifier) => {
    const split = classifier === "paper" ? "development" : "held_out";
    return makeClassified({ set, split, classifier, correct: 50 });
  })
);
const claims = async (
  more: readonly ExperimentReport[] = [],
  besideChance: FindingsInput["besideChance"] = [],
) => {
  const input: FindingsInput = {
    reports: [main, ...more],
    ...{ classifiers, bites: [], labelled: { failures: 0, labelled: 0 } },
    ...{ attributions: [], besideChance },
  };
  return (await writeClaims(input)).join("\n");
};
const row = (text: string, experiment: string) =>
  text.split("\n").filter((line) => line.includes(`| \`${experiment}\``));

const inOneLine = (text: string) => text.replaceAll("\n", " ");

Deno.test("README: a block is replaced between its comments, twice with the same end", () => {
  const text =
    "# Kit\n\n<!-- words, made by deno task paper -->\nold\n<!-- end of words -->\n\nrest\n";
  const once = replaceBlock(text, "words", ["new"]);
  assert.equal(
    once,
    "# Kit\n\n<!-- words, made by deno task paper -->\n\nnew\n\n<!-- end of words -->\n\nrest\n",
  );
  assert.equal(replaceBlock(once, "words", ["new"]), once);
  assert.throws(() => replaceBlock(text, "others", []), InputError);
  const spoilt = [
    text + text,
    text.replace("<!-- end of words -->", ""),
    `<!-- end of words -->${text}`,
  ];
  for (const one of spoilt) {
    assert.throws(() => replaceBlock(one, "words", []), /README\.md: it has/);
  }
  const breaks = text.replaceAll("\n", "\r\n");
  assert.match(replaceBlock(breaks, "words", ["new"]), /rest\r\n$/);
});

Deno.test("README: a claim says what was measured, what was expected, or that nothing is recorded", async () => {
  const text = await claims();
  const [memory, rag, reflexion] = row(text, "main_comparison");
  assert.match(memory!, /\| A .* −4\.1 to \+11\.0 points .*\+7\.5 points \(95 % interval .*Holm p/);
  assert.match(rag!, /\| not recorded yet +\|$/);
  assert.match(reflexion!, /−50\.0 points .* separated; Reflexion at 2\.5 times the tokens/);
  assert.match(row(text, "ablate_polarity")[0]!, /−7\.6 to \+7\.4 points .* not recorded yet/);
  assert.match(text, /50\.0 % of 100 real failures \(.*\), always the most frequent type: 70\.0 %/);
  assert.match(text, /`deno task merit experiment NAME --databases one,two --orders 1`/);
  assert.match(inOneLine(text), /7\.5 points at 80 questions \(`04_statistics`\)/);
  assert.match(
    inOneLine(text),
    /these 80 questions show differences from [\d.]+ to [\d.]+ points on/,
  );
  assert.ok(text.split("\n").every((line) => line.length <= 140 || line.startsWith("|")));
});

Deno.test("README: what is recorded over other databases has a command of its own", async () => {
  const locality = {
    ...main,
    experiment: "ablate_schema_locality",
    databases: ["one"],
    questions: 40,
    contrasts: [contrast("other-databases − same-database", 0)],
  };
  const seeds = {
    ...main,
    experiment: "control_seed",
    contrasts: [contrast("stateless-again − stateless", -2)],
  };
  const beside = {
    ...{ variant: "merit runSeed=1", base: "stateless runSeed=1", chance: null },
    ...{ fixed: [], broken: [], helped: [], harmed: [] },
    flips: { n: 40, flips: 3, rate: 0.075, interval: null },
  };
  const text = await claims([locality, seeds], [beside]);
  assert.match(
    row(text, "ablate_schema_locality")[0]!,
    /\| B .* −12\.7 to \+7\.3 points .* on one database, .*: 0\.0 points \(no interval, /,
  );
  assert.match(text, /^- B: .*--databases one --orders 1`$/m);
  assert.match(inOneLine(text), /7\.5 points at 80 questions and 10\.0 points at 40 questions/);
  assert.match(
    row(text, "control_seed")[0]!,
    /2 of 40 questions flip between two seeds, 3 of 40 between MERIT and stateless/,
  );
  assert.doesNotMatch(await claims([seeds]), /between MERIT and stateless/);
});

Deno.test("README: what is recorded on more questions stands beside the first claim, as exploratory", async () => {
  const wider = {
    ...main,
    experiment: "accuracy_by_attempt",
    exploratory: true,
    databases: ["one", "two", "three"],
    questions: 120,
    contrasts: [contrast("merit − stateless", -4)],
  };
  const [memory] = row(await claims([wider]), "main_comparison");
  assert.match(
    memory!,
    /not separated; exploratory, with one, two and three: −10\.0 points on 40 questions, p = 0\.125/,
  );
});

Deno.test("README: the caption and the words on Spider name the best, and how far it reaches", () => {
  const caption = writeCaption({ reports: [main] }).join(" ");
  assert.match(caption, /one and two, 80 questions, .* Of 2 recorded contrasts 1 is separated/);
  const one = contrast("merit − resample", -20);
  const across = (low: number, high: number) => {
    const clusterByDatabase = { ...one.clusterByDatabase, clusters: 4, t: { low, high } };
    const contrasts = [{ ...one, clusterByDatabase }] as ExperimentReport["contrasts"];
    return writeSpiderClaims({ reports: [{ ...main, contrasts }] }).join(" ");
  };
  assert.match(across(-0.2, 0.1), /On 80 questions .* of 2 databases .*−50\.0 points/);
  assert.match(across(-0.2, 0.1), /interval of merit − resample holds 0 \(−20\.0 to \+10\.0\)/);
  assert.match(across(-0.2, -0.1), /does not hold 0 \(−20\.0 to −10\.0\)/);
});
