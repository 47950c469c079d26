/**
 * MERIT's positives without their types: separates pool size from typing.
 *
 * @module
 */
import { formRepairs } from "../../memory/form_repairs.ts";
import { repairEntryText, repairQueryText } from "../../memory/texts.ts";
import { defineMethod, type Method } from "../method.ts";

/**
 * Sees its last failure and confirmed repairs of finalized earlier episodes, untyped.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { dynamicRagRepairs } from "./dynamic_rag_repairs.ts";
 * assert.equal(dynamicRagRepairs.name, "dynamic-rag-repairs");
 * ```
 */
export const dynamicRagRepairs: Method = defineMethod({
  name: "dynamic-rag-repairs",
  summary: "+ confirmed repairs, untyped",
  seesFailure: true,
  reflects: false,
  recall({ task, position, failed, memory, configuration }) {
    const policy = configuration.memory;
    return memory.search({
      pool: { task, position, kind: "repair", polarity: "positive", policy },
      failureType: null,
      policy,
      limit: policy.limit.positive,
      query: repairQueryText(task, failed),
      entryText: repairEntryText,
      runSeed: configuration.runSeed,
      attempt: failed.number + 1,
    });
  },
  learn: (lesson, configuration) =>
    formRepairs(lesson, configuration.transition).filter((entry) => entry.polarity === "positive"),
});
