/** What docs/scale.md says is what the recording and the simulation give. */
import assert from "node:assert/strict";
import { measureTraces } from "../../tools/scale/measure_traces.ts";
import { assumedMachine, boundsOf, listArms, planCells } from "../../tools/scale/plan.ts";
import { renderScale } from "../../tools/scale/render.ts";
import { simulate } from "../../tools/scale/simulate.ts";

const traces = await measureTraces();

Deno.test("scale: docs/scale.md is what the recording gives", async () => {
  const text = await Deno.readTextFile(new URL("../../docs/scale.md", import.meta.url));
  const made = await renderScale(traces, assumedMachine);
  assert.equal(made, text, "to make it anew: deno task scale --write");
});

Deno.test("scale: the simulation ends between its bounds and twice of them, calls shared out evenly", async () => {
  for (const [orders, servers, workers] of [[1, 1, 3], [2, 4, 108], [18, 8, 972]] as const) {
    const cells = planCells(traces, { arms: listArms(), orders });
    const site = { machine: assumedMachine, servers, workers, cores: 16 };
    const { cells: seconds, callsByServer } = await simulate(cells, site);
    const bound = Math.max(...Object.values(boundsOf(cells, site)));
    const ratio = seconds / bound;
    assert.ok(ratio >= 1 - 1e-9 && ratio < 2, `${orders} orders: ${ratio}`);
    const calls = cells.flatMap((cell) => cell.calls).filter((call) => !call.isShared).length;
    // 40 questions are asked ahead for each benchmark.
    assert.equal(callsByServer.reduce((sum, count) => sum + count, 0), calls + 80);
    const mean = (calls + 80) / servers;
    for (const count of callsByServer) assert.ok(Math.abs(count / mean - 1) < 0.02, `${count}`);
  }
});

Deno.test("scale: one cell at a time takes the sum, all alone the longest", async () => {
  const cells = planCells(traces, { arms: ["merit", "reflexion"], orders: 1 });
  const site = { machine: assumedMachine, servers: 1, workers: 1, cores: 1 };
  const bounds = boundsOf(cells, site);
  const close = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 1e-6, `${a}, ${b}`);
  close((await simulate(cells, site)).cells, bounds["cells at once"]);
  const wide = { ...site, workers: 99, cores: 99, servers: 9 };
  close((await simulate(cells, wide)).cells, bounds["longest cell"]);
});
