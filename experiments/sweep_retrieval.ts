/**
 * Exploratory: it changes no default.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** How sensitive is MERIT to the limits and weights of retrieval? */
export const sweepRetrieval = defineExperiment({
  name: "sweep_retrieval",
  question: "How sensitive is MERIT to the limits and weights of retrieval?",
  arms: [
    { name: "paper" },
    { name: "one-positive", set: { "memory.limit.positive": 1 } },
    { name: "five-positives", set: { "memory.limit.positive": 5 } },
    { name: "two-negatives", set: { "memory.limit.negative": 2 } },
    { name: "dense-0.9", set: { "memory.weights.dense": 0.9, "memory.weights.lexical": 0.1 } },
    { name: "dense-0.6", set: { "memory.weights.dense": 0.6, "memory.weights.lexical": 0.4 } },
  ],
  factors: ["memory.limit", "memory.weights"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "one-positive", against: "paper" },
    { variant: "five-positives", against: "paper" },
    { variant: "two-negatives", against: "paper" },
    { variant: "dense-0.9", against: "paper" },
    { variant: "dense-0.6", against: "paper" },
  ],
  exploratory: true,
});

if (import.meta.main) await runAsProgram(sweepRetrieval);
