/**
 * MERIT with the type condition loosened, tightened, or made meaningless.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Does it help to retrieve by failure type? */
export const ablateTypeConditioning = defineExperiment({
  name: "ablate_type_conditioning",
  question: "Does it help to retrieve by failure type?",
  arms: [
    { name: "typed" },
    { name: "strictly-typed", set: { "memory.typeCondition": "strict" } },
    { name: "untyped", set: { "memory.typeCondition": "untyped" } },
    { name: "shuffled-types", set: { "memory.typeCondition": "shuffled" } },
  ],
  factors: ["memory.typeCondition"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "strictly-typed", against: "typed" },
    { variant: "untyped", against: "typed" },
    { variant: "shuffled-types", against: "typed" },
  ],
});

if (import.meta.main) await runAsProgram(ablateTypeConditioning);
