/** No order of searches and finalizations lets an episode see a later one, an unfinished one, or itself. */
import assert from "node:assert/strict";
import { failureTypes, type MemoryEntry, type Task } from "../../lib/domain.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { createMemory } from "../../lib/memory/memory.ts";
import { paperPolicy } from "../../lib/memory/policy.ts";
import { createMemoryStore, createSqliteStore } from "../../lib/memory/store.ts";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt, searchRequest } from "../memory/entries.ts";
import { arbitrary, testProperty } from "../property.ts";

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

const lesson = arbitrary.record({
  failureType: arbitrary.constantFrom(...failureTypes),
  polarity: arbitrary.constantFrom<MemoryEntry["polarity"]>("positive", "negative"),
  question: arbitrary.nat(3).map((number) => `oldest singer ${number}`),
});

/** What happens at a time: a search for some episode, which may be over, or the end of one. */
const event = arbitrary.record({
  position: arbitrary.nat(length - 1),
  ends: arbitrary.boolean(),
  lessons: arbitrary.array(lesson, { minLength: 1, maxLength: 3 }),
  failureType: arbitrary.option(arbitrary.constantFrom(...failureTypes)),
  limit: arbitrary.nat(40),
  policy: arbitrary.record({
    scope: arbitrary.constantFrom<typeof paperPolicy["scope"]>("same-db", "any", "cross-db"),
    twins: arbitrary.constantFrom<typeof paperPolicy["twins"]>("allow", "block"),
    typeCondition: arbitrary.constantFrom<typeof paperPolicy["typeCondition"]>(
      ...["fallback", "strict", "untyped", "shuffled"] as const,
    ),
    ranking: arbitrary.constantFrom<typeof paperPolicy["ranking"]>("hybrid", "random"),
  }),
});

for (const [name, open] of Object.entries(stores)) {
  let found = 0;
  testProperty(`search: causal under any interleaving, entries ${name}`, [
    arbitrary.array(event, { minLength: 1, maxLength: 2 * length, size: "max" }),
  ], async (events) => {
    const store = open();
    const memory = createMemory({ store, vectors: createVectorBook(createHashingEmbedder()) });
    const finalized = new Set<string>(), ended = new Set<number>();
    for (const { position, ends, lessons, failureType, limit, policy: drawn } of events) {
      const task = taskAt(position), policy = { ...paperPolicy, ...drawn };
      const { id: taskId, databaseId, twinGroup } = task;
      if (ends && !ended.has(position)) {
        ended.add(position);
        // The third is a lesson of the same task from an earlier run.
        const entries = lessons.map((lesson, number) =>
          entryAt(number === 2 ? position - length : position, {
            ...{ ...lesson, id: `${position}-${number}`, taskId, databaseId, twinGroup },
          })
        );
        store.add(entries);
        for (const { id } of entries) finalized.add(id);
        continue;
      }
      const pool = { task, position, kind: "repair", polarity: null, policy } as const;
      const seen = await memory.search(searchRequest({ pool, policy, failureType, limit }));
      found += seen.length;
      for (const { entry } of seen) {
        assert.ok(entry.position < position, `${position} sees ${entry.id} of ${entry.position}`);
        assert.ok(finalized.has(entry.id), `${position} sees ${entry.id}, which is not finalized`);
        assert.notEqual(entry.taskId, taskId);
      }
    }
  });

  Deno.test(`search: those searches found something, entries ${name}`, () => {
    assert.ok(found > 500, `need searches that find something, found ${found} entries`);
  });
}
