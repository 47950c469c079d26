import assert from "node:assert/strict";
import { createFalteringModel } from "../../bench/scripted_answers.ts";
import { rows } from "../../bench/rows.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { extractSql } from "../../lib/sql/extract_sql.ts";

Deno.test("rows: names are plain and unique", () => {
  const names = rows.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.every((name) => /^[a-z0-9]+$/.test(name)));
});

Deno.test("rows: every script that a row starts is there", async () => {
  const folder = new URL("../../bench/peers/", import.meta.url);
  const scripts = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  for (const row of rows) {
    const source = await Deno.readTextFile(
      new URL(`../../bench/rows/${row.name}.ts`, import.meta.url),
    );
    const started = [...source.matchAll(/startPeer\("(\w+)"/g)].map(([, name]) => `${name}.py`);
    assert.equal(started.length > 0, row.needsPeers, row.name);
    for (const script of started) assert.ok(scripts.includes(script), script);
  }
});

Deno.test("createFalteringModel: equal requests get equal answers, some of which are right", async () => {
  const benchmark = await loadBundled({ databases: ["bike_share"] });
  const ask = async (seed: number) => {
    const model = createFalteringModel(benchmark), right: boolean[] = [], texts: string[] = [];
    for (const { id, schema, question } of benchmark.tasks) {
      const { text } = await model.complete({
        messages: [{ role: "user", content: `${schema}\n${question}` }],
        sampling: { temperature: 0.7, topP: 0.95, maxTokens: 64, seed, contextTokens: 4096 },
        context: `task ${id}, method merit, attempt 1 (repair)`,
      });
      texts.push(text);
      right.push(extractSql(text).sql === readGold(benchmark.golds, id));
    }
    return { texts, share: right.filter((is) => is).length / right.length };
  };
  const first = await ask(1);
  assert.deepEqual(await ask(1), first);
  assert.notDeepEqual((await ask(2)).texts, first.texts);
  assert.ok(first.share > 0 && first.share < 0.5);
});
