/**
 * The method of the paper: typed precedents of both polarities.
 *
 * @module
 */
import type { Polarity } from "../../domain.ts";
import { formRepairs } from "../../memory/form_repairs.ts";
import { repairEntryText, repairQueryText } from "../../memory/texts.ts";
import { defineMethod, type Method } from "../method.ts";

/**
 * Sees its last failure and, of finalized earlier episodes, same-type confirmed repairs and one
 * observed unsuccessful direction. With `memory.polarity: pooled`, a control, both are found in one
 * pool and not told apart.
 *
 * @see MERIT: Memory-Augmented Error-Typed Retrieval for Iterative Text-to-SQL repair (2026)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { merit } from "./merit.ts";
 * assert.equal(merit.reflects, false);
 * ```
 */
export const merit: Method = defineMethod({
  name: "merit",
  summary: "+ typed precedents of both polarities",
  seesFailure: true,
  reflects: false,
  async recall({ task, position, failed, failure, memory, configuration }) {
    const policy = configuration.memory;
    const { positive, negative } = policy.limit;
    const search = (polarity: Polarity | null, limit: number) =>
      memory.search({
        pool: { task, position, kind: "repair", polarity, policy },
        failureType: failure.type,
        policy,
        limit,
        query: repairQueryText(task, failed),
        entryText: repairEntryText,
        runSeed: configuration.runSeed,
        attempt: failed.number + 1,
      });
    return policy.polarity === "pooled"
      ? await search(null, positive + negative)
      : [...await search("positive", positive), ...await search("negative", negative)];
  },
  learn: (lesson, configuration) => formRepairs(lesson, configuration.transition),
});
