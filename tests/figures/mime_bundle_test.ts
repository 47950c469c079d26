import assert from "node:assert/strict";
import { mimeBundle } from "../../lib/figures/mime_bundle.ts";
import { sampleFigures } from "./sample_figures.ts";

Deno.test("mimeBundle: each version's specification names its own schema", async () => {
  const [figure] = sampleFigures("screen");
  const { data, metadata } = await mimeBundle(figure!);
  for (const version of [5, 6] as const) {
    assert.deepEqual(data[`application/vnd.vegalite.v${version}+json`], {
      ...JSON.parse(JSON.stringify(figure!.spec)),
      $schema: `https://vega.github.io/schema/vega-lite/v${version}.json`,
    });
  }
  assert.match(data["image/svg+xml"], /^<svg [^>]*width="680px"/);
  assert.match(
    data["text/plain"],
    /^\[figure accuracy\] Execution accuracy of stateless, dynamic-rag and merit/,
  );
  assert.deepEqual(metadata, {});
});

Deno.test("mimeBundle: is JSON, and the same for the same figure", async () => {
  for (const figure of sampleFigures("screen")) {
    const bundle = await mimeBundle(figure);
    assert.deepEqual(JSON.parse(JSON.stringify(bundle)), bundle);
    assert.deepEqual(await mimeBundle(figure), bundle);
  }
});
