/** Whatever the method, its parameters and the interleaving: no prompt holds a later episode. */
import assert from "node:assert/strict";
import type { Status, Task } from "../../lib/domain.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";
import { methods } from "../../lib/loop/methods.ts";
import { repairEpisode } from "../../lib/loop/repair_episode.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { createMemory, type Memory } from "../../lib/memory/memory.ts";
import { createMemoryStore } from "../../lib/memory/store.ts";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import { createRandom, type Random } from "../../lib/random.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { observations } from "./scripted_loop.ts";

const length = 14, databases = ["music", "zoo", "port"];

/** A word that stands in the question, every query and every reflection of one position alone. */
const mark = (position: number) => `mark${String(position).padStart(2, "0")}`;
const positionsIn = (text: string) => [...text.matchAll(/mark(\d\d)/g)].map(([, at]) => Number(at));

const stream = Array.from({ length }, (_, position): Task => ({
  ...exampleTask,
  id: `task-${position}`,
  databaseId: databases[position % 3]!,
  twinGroup: `t${position >> 1}`,
  question: `${mark(position)}: how many singers are older than ${position}?`,
}));

const drawConfiguration = (random: Random): LoopConfiguration => ({
  ...defaultConfiguration,
  budget: random.integer(1, 4),
  runSeed: random.integer(1, 3),
  transition: random.pick(["last", "first", "all"]),
  selector: random.pick(["dail", "act"]),
  reflexion: { shared: random.pick([true, true, false]), own: random.integer(0, 3) },
  memory: {
    ...defaultConfiguration.memory,
    scope: random.pick(["same-db", "any", "cross-db"]),
    twins: random.pick(["allow", "block"]),
    typeCondition: random.pick(["fallback", "strict", "untyped", "shuffled"]),
    minimumSameType: random.integer(1, 3),
    ranking: random.pick(["hybrid", "random"]),
    polarity: random.pick(["split", "pooled"]),
    limit: { positive: random.integer(1, 4), negative: random.integer(0, 3) },
  },
});

/** Lets others go on, for a drawn number of turns. */
async function pause(random: Random): Promise<void> {
  for (let turns = random.integer(0, 3); turns > 0; turns--) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}

for (const method of methods) {
  Deno.test(`repairEpisode: ${method.name} is causal under any interleaving`, async () => {
    let shown = 0;
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(`${method.name} ${seed}`);
      const configuration = drawConfiguration(random);
      const store = createMemoryStore();
      const memory = createMemory({ store, vectors: createVectorBook(createHashingEmbedder()) });
      const finalized = new Set<number>(), visible = new Map<string, Set<number>>();
      const watched: Memory = {
        search(request) {
          const { task, position } = request.pool;
          visible.set(task.id, new Set([...finalized].filter((other) => other < position)));
          return memory.search(request);
        },
      };
      const model = createScriptedModel({
        answer({ messages, context }) {
          const [, at, number, purpose] = /task-(\d+), .* attempt (\d+) \((\w+)\)/.exec(context!)!;
          const position = Number(at);
          for (const other of positionsIn(JSON.stringify(messages))) {
            if (other === position) continue;
            shown++;
            const seen = visible.get(`task-${at}`)?.has(other);
            assert.ok(seen, `seed ${seed}: the prompt of ${position} shows ${other}`);
          }
          const words = `The query of ${mark(position)} names a wrong column.`;
          const query = `\`\`\`sql\nSELECT '${mark(position)}', ${number} FROM singer\n\`\`\``;
          return purpose === "reflection" ? words : `${words}\n${query}`;
        },
      });
      const verdicts = random.fork("verdicts");
      const observe = async () => {
        await pause(random);
        const statuses: readonly Status[] = ["error", "error", "mismatch", "timeout", "correct"];
        return observations[verdicts.pick(statuses)];
      };
      const waiting = random.shuffle([...stream.keys()]);
      const work = async () => {
        for (let position; (position = waiting.pop()) !== undefined;) {
          const setting = { method, configuration, memory: watched, model, observe };
          const { entries } = await repairEpisode(stream[position]!, position, setting);
          await pause(random);
          store.add(entries);
          finalized.add(position);
        }
      };
      await Promise.all(Array.from({ length: random.integer(1, 4) }, work));
      assert.equal(finalized.size, length);
    }
    const silent = ["resample", "stateless"].includes(method.name);
    assert.ok(silent ? shown === 0 : shown > 100, `${shown} words of other episodes were shown`);
  });
}
