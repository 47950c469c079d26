import assert from "node:assert/strict";
import type { Observation, Status } from "../../lib/domain.ts";
import { verifyCalls } from "../../lib/experiment/verify_calls.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { ask } from "../llm/requests.ts";

const model = createScriptedModel({ answer: () => "SELECT 2" });

/** Whether verdicts agree on a call whose recorded answer and fresh one the oracle says this of. */
async function compare(recorded: Status | null, fresh: Status | null): Promise<boolean | null> {
  const call = {
    ...ask("x"),
    ...{ key: "00", identity: model.identity, prompt: "", sampleIndex: 0 },
    ...{ text: "SELECT 1", finish: "stop" as const },
  };
  const [compared] = await verifyCalls({
    calls: [call],
    model,
    find: () => ({ task: exampleTask, purpose: "repair" }),
    observe(_task, sql) {
      const status = sql === "SELECT 1" ? recorded : fresh;
      return Promise.resolve(status === null ? null : { status } as Observation);
    },
    parallel: 1,
  });
  return compared!.outcome;
}

Deno.test("verifyCalls: two wrong answers agree, in whatever way they are wrong", async () => {
  assert.equal(await compare("error", "mismatch"), true);
  assert.equal(await compare("mismatch", "timeout"), true);
  assert.equal(await compare("correct", "correct"), true);
  assert.equal(await compare("correct", "mismatch"), false);
  assert.equal(await compare("error", "correct"), false);
  assert.equal(await compare(null, null), null);
});
