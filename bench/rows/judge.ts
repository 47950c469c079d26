/**
 * Judging published predictions.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import type { Benchmark } from "../../lib/benchmark/benchmark.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { createJudge } from "../../lib/benchmark/judge.ts";
import { judgePredictions } from "../../lib/benchmark/judge_predictions.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import type { Prediction } from "../../lib/benchmark/read_predictions.ts";
import { createSqlPool } from "../../lib/sql/pool.ts";
import { compare, spreadOf, time } from "../measure.ts";
import type { Goal, Line, Row } from "../row.ts";

const spider = fileURLToPath(new URL("../../../shared/data/spider-dev/", import.meta.url));
const systems = ["dail_sql_gpt4", "dail_sql_gpt4_sc", "graphix"];

/** Statements that both sides run at once. */
const workers = 2;

/** Predictions of one benchmark, and what the official evaluator said of them where that is known. */
interface Predictions {
  readonly name: string;
  readonly benchmark: Benchmark;
  readonly predictions: readonly Prediction[];
  readonly official: readonly (boolean | null)[] | null;
}

interface PublishedLine {
  readonly pred: string;
  readonly verdict_official: 0 | 1 | null;
}

async function readPublished(): Promise<Predictions> {
  const benchmark = await loadBenchmark({ directory: spider });
  const lines = await Promise.all(systems.map(async (system) => {
    const text = await Deno.readTextFile(`${spider}verdicts/${system}.jsonl`);
    return text.trim().split("\n").map((line): PublishedLine => JSON.parse(line));
  }));
  // Question by question, so that those of a database stand together.
  const answered = benchmark.tasks.flatMap((task, place) =>
    lines.map((rows) => ({ task, ...rows[place]! }))
  );
  const predictions = answered.map(({ task, pred }) => ({ task, sql: pred }));
  const official = answered.map(({ verdict_official }) =>
    verdict_official === null ? null : verdict_official === 1
  );
  return { name: `${systems.length} published systems`, benchmark, predictions, official };
}

/** The bundled golds, each as the answer to its own question and to the next one. */
async function makeBundled(): Promise<Predictions> {
  const benchmark = await loadBundled();
  const { tasks, golds } = benchmark;
  const predictions = tasks.flatMap((task, place) => {
    const next = tasks[place + 1]?.databaseId === task.databaseId ? tasks[place + 1]! : task;
    return [task, next].map((answered) => ({ task, sql: readGold(golds, answered.id) }));
  });
  return { name: "bundled golds", benchmark, predictions, official: null };
}

function requireSameVerdicts(
  ours: readonly boolean[],
  theirs: readonly boolean[],
  official: readonly (boolean | null)[] | null,
): string {
  const other = ours.findIndex((verdict, place) => verdict !== theirs[place]);
  if (other >= 0) {
    throw new Error(`Prediction ${other}: ours says ${ours[other]}, theirs ${theirs[other]}`);
  }
  const correct = ours.filter((verdict) => verdict).length;
  if (official === null) return `same verdicts, ${correct} correct`;
  const known = official.slice(0, ours.length).filter((verdict) => verdict !== null).length;
  const agreed = ours.filter((verdict, place) => verdict === official[place]).length;
  return `same verdicts, ${correct} correct; official evaluator: ${agreed} of ${known} the same`;
}

/** What of the time is not SQLite's: starting a process, and sending it a statement. */
async function profilePool(paths: readonly string[], rounds: number): Promise<readonly Line[]> {
  const starts: number[] = [], messages: number[] = [], statements = 200;
  for (let round = 0; round < rounds; round++) {
    const path = paths[round % paths.length]!;
    await using pool = createSqlPool({ workers: 1 });
    const start = performance.now();
    await pool.run(path, "SELECT 1");
    const started = performance.now();
    for (let i = 0; i < statements; i++) await pool.run(path, `SELECT ${i}`);
    starts.push(started - start);
    messages.push((performance.now() - started) / statements);
  }
  const line = (work: string, values: readonly number[], note: string): Line => ({
    ...{ work, unit: "ms", ours: spreadOf(values), against: null, goal: null, note },
  });
  return [
    line(
      "of it, starting a process",
      starts,
      "a database has up to two, and they give way to others",
    ),
    line("of it, a statement to a process and back", messages, "SELECT of a number"),
  ];
}

/** The row. */
export const judgeRow: Row = {
  name: "judge",
  title: "Judging predictions, spider-ts",
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const hasPublished = await Deno.stat(spider).then(() => true, () => false);
    const all = hasPublished ? await readPublished() : await makeBundled();
    const { benchmark, official } = all;
    const predictions = quick ? all.predictions.slice(0, 200) : all.predictions;
    const path = `${folder}/pairs.json`;
    await Deno.writeTextFile(
      path,
      JSON.stringify(predictions.map(({ task, sql }) => ({
        database: benchmark.databasePath(task.databaseId),
        gold: readGold(benchmark.golds, task.id),
        prediction: sql,
      }))),
    );
    const databases = [...new Set(predictions.map(({ task }) => task.databaseId))];
    const tasks = [...new Set(predictions.map(({ task }) => task))];
    const judgeAll = async () => {
      await using pool = createSqlPool({ workers });
      const judge = await createJudge({ benchmark, pool, mode: "spider-ts", tasks });
      const verdicts: boolean[] = [];
      for await (const { verdict } of judgePredictions({ judge, predictions })) {
        verdicts.push(verdict === true);
      }
      return verdicts;
    };
    await using peer = await startPeer("judge", path);
    const against = (
      peerName: string,
      { asked, goal }: { readonly asked: string; readonly goal: Goal | null },
    ): Promise<Line> =>
      compare({
        work: `${predictions.length.toLocaleString("en")} predictions (${all.name})`,
        unit: "s",
        operation: "a set",
        goal,
        rounds,
        peer: peerName,
        ours: () => time(judgeAll),
        theirs: () => peer.run<boolean[]>({ case: asked, at_once: workers }),
        requireSame: (ours, theirs) => requireSameVerdicts(ours, theirs, official),
      });
    const lines = [
      await against("sqlite3, a process a pair", { asked: "isolated", goal: { ratioAtLeast: 5 } }),
      await against("sqlite3, in one process", { asked: "each", goal: null }),
      await against("sqlite3, in one process, nothing twice", { asked: "sparing", goal: null }),
      ...await profilePool(databases.map((id) => benchmark.databasePath(id)), rounds),
    ];
    const notes = [
      "ours runs each statement in a process without rights that can be killed, which serves one " +
      "database, and starts these within the time measured; no query runs twice for the same gold",
      "only a peer with a process a pair survives a query that takes all memory or crashes SQLite",
      ...(hasPublished ? [] : ["no folder ../shared/data/spider-dev: the bundled golds instead"]),
    ];
    return { lines, notes, skipped: "" };
  },
};
