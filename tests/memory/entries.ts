import type { MemoryEntry } from "../../lib/domain.ts";
import { exampleEntry, exampleTask } from "../../lib/memory/examples.ts";
import { createMemory, type Memory, type SearchRequest } from "../../lib/memory/memory.ts";
import { paperPolicy } from "../../lib/memory/policy.ts";
import { createMemoryStore } from "../../lib/memory/store.ts";
import { repairEntryText } from "../../lib/memory/texts.ts";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import type { Embedder } from "../../lib/scorer/embedder.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";

/** An entry of the episode at a stream position, of a task of its own. */
export function entryAt(position: number, changes: Partial<MemoryEntry> = {}): MemoryEntry {
  const kind = changes.kind ?? "repair";
  const id = `${String(position).padStart(6, "0")}-${kind}-0`;
  return { ...exampleEntry, id, taskId: `of-${position}`, position, ...changes };
}

/** A memory that holds entries already. */
export function memoryOf(
  entries: readonly MemoryEntry[],
  embedder: Embedder = createHashingEmbedder(),
): Memory {
  const store = createMemoryStore();
  store.add(entries);
  return createMemory({ store, vectors: createVectorBook(embedder) });
}

/** An untyped search for positives at position 100, under the paper's policy. */
export function searchRequest(changes: Partial<SearchRequest> = {}): SearchRequest {
  return {
    pool: {
      task: exampleTask,
      position: 100,
      kind: "repair",
      polarity: "positive",
      policy: paperPolicy,
    },
    failureType: null,
    policy: paperPolicy,
    limit: 3,
    query: "Name the oldest singer.",
    entryText: repairEntryText,
    runSeed: 1,
    attempt: 1,
    ...changes,
  };
}

/** Ids of what a search found, best first. */
export async function foundIds(memory: Memory, request: SearchRequest): Promise<string[]> {
  return (await memory.search(request)).map(({ entry }) => entry.id);
}

/** An embedder that knows the vectors of some texts and notes what it is asked. */
export function tableEmbedder(
  vectors: Readonly<Record<string, readonly number[]>>,
): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    identity: "table",
    dimensions: 2,
    asked,
    embed(texts) {
      asked.push(...texts);
      return Promise.resolve(texts.map((text) => Float32Array.from(vectors[text]!)));
    },
  };
}
