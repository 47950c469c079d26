import assert from "node:assert/strict";
import type { Arm } from "../../lib/analysis/group_arms.ts";
import { retrievalRows } from "../../lib/analysis/retrieval_rows.ts";
import type { MemoryEntry, Retrieved } from "../../lib/domain.ts";
import { entryAt } from "../memory/entries.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(6);
const [early, often, flipping, unused] = [-2, 0, 1, 4].map((position) => entryAt(position));

const found = (entry: MemoryEntry): Retrieved => ({
  entry,
  rank: 1,
  score: { dense: 1, lexical: 0, lexicalRaw: 0, total: 0.75 },
  poolSize: 1,
});

/** Puts entries into the repair prompts of questions, and into the memory of every run. */
function showing(arm: Arm, shown: Readonly<Record<string, readonly MemoryEntry[]>>): Arm {
  return {
    ...arm,
    runs: arm.runs.map((run) => ({
      ...run,
      initialMemory: [early!],
      episodes: run.episodes.map((episode, at) => ({
        ...episode,
        steps: episode.steps.map((step) => ({
          ...step,
          retrieved: step.attempt.number === 0 ? [] : (shown[episode.task.id] ?? []).map(found),
        })),
        entries: at === 0 ? [often!, flipping!, unused!] : [],
      })),
    })),
  };
}

const shown = {
  q0: [often!],
  q1: [often!, flipping!],
  q2: [often!, flipping!],
  q3: [often!],
  q4: [often!],
  q5: [early!],
};

Deno.test("retrievalRows: counts questions, not prompts, by how both arms ended", () => {
  const base = makeArm({ label: "base", tasks, endings: [[1, null, 2, null, "unscored", 0]] });
  const variant = showing(makeArm({ tasks, endings: [[2, 2, null, null, 1, 1]] }), shown);
  const rows = retrievalRows({ base, variant });
  const line = ({ entry, ...counts }: typeof rows[number]) => ({ id: entry.id, ...counts });
  assert.deepEqual(rows.map(line), [
    { id: often!.id, order: 1, shown: 4, helped: 1, harmed: 1, both: 1, none: 1 },
    { id: flipping!.id, order: 1, shown: 2, helped: 1, harmed: 1, both: 0, none: 0 },
    { id: early!.id, order: 1, shown: 1, helped: 0, harmed: 0, both: 1, none: 0 },
    { id: unused!.id, order: 1, shown: 0, helped: 0, harmed: 0, both: 0, none: 0 },
  ]);
});

Deno.test("retrievalRows: a question unscored in the variant counts nowhere", () => {
  const base = makeArm({ label: "base", tasks, endings: [[1, 1, 1, 1, 1, 1]] });
  const endings = [["unscored", 1, 1, 1, 1, 1]] as const;
  const variant = showing(makeArm({ tasks, endings }), shown);
  const row = retrievalRows({ base, variant }).find(({ entry }) => entry.id === often!.id)!;
  assert.deepEqual([row.shown, row.both], [4, 4]);
});

Deno.test("retrievalRows: joins by order, whose entries are its own", () => {
  const base = makeArm({
    label: "base",
    tasks,
    endings: [[null, null, null, null, null, null], [1, 1, 1, 1, 1, 1]],
  });
  const endings = [[1, 1, 1, 1, 1, 1], [null, null, null, null, null, null]] as const;
  const variant = showing(makeArm({ tasks, endings }), { q2: [flipping!] });
  const rows = retrievalRows({ base, variant }).filter(({ shown }) => shown > 0);
  assert.deepEqual(rows.map(({ order, helped, harmed }) => [order, helped, harmed]), [
    [1, 1, 0],
    [2, 0, 1],
  ]);
});

Deno.test("retrievalRows: arms of other models are not compared", () => {
  const endings = [[1, 1, 1, 1, 1, 1]] as const;
  const base = makeArm({ label: "base", tasks, endings });
  const model = { name: "other", digest: "", server: "scripted" };
  const variant = makeArm({ tasks, endings, manifest: { model } });
  assert.throws(() => retrievalRows({ base, variant }), /other/);
});
