/**
 * MERIT over a stream with paraphrases, retrievable or blocked.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** How much of memory's gain is the answer to a paraphrase seen before? */
export const ablateTwins = defineExperiment({
  name: "ablate_twins",
  question: "How much of memory's gain is the answer to a paraphrase seen before?",
  arms: [
    { name: "stateless", method: "stateless" },
    { name: "twins-retrievable" },
    { name: "twins-blocked", set: { "memory.twins": "block" } },
  ],
  factors: ["memory.twins", "method"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "twins-blocked", against: "twins-retrievable" },
    { variant: "twins-retrievable", against: "stateless" },
  ],
  twins: true,
  views: ["twins"],
});

if (import.meta.main) await runAsProgram(ablateTwins);
