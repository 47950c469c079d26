import { createHash } from "node:crypto";
import type { Observation, SqlOutcome, Status, Task } from "../../lib/domain.ts";
import { exampleCell } from "../../lib/experiment/examples.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../lib/llm/scripted_model.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";

const task = (index: number, databaseId: string, difficulty: string): Task => ({
  id: String(index),
  index,
  databaseId,
  question: `Question ${index}, how many?`,
  evidence: "",
  difficulty,
  twinGroup: `t${index}`,
  schema: `CREATE TABLE ${databaseId} (id INTEGER)`,
  schemaDigest: createHash("sha256").update(`CREATE TABLE ${databaseId} (id INTEGER)`).digest(
    "hex",
  ),
});

/** Six questions over two databases. */
export const tasks: readonly Task[] = [
  task(0, "music", "simple"),
  task(1, "music", "moderate"),
  task(2, "music", "moderate"),
  task(3, "zoo", "simple"),
  task(4, "zoo", "challenging"),
  task(5, "zoo", "simple"),
];

const outcomes = { correct: "rows", mismatch: "rows", error: "error", timeout: "timeout" } as const;
const messages = {
  correct: "",
  mismatch: "",
  error: "no such column: nme",
  timeout: "The query was stopped",
};

function observation(status: Status): Observation {
  const outcome: SqlOutcome["kind"] = outcomes[status];
  return {
    status,
    outcome,
    message: messages[status],
    shape: outcome === "rows" ? { rows: 1, columns: 1 } : null,
    preview: outcome === "rows" ? "1" : "",
    reason: `script says ${status}`,
  };
}

/**
 * What becomes of each question, attempt by attempt; null: no gold. K is 2, so by hand: five of six
 * are scored, one is right at attempt 0 and four at the end, three are fixed, one attempt times out.
 */
export const verdicts: Readonly<Record<string, readonly Status[] | null>> = {
  0: ["correct"],
  1: ["error", "correct"],
  2: ["error", "error", "correct"],
  3: ["mismatch", "mismatch", "mismatch"],
  4: ["timeout", "correct"],
  5: null,
};

/** Writes a run of the six questions; every call takes 100 prompt and 10 completion tokens. */
export async function makeRun(
  path: string,
  { manifest = {}, limit = tasks.length, script = verdicts, salt = "", broken = {} }: {
    readonly manifest?: Partial<RunManifest>;
    /** Questions to run before stopping. */
    readonly limit?: number;
    readonly script?: typeof verdicts;
    /** Put into every query, so that other queries come out. */
    readonly salt?: string;
    /** Answers in place of the script's, by `<task>.<attempt>`. */
    readonly broken?: Readonly<Record<string, ScriptedAnswer>>;
  } = {},
): Promise<void> {
  const cell = exampleCell(path);
  const stop = new AbortController();
  const configuration = { ...cell.manifest.configuration, budget: 2 };
  const running = runCell({
    ...cell,
    stream: tasks,
    manifest: {
      ...cell.manifest,
      configuration,
      stream: { digest: digestStream(tasks), length: tasks.length },
      ...manifest,
    },
    model: createScriptedModel({
      answer: ({ context }) => {
        const [, id, number, purpose] = /task (\S+), .* attempt (\d+) \((\w+)\)/.exec(context!)!;
        return broken[`${id}.${number}`] ?? {
          text: purpose === "reflection"
            ? "The column was misspelt; the schema calls it name."
            : `SELECT ${number} AS q${id}${salt}`,
          usage: { promptTokens: 100, completionTokens: 10, cachedTokens: 40 },
        };
      },
    }),
    observe: ({ id }, sql) => {
      if (sql === "") return Promise.resolve(observation("error"));
      const status = script[id]?.[Number(/^SELECT (\d+)/.exec(sql)![1])];
      return Promise.resolve(status === undefined ? null : observation(status));
    },
    signal: stop.signal,
    onEpisode: (_, { done }) => {
      if (done === limit && limit < tasks.length) stop.abort();
    },
  });
  await running.catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
}
