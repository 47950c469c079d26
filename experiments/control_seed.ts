/**
 * The A/A control: the yardstick for every difference between methods.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** How far apart are two runs of the same method that differ only by the sampler? */
export const controlSeed = defineExperiment({
  name: "control_seed",
  question: "How far apart are two runs of the same method that differ only by the sampler?",
  arms: [
    { name: "stateless", method: "stateless" },
    { name: "stateless-again", method: "stateless", set: { runSeed: 2 } },
    { name: "merit", method: "merit" },
    { name: "merit-again", method: "merit", set: { runSeed: 2 } },
  ],
  factors: ["runSeed"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "stateless-again", against: "stateless" },
    { variant: "merit-again", against: "merit" },
  ],
  views: ["flips"],
});

if (import.meta.main) await runAsProgram(controlSeed);
