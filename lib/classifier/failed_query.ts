/**
 * What a classifier of failures may look at.
 *
 * @module
 */
import type { Failure, Observation } from "../domain.ts";

/** A failed attempt with its question: no gold, and nothing of other attempts. */
export interface FailedQuery extends Pick<Observation, "status" | "outcome" | "message" | "shape"> {
  /** The failing query; empty where the answer held none. */
  readonly sql: string;
  /** The rendered schema, one `CREATE TABLE` a line. */
  readonly schema: string;
  /** In natural language. */
  readonly question: string;
  /** External knowledge; empty where there is none. */
  readonly evidence: string;
}

/** Gives each failed attempt one of the seven types: the same attempt always the same one. */
export interface FailureClassifier {
  /**
   * Classifies a failed attempt.
   *
   * @throws {RangeError} when the attempt is correct
   */
  classify(failed: FailedQuery): Failure;
}
