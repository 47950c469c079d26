/**
 * All experiments, by name. Adding one is one file here and one line below.
 *
 * @module
 */
import type { ExperimentDeclaration } from "../lib/experiment/define_experiment.ts";
import { ablateClassifier } from "./ablate_classifier.ts";
import { ablateLexicalDense } from "./ablate_lexical_dense.ts";
import { ablatePolarity } from "./ablate_polarity.ts";
import { ablateSchemaLocality } from "./ablate_schema_locality.ts";
import { ablateTwins } from "./ablate_twins.ts";
import { ablateTypeConditioning } from "./ablate_type_conditioning.ts";
import { accuracyByAttempt } from "./accuracy_by_attempt.ts";
import { combineReflexion } from "./combine_reflexion.ts";
import { controlPlacebo } from "./control_placebo.ts";
import { controlSeed } from "./control_seed.ts";
import { mainComparison } from "./main_comparison.ts";
import { sweepRetrieval } from "./sweep_retrieval.ts";

/** The experiments, in the order in which help texts list them. */
export const experiments: readonly ExperimentDeclaration[] = Object.freeze([
  mainComparison,
  ablatePolarity,
  ablateTypeConditioning,
  ablateSchemaLocality,
  ablateLexicalDense,
  ablateTwins,
  ablateClassifier,
  combineReflexion,
  controlPlacebo,
  controlSeed,
  accuracyByAttempt,
  sweepRetrieval,
]);
