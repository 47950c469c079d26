import assert from "node:assert/strict";
import {
  bootstrapClusters,
  clusterTInterval,
  gatherClusters,
  leaveOneClusterOut,
} from "../../lib/stats/clusters.ts";
import { assertClose, reference } from "./reference.ts";

for (const { means, level, low, high } of reference.cluster_t) {
  Deno.test(`clusterTInterval: agrees with scipy's ttest_1samp for ${means}`, () => {
    const clusters = means.map((mean, at) => ({ name: `${at}`, size: 4, total: 4 * mean }));
    const interval = clusterTInterval(clusters, level)!;
    assertClose(interval.low, low, 1e-10);
    assertClose(interval.high, high, 1e-10);
  });
}

for (const { name, totals, sizes, mean, deviation } of reference.cluster_bootstrap) {
  Deno.test(`bootstrapClusters: agrees with scipy.stats.bootstrap, ${name}`, () => {
    const clusters = totals.map((total, at) => ({ name: `${at}`, size: sizes[at]!, total }));
    const { low, high } = bootstrapClusters(clusters, { draws: 20_000 })!;
    assert.ok(Math.abs(low - mean[0]!) < 4 * deviation[0]! + 0.002, `${low}, not ${mean[0]}`);
    assert.ok(Math.abs(high - mean[1]!) < 4 * deviation[1]! + 0.002, `${high}, not ${mean[1]}`);
  });
}

Deno.test("gatherClusters: sizes and exact totals, in order of name", () => {
  const clusters = gatherClusters([1 / 3, -1, 1 / 3, 0, 1 / 3], ["b", "a", "b", "a", "b"]);
  assert.deepEqual(clusters, [
    { name: "a", size: 2, total: -1 },
    { name: "b", size: 3, total: 1 },
  ]);
  assert.throws(() => gatherClusters([1], []), /1 values and 0 names/);
});

Deno.test("leaveOneClusterOut: one mean a cluster, smallest first", () => {
  const clusters = gatherClusters([1, 1, 0, -1], ["a", "a", "b", "c"]);
  assert.deepEqual(leaveOneClusterOut(clusters), [
    { without: "a", mean: -1 / 2 },
    { without: "b", mean: 1 / 3 },
    { without: "c", mean: 2 / 3 },
  ]);
});

Deno.test("clusters: null for fewer than two, and a t interval for none without spread", () => {
  const one = gatherClusters([0, 1], ["a", "a"]);
  for (const clusters of [[], one]) {
    assert.equal(bootstrapClusters(clusters), null);
    assert.equal(clusterTInterval(clusters), null);
    assert.deepEqual(leaveOneClusterOut(clusters), []);
  }
  const alike = gatherClusters([1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3], [..."aabbbb"]);
  assert.equal(clusterTInterval(alike), null);
});

Deno.test("bootstrapClusters: equal seeds give equal bytes", () => {
  const clusters = gatherClusters([1, 0, 0, 1, 1, -1, 0], [..."abcabca"]);
  assert.deepEqual(bootstrapClusters(clusters), bootstrapClusters(clusters));
});
