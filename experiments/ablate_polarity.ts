/**
 * MERIT with one polarity, or with one pool whose labels are hidden.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Which polarity of memory does the repair: positives, negatives, both, or any unlabelled entry? */
export const ablatePolarity = defineExperiment({
  name: "ablate_polarity",
  question:
    "Which polarity of memory does the repair: positives, negatives, both, or any unlabelled entry?",
  arms: [
    { name: "both" },
    { name: "positives-only", set: { "memory.limit.negative": 0 } },
    { name: "negatives-only", set: { "memory.limit.positive": 0 } },
    { name: "unpolarised", set: { "memory.polarity": "pooled" } },
  ],
  factors: ["memory.limit", "memory.polarity"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "positives-only", against: "both" },
    { variant: "negatives-only", against: "both" },
    { variant: "unpolarised", against: "both" },
  ],
});

if (import.meta.main) await runAsProgram(ablatePolarity);
