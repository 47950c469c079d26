import assert from "node:assert/strict";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { promptSets } from "../../lib/loop/prompts.ts";

const placeholders = (template: string) =>
  [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort().join(" ");

for (const [version, prompts] of Object.entries(promptSets)) {
  Deno.test(`promptSets: ${version} names itself and has its placeholders`, () => {
    assert.equal(prompts.version, version);
    const { feedback, memory } = prompts;
    assert.deepEqual(
      [prompts.system, prompts.question, prompts.evidence, prompts.repair].map(placeholders),
      ["", "evidence question schema", "evidence", "failed feedback memory question"],
    );
    assert.equal(placeholders(prompts.repairReflecting), placeholders(prompts.repair));
    assert.deepEqual([prompts.reflection, prompts.ownReflection].map(placeholders), [
      "failed feedback",
      "text",
    ]);
    assert.deepEqual(
      [feedback.error, feedback.mismatch, feedback.timeout].map(placeholders),
      ["message", "preview shape", ""],
    );
    assert.deepEqual(
      [memory.positive, memory.negative, memory.pair, memory.reflection].map(placeholders),
      ["after before question type", "after question type", "after question", "question text"],
    );
    assert.equal(placeholders(memory.unlabelled), placeholders(memory.positive));
  });
}

Deno.test("promptSets: a negative is called what it is, and a positive confirmed", () => {
  const { positive, negative } = promptSets[defaultConfiguration.prompts].memory;
  assert.match(positive, /^Confirmed repair/);
  assert.match(negative, /^Observed unsuccessful direction, not proof that it is invalid/);
});

Deno.test("promptSets: an unlabelled precedent has no word that tells its polarity", () => {
  const { unlabelled } = promptSets[defaultConfiguration.prompts].memory;
  assert.doesNotMatch(unlabelled, /correct|confirm|repair|right|fail|wrong|help|success|invalid/i);
});
