import assert from "node:assert/strict";
import { digestMessages } from "../../lib/loop/digest_messages.ts";
import { methods } from "../../lib/loop/methods.ts";
import { exampleRun } from "../../lib/runs/examples.ts";
import { rebuildPrompts } from "../../lib/runs/rebuild_prompts.ts";
import { runWorld } from "./world.ts";

for (const { name } of methods) {
  Deno.test(`rebuildPrompts: every prompt of ${name} has the digest of its call`, async () => {
    const run = await runWorld({ method: name });
    const prompts = run.episodes.flatMap((episode) => rebuildPrompts(run, episode));
    const calls = run.episodes.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls));
    assert.deepEqual(prompts.map(({ call }) => call), calls);
    assert.ok(calls.length > run.episodes.length);
    assert.deepEqual(
      prompts.map(({ messages }) => digestMessages(messages())),
      calls.map(({ promptDigest }) => promptDigest),
    );
  });
}

Deno.test("rebuildPrompts: a repair's prompt ends in its failure, a first one has none", async () => {
  const run = await exampleRun();
  const [first, repair] = rebuildPrompts(run, run.episodes[0]!);
  assert.deepEqual([first!.attempt, repair!.attempt], [0, 1]);
  assert.doesNotMatch(first!.messages().at(-1)!.content, /no such column/);
  assert.match(repair!.messages().at(-1)!.content, /no such column: nme/);
});

Deno.test("rebuildPrompts: a method that the kit does not have is named", async () => {
  const run = await exampleRun();
  const forged = { ...run, manifest: { ...run.manifest, method: "merits" } };
  assert.throws(() => rebuildPrompts(forged, run.episodes[0]!), /Cannot find method "merits"/);
});
