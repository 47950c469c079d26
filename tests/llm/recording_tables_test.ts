import assert from "node:assert/strict";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import {
  createRecordingTables,
  readRecordedIdentities,
  readRecordingVersion,
} from "../../lib/llm/recording_tables.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { ask } from "./requests.ts";

Deno.test("createRecordingTables: a second time changes nothing, beside tables of others", async () => {
  using database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE runs (id INTEGER)");
  assert.equal(readRecordingVersion(database), null);
  createRecordingTables(database);
  const model = createScriptedModel({ answer: () => "SELECT 1" });
  await createRecordedModel({ database, model, mode: "record" }).complete(ask("x"));
  createRecordingTables(database);
  assert.equal(readRecordingVersion(database), 1);
  assert.equal(database.prepare("SELECT count(*) AS calls FROM calls").get()?.["calls"], 1);
});

Deno.test("readRecordedIdentities: each once, in order of their first answer", async () => {
  using database = new DatabaseSync(":memory:");
  createRecordingTables(database);
  const identities = ["b", "a", "b"].map((name) => ({ name, digest: "", server: "scripted" }));
  for (const [i, identity] of identities.entries()) {
    const model = createScriptedModel({ identity, answer: () => "SELECT 1" });
    await createRecordedModel({ database, model, mode: "record" }).complete(ask(`${i}`));
  }
  assert.deepEqual(readRecordedIdentities(database), identities.slice(0, 2));
});

Deno.test("createRecordingTables: messages are kept once, however many calls share them", async () => {
  using database = new DatabaseSync(":memory:");
  createRecordingTables(database);
  const model = createScriptedModel({ answer: () => "SELECT 1" });
  const recorded = createRecordedModel({ database, model, mode: "record" });
  for (const question of ["x", "y", "z"]) await recorded.complete(ask(question));
  const rows = database.prepare("SELECT content FROM messages ORDER BY content").all();
  assert.deepEqual(rows.map(({ content }) => content), ["Answer in SQL.", "x", "y", "z"]);
});
