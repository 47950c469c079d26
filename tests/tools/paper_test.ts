/** What README and docs/results.md report is what the recording gives. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ContrastEstimate } from "../../lib/analysis/contrast_estimate.ts";
import { readPaperResults } from "../../lib/analysis/paper_results.ts";
import type { ExperimentReport } from "../../lib/commands/describe_experiment.ts";
import {
  formatNumber,
  formatP,
  formatPercent,
  formatPoints,
} from "../../lib/commands/format_numbers.ts";
import { readRecordedPart } from "../../lib/experiment/bundled_recording.ts";
import { exactChanceDifference } from "../../lib/stats/chance_difference.ts";
import {
  experimentArguments,
  mainComparison,
  readJson,
  readSpiderReports,
  renderForest,
  renderPartFindings,
  renderResults,
  renderSpider,
} from "../../tools/paper.ts";
import { type ClassifierResult, fairResults } from "../../tools/classifier_findings.ts";

const root = new URL("../../", import.meta.url);

type Measured = ClassifierResult["confusion"];

/** What the README says of a contrast. */
function writeClaim(contrast: ContrastEstimate): string {
  const { variantAccuracy, baseAccuracy, difference, interval, pHolm, bite, verdict } = contrast;
  const low = formatPoints(interval!.low), high = formatPoints(interval!.high);
  return `${formatPercent(variantAccuracy)} against ${formatPercent(baseAccuracy)}: ` +
    `${formatPoints(difference)} points (95 % interval ${low} to ${high}, Holm p ${
      formatP(pHolm).replace(/^= /, "")
    }, bite ${formatPercent(bite, 0)}), ${verdict}`;
}

Deno.test("paper: docs/results.md, docs/findings.md and the README's claims are what the recording gives", async () => {
  const out = await Deno.makeTempDir();
  const part = await readRecordedPart();
  const results = await Deno.readTextFile(new URL("docs/results.md", root));
  assert.equal(await renderResults(part, out), results, "to make it anew: deno task paper");
  const findings = await Deno.readTextFile(new URL("docs/findings.md", root));
  assert.equal(await renderPartFindings(part, out), findings, "to make it anew: deno task paper");
  // The run files are there now, so this reads them.
  const report: ExperimentReport = await readJson(mainComparison(part, out));
  const forest = await Deno.readTextFile(new URL("docs/figures/forest.svg", root));
  assert.equal(await renderForest(part, out), forest, "to make it anew: deno task paper");
  const readme = await Deno.readTextFile(new URL("README.md", root));
  assert.ok(report.contrasts.length >= 2);
  const name = "ablate_schema_locality";
  const locality: ExperimentReport = await readJson(
    experimentArguments(name, part.experiments[name]!, `${out}/${name}`),
  );
  const others = locality.contrasts.filter(({ name }) => name.startsWith("other-databases"));
  assert.equal(others.length, 1);
  const seeds: ExperimentReport = await readJson(
    experimentArguments("control_seed", part.databases, `${out}/control_seed`),
  );
  const [again] = seeds.contrasts, [memory] = report.contrasts;
  const tokensOf = (arm: string) => report.arms.find(({ label }) => label === arm)!.tokens;
  const ratio = formatNumber(tokensOf("reflexion") / tokensOf("merit"), 1);
  const { results: classified }: { readonly results: readonly ClassifierResult[] } = await readJson(
    ["classify"],
  );
  const fair = fairResults(classified);
  const measured = (classifier: string) =>
    ["mutations", "real"].map((set) =>
      fair.find((one) => one.classifier === classifier && one.set === set)!.confusion
    ) as [Measured, Measured];
  const [rules, rulesReal] = measured("paper"), [parsed, parsedReal] = measured("structural");
  const { low, high } = rulesReal.interval!;
  const claims = [
    ...[...report.contrasts, ...others, again!].map(writeClaim),
    `${again!.discordant} of ${again!.n} questions flip between two seeds, ${
      memory!.discordant
    } of ${memory!.n} between MERIT and stateless`,
    `Reflexion at ${ratio} times the tokens`,
    `${formatPercent(rules.accuracy)} of ${formatNumber(rules.n)} mutations and ${
      formatPercent(rulesReal.accuracy)
    } of ${rulesReal.n} real failures (95 % interval ${formatPercent(low)} to ${
      formatPercent(high)
    })`,
    `${formatPercent(parsed.accuracy)} and ${formatPercent(parsedReal.accuracy)}`,
  ];
  for (const claim of claims) assert.ok(readme.includes(claim), `README lacks: ${claim}`);
  await Deno.remove(out, { recursive: true });
});

Deno.test("paper: the README's expectations are the paper's differences and the range of chance", async () => {
  const { accuracy, ablations } = await readPaperResults();
  const percentOf = (name: string) =>
    accuracy.find(({ benchmark, method }) => benchmark === "spider" && method === name)!.percent;
  const pointsOf = (wanted: string) => ablations.find(({ name }) => name === wanted)!.points;
  const expectations = [
    ["main_comparison", percentOf("merit") - percentOf("stateless"), 80],
    ["main_comparison", percentOf("merit") - percentOf("dynamic-rag"), 80],
    ["main_comparison", percentOf("merit") - percentOf("reflexion"), 80],
    ["ablate_polarity", pointsOf("no negatives"), 40],
    ["ablate_type_conditioning", pointsOf("no type condition"), 40],
    ["ablate_schema_locality", pointsOf("cross-database"), 40],
  ] as const;
  const readme = (await Deno.readTextFile(new URL("README.md", root))).split("\n");
  for (const [experiment, points, n] of expectations) {
    const chance = exactChanceDifference({ n, discordantShare: 0.1 });
    const [low, high] = [-chance, chance].map((by) => formatPoints(points / 100 + by));
    const range = `${low} to ${high} points`;
    const isThere = readme.some((line) =>
      line.includes(`| \`${experiment}\``) && line.includes(range)
    );
    assert.ok(isThere, `README lacks: ${experiment}: ${range}`);
  }
});

const shared = fileURLToPath(new URL("../shared/data/spider-dev", root));
const isAbsent = !existsSync(shared);
if (isAbsent) console.log("skipped, because shared/ is not beside the checkout");

Deno.test({
  name:
    "paper: docs/spider.md and the README's words on it are what the recording over a part of Spider gives",
  ignore: isAbsent,
  async fn() {
    const out = await Deno.makeTempDir();
    const text = await Deno.readTextFile(new URL("docs/spider.md", root));
    const again = "to make it anew: Spider's files in data/spider, then deno task paper";
    const reports = await readSpiderReports(shared, out);
    assert.equal(await renderSpider(reports), text, again);
    const contrasts = reports[0]!.contrasts.filter(({ name }) => name.endsWith("resample"));
    assert.equal(contrasts.length, 2);
    const readme = (await Deno.readTextFile(new URL("README.md", root))).replace(/\s+/g, " ");
    const across = contrasts.map(({ clusterByDatabase: { t } }) =>
      `(${formatPoints(t!.low)} to ${formatPoints(t!.high)})`
    );
    for (const claim of [...contrasts.map(writeClaim), ...across]) {
      assert.ok(readme.includes(claim), `README lacks: ${claim}`);
    }
    await Deno.remove(out, { recursive: true });
  },
});
