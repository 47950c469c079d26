/** The audit sees through runs that claim another control or ablation than they made. */
import assert from "node:assert/strict";
import type { MemoryEntry, Step } from "../../lib/domain.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import type { StoredRun } from "../../lib/runs/run_reader.ts";
import { runWorld } from "./world.ts";

const { memory } = defaultConfiguration;
const untyped = { typeCondition: "untyped" } as const;

/** Runs long enough for every factor to bite: four repairs, two of a type are enough. */
const run = (method: string, policy: Partial<LoopConfiguration["memory"]> = {}) =>
  runWorld({
    method,
    configuration: { budget: 4, memory: { ...memory, minimumSameType: 2, ...policy } },
  });

/** The run under the claim that it was made otherwise. */
function claim(
  made: StoredRun,
  changes: { readonly method?: string; readonly memory?: Partial<LoopConfiguration["memory"]> },
): StoredRun {
  const { manifest } = made, { configuration } = manifest;
  return {
    ...made,
    manifest: {
      ...manifest,
      method: changes.method ?? manifest.method,
      configuration: {
        ...configuration,
        memory: { ...configuration.memory, ...changes.memory },
      },
    },
  };
}

async function expectViolation(forged: StoredRun, violation: RegExp): Promise<void> {
  const { violations } = await auditRun(forged);
  assert.ok(
    violations.some((line) => violation.test(line)),
    `need ${violation}, found:\n${violations.join("\n")}`,
  );
}

const recalledAnew = /retrieved \[.*\], recalled anew \[/;
const notRebuilt = /the repair prompt of attempt \d cannot be rebuilt/;
const claims: Readonly<
  Record<string, [made: () => Promise<StoredRun>, Parameters<typeof claim>[1], RegExp]>
> = {
  "shuffled types, claimed to be true ones": [
    () => run("merit", { typeCondition: "shuffled" }),
    { memory: { typeCondition: "fallback" } },
    recalledAnew,
  ],
  "true types, claimed to be shuffled": [
    () => run("merit"),
    { memory: { typeCondition: "shuffled" } },
    recalledAnew,
  ],
  "drawn ranks, claimed to be scores": [
    () => run("merit", { ranking: "random", ...untyped }),
    { memory: { ranking: "hybrid" } },
    recalledAnew,
  ],
  "scores, claimed to be drawn ranks": [
    () => run("merit", untyped),
    { memory: { ranking: "random" } },
    recalledAnew,
  ],
  "one pool, claimed to be two": [
    () => run("merit", { polarity: "pooled" }),
    { memory: { polarity: "split" } },
    notRebuilt,
  ],
  "two pools, claimed to be one": [
    () => run("merit"),
    { memory: { polarity: "pooled" } },
    notRebuilt,
  ],
  "a placebo, claimed to be merit": [
    () => run("merit-placebo"),
    { method: "merit" },
    /is not legal \(position, scope or twin policy\)/,
  ],
  "merit, claimed to be a placebo": [
    () => run("merit"),
    { method: "merit-placebo" },
    /is not legal \(position, scope or twin policy\)/,
  ],
  "a reflection in the answer, claimed to be none": [
    () => run("merit-reflexion"),
    { method: "merit" },
    /the reflection of attempt \d is not in its answers/,
  ],
  "no reflection, claimed to be one in the answer": [
    () => run("merit"),
    { method: "merit-reflexion" },
    notRebuilt,
  ],
};

for (const [what, [made, changes, violation]] of Object.entries(claims)) {
  Deno.test(`auditRun: reports ${what}`, async () => {
    const sound = await made();
    assert.deepEqual((await auditRun(sound)).violations, []);
    await expectViolation(claim(sound, changes), violation);
  });
}

/** The run with one step changed; which one is chosen by what it holds. */
function changeStep(
  made: StoredRun,
  isMeant: (step: Step, next: Step | undefined) => boolean,
  change: (step: Step) => Step,
): StoredRun {
  let changed = false;
  const episodes = made.episodes.map((episode) => ({
    ...episode,
    steps: episode.steps.map((step, i) => {
      if (changed || !isMeant(step, episode.steps[i + 1])) return step;
      changed = true;
      return change(step);
    }),
  }));
  assert.ok(changed, "need a step to change");
  return { ...made, episodes };
}

const entriesOf = (made: StoredRun): readonly MemoryEntry[] =>
  made.episodes.flatMap(({ entries }) => entries);

Deno.test("auditRun: reports a placebo that shows an entry of the task's own database", async () => {
  const made = await run("merit-placebo");
  const forged = changeStep(
    made,
    ({ retrieved }) => retrieved.length > 0,
    (step) => {
      const [shown, ...others] = step.retrieved;
      const own = entriesOf(made).find(({ databaseId }) => databaseId !== shown!.entry.databaseId);
      return { ...step, retrieved: [{ ...shown!, entry: own! }, ...others] };
    },
  );
  await expectViolation(forged, /is not legal \(position, scope or twin policy\)/);
});

Deno.test("auditRun: reports a placebo that leaves an entry out, or shows another one", async () => {
  const made = await run("merit-placebo", { scope: "any" });
  const isMeant = ({ retrieved }: Step) => retrieved.length > 1;
  const fewer = changeStep(made, isMeant, (step) => ({
    ...step,
    retrieved: step.retrieved.slice(1),
  }));
  await expectViolation(fewer, recalledAnew);
  const turned = changeStep(made, isMeant, (step) => ({
    ...step,
    retrieved: step.retrieved.toReversed(),
  }));
  await expectViolation(turned, recalledAnew);
});

for (const method of ["merit-reflexion", "reflexion"]) {
  Deno.test(`auditRun: reports a reflection of ${method} that no answer holds`, async () => {
    const forged = changeStep(
      await run(method),
      (step, next) => step.reflection?.startsWith("The column") === true && next !== undefined,
      (step) => ({ ...step, reflection: "The answer is known to be seventeen, as the gold says." }),
    );
    await expectViolation(forged, /the reflection of attempt \d is not in its answers/);
    await expectViolation(forged, notRebuilt);
  });
}
