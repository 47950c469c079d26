/**
 * Accuracy within K after each attempt, read from the runs: no sweep of the budget, since memory depends on K.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** How many repairs does each method need? */
export const accuracyByAttempt = defineExperiment({
  name: "accuracy_by_attempt",
  question: "How many repairs does each method need?",
  arms: [
    { name: "resample", method: "resample" },
    { name: "stateless", method: "stateless" },
    { name: "dynamic-rag", method: "dynamic-rag" },
    { name: "reflexion", method: "reflexion" },
    { name: "merit", method: "merit" },
  ],
  factors: ["method"],
  orders: [1, 2, 3],
  contrasts: [{ variant: "merit", against: "stateless" }],
  exploratory: true,
  views: ["attempts"],
});

if (import.meta.main) await runAsProgram(accuracyByAttempt);
