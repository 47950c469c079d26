/**
 * The memory of a run, made anew from its file.
 *
 * @module
 */
import { createMemory, type Memory } from "../memory/memory.ts";
import { createMemoryStore, type MemoryStore } from "../memory/store.ts";
import { createVectorBook } from "../memory/vector_book.ts";
import type { StoredRun } from "./run_reader.ts";

/**
 * A memory that holds what the run's memory started with, and knows the vectors that the run kept.
 * Whoever walks the episodes adds to the store what each of them learnt.
 *
 * @param run a run as read from its file
 * @returns the memory and the store behind it; a search that needs another vector throws RangeError
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rebuildMemory } from "./rebuild_memory.ts";
 * import { exampleRun } from "./examples.ts";
 * assert.deepEqual(rebuildMemory(await exampleRun()).store.entries(), []);
 * ```
 */
export function rebuildMemory(
  run: Pick<StoredRun, "manifest" | "initialMemory" | "vectors">,
): { readonly memory: Memory; readonly store: MemoryStore } {
  const store = createMemoryStore();
  store.add(run.initialMemory);
  const vectorOf = (text: string): Float32Array => {
    const vector = run.vectors.get(text);
    if (vector === undefined) {
      throw new RangeError(`no vector is stored for "${text.slice(0, 60)}"`);
    }
    return vector;
  };
  const vectors = createVectorBook({
    identity: run.manifest.embedder,
    dimensions: 0,
    embed: (texts) => Promise.resolve(texts.map(vectorOf)),
  });
  return { memory: createMemory({ store, vectors }), store };
}
