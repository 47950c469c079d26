import assert from "node:assert/strict";
import type { CallRecord } from "../../lib/domain.ts";
import { exampleAttempt } from "../../lib/loop/examples.ts";
import { reflectionIn } from "../../lib/runs/reflection_in.ts";

const sentence = "The column is called name, not nme.";
const call = (purpose: CallRecord["purpose"], text: string): CallRecord => ({
  purpose,
  text,
  promptDigest: "",
  usage: { promptTokens: 1, completionTokens: 1, cachedTokens: null },
  durationMs: 1,
  finish: "stop",
  source: "live",
  retries: 0,
});
const answer = `${sentence}\n\`\`\`sql\nSELECT name FROM singer\n\`\`\``;
const calls = [call("reflection", " A thought of its own.\n"), call("repair", answer)];

for (
  const [reflects, number, reflection] of [
    ["call", 1, "A thought of its own."],
    ["inline", 1, sentence],
    [false, 1, null],
    ["call", 0, null],
    ["inline", 0, null],
  ] as const
) {
  Deno.test(`reflectionIn: ${reflects} at attempt ${number}`, () => {
    const attempt = { ...exampleAttempt, number, completion: answer };
    assert.equal(reflectionIn({ attempt, calls }, reflects), reflection);
  });
}

Deno.test("reflectionIn: a call that was not made gives none", () => {
  const attempt = { ...exampleAttempt, number: 1, completion: answer };
  assert.equal(reflectionIn({ attempt, calls: calls.slice(1) }, "call"), null);
});
