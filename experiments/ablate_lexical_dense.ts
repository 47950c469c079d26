/**
 * MERIT with other weights of the hybrid score, and with a random ranking as control.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** What does each part of the retrieval score add, against a random choice? */
export const ablateLexicalDense = defineExperiment({
  name: "ablate_lexical_dense",
  question: "What does each part of the retrieval score add, against a random choice?",
  arms: [
    { name: "hybrid" },
    { name: "equal-weights", set: { "memory.weights.dense": 0.5, "memory.weights.lexical": 0.5 } },
    { name: "dense-only", set: { "memory.weights.dense": 1, "memory.weights.lexical": 0 } },
    { name: "lexical-only", set: { "memory.weights.dense": 0, "memory.weights.lexical": 1 } },
    { name: "random", set: { "memory.ranking": "random" } },
  ],
  factors: ["memory.weights", "memory.ranking"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "equal-weights", against: "hybrid" },
    { variant: "dense-only", against: "hybrid" },
    { variant: "lexical-only", against: "hybrid" },
    { variant: "random", against: "hybrid" },
  ],
});

if (import.meta.main) await runAsProgram(ablateLexicalDense);
