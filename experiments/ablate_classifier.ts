/**
 * MERIT typed by classifiers from half noise to known causes.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** How good must the failure classifier be? */
export const ablateClassifier = defineExperiment({
  name: "ablate_classifier",
  question: "How good must the failure classifier be?",
  arms: [
    { name: "rules" },
    { name: "rules-and-shape", set: { classifier: "shape" } },
    { name: "structural", set: { classifier: "structural" } },
    { name: "known-causes", set: { classifier: "oracle" } },
    { name: "half-noise", set: { classifier: "noise" } },
  ],
  factors: ["classifier"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "rules-and-shape", against: "rules" },
    { variant: "structural", against: "rules" },
    { variant: "known-causes", against: "rules" },
    { variant: "half-noise", against: "rules" },
  ],
});

if (import.meta.main) await runAsProgram(ablateClassifier);
