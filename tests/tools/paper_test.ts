/** What README and docs report is what the recordings give. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRecordedPart } from "../../lib/experiment/bundled_recording.ts";
import { renderFindings } from "../../tools/findings.ts";
import {
  readFindings,
  readSpiderReports,
  renderForest,
  renderReadme,
  renderResults,
  renderSpider,
  renderSpiderReadme,
} from "../../tools/paper.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, root));

Deno.test("paper: README, docs/results.md, docs/findings.md and the forest are what the recording gives", async () => {
  const out = await Deno.makeTempDir();
  const part = await readRecordedPart();
  const again = "to make it anew: deno task paper";
  assert.equal(await renderResults(part, out), await read("docs/results.md"), again);
  // The run files are there now, so this reads them.
  const input = await readFindings(part, out);
  assert.equal(await renderFindings(input), await read("docs/findings.md"), again);
  assert.equal(await renderForest(input), await read("docs/figures/forest.svg"), again);
  const readme = await read("README.md");
  assert.equal(await renderReadme(readme, input), readme, again);
  await Deno.remove(out, { recursive: true });
});

const shared = fileURLToPath(new URL("../shared/data/spider-dev", root));
const isAbsent = !existsSync(shared);
if (isAbsent) console.log("skipped, because shared/ is not beside the checkout");

Deno.test({
  name:
    "paper: docs/spider.md and README's words on it are what the recording over a part of Spider gives",
  ignore: isAbsent,
  async fn() {
    const out = await Deno.makeTempDir();
    const again = "to make it anew: Spider's files in data/spider, then deno task paper";
    const reports = await readSpiderReports(shared, out);
    assert.equal(await renderSpider(reports), await read("docs/spider.md"), again);
    const readme = await read("README.md");
    assert.equal(renderSpiderReadme(readme, reports), readme, again);
    await Deno.remove(out, { recursive: true });
  },
});
