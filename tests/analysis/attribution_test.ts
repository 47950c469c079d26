import assert from "node:assert/strict";
import { attribute } from "../../lib/analysis/attribution.ts";
import { wilsonInterval } from "../../lib/stats/wilson_interval.ts";
import { entryAt } from "../memory/entries.ts";
import { makeArm, makeTasks } from "./make_arm.ts";
import { showing } from "./showing.ts";

const tasks = makeTasks(6);
const entries = Array.from({ length: 14 }, (_, position) => entryAt(position));
const [first, second, third] = entries;
const show = showing({ before: [], learnt: entries });

Deno.test("attribute: flipped questions with what their prompts showed, fixed and broken apart", () => {
  const base = makeArm({ label: "base", tasks, endings: [[1, null, 2, null, "unscored", 0]] });
  const variant = show(makeArm({ tasks, endings: [[2, 2, null, 0, 1, 0]] }), {
    q0: [first!],
    q1: [second!, first!],
    q2: [third!],
    q4: [third!],
  });
  const { fixed, broken, flips } = attribute({ base, variant }, null);
  const line = ({ taskId, solvedAt, shown }: typeof fixed[number]) =>
    [taskId, solvedAt, shown.map(({ id }) => id)] as const;
  assert.deepEqual(fixed.map(line), [["q1", 2, [second!.id, first!.id]], ["q3", 0, []]]);
  assert.deepEqual(broken.map(line), [["q2", 2, [third!.id]]]);
  assert.deepEqual(flips, { n: 5, flips: 3, rate: 0.6, interval: wilsonInterval(3, 5) });
});

Deno.test("attribute: flips of the base's second seed are counted over all orders", () => {
  const endings = [[1, 1, 1, null, null, null], [1, 1, 1, 1, 1, 1]] as const;
  const base = makeArm({ label: "base", tasks, endings });
  const again = makeArm({
    label: "again",
    tasks,
    endings: [[1, 1, null, null, null, 1], [1, 1, 1, 1, 1, "unscored"]],
  });
  const { chance, flips } = attribute({ base, variant: base }, again);
  assert.deepEqual([chance!.n, chance!.flips], [11, 2]);
  assert.deepEqual([flips.n, flips.flips], [12, 0]);
});

Deno.test("attribute: at most ten entries, those shown to most such questions first", () => {
  const base = makeArm({ label: "base", tasks, endings: [[null, null, null, 1, 1, 1]] });
  const variant = show(makeArm({ tasks, endings: [[1, 1, 1, null, 1, 1]] }), {
    q0: entries,
    q1: [third!, second!],
    q2: [third!],
    q3: [first!],
  });
  const { helped, harmed } = attribute({ base, variant }, null);
  assert.equal(helped.length, 10);
  assert.deepEqual(helped.slice(0, 2).map(({ entry, helped }) => [entry.id, helped]), [
    [third!.id, 3],
    [second!.id, 2],
  ]);
  assert.deepEqual(harmed.map(({ entry, harmed }) => [entry.id, harmed]), [[first!.id, 1]]);
});
