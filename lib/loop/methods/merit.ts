/**
 * The method of the paper: typed precedents of both polarities.
 *
 * @module
 */
import { formRepairs } from "../../memory/form_repairs.ts";
import { repairEntryText, repairQueryText } from "../../memory/texts.ts";
import { defineMethod, type Method } from "../method.ts";

/**
 * Sees its last failure and, of finalized earlier episodes, same-type confirmed repairs and one
 * observed unsuccessful direction.
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
    const search = (polarity: "positive" | "negative") =>
      memory.search({
        pool: { task, position, kind: "repair", polarity, policy },
        failureType: failure.type,
        policy,
        limit: policy.limit[polarity],
        query: repairQueryText(task, failed),
        entryText: repairEntryText,
      });
    return [...await search("positive"), ...await search("negative")];
  },
  learn: (lesson, configuration) => formRepairs(lesson, configuration.transition),
});
