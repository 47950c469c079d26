import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { compactRecording, openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { listCallKeys, readRecordedCall } from "../../lib/llm/recorded_calls.ts";
import { createRecordingTables, readRecordedIdentities } from "../../lib/llm/recording_tables.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { ask } from "./requests.ts";

class Folder implements Disposable {
  readonly path = Deno.makeTempDirSync();
  /** One with characters that mean something in an address. */
  readonly file = `${this.path}/a recording#1?100%.sqlite`;
  list(): readonly string[] {
    return [...Deno.readDirSync(this.path)].map(({ name }) => name).sort();
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

async function recordSome(path: string, questions: number): Promise<void> {
  using database = openRecording(path);
  const model = createScriptedModel({ answer: ({ messages }) => messages[1]!.content });
  const recorded = createRecordedModel({ database, model, mode: "record" });
  for (let i = 0; i < questions; i++) await recorded.complete(ask(`Question ${i}`));
}

const refuses = (path: string, message: RegExp, options = { readOnly: true }) =>
  assert.throws(() => openRecording(path, options), (error) => {
    assert.ok(error instanceof InputError, `Expected an InputError, got ${error}`);
    assert.match(error.message, message);
    assert.ok(error.message.includes(path));
    return true;
  });

Deno.test("openRecording: what one connection kept another replays, and nothing appears beside it", async () => {
  for (const compacted of [false, true]) {
    using folder = new Folder();
    await recordSome(folder.file, 3);
    if (compacted) compactRecording(folder.file);
    const before = Deno.readFileSync(folder.file);
    using database = openRecording(folder.file, { readOnly: true });
    const { identity } = createScriptedModel({ answer: () => "" });
    const replay = createRecordedModel({ database, model: identity, mode: "replay" });
    assert.equal((await replay.complete(ask("Question 2"))).text, "Question 2");
    assert.deepEqual(folder.list(), ["a recording#1?100%.sqlite"]);
    assert.deepEqual(Deno.readFileSync(folder.file), before);
    assert.throws(() => database.exec("DELETE FROM calls"));
  }
});

Deno.test("openRecording: a file in use by a writer is not replayed without its newest answers", async () => {
  using folder = new Folder();
  using writer = openRecording(folder.file);
  const model = createScriptedModel({ answer: () => "SELECT 1" });
  await createRecordedModel({ database: writer, model, mode: "record" }).complete(ask("x"));
  refuses(folder.file, /a write-ahead log with changes is beside it/);
});

Deno.test("openRecording: a missing file or folder", () => {
  using folder = new Folder();
  refuses(`${folder.path}/none.sqlite`, /no such file/);
  refuses(`${folder.path}/none/new.sqlite`, /need a folder that exists/, { readOnly: false });
  assert.deepEqual(folder.list(), []);
});

Deno.test("openRecording: a file cut off anywhere is an InputError", async () => {
  using folder = new Folder();
  await recordSome(folder.file, 200);
  compactRecording(folder.file);
  const bytes = Deno.readFileSync(folder.file);
  assert.ok(bytes.length > 20_000);
  for (const length of [10, 100, 4096, 5000, 8192, bytes.length - 4096, bytes.length - 1]) {
    Deno.writeFileSync(folder.file, bytes.subarray(0, length));
    refuses(folder.file, /damaged or cut off|not an SQLite database/);
    refuses(folder.file, /damaged or cut off|not an SQLite database/, { readOnly: false });
    assert.equal(Deno.statSync(folder.file).size, length);
  }
});

Deno.test("openRecording: files of other programs are refused and left as they are", () => {
  using folder = new Folder();
  Deno.writeTextFileSync(folder.file, "not a database, but long enough to look at\n".repeat(40));
  const other = `${folder.path}/other.sqlite`;
  const database = new DatabaseSync(other);
  database.exec("CREATE TABLE runs (id INTEGER)");
  database.close();
  const empty = `${folder.path}/empty.sqlite`;
  Deno.writeFileSync(empty, new Uint8Array());
  const before = [folder.file, other].map((path) => Deno.readFileSync(path));
  for (const options of [{ readOnly: true }, { readOnly: false }]) {
    refuses(folder.file, /not an SQLite database/, options);
    refuses(other, /without recording_meta/, options);
  }
  refuses(empty, /it is empty, need a recording/);
  assert.deepEqual([folder.file, other].map((path) => Deno.readFileSync(path)), before);
  openRecording(empty).close();
});

Deno.test("openRecording: a recording of a newer version", async () => {
  using folder = new Folder();
  await recordSome(folder.file, 1);
  const database = new DatabaseSync(folder.file);
  database.exec("UPDATE recording_meta SET value = '2'; PRAGMA journal_mode = DELETE");
  assert.throws(() => createRecordingTables(database), /its version is 2, need 1/);
  database.close();
  for (const readOnly of [true, false]) {
    refuses(folder.file, /its version is 2, need 1 \(a newer kit wrote it\)/, { readOnly });
  }
});

Deno.test("openRecording: several processes write one file at a time", async () => {
  using folder = new Folder();
  const program = `
    import { openRecording } from "${new URL("../../lib/llm/open_recording.ts", import.meta.url)}";
    import { createRecordedModel } from "${new URL(
    "../../lib/llm/recorded_model.ts",
    import.meta.url,
  )}";
    const [path, name] = Deno.args;
    using database = openRecording(path);
    const identity = { name: "m", digest: "", server: "s" };
    const model = createRecordedModel({ database, mode: "record", model: { identity, complete: (r) =>
      Promise.resolve({ text: name, usage: { promptTokens: 1, completionTokens: 1, cachedTokens: null },
        durationMs: 0, finish: "stop", source: "live", retries: [] }) } });
    const sampling = { temperature: 0, topP: 1, maxTokens: 1, seed: 1, contextTokens: 1 };
    const answers = [];
    for (let i = 0; i < 60; i++) {
      const content = i % 2 ? "shared " + i : name + i;
      answers.push((await model.complete({ messages: [{ role: "user", content }], sampling })).text);
    }
    console.log(JSON.stringify(answers));`;
  const script = `${folder.path}/write.mjs`;
  Deno.writeTextFileSync(script, program);
  const outputs = await Promise.all(
    ["a", "b", "c"].map((name) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-lock", "--no-check", "-A", script, folder.file, name],
      }).output()
    ),
  );
  const texts = outputs.map(({ stdout, stderr, code }) => {
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout)) as string[];
  });
  for (let i = 1; i < 60; i += 2) {
    assert.equal(new Set(texts.map((answers) => answers[i])).size, 1, `Call ${i} has two answers`);
  }
  using database = openRecording(folder.file);
  assert.equal(database.prepare("SELECT count(*) AS calls FROM calls").get()?.["calls"], 120);
});

Deno.test("compactRecording: leaves one small file, and the answers in it", async () => {
  using folder = new Folder();
  {
    using database = openRecording(folder.file);
    const filler = createScriptedModel({ answer: ({ messages }) => messages[1]!.content });
    const model = createRecordedModel({ database, model: filler, mode: "record" });
    const schema = "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, age INTEGER);\n";
    for (let i = 0; i < 50; i++) await model.complete(ask(schema.repeat(40) + i));
    assert.ok(folder.list().length > 1);
  }
  compactRecording(folder.file);
  assert.deepEqual(folder.list(), ["a recording#1?100%.sqlite"]);
  // 50 prompts and answers of 3 kB each; deflating keeps some 100 bytes of each.
  assert.ok(Deno.statSync(folder.file).size < 60_000, `${Deno.statSync(folder.file).size} bytes`);
  using database = openRecording(folder.file, { readOnly: true });
  assert.equal(database.prepare("SELECT count(*) AS calls FROM calls").get()?.["calls"], 50);
  assert.equal(database.prepare("PRAGMA journal_mode").get()?.["journal_mode"], "delete");
});

Deno.test("compactRecording: without prompts all is replayed, and nothing tells what was asked", async () => {
  using folder = new Folder();
  await recordSome(folder.file, 2);
  compactRecording(folder.file, { prompts: false });
  using database = openRecording(folder.file, { readOnly: true });
  const [identity] = readRecordedIdentities(database);
  const model = createRecordedModel({ database, model: identity!, mode: "replay" });
  const { text } = await model.complete(ask("Question 1"));
  assert.equal(text, "Question 1");
  await assert.rejects(model.complete(ask("Question 7")), {
    name: "ReplayMissError",
    message: /message 2 of 2 \(user\) differs from .*, whose texts the recording does not keep/,
  });
  const calls = listCallKeys(database, identity!).map((key) => readRecordedCall(database, key));
  assert.deepEqual(calls.map(({ messages }) => messages), [null, null]);
  assert.equal(new Set(calls.map(({ prompt }) => prompt)).size, 2);
  const kept = database.prepare("SELECT role FROM messages").all().map(({ role }) => role);
  assert.deepEqual(kept, ["system"]);
});

Deno.test("openRecording: what is recorded on without prompts stays so, marked or from before the mark", async () => {
  for (const unmark of ["", "DELETE FROM recording_meta WHERE name = 'prompts'"]) {
    using folder = new Folder();
    await recordSome(folder.file, 2);
    compactRecording(folder.file, { prompts: false });
    const bare = new DatabaseSync(folder.file);
    bare.exec(unmark);
    bare.close();
    await recordSome(folder.file, 4);
    const texts = () => {
      using database = openRecording(folder.file, { readOnly: true });
      return database.prepare("SELECT content FROM messages").all().map(({ content }) => content);
    };
    assert.deepEqual(texts(), ["Answer in SQL."]);
    // An older kit puts prompts back.
    const older = new DatabaseSync(folder.file);
    older.exec("INSERT INTO messages VALUES (x'00', 'user', 'Question 4')");
    older.close();
    compactRecording(folder.file);
    assert.deepEqual(texts(), ["Answer in SQL."]);
    using database = openRecording(folder.file, { readOnly: true });
    const [identity] = readRecordedIdentities(database);
    const model = createRecordedModel({ database, model: identity!, mode: "replay" });
    assert.equal((await model.complete(ask("Question 3"))).text, "Question 3");
  }
});

Deno.test("openRecording: recordings with prompts, or with calls of system messages alone, keep theirs", async () => {
  using folder = new Folder();
  const messages = [{ role: "system", content: "Answer." }] as const;
  {
    using database = openRecording(folder.file);
    const model = createScriptedModel({ answer: () => "SELECT 1" });
    const recorded = createRecordedModel({ database, model, mode: "record" });
    await recorded.complete({ ...ask("x"), messages });
    await recorded.complete({ ...ask("x"), messages: [] });
  }
  await recordSome(folder.file, 1);
  compactRecording(folder.file);
  using database = openRecording(folder.file, { readOnly: true });
  const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n;
  assert.deepEqual([count("messages"), count("recording_meta")], [3, 1]);
});

Deno.test("compactRecording: a file that another connection has open keeps its prompts; a missing one", async () => {
  for (const work of ["", "BEGIN; SELECT * FROM calls"]) {
    using folder = new Folder();
    await recordSome(folder.file, 1);
    using reader = openRecording(folder.file);
    reader.exec(work);
    for (const prompts of [true, false]) {
      assert.throws(() => compactRecording(folder.file, { prompts }), {
        name: "InputError",
        message: `Cannot compact the recording ${folder.file}: another process keeps it locked`,
      });
      const kept = reader.prepare("SELECT content FROM messages ORDER BY content").all();
      assert.deepEqual(kept.map(({ content }) => content), ["Answer in SQL.", "Question 0"]);
    }
  }
  using folder = new Folder();
  assert.throws(() => compactRecording(`${folder.path}/none.sqlite`), /no such file/);
});

Deno.test("compactRecording: no other file becomes a recording, or loses a byte", () => {
  using folder = new Folder();
  const other = new DatabaseSync(`${folder.path}/other.sqlite`);
  other.exec("CREATE TABLE runs (id INTEGER)");
  other.close();
  const logged = new DatabaseSync(`${folder.path}/logged.sqlite`);
  logged.exec("PRAGMA journal_mode = WAL; CREATE TABLE runs (id INTEGER)");
  logged.close();
  const blank = new DatabaseSync(`${folder.path}/blank.sqlite`);
  blank.exec("CREATE TABLE a (b); DROP TABLE a");
  blank.close();
  Deno.writeFileSync(`${folder.path}/empty.sqlite`, new Uint8Array());
  Deno.writeFileSync(`${folder.path}/short.sqlite`, new Uint8Array(1));
  Deno.writeTextFileSync(`${folder.path}/text.sqlite`, "no database, but long enough\n".repeat(60));
  const refused: Readonly<Record<string, RegExp>> = {
    other: /a database without recording_meta, need a recording/,
    logged: /a database without recording_meta, need a recording/,
    blank: /it is empty, need a recording/,
    empty: /it is empty, need a recording/,
    short: /it is empty|damaged or cut off|not an SQLite database/,
    text: /not an SQLite database/,
  };
  const names = folder.list();
  for (const [name, reason] of Object.entries(refused)) {
    const path = `${folder.path}/${name}.sqlite`, before = Deno.readFileSync(path);
    assert.throws(() => compactRecording(path), (error: Error) => {
      assert.ok(error instanceof InputError, String(error));
      assert.match(error.message, reason);
      return true;
    });
    assert.deepEqual(Deno.readFileSync(path), before, name);
  }
  assert.deepEqual(folder.list(), names);
});
