import type { FailureType } from "../domain.ts";

/** A wording of a DBMS and what it says about the failed query. */
export interface FailureRule {
  /** What went wrong, finer than the type; wordings of other engines for the same fault share it. */
  readonly id: string;
  /** One of the seven types of the paper. */
  readonly type: FailureType;
  /** Anchored at the start, so that a name inside a message cannot pose as another message. */
  readonly pattern: RegExp;
  /** A message that this rule catches and no earlier one does. */
  readonly example: string;
}
