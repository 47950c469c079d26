/**
 * Prints failing queries that the bundled recording holds, one JSON object a line, to be labelled by
 * hand in `data/failures/real.json`: all failing first attempts, then failing repairs, at most two
 * a question, in the order of their hashes. `deno run -A tools/collect_failures.ts [COUNT]`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { loadBundled } from "../lib/benchmark/bundled.ts";
import { createJudge } from "../lib/benchmark/judge.ts";
import { failureSplit } from "../lib/experiment/failure_split.ts";
import type { RecordedFailure } from "../lib/experiment/read_failures.ts";
import { openRecording } from "../lib/llm/open_recording.ts";
import { unpackText } from "../lib/llm/pack_text.ts";
import { defaultConfiguration } from "../lib/loop/configuration.ts";
import { promptSets } from "../lib/loop/prompts.ts";
import { renderFirst } from "../lib/loop/render_prompt.ts";
import { sha256 } from "../lib/sha256.ts";
import { extractSql } from "../lib/sql/extract_sql.ts";
import { createSqlPool } from "../lib/sql/pool.ts";

/** A failing query of the recording, before anybody read it. */
export type Unlabelled = Omit<RecordedFailure, "type" | "reason">;

const recording = fileURLToPath(new URL("../data/recordings/bundled.sqlite", import.meta.url));

/** The calls' words, and the first message of the user, from which their question is known. */
function readCalls(): { prompt: string; text: string; isFirst: boolean }[] {
  const database = openRecording(recording, { readOnly: true });
  const messages = new Map(
    database.prepare("SELECT hash, content FROM messages").all().map(({ hash, content }) => [
      (hash as Uint8Array).toHex(),
      unpackText(content as string | Uint8Array),
    ]),
  );
  const calls = database.prepare("SELECT messages, text, sampling FROM calls").all();
  database.close();
  return calls.map((call) => ({
    prompt: messages.get((call.messages as Uint8Array).slice(16, 32).toHex()) ?? "",
    text: unpackText(call.text as string | Uint8Array),
    isFirst: JSON.parse(String(call.sampling)).temperature === 0,
  }));
}

/**
 * Finds and judges the failing queries of the recording; answers without a query are left out.
 *
 * @returns each query of a question once
 */
export async function findFailures(): Promise<readonly Unlabelled[]> {
  const benchmark = await loadBundled();
  await using pool = createSqlPool();
  const judge = await createJudge({ benchmark, pool });
  const prompts = promptSets[defaultConfiguration.prompts];
  const heads = benchmark.tasks.map((task) => ({
    task,
    head: renderFirst(task, prompts)[1]!.content,
  }));
  const found = new Map<string, Unlabelled>();
  for (const { prompt, text, isFirst } of readCalls()) {
    const task = heads.find(({ head }) => prompt.startsWith(head))?.task;
    const { sql } = extractSql(text);
    const key = JSON.stringify([task?.id, sql]);
    if (task === undefined || sql === "" || (found.has(key) && !isFirst)) continue;
    const observation = await judge.observe(task, sql);
    if (observation === null || observation.status === "correct") continue;
    const { status, outcome, message, shape } = observation;
    const attempt = isFirst ? "first" : "repair";
    const split = failureSplit(task.id);
    found.set(key, { task: task.id, attempt, split, sql, status, outcome, message, shape });
  }
  return [...found.values()];
}

/** Chooses what is to be labelled; queries that differ in blanks alone count once. */
export function chooseFailures(
  failures: readonly Unlabelled[],
  count: number,
): readonly Unlabelled[] {
  const order = ({ attempt, task, sql }: Unlabelled) => `${attempt}/${sha256(`${task}/${sql}`)}`;
  const chosen: Unlabelled[] = [];
  const queries = new Set<string>();
  const repairs = new Map<string, number>();
  for (const failure of failures.toSorted((a, b) => order(a) < order(b) ? -1 : 1)) {
    const { task, attempt, sql } = failure;
    const query = JSON.stringify([task, sql.replace(/\s+/g, " ")]);
    const earlier = attempt === "first" ? 0 : repairs.get(task) ?? 0;
    if (chosen.length === count || queries.has(query) || earlier === 2) continue;
    queries.add(query);
    if (attempt === "repair") repairs.set(task, earlier + 1);
    chosen.push(failure);
  }
  return chosen.toSorted((a, b) => Number(a.task) - Number(b.task));
}

if (import.meta.main) {
  const count = Number(Deno.args[0] ?? 150);
  for (const failure of chooseFailures(await findFailures(), count)) {
    console.log(JSON.stringify(failure));
  }
}
