import assert from "node:assert/strict";
import { requirePossibleUsage } from "../../lib/llm/require_possible.ts";
import { ask } from "./requests.ts";

const server = { label: "the server", startHint: "", apiKey: "" };

function isPossible(
  text: string,
  { prompt = "x", promptTokens = 10, completionTokens = 20 }: {
    readonly prompt?: string;
    readonly promptTokens?: number;
    readonly completionTokens?: number;
  },
): boolean {
  const usage = { promptTokens, completionTokens, cachedTokens: null };
  try {
    requirePossibleUsage(usage, { text, request: ask(prompt), server });
    return true;
  } catch {
    return false;
  }
}

Deno.test("requirePossibleUsage: lets through what some tokenizer or server counts", () => {
  assert.ok(isPossible("SELECT 1", { prompt: "🎤".repeat(3000), promptTokens: 12_000 }), "bytes");
  assert.ok(isPossible("SELECT 1", { promptTokens: 4000 }), "a long template");
  const prompt = "How many singers? ".repeat(1000);
  assert.ok(isPossible("SELECT 1", { prompt, promptTokens: 1 }), "all but one token cached");
  assert.ok(isPossible("", { completionTokens: 0 }), "nothing said");
  assert.ok(isPossible(" \n", { completionTokens: 0 }), "blanks");
  assert.ok(isPossible("", { completionTokens: 257 }), "thinking to the limit and its end mark");
  assert.ok(isPossible("a".repeat(900), { completionTokens: 900 }), "a limit that is not known");
});

Deno.test("requirePossibleUsage: refuses what none does", () => {
  assert.ok(!isPossible("SELECT 1", { promptTokens: 5000 }));
  assert.ok(!isPossible("SELECT 1", { promptTokens: 0 }));
  assert.ok(!isPossible("SELECT 1", { completionTokens: 0 }));
  assert.ok(!isPossible("a".repeat(3000), { completionTokens: 2 }));
  assert.ok(!isPossible("SELECT 1", { completionTokens: 900 }));
});
