/**
 * MERIT's precedents and one reflection in one call, beyond the paper, against each of both alone.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Do precedents and a reflection in one call repair more than either alone? */
export const combineReflexion = defineExperiment({
  name: "combine_reflexion",
  question: "Do precedents and a reflection in one call repair more than either alone?",
  arms: [
    { name: "merit", method: "merit" },
    { name: "reflexion", method: "reflexion" },
    { name: "merit-reflexion", method: "merit-reflexion" },
  ],
  factors: ["method"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "merit-reflexion", against: "merit" },
    { variant: "merit-reflexion", against: "reflexion" },
  ],
  views: ["equal-tokens"],
});

if (import.meta.main) await runAsProgram(combineReflexion);
