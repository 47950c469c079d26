/**
 * The control for "more tries".
 *
 * @module
 */
import { defineMethod, type Method } from "../method.ts";

/**
 * Asks the attempt-0 prompt again, sampled, without feedback and without memory.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { resample } from "./resample.ts";
 * assert.equal(resample.seesFailure, false);
 * ```
 */
export const resample: Method = defineMethod({
  name: "resample",
  summary: "the attempt-0 prompt again, no feedback",
  seesFailure: false,
  reflects: false,
  recall: () => Promise.resolve([]),
  learn: () => [],
});
