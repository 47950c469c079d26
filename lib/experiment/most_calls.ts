/**
 * The most that a cell can ask.
 *
 * @module
 */
import { methodNamed } from "../loop/methods.ts";

/**
 * Most calls that a method can make for some questions: attempt 0, every repair, and a reflection
 * before each where the method asks for one.
 *
 * @throws {InputError} for an unknown method
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mostCalls } from "./most_calls.ts";
 * assert.equal(mostCalls({ method: "merit", budget: 7, questions: 10 }), 80);
 * assert.equal(mostCalls({ method: "reflexion", budget: 7, questions: 10 }), 150);
 * ```
 */
export function mostCalls({ method, budget, questions }: {
  readonly method: string;
  readonly budget: number;
  readonly questions: number;
}): number {
  return questions * (1 + budget * (methodNamed(method).reflects === "call" ? 2 : 1));
}
