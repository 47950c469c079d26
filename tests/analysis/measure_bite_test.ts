import assert from "node:assert/strict";
import { measureBite } from "../../lib/analysis/measure_bite.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(4);

Deno.test("measureBite: joins prompts by order, id and attempt, and only those of both", () => {
  // Repairs of the base: q1 1, q2 1 2, q3 1 2. Of the variant: q1 1 2, q2 1, q3 1 2.
  const base = makeArm({ label: "base", tasks, endings: [[0, 1, null, 2]] });
  const variant = makeArm({
    tasks,
    endings: [[0, null, 1, 2]],
    promptOf: ({ id }, attempt) => id === "q3" ? `other ${attempt}` : `${id}/${attempt}`,
  });
  assert.deepEqual(measureBite({ base, variant }), {
    prompts: 4,
    differing: 2,
    share: 0.5,
    firstRepairs: { prompts: 3, differing: 1, share: 1 / 3 },
  });
});

Deno.test("measureBite: the prompts of one order are not taken for those of another", () => {
  const endings = [[1, 1, 1, 1], [1, 1, 1, 1]] as const;
  const promptOf = ({ id }: { readonly id: string }, attempt: number, order: number) =>
    `${id}/${attempt}/${order}`;
  const base = makeArm({ label: "base", tasks, endings, promptOf });
  const same = makeArm({ tasks, endings, promptOf });
  assert.equal(measureBite({ base, variant: same }).share, 0);
  const turned = makeArm({
    tasks,
    endings,
    promptOf: (task, attempt, order) => promptOf(task, attempt, 3 - order),
  });
  assert.equal(measureBite({ base, variant: turned }).share, 1);
});

Deno.test("measureBite: first prompts and reflections do not count", () => {
  const endings = [[1, 0, 0, 0]] as const;
  const base = makeArm({ label: "base", tasks, endings });
  const [run] = base.runs;
  const episodes = run!.episodes.map((episode) => ({
    ...episode,
    steps: episode.steps.map((step) => ({
      ...step,
      calls: step.calls.flatMap((call) =>
        call.purpose === "first" ? [{ ...call, promptDigest: "other" }] : [
          call,
          { ...call, purpose: "reflection" as const, promptDigest: "reflection" },
        ]
      ),
    })),
  }));
  const variant = { ...base, runs: [{ ...run!, episodes }] };
  const { prompts, differing } = measureBite({ base, variant });
  assert.deepEqual([prompts, differing], [1, 0]);
});

Deno.test("measureBite: null where there is no repair prompt in common", () => {
  const base = makeArm({ label: "base", tasks, endings: [[0, 0, 0, 0]] });
  const variant = makeArm({ tasks, endings: [[1, 1, 1, 1]] });
  const { share, firstRepairs } = measureBite({ base, variant });
  assert.deepEqual([share, firstRepairs.share], [null, null]);
});

Deno.test("measureBite: unscored episodes make no prompt", () => {
  const promptOf = () => "other";
  const base = makeArm({ label: "base", tasks, endings: [[1, 1, 1, 1]] });
  const variant = makeArm({ tasks, endings: [["unscored", 1, 1, 1]], promptOf });
  assert.equal(measureBite({ base, variant }).prompts, 3);
});
