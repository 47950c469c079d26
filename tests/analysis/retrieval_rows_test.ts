import assert from "node:assert/strict";
import { retrievalRows } from "../../lib/analysis/retrieval_rows.ts";
import { entryAt } from "../memory/entries.ts";
import { makeArm, makeTasks } from "./make_arm.ts";
import { showing as showingFrom } from "./showing.ts";

const tasks = makeTasks(6);
const [early, often, flipping, unused] = [-2, 0, 1, 4].map((position) => entryAt(position));

const memory = { before: [early!], learnt: [often!, flipping!, unused!] };
const showing = showingFrom(memory);

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
