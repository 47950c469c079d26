import assert from "node:assert/strict";
import { makeViews, writeViews } from "../../lib/commands/experiment_views.ts";

Deno.test("writeViews: the allowance stands as it is enforced, a half included", async () => {
  const views = await makeViews({ contrasts: [] }, []);
  const headOf = (...allowances: readonly number[]) =>
    writeViews({ ...views, equalTokens: { allowances, reference: "merit", n: 80, rows: [] } })
      .find((line) => line.includes("by tokens a question"));
  assert.match(headOf(714.5, 1429, 1715)!, /\| 714\.5 \| 1,429 \| 1,715 \| at K \|$/);
});
