/**
 * MERIT with memory of the same database, of all, or of all but the same.
 *
 * @module
 */
import { defineExperiment } from "../lib/experiment/define_experiment.ts";
import { runAsProgram } from "./run_as_program.ts";

/** Must precedents come from the same database? */
export const ablateSchemaLocality = defineExperiment({
  name: "ablate_schema_locality",
  question: "Must precedents come from the same database?",
  arms: [
    { name: "same-database" },
    { name: "any-database", set: { "memory.scope": "any" } },
    { name: "other-databases", set: { "memory.scope": "cross-db" } },
  ],
  factors: ["memory.scope"],
  orders: [1, 2, 3],
  contrasts: [
    { variant: "any-database", against: "same-database" },
    { variant: "other-databases", against: "same-database" },
  ],
});

if (import.meta.main) await runAsProgram(ablateSchemaLocality);
