import assert from "node:assert/strict";
import { estimateTokens, isPromptTruncated } from "../../lib/llm/estimate_tokens.ts";

const said = (content: string) => [{ role: "user", content }] as const;

Deno.test("estimateTokens: four characters a token, rounded up", () => {
  assert.deepEqual(["", "a", "abcd", "abcde"].map(estimateTokens), [0, 1, 1, 2]);
});

Deno.test("isPromptTruncated: a cut to half of the window, at usual ratios of text to tokens", () => {
  for (const charactersPerToken of [3, 3.5, 4]) {
    const tokens = 4500;
    const words = "SELECT name FROM singer WHERE age > 30; ".repeat(1000);
    const content = words.slice(0, tokens * charactersPerToken);
    const messages = said(content);
    assert.ok(isPromptTruncated({ messages, promptTokens: 2050, contextTokens: 4096 }));
    assert.ok(!isPromptTruncated({ messages, promptTokens: tokens, contextTokens: 8192 }));
  }
});

Deno.test("isPromptTruncated: no alarm for what only looks like few tokens", () => {
  const cases = [
    ["a short prompt counted without its cached part", "How many singers? ".repeat(100), 3],
    ["long runs of blanks", `SELECT${" ".repeat(40_000)}1`, 30],
    ["long runs of dashes", `${"-".repeat(40_000)}`, 30],
    ["an empty prompt", "", 1],
  ] as const;
  for (const [name, content, promptTokens] of cases) {
    const counted = { messages: said(content), promptTokens, contextTokens: 4096 };
    assert.ok(!isPromptTruncated(counted), name);
  }
});
