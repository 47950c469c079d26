/**
 * What an embedder is to the kit.
 *
 * @module
 */

/** Turns texts into unit vectors of one length. */
export interface Embedder {
  /** Model, dtype and pooling in one text: vectors of another identity are refused, never mixed. */
  readonly identity: string;
  /** Length of each vector. */
  readonly dimensions: number;
  /**
   * Embeds texts, one L2-normalised vector a text, in the order given. A text that says nothing to
   * the model may have the zero vector.
   *
   * @throws {InfrastructureError} when the model cannot be loaded or does not answer
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
