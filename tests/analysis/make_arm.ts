import type { CallRecord, Step, Task } from "../../lib/domain.ts";
import type { Arm } from "../../lib/analysis/group_arms.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { exampleManifest, exampleRun } from "../../lib/runs/examples.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import type { StoredEpisode, StoredRun } from "../../lib/runs/run_reader.ts";

/** Number of the attempt that is right; null: none of three; unscored: no gold. */
export type Ending = number | null | "unscored";

export interface ArmSpecification {
  readonly label?: string;
  readonly tasks: readonly Task[];
  /** How each question ends, in the order of the tasks, one list a stream order from 1 on. */
  readonly endings: readonly (readonly Ending[])[];
  /** Digest of a repair prompt. */
  readonly promptOf?: (task: Task, attempt: number, order: number) => string;
  /** Prompt tokens of a call. */
  readonly tokensOf?: (task: Task, attempt: number) => number;
  readonly manifest?: Partial<RunManifest>;
}

/** Questions `q0`, `q1`, … of one database, each its own twin group. */
export function makeTasks(
  count: number,
  change: (index: number) => Partial<Task> = () => ({}),
): readonly Task[] {
  return Array.from({ length: count }, (_, index) => ({
    ...exampleTask,
    id: `q${index}`,
    index,
    twinGroup: `t${index}`,
    ...change(index),
  }));
}

const example = await exampleRun();
const exampleStep = example.episodes[0]!.steps[0]!;

/** An arm of runs as read from files; order k starts its stream at task k − 1 and goes round. */
export function makeArm(
  { label = "variant", tasks, endings, promptOf, tokensOf, manifest = {} }: ArmSpecification,
): Arm {
  const runs = endings.map((ofOrder, at): StoredRun => {
    const order = at + 1;
    const stream = tasks.map((_, i) => tasks[(i + at) % tasks.length]!);
    const episodes = stream.map((task, position): StoredEpisode => {
      const ending = ofOrder[tasks.indexOf(task)]!;
      const last = ending === "unscored" ? 0 : ending ?? 2;
      const steps = Array.from({ length: last + 1 }, (_, number): Step => {
        const purpose: CallRecord["purpose"] = number === 0 ? "first" : "repair";
        const status = number === ending ? "correct" : "error";
        const { attempt, calls: [call] } = exampleStep;
        return {
          ...exampleStep,
          attempt: { ...attempt, number, observation: { ...attempt.observation, status } },
          calls: [{
            ...call!,
            purpose,
            promptDigest: promptOf?.(task, number, order) ?? `${task.id}/${number}`,
            usage: {
              promptTokens: tokensOf?.(task, number) ?? 100,
              completionTokens: 10,
              cachedTokens: null,
            },
          }],
        };
      });
      return {
        ...example.episodes[0]!,
        task,
        position,
        sequence: position,
        steps,
        outcome: ending === "unscored" ? ending : ending === null ? "unsolved" : "solved",
        solvedAt: typeof ending === "number" ? ending : null,
        entries: [],
      };
    });
    return {
      ...example,
      path: `${label}-${order}.run.sqlite`,
      manifest: {
        ...exampleManifest,
        order,
        stream: { digest: digestStream(stream), length: stream.length },
        ...manifest,
      },
      stream,
      episodes,
    };
  });
  return { label, method: "merit", runs };
}
