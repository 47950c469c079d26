/**
 * The methods by name. Adding one is one file here in `methods/`, one line below and one test.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Method } from "./method.ts";
import { dynamicRag } from "./methods/dynamic_rag.ts";
import { dynamicRagRepairs } from "./methods/dynamic_rag_repairs.ts";
import { merit } from "./methods/merit.ts";
import { meritPlacebo } from "./methods/merit_placebo.ts";
import { meritReflexion } from "./methods/merit_reflexion.ts";
import { reflexion } from "./methods/reflexion.ts";
import { resample } from "./methods/resample.ts";
import { stateless } from "./methods/stateless.ts";

/**
 * All methods, in the order in which tables show them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { methods } from "./methods.ts";
 * assert.ok(methods.some((method) => method.name === "merit"));
 * ```
 */
export const methods: readonly Method[] = Object.freeze([
  resample,
  stateless,
  dynamicRag,
  dynamicRagRepairs,
  reflexion,
  merit,
  meritPlacebo,
  meritReflexion,
]);

/**
 * The method of a name.
 *
 * @throws {InputError} where there is none; the message lists those there are
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { methodNamed } from "./methods.ts";
 * assert.equal(methodNamed("stateless").reflects, false);
 * assert.throws(() => methodNamed("stateles"), /resample, stateless/);
 * ```
 */
export function methodNamed(name: string): Method {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined) {
    const known = methods.map((candidate) => candidate.name).join(", ");
    throw new InputError(`Cannot find method "${name}": need one of ${known}`);
  }
  return method;
}
