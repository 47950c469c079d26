/**
 * What a structural rule is.
 *
 * @module
 */
import type { FailureType } from "../../domain.ts";
import type { Clues } from "./clues.ts";

/** A sign of one cause. */
export interface StructuralRule {
  /** What seems wrong, finer than the type. */
  readonly id: string;
  /** One of the seven types of the paper. */
  readonly type: FailureType;
  /** Whether the failed query shows it. */
  applies(clues: Clues): boolean;
}
