import assert from "node:assert/strict";
import { openBenchmark } from "../../lib/experiment/open_benchmark.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { withBirdLayout } from "../benchmark/bird_layout.ts";

Deno.test("openBenchmark: a folder, and the databases kept of it", () =>
  withBirdLayout(async (benchmark) => {
    const all = await openBenchmark({ ...defaultRequest, benchmark });
    assert.equal(all.tasks.length, 3);
    const shop = await openBenchmark({ ...defaultRequest, benchmark, databases: ["shop"] });
    assert.deepEqual(shop.tasks.map(({ databaseId }) => databaseId), ["shop"]);
  }));

Deno.test("openBenchmark: the bundled one, with its twins where asked", async () => {
  const databases = ["bike_share"];
  const plain = await openBenchmark({ ...defaultRequest, databases });
  const twins = await openBenchmark({ ...defaultRequest, databases, twins: true });
  assert.ok(plain.tasks.length > 0 && twins.tasks.length > plain.tasks.length);
});

Deno.test("openBenchmark: refuses choices that a benchmark does not leave", () =>
  withBirdLayout(async (benchmark) => {
    await assert.rejects(() => openBenchmark({ ...defaultRequest, golds: "gold.sql" }), {
      name: "InputError",
      message: 'Cannot open the bundled benchmark with golds "gold.sql": need a folder for that',
    });
    await assert.rejects(() => openBenchmark({ ...defaultRequest, benchmark, twins: true }), {
      name: "InputError",
      message: `Cannot add twins to "${benchmark}": only bundled has them`,
    });
  }));
