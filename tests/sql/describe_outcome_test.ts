import assert from "node:assert/strict";
import type { SqlOutcome } from "../../lib/domain.ts";
import { describeOutcome } from "../../lib/sql/describe_outcome.ts";

const cases: readonly (readonly [SqlOutcome, string])[] = [
  [{ kind: "rows", columns: ["a"], rows: [[1n]], invalidUtf8: false }, "1 rows"],
  [{ kind: "error", code: 1, message: "no such table: x" }, "error 1: no such table: x"],
  [{ kind: "timeout", limitMs: 30_000 }, "timeout after 30000 ms"],
  [{ kind: "too_large", limit: "rows", cap: 10 }, "more than 10 rows"],
  [{ kind: "too_large", limit: "bytes", cap: 10 }, "more than 10 bytes"],
  [{ kind: "several_statements" }, "several statements"],
  [{ kind: "no_statement" }, "no statement"],
  [
    { kind: "write_attempt", message: "not authorized: DROP" },
    "write attempt: not authorized: DROP",
  ],
  [{ kind: "unbound_parameter" }, "a parameter without a value"],
];

for (const [outcome, text] of cases) {
  Deno.test(`describeOutcome: ${text}`, () => assert.equal(describeOutcome(outcome), text));
}
