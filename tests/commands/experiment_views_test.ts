import assert from "node:assert/strict";
import { makeViews, writeViews } from "../../lib/commands/experiment_views.ts";

Deno.test("writeViews: the allowance stands as it is enforced, a half included", async () => {
  const views = await makeViews({ contrasts: [] }, []);
  const headingOf = (allowance: number) =>
    writeViews({ ...views, equalTokens: { allowance, reference: "merit", n: 80, rows: [] } })
      .find((line) => line.startsWith("### Accuracy at equal tokens"));
  assert.equal(headingOf(714.5), "### Accuracy at equal tokens: at most 714.5 a question");
  assert.equal(headingOf(1715), "### Accuracy at equal tokens: at most 1,715 a question");
});
