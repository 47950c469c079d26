/**
 * The comparison of the paper, with blind resampling as the control for more tries.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Does causal episodic memory repair more questions than repair without it? */
export const mainComparison = defineExperiment({
  name: "main_comparison",
  question: "Does causal episodic memory repair more questions than repair without it?",
  arms: [
    { name: "resample", method: "resample" },
    { name: "stateless", method: "stateless" },
    { name: "dynamic-rag", method: "dynamic-rag" },
    { name: "dynamic-rag-repairs", method: "dynamic-rag-repairs" },
    { name: "reflexion", method: "reflexion" },
    { name: "merit", method: "merit" },
  ],
  factors: ["method"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "merit", against: "stateless" },
    { variant: "merit", against: "dynamic-rag" },
    { variant: "merit", against: "reflexion" },
    { variant: "merit", against: "resample" },
    { variant: "stateless", against: "resample" },
  ],
  views: ["attempts", "equal-tokens"],
});

if (import.meta.main) await runAsProgram(mainComparison);
