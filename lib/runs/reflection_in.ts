/**
 * Which reflection a step must hold.
 *
 * @module
 */
import type { Step } from "../domain.ts";
import { inlineReflection } from "../loop/inline_reflection.ts";
import type { Method } from "../loop/method.ts";

/**
 * The reflection that the answers of a step hold, taken out of them anew.
 *
 * @param step one attempt and its calls
 * @param reflects how the method reflects
 * @returns the words; null where the method makes no reflection there
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { reflectionIn } from "./reflection_in.ts";
 * import { exampleAttempt } from "../loop/examples.ts";
 * const completion = "The column is called name, not nme.\n~~~sql\nSELECT name FROM singer\n~~~";
 * const step = { attempt: { ...exampleAttempt, number: 1, completion }, calls: [] };
 * assert.equal(reflectionIn(step, "inline"), "The column is called name, not nme.");
 * assert.equal(reflectionIn(step, false), null);
 * ```
 */
export function reflectionIn(
  { attempt, calls }: Pick<Step, "attempt" | "calls">,
  reflects: Method["reflects"],
): string | null {
  if (attempt.number === 0) return null;
  switch (reflects) {
    case "call":
      return calls.find((call) => call.purpose === "reflection")?.text.trim() ?? null;
    case "inline":
      return inlineReflection(attempt.completion);
    case false:
      return null;
  }
}
