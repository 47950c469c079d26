/**
 * Repair without memory.
 *
 * @module
 */
import { defineMethod, type Method } from "../method.ts";

/**
 * Sees its own last failure and the feedback on it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { stateless } from "./stateless.ts";
 * assert.equal(stateless.seesFailure, true);
 * ```
 */
export const stateless: Method = defineMethod({
  name: "stateless",
  summary: "its own last failure and feedback",
  seesFailure: true,
  reflects: false,
  recall: () => Promise.resolve([]),
  learn: () => [],
});
