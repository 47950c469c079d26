/**
 * One failed attempt for examples and tests.
 *
 * @module
 */
import type { Attempt } from "../domain.ts";

/**
 * A first attempt that named a column wrongly.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleAttempt } from "./examples.ts";
 * assert.equal(exampleAttempt.observation.status, "error");
 * ```
 */
export const exampleAttempt: Attempt = Object.freeze({
  number: 0,
  sql: "SELECT nme FROM singer",
  completion: "```sql\nSELECT nme FROM singer\n```",
  answer: "whole",
  observation: Object.freeze({
    status: "error",
    outcome: "error",
    message: "no such column: nme",
    shape: null,
    preview: "",
    reason: "error: no such column: nme",
  }),
  failure: Object.freeze({ type: "schema_linking", rule: "no-such-column" }),
});
