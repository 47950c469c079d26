import assert from "node:assert/strict";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { writeForecast } from "../../lib/commands/describe_forecast.ts";
import { bundledRecording } from "../../lib/experiment/bundled_recording.ts";
import { type CellForecast, forecastEffort } from "../../lib/experiment/forecast_effort.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants, type Variant } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { repairSampling } from "../../lib/loop/sampling.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

const spanning = {
  ...defaultConfiguration,
  memory: { ...defaultConfiguration.memory, scope: "any" },
} as const;
/** Its attempts 0 are recorded, its repairs are not and never will be. */
const reseeded = { ...defaultConfiguration, runSeed: 77 };
const resampled = { name: "reseeded", method: "resample", configuration: reseeded };
const variants = [
  ...methodVariants(["stateless", "reflexion", "merit"]),
  { name: "spanning", method: "merit", configuration: spanning },
  resampled,
];
const calls = new Map<string, number>();

const folder = await Deno.makeTempDir();
const recording = `${folder}/part.sqlite`;

/** The recording without repairs of animal_clinic; of bike_share it goes on to the end. */
async function cutRecording(): Promise<void> {
  await Deno.copyFile(bundledRecording, recording);
  const { tasks } = await loadBundled({ databases: ["animal_clinic"] });
  const seeds = tasks.flatMap((task) =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((attempt) =>
      (["repair", "reflection"] as const).map((purpose) =>
        repairSampling(defaultConfiguration, task, attempt, purpose).seed
      )
    )
  );
  using database = new DatabaseSync(recording);
  database.prepare(
    "DELETE FROM calls WHERE sampling ->> '$.seed' IN (SELECT value FROM json_each(?))",
  ).run(JSON.stringify(seeds));
}

/** Over bundled databases, under order 1. */
async function forecast(
  databases: readonly string[],
  arms: readonly Variant[] = variants,
): Promise<Map<string, CellForecast>> {
  const request = { ...defaultRequest, variants: arms, databases, recording };
  const cells = await forecastEffort({ ...request, embedder: "recorded" }, (replayed) => {
    for (const { path, request } of replayed) {
      const { episodes } = readRun(path);
      const own = episodes.flatMap(({ steps }) => steps.slice(1).flatMap((step) => step.calls));
      const repaired = episodes.filter(({ steps }) => steps.length > 1).length;
      calls.set(request!.variants[0]!.name, own.length / repaired);
    }
    return Promise.resolve();
  });
  return new Map(cells.map((cell) => [cell.variant, cell]));
}

await cutRecording();
const clinic = await forecast(["animal_clinic"]);
const bikes = await forecast(["bike_share"]);
const meanOfStateless = calls.get("stateless")!;
const alone = await forecast(["bike_share"], [resampled]);
const both = await forecast(["animal_clinic", "bike_share"]);
await Deno.remove(folder, { recursive: true });

Deno.test("forecastEffort: a database that is not recorded hides nothing of one that is", () => {
  for (const name of ["reseeded", "stateless", "reflexion", "merit"]) {
    const [of, one, other] = [both, clinic, bikes].map((cells) => cells.get(name)!);
    assert.equal(of!.recordedQuestions, one!.recordedQuestions + other!.recordedQuestions, name);
    assert.equal(of!.recordedCalls, one!.recordedCalls + other!.recordedCalls, name);
    assert.equal(of!.mostCalls, one!.mostCalls + other!.mostCalls, name);
    assert.equal(of!.endsAtMiss, false);
  }
  for (const name of ["stateless", "reflexion", "merit"]) {
    assert.equal(bikes.get(name)!.recordedQuestions, 40);
    assert.ok(clinic.get(name)!.miss !== "");
  }
});

Deno.test("forecastEffort: memory over databases ends at the first miss, and the text says so", () => {
  const cell = both.get("spanning")!;
  assert.ok(cell.endsAtMiss && cell.recordedQuestions < bikes.get("spanning")!.recordedQuestions);
  const text = writeForecast({ name: "a", question: "b" }, [...both.values()]).join("\n");
  assert.match(text, /^More may be recorded of spanning: /m);
});

Deno.test("forecastEffort: attempts 0 that are recorded are not asked again", () => {
  const { questions, recordedQuestions, mostCalls } = bikes.get("reseeded")!;
  // What is right at attempt 0 is recorded to its end; the others can take 7 repairs each.
  assert.ok(recordedQuestions > 0 && recordedQuestions < questions);
  assert.equal(mostCalls, 7 * (questions - recordedQuestions));
});

Deno.test("forecastEffort: means are an arm's own, else its nearest kin's, else none", () => {
  assert.equal(both.get("stateless")!.meansOf, "");
  const { meansOf, expectedCalls, mostCalls } = bikes.get("reseeded")!;
  assert.equal(meansOf, "stateless");
  assert.equal(expectedCalls, Math.round(mostCalls / 7 * meanOfStateless));
  assert.equal(both.get("spanning")!.meansOf, "merit");
  const expected = ["stateless", "reflexion", "merit"].map((name) => both.get(name)!.expectedCalls);
  assert.equal(new Set(expected).size, 3);
  const { mostCalls: most, ...rest } = alone.get("reseeded")!;
  assert.equal(most, mostCalls);
  assert.deepEqual([rest.meansOf, rest.expectedCalls, rest.expectedMs], [null, null, null]);
  const lines = writeForecast({ name: "a", question: "b" }, [...both.values()]);
  const borrowed = lines.find((line) => line.startsWith("Means are borrowed"))!;
  assert.match(borrowed, /: spanning from merit, reseeded from stateless\.$/);
});
