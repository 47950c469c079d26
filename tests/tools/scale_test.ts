/** What docs/scale.md says is what the recording and the simulation give. */
import assert from "node:assert/strict";
import { measureTraces } from "../../tools/scale/measure_traces.ts";
import {
  assumedMachine,
  boundsOf,
  listArms,
  planCells,
  sumEffort,
} from "../../tools/scale/plan.ts";
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
    const cells = planCells(traces, { arms: listArms(), orders, seeds: 1, engine: "local" });
    const site = { machine: assumedMachine, servers, workers, cores: 16 };
    const { cells: seconds, callsByServer } = await simulate(cells, site);
    const bound = Math.max(...Object.values(boundsOf(cells, site)));
    const ratio = seconds / bound;
    assert.ok(ratio >= 1 - 1e-9 && ratio < 2, `${orders} orders: ${ratio}`);
    const inCells = cells.flatMap((cell) => cell.calls).filter(({ asked }) => asked === "here");
    // Attempts 0 are asked ahead for each of two benchmarks.
    const calls = inCells.length + 2 * traces.stateless!.length;
    assert.equal(callsByServer.reduce((sum, count) => sum + count, 0), calls);
    const mean = calls / servers;
    for (const count of callsByServer) assert.ok(Math.abs(count / mean - 1) < 0.02, `${count}`);
  }
});

Deno.test("scale: one cell at a time takes the sum, all alone the longest", async () => {
  const cells = planCells(traces, {
    arms: ["merit", "reflexion"],
    orders: 1,
    seeds: 1,
    engine: "local",
  });
  const site = { machine: assumedMachine, servers: 1, workers: 1, cores: 1 };
  const bounds = boundsOf(cells, site);
  const close = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 1e-6, `${a}, ${b}`);
  close((await simulate(cells, site)).cells, bounds["cells at once"]);
  const wide = { ...site, workers: 99, cores: 99, servers: 9 };
  close((await simulate(cells, wide)).cells, bounds["longest cell"]);
});

Deno.test("scale: attempt 0 counts once, and an arm without memory once over its orders but on Slurm", () => {
  const questions = 1034 + 1534;
  const repairs = (method: string, extent: { orders: number; seeds: number }, slurm = false) => {
    const engine = slurm ? "slurm" : "local";
    return sumEffort(planCells(traces, { arms: [method], ...extent, engine })).calls - questions;
  };
  for (const method of ["stateless", "resample", "merit"]) {
    const one = repairs(method, { orders: 1, seeds: 1 });
    const times = (calls: number) => Math.round(1e6 * calls / one) / 1e6;
    const calls = traces[method]!.flat().length, asked = traces[method]!.length;
    assert.ok(Math.abs(one - questions * (calls - asked) / asked) < 1e-6);
    const isShared = method !== "merit";
    assert.equal(times(repairs(method, { orders: 3, seeds: 1 })), isShared ? 1 : 3, method);
    assert.equal(times(repairs(method, { orders: 3, seeds: 2 })), isShared ? 2 : 6, method);
    assert.equal(times(repairs(method, { orders: 3, seeds: 2 }, true)), 6, method);
  }
});
