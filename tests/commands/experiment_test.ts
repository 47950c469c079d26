import assert from "node:assert/strict";
import { describeExperiment } from "../../lib/commands/describe_experiment.ts";
import { makeExperimentCommand } from "../../lib/commands/experiment.ts";
import { writeExperiment } from "../../lib/commands/write_experiment.ts";
import { defineExperiment } from "../../lib/experiment/define_experiment.ts";
import { exampleEntry } from "../../lib/memory/examples.ts";
import { makeArm, makeTasks } from "../analysis/make_arm.ts";
import { captureTerminal } from "./capture_terminal.ts";

/** Two arms that are recorded and one whose seed is not. */
const experiment = defineExperiment({
  name: "example",
  question: "What is recorded?",
  arms: [
    { name: "stateless", method: "stateless" },
    { name: "merit" },
    { name: "other-seed", method: "stateless", set: { runSeed: 7 } },
  ],
  factors: ["method", "runSeed"],
  orders: [1],
  contrasts: [
    { variant: "merit", against: "stateless" },
    { variant: "other-seed", against: "stateless" },
  ],
});
const recorded = ["--databases", "bike_share", "--limit", "6"];

async function run(...args: string[]) {
  const out = await Deno.makeTempDir();
  const terminal = captureTerminal();
  const command = makeExperimentCommand([experiment]);
  const given = ["example", "--out", out, "--quiet", ...args];
  const code = await command.run(given, terminal);
  await Deno.remove(out, { recursive: true });
  return { code, lines: terminal.lines, errors: terminal.errors };
}

const rowOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`| ${name} `))?.split("|").slice(1, -1).map((cell) =>
    cell.trim()
  );
const missOf = (method: string) =>
  new RegExp(`Cannot replay task \\d+, method ${method}, attempt 1 \\(repair\\): .*asked \\d+\\)$`);

Deno.test("experiment: a replay prints the contrasts it can and names what the recording lacks", async () => {
  const { code, lines, errors } = await run(...recorded);
  assert.equal(code, 1);
  const [contrast, difference, , p, holm, bite] = rowOf(lines, "merit − stateless")!;
  assert.equal(contrast, "merit − stateless");
  assert.match(difference!, /^\S+ points$/);
  for (const value of [p, holm]) assert.match(value!, /^[01]\.\d{3}$/);
  assert.match(bite!, /^\d+ %$/);
  const ends = lines.filter((line) => line.startsWith("- other-seed: order 1 after "));
  assert.equal(ends.length, 1);
  assert.match(ends[0]!, missOf("stateless"));
  assert.ok(lines.includes("- other-seed − stateless, since other-seed is not finished"));
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /^Note: the recording ends before the experiment; --model SPEC/);
  assert.doesNotMatch(
    errors[0]!,
    /--databases/,
    "need no advice where the part is the recorded one",
  );
});

Deno.test("experiment: where nothing is finished it says so, and which part is recorded", async () => {
  const { code, lines, errors } = await run("--limit", "6", "--set", "runSeed=9");
  assert.equal(code, 1);
  assert.ok(lines.includes("No arm is finished."));
  assert.ok(lines.includes("- merit − stateless, since merit and stateless are not finished"));
  assert.match(errors.join(), /With --databases \S*bike_share\S* --orders 1 the methods .*merit/);
});

Deno.test("experiment: --dry-run has a row and at most one miss an arm, in full, over all orders", async () => {
  const { code, lines } = await run(...recorded, "--orders", "1,2", "--dry-run");
  assert.equal(code, 0);
  assert.deepEqual(
    lines.slice(0, lines.findIndex((line) => line.startsWith("| contrast ")))
      .filter((line) => /^\| (?!arm|-)/.test(line)).map((line) => line.split("|")[1]!.trim()),
    ["stateless", "merit", "other-seed", "all"],
  );
  assert.match(rowOf(lines, "all")![1]!, /^\d+ of 36$/);
  const misses = lines.filter((line) => line.startsWith("- "));
  const [other] = misses.filter((line) => line.startsWith("- other-seed: "));
  assert.equal(new Set(misses.map((line) => line.split(":")[0])).size, misses.length);
  assert.match(
    other!,
    /^- other-seed: order 1 after \d, order 2 after \d of 6 questions; under order 1: /,
  );
  assert.match(other!, missOf("stateless"));
  assert.doesNotMatch(misses.join(), /…$/m);
});

Deno.test("experiment: --dry-run --json holds every cell with its whole miss", async () => {
  const { lines } = await run(...recorded, "--orders", "1,2", "--dry-run", "--json");
  const { experiment: name, forecast } = JSON.parse(lines.join(""));
  assert.equal(name, "example");
  assert.deepEqual(
    forecast.map(({ variant, order }: { variant: string; order: number }) => [variant, order]),
    [1, 2].flatMap((order) => ["stateless", "merit", "other-seed"].map((arm) => [arm, order])),
  );
  assert.match(forecast[2].miss, missOf("stateless"));
});

Deno.test("writeExperiment: an arm whose memory shows nothing is named, stateless repair is not", async () => {
  const tasks = makeTasks(3);
  const score = { dense: 1, lexical: 0, lexicalRaw: 0, total: 1 };
  const shown = { entry: exampleEntry, rank: 1, score, poolSize: 1 };
  const armOf = (arm: string, method: string, isEmpty: boolean) => {
    const manifest = { method };
    const [run] = makeArm({ label: arm, tasks, endings: [[0, 1, null]], manifest }).runs;
    const episodes = run!.episodes.map((episode) => ({
      ...episode,
      steps: episode.steps.map((step) => ({ ...step, retrieved: isEmpty ? [] : [shown] })),
    }));
    return { arm, run: { ...run!, episodes }, miss: "" };
  };
  const arms = ["stateless", "merit", "other"].map((name) => ({ name }));
  const declaration = { ...experiment, arms, contrasts: [] };
  const report = await describeExperiment(declaration, [
    armOf("stateless", "stateless", true),
    armOf("merit", "merit", false),
    armOf("other", "merit", true),
  ]);
  const [note, ...others] = report.notes;
  assert.deepEqual(others, []);
  assert.match(note!, /^other found no entry of memory for any of its 3 repairs/);
  assert.ok(writeExperiment(report).includes(`Note: ${note}`));
});
