/** A contrast of two made-up arms. */
import type { ContrastEstimate } from "../../lib/analysis/contrast_estimate.ts";
import { estimateContrast } from "../../lib/analysis/estimate_contrast.ts";
import { makeArm, makeTasks } from "../analysis/make_arm.ts";

const tasks = makeTasks(40);

/** A contrast in which the variant solves some questions more, or fewer, than the base. */
export function makeContrast(name: string, gained: number): ContrastEstimate {
  const ending = (count: number) => tasks.map((_, at) => at < 10 + count ? 1 : null);
  const base = makeArm({ label: "base", tasks, endings: [ending(Math.max(0, -gained))] });
  const promptOf = (task: { id: string }, attempt: number) => `other ${task.id} ${attempt}`;
  const variant = makeArm({ tasks, endings: [ending(Math.max(0, gained))], promptOf });
  return estimateContrast({ name, base, variant });
}
