import assert from "node:assert/strict";
import { verifyRecordingCommand } from "../../lib/commands/verify_recording.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { bundledRecording } from "../../lib/experiment/bundled_recording.ts";
import { createCallFinder } from "../../lib/experiment/find_call.ts";
import type { CallComparison } from "../../lib/experiment/verify_calls.ts";
import { compactRecording, openRecording } from "../../lib/llm/open_recording.ts";
import { listCallKeys, readRecordedCall } from "../../lib/llm/recorded_calls.ts";
import { readRecordedIdentities } from "../../lib/llm/recording_tables.ts";
import { extractSql } from "../../lib/sql/extract_sql.ts";
import { openAIAnswer, startOpenAI } from "../llm/fake_servers.ts";
import { captureTerminal } from "./capture_terminal.ts";

using database = openRecording(bundledRecording, { readOnly: true });
const [identity] = readRecordedIdentities(database);
const name = identity!.name;
const calls = listCallKeys(database, identity!).map((key) => readRecordedCall(database, key));
const askedOf = (contents: readonly string[], seed: number) => JSON.stringify([contents, seed]);
const recorded = new Map(
  calls.map(({ messages, sampling, text }) => [
    askedOf(messages!.map(({ content }) => content), sampling.seed),
    text,
  ]),
);

interface Agreement {
  readonly n: number;
  readonly agreeing: number;
}

/** Verifies against a server that gives the recorded answers, changed. */
async function verify(change: (text: string) => string, ...args: readonly string[]) {
  const texts: string[] = [];
  const models = { data: [{ id: name, owned_by: "llamacpp", meta: { size: 1, n_params: 2 } }] };
  await using server = startOpenAI(({ contents, number }) => {
    const text = recorded.get(askedOf(contents, server.calls[number]!.body.seed));
    assert.ok(text !== undefined, "a call that is not recorded was asked");
    texts.push(text);
    return openAIAnswer(change(text));
  }, { "/v1/models": () => Response.json(models) });
  const terminal = captureTerminal();
  const code = await verifyRecordingCommand.run(
    [bundledRecording, "--model", `openai:${name}@${server.url}`, ...args],
    terminal,
  );
  return { code, terminal, texts };
}

async function verifyJson(change: (text: string) => string, ...args: readonly string[]) {
  const { code, terminal, texts } = await verify(change, "--json", ...args);
  const { results } = JSON.parse(terminal.text());
  const { words, sql, outcome }: Record<string, Agreement> = results.at(-1);
  return { code, words: words!, sql: sql!, outcome: outcome!, texts };
}

Deno.test("verify-recording: a server that repeats itself agrees in all, and all are judged", async () => {
  const { code, words, sql, outcome, texts } = await verifyJson(
    (text) => text,
    ...["--sample", "40", "--parallel", "4", "--least", "100"],
  );
  assert.equal(code, 0);
  assert.deepEqual([words.n, words.agreeing, texts.length], [40, 40, 40]);
  assert.deepEqual([sql.agreeing, outcome.agreeing], [sql.n, outcome.n]);
  assert.equal(outcome.n, sql.n, "the question of a sampled call was not found");
  assert.ok(sql.n > 0);
});

Deno.test("verify-recording: other words around the same query", async () => {
  const { words, sql, outcome } = await verifyJson(
    (text) => {
      const { sql } = extractSql(text);
      return sql === "" ? `${text} ` : `Here it is:\n\`\`\`sql\n${sql}\n  ;\n\`\`\``;
    },
    "--sample",
    "12",
  );
  assert.deepEqual([words.agreeing, sql.agreeing, outcome.agreeing], [0, sql.n, outcome.n]);
});

Deno.test("verify-recording: other queries disagree, and --least makes that an exit code", async () => {
  const other = await verifyJson(() => "```sql\nSELECT nme FROM nowhere\n```", "--sample", "40");
  assert.equal(other.code, 0);
  assert.deepEqual([other.words.agreeing, other.sql.agreeing], [0, 0]);
  // Recorded answers that are wrong agree, the right ones do not.
  assert.ok(other.outcome.agreeing > 0 && other.outcome.agreeing < other.outcome.n);
  const { code, terminal } = await verify(() => "SELECT 1", "--sample", "40", "--least", "100");
  assert.equal(code, 1);
  assert.match(terminal.text(), /^\| all +\| +0 of 40, 0 % \(0 % to 9 %\) \|/m);
  assert.match(terminal.text(), /Recorded from llama\.cpp b1-0c1e570 .*asked of llama\.cpp b4242/);
});

Deno.test("verify-recording: a seed draws the same calls, another one others", async () => {
  const drawn = async (...args: readonly string[]) =>
    (await verifyJson((text) => text, "--sample", "8", ...args)).texts;
  const first = await drawn();
  assert.deepEqual(await drawn(), first);
  assert.notDeepEqual(await drawn("--seed", "2"), first);
});

Deno.test("verify-recording: says of how many calls the question was not found", async () => {
  const all = (await verify((text) => text, "--sample", "12")).terminal.text();
  assert.doesNotMatch(all, /Note: no verdict/);
  const part = ["--sample", "12", "--databases", "bike_share"];
  const text = (await verify((text) => text, ...part)).terminal.text();
  const { comparisons } = JSON.parse(
    (await verify((text) => text, ...part, "--json")).terminal.text(),
  );
  const unknown = comparisons.filter((one: CallComparison) => one.purpose === null);
  assert.ok(unknown.length > 0 && unknown.length < 12);
  assert.ok(unknown.every((one: CallComparison) => one.outcome === null));
  assert.ok(
    text.includes(`Note: no verdict on ${unknown.length} of 12 calls, the question was not found`),
    text,
  );
});

Deno.test("verify-recording: a model that the recording does not hold", async () => {
  const terminal = captureTerminal();
  const args = [bundledRecording, "--model", "scripted:select-one"];
  await assert.rejects(() => verifyRecordingCommand.run(args, terminal), {
    name: "InputError",
    message: /it holds qwen2\.5-coder-1\.5b-instruct-q4_k_m, need select-one/,
  });
});

Deno.test("verify-recording: a recording without prompts finds its questions, but no call is asked again", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/bare.sqlite`;
  await Deno.copyFile(bundledRecording, path);
  compactRecording(path, { prompts: false });
  {
    using bare = openRecording(path, { readOnly: true });
    const { tasks } = await loadBundled({ twins: true });
    const find = createCallFinder(tasks);
    for (const call of calls) {
      const found = find(readRecordedCall(bare, call.key));
      assert.equal(found?.task.id, find(call)?.task.id);
      assert.ok(found !== null);
    }
  }
  const models = { data: [{ id: name, owned_by: "llamacpp", meta: { size: 1, n_params: 2 } }] };
  await using server = startOpenAI(() => openAIAnswer("SELECT 1"), {
    "/v1/models": () => Response.json(models),
  });
  const model = `openai:${name}@${server.url}`;
  const half = `${folder}/half.sqlite`;
  await Deno.copyFile(bundledRecording, half);
  {
    using other = openRecording(half);
    other.exec("DELETE FROM messages WHERE role <> 'system' AND hash < x'80'");
  }
  for (const [file, count] of [[path, "30"], [half, "\\d+"]] as const) {
    await assert.rejects(
      () => verifyRecordingCommand.run([file, "--model", model, "--quiet"], captureTerminal()),
      {
        name: "InputError",
        message: new RegExp(
          `ask 30 calls again: their recording keeps no prompt of ${count}, such`,
        ),
      },
    );
  }
  assert.equal(server.calls.length, 0);
  await Deno.remove(folder, { recursive: true });
});
