import assert from "node:assert/strict";
import { tallyCalls } from "../../lib/llm/tally_calls.ts";

const call = (source: "live" | "replayed", cachedTokens: number | null) => ({
  source,
  usage: { promptTokens: 10, completionTokens: 20, cachedTokens },
});

Deno.test("tallyCalls: G7-10 cached tokens are a part, replayed calls a total of their own", () => {
  const { live, replayed } = tallyCalls([call("live", 5), call("replayed", 5), call("live", 0)]);
  assert.deepEqual(live, {
    calls: 2,
    promptTokens: 20,
    cachedTokens: 5,
    completionTokens: 40,
    totalTokens: 60,
  });
  assert.deepEqual([replayed.calls, replayed.totalTokens], [1, 30]);
});

Deno.test("tallyCalls: an unknown cached part is unknown, not 0", () => {
  assert.equal(tallyCalls([call("live", 5), call("live", null)]).live.cachedTokens, null);
});
