/**
 * MERIT against as many entries of as many tokens, drawn from other databases.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Does it matter what memory says, or only that the prompt is longer? */
export const controlPlacebo = defineExperiment({
  name: "control_placebo",
  question: "Does it matter what memory says, or only that the prompt is longer?",
  arms: [
    { name: "stateless", method: "stateless" },
    { name: "placebo", method: "merit-placebo" },
    { name: "merit", method: "merit" },
  ],
  factors: ["method"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "merit", against: "placebo" },
    { variant: "placebo", against: "stateless" },
  ],
  views: ["placebo"],
});

if (import.meta.main) await runAsProgram(controlPlacebo);
