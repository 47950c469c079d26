import assert from "node:assert/strict";
import { paperPolicy } from "../../lib/memory/policy.ts";

Deno.test("paperPolicy: the paper's values, frozen throughout", () => {
  assert.deepEqual(paperPolicy, {
    scope: "same-db",
    twins: "allow",
    typeCondition: "fallback",
    minimumSameType: 3,
    limit: { positive: 3, negative: 1 },
    weights: { dense: 0.75, lexical: 0.25 },
    ranking: "hybrid",
    polarity: "split",
  });
  assert.equal([paperPolicy, paperPolicy.limit, paperPolicy.weights].every(Object.isFrozen), true);
});
