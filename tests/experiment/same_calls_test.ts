/** What a forecast counts is what a model is then asked. */
import assert from "node:assert/strict";
import { forecastEffort } from "../../lib/experiment/forecast_effort.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";

const configuration = { ...defaultConfiguration, budget: 2 };
const reseeded = { ...configuration, runSeed: 2 };
const variants = [
  { name: "stateless", method: "stateless", configuration },
  { name: "resample", method: "resample", configuration },
  { name: "again", method: "stateless", configuration: reseeded },
  { name: "merit", method: "merit", configuration },
];
const folder = await Deno.makeTempDir();
const recording = `${folder}/calls.sqlite`;
/** The model is always wrong. */
const request: RunRequest = {
  ...{ ...defaultRequest, variants, orders: [1, 2], recording, databases: ["bike_share"] },
  ...{ model: "scripted:select-one", embedder: "hashing" },
};

/** Calls that each cell asked of the model. */
async function record(limit: number): Promise<readonly number[]> {
  const asked = { ...request, limit, out: `${folder}/${limit}` };
  await using prepared = await prepareCells(asked, { resume: false });
  const live = new Map(prepared.cells.map((cell) => [cell, 0]));
  await runCells(prepared, {
    parallel: 1,
    prefetch: false,
    onEpisode(cell, { steps }) {
      const calls = steps.flatMap((step) => step.calls).filter(({ source }) => source === "live");
      live.set(cell, live.get(cell)! + calls.length);
    },
  });
  return [...live.values()];
}

function countRecorded(): number {
  using database = openRecording(recording, { readOnly: true });
  return Number(database.prepare("SELECT count(*) AS calls FROM calls").get()!.calls);
}

const sum = (counts: readonly (number | null)[]) =>
  counts.reduce<number>((total, count) => total + count!, 0);

const recorded = await record(10), count = countRecorded();
const whole = await forecastEffort({ ...request, limit: 10 });
const more = await forecastEffort({ ...request, limit: 12 });
const asked = await record(12);
await Deno.remove(folder, { recursive: true });

Deno.test("forecastEffort: what is recorded is counted once, as the recording holds it", () => {
  assert.equal(count, sum(recorded));
  assert.deepEqual(whole.map((cell) => cell.recordedCalls), recorded);
  assert.deepEqual(whole.map((cell) => cell.expectedCalls), whole.map(() => 0));
  assert.deepEqual(whole.map((cell) => cell.mostCalls), whole.map(() => 0));
});

Deno.test("forecastEffort: an arm without memory asks once what its orders share, all arms attempt 0", () => {
  // Two questions more: attempt 0 once, and two repairs for each arm.
  const expected = [2 + 4, 4, 4, null, 0, 0, 0, null];
  for (const [at, calls] of expected.entries()) {
    const { expectedCalls, mostCalls } = more[at]!;
    if (calls === null) continue;
    assert.deepEqual([expectedCalls, mostCalls, asked[at]], [calls, calls, calls]);
  }
});

Deno.test("forecastEffort: an arm with memory asks at most what is forecast", () => {
  for (const [at, { variant, order, mostCalls }] of more.entries()) {
    assert.ok(asked[at]! <= mostCalls, `${variant}, order ${order}: ${asked[at]} of ${mostCalls}`);
  }
  const merit = more.find(({ variant, order }) => variant === "merit" && order === 1)!;
  assert.equal(merit.mostCalls, 4);
});
