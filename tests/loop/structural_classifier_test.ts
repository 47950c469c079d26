/** The loop, the audit and the classifier that looks at the query. */
import assert from "node:assert/strict";
import { exampleSetting } from "../../lib/loop/example_setting.ts";
import { repairEpisode } from "../../lib/loop/repair_episode.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import { digestManifest } from "../../lib/runs/digest_manifest.ts";
import { exampleManifest, exampleRun } from "../../lib/runs/examples.ts";
import type { ClassifierVersion } from "../../lib/classifier/open_classifier.ts";

/** One episode whose first query runs and takes the wrong aggregate. */
function episodeWith(classifier: ClassifierVersion) {
  const setting = exampleSetting();
  const configuration = { ...setting.configuration, classifier };
  return repairEpisode(exampleTask, 0, {
    ...setting,
    configuration,
    initialSql: () => "```sql\nSELECT name FROM singer WHERE age > 30\n```",
    observe: (task, sql) =>
      sql.includes("age")
        ? Promise.resolve({
          ...{ status: "mismatch", outcome: "rows", message: "", preview: "Ann", reason: "" },
          shape: { rows: 1, columns: 1 },
        })
        : setting.observe(task, sql),
  });
}

Deno.test("repairEpisode: a failure has the type of the configured classifier", async () => {
  const types = await Promise.all((["paper", "structural"] as const).map(async (version) => {
    const { steps, entries } = await episodeWith(version);
    assert.equal(entries[0]?.failureType, steps[0]!.attempt.failure?.type);
    return steps[0]!.attempt.failure;
  }));
  assert.deepEqual(types, [
    { type: "result_mismatch", rule: "mismatch" },
    { type: "aggregation", rule: "missing_aggregate" },
  ]);
});

Deno.test("auditRun: it classifies anew with the run's own classifier", async () => {
  const run = await exampleRun();
  const initialPredictions = "digest";
  const check = async (made: ClassifierVersion, told: ClassifierVersion) => {
    const configuration = { ...exampleManifest.configuration, classifier: told };
    const manifest = { ...exampleManifest, configuration, initialPredictions };
    const manifestDigest = digestManifest(manifest);
    const episode = await episodeWith(made);
    const digest = digestEpisode(manifestDigest, episode);
    const episodes = [{ ...episode, sequence: 0, digest }];
    return (await auditRun({ ...run, manifest, manifestDigest, episodes })).violations;
  };
  assert.deepEqual(await check("structural", "structural"), []);
  const violations = await check("paper", "structural");
  assert.ok(violations.some((line) => /failure type result_mismatch, need aggregation/.test(line)));
});
