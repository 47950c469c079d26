/** No order of finalizations lets an episode see a later one, an unfinished one, or itself. */
import assert from "node:assert/strict";
import { failureTypes, type MemoryEntry, type Task } from "../../lib/domain.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { createMemory } from "../../lib/memory/memory.ts";
import { paperPolicy, type RetrievalPolicy } from "../../lib/memory/policy.ts";
import { createMemoryStore, createSqliteStore } from "../../lib/memory/store.ts";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import { createRandom, type Random } from "../../lib/random.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt, searchRequest } from "./entries.ts";

const length = 12;
const stores = {
  "in the process": createMemoryStore,
  "in a database": () => createSqliteStore(new DatabaseSync(":memory:")),
};

const taskAt = (position: number): Task => ({
  ...exampleTask,
  id: `task-${position}`,
  databaseId: position % 3 === 0 ? "zoo" : "music",
  twinGroup: `t${position >> 1}`,
});

/** One to three entries of an episode, and sometimes one of the same task from an earlier run. */
function lessonsOf(position: number, random: Random): MemoryEntry[] {
  const { id: taskId, databaseId, twinGroup } = taskAt(position);
  return Array.from(
    { length: random.integer(1, 3) },
    (_, number) =>
      entryAt(number === 2 ? position - length : position, {
        id: `${position}-${number}`,
        taskId,
        databaseId,
        twinGroup,
        failureType: random.pick(failureTypes),
        polarity: random.pick(["positive", "negative"]),
        question: `oldest singer ${random.integer(0, 3)}`,
      }),
  );
}

const drawPolicy = (random: Random): RetrievalPolicy => ({
  ...paperPolicy,
  scope: random.pick(["same-db", "any", "cross-db"]),
  twins: random.pick(["allow", "block"]),
  typeCondition: random.pick(["fallback", "strict", "untyped", "shuffled"]),
  ranking: random.pick(["hybrid", "random"]),
});

for (const [name, open] of Object.entries(stores)) {
  Deno.test(`search: causal under any interleaving, entries ${name}`, async () => {
    let found = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(`causality ${seed}`);
      const store = open();
      const memory = createMemory({ store, vectors: createVectorBook(createHashingEmbedder()) });
      const finalized = new Set<string>();
      const waiting = random.shuffle(Array.from({ length }, (_, position) => position));
      for (const position of waiting) {
        const task = taskAt(position), policy = drawPolicy(random);
        const seen = await memory.search(searchRequest({
          pool: { task, position, kind: "repair", polarity: null, policy },
          policy,
          failureType: random.pick([...failureTypes, null]),
          limit: random.integer(0, 40),
        }));
        found += seen.length;
        for (const { entry } of seen) {
          const where = `seed ${seed}: episode ${position} sees ${entry.id}`;
          assert.ok(entry.position < position, `${where} of position ${entry.position}`);
          assert.ok(finalized.has(entry.id), `${where}, which is not finalized`);
          assert.notEqual(entry.taskId, task.id, where);
        }
        const entries = lessonsOf(position, random);
        store.add(entries);
        for (const { id } of entries) finalized.add(id);
      }
    }
    assert.ok(found > 500, `need searches that find something, found ${found} entries`);
  });
}
