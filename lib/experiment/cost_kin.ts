/**
 * Which method costs about what another does.
 *
 * @module
 */
import { methodNamed, methods } from "../loop/methods.ts";
import { mostCalls } from "./most_calls.ts";

/** Methods that ask the same calls, with prompts of about the same length. */
const nearest: Readonly<Record<string, string>> = {
  "resample": "stateless",
  "dynamic-rag-repairs": "dynamic-rag",
  "merit-placebo": "merit",
  "merit-reflexion": "merit",
};

/**
 * Methods whose cost may stand for that of another: itself, the one with the most alike prompts, then
 * all that ask as many calls a step.
 *
 * @param method name of a method
 * @returns names, nearest first, each once
 * @throws {InputError} for an unknown method
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { costKin } from "./cost_kin.ts";
 * assert.deepEqual(costKin("resample").slice(0, 2), ["resample", "stateless"]);
 * assert.deepEqual(costKin("reflexion"), ["reflexion"]);
 * ```
 */
export function costKin(method: string): readonly string[] {
  const callsOf = (name: string) => mostCalls({ method: name, budget: 1, questions: 1 });
  const { name } = methodNamed(method);
  const alike = methods.map((other) => other.name).filter((other) =>
    callsOf(other) === callsOf(name)
  );
  return [...new Set([name, nearest[name] ?? name, ...alike])];
}
