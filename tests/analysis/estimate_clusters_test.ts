import assert from "node:assert/strict";
import { estimateClusters } from "../../lib/analysis/estimate_clusters.ts";

Deno.test("estimateClusters: one cluster is not defined, with the reason", () => {
  for (const [values, clusters] of [[[], 0], [[1, 0], 1]] as const) {
    assert.deepEqual(estimateClusters(values, values.map(() => "a")), {
      clusters,
      t: null,
      bootstrap: null,
      leaveOneOut: null,
      why: `clusters need at least 2, not ${clusters}`,
    });
  }
});

Deno.test("estimateClusters: equal means give no interval without width but a reason", () => {
  const { t, bootstrap, leaveOneOut, why } = estimateClusters([1, -1, 0], ["a", "a", "b"]);
  assert.deepEqual([t, bootstrap], [null, null]);
  assert.deepEqual([leaveOneOut!.low.mean, leaveOneOut!.high.mean], [0, 0]);
  assert.match(why, /same mean/);
});
