import assert from "node:assert/strict";
import { auditCommand } from "../../lib/commands/audit.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { makeRun } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function audit(path: string) {
  const terminal = captureTerminal();
  const code = await auditCommand.run([path, "--json"], terminal);
  const [report] = JSON.parse(terminal.text());
  return { code, report, errors: terminal.errors };
}

/** A seed that gives the questions the order in which they are run. */
const order = 52;
const folder = await Deno.makeTempDir();
const sound = `${folder}/sound.run.sqlite`;
await makeRun(sound, { manifest: { order } });
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

/** Question 2 recalls the entry of question 1, so every table of the run file has rows. */
async function makeTampered(change: string, { rechain = false } = {}): Promise<string> {
  const path = `${folder}/${crypto.randomUUID()}.run.sqlite`;
  await Deno.copyFile(sound, path);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys = OFF");
  const { changes } = database.prepare(change).run();
  assert.ok(Number(changes) > 0, `need a row to change: ${change}`);
  if (rechain) {
    const update = database.prepare("UPDATE episodes SET digest = ? WHERE position = ?");
    const { episodes, manifestDigest } = readRun(path);
    let digest = manifestDigest;
    for (const episode of episodes) {
      digest = digestEpisode(digest, episode);
      update.run(digest, episode.position);
    }
  }
  database.close();
  return path;
}

Deno.test("audit: a sound run gives 0 and its counts", async () => {
  const { code, report } = await audit(sound);
  assert.deepEqual(report.violations, []);
  assert.equal(code, 0);
  const { complete, episodes, prompts, retrievals, entries } = report;
  assert.deepEqual({ complete, episodes, prompts, retrievals, entries }, {
    complete: true,
    episodes: 6,
    prompts: 11,
    retrievals: 3,
    entries: 4,
  });
});

const tamperings: Readonly<Record<string, string>> = {
  "a status": "UPDATE attempts SET status = 'correct' WHERE position = 3 AND number = 2",
  "an outcome": "UPDATE episodes SET outcome = 'solved', solved_at = 2 WHERE position = 3",
  "an unscored episode": "UPDATE episodes SET outcome = 'unscored' WHERE position = 3",
  "a query": "UPDATE attempts SET sql = 'SELECT 9' WHERE position = 1 AND number = 1",
  "a failure type": "UPDATE attempts SET failure_type = 'syntax' WHERE position = 2 AND number = 0",
  "a message": "UPDATE attempts SET message = 'no such table: x' WHERE position = 2 AND number = 0",
  "a retrieval score": "UPDATE retrievals SET total = total + 0.125 WHERE position = 2",
  "a part of a score": "UPDATE retrievals SET dense = 0 WHERE position = 2",
  "a retrieved entry": "DELETE FROM retrievals WHERE position = 2 AND number = 1",
  "a prompt digest": "UPDATE calls SET prompt_digest = '00' WHERE position = 2 AND number = 1",
  "a token count": "UPDATE calls SET prompt_tokens = 1 WHERE position = 0",
  "an entry's position": "UPDATE memory SET position = 2 WHERE position = 1",
  "an entry moved before the stream": "UPDATE memory SET position = -1 WHERE position = 1",
  "an entry's text": "UPDATE memory SET sqlAfter = 'SELECT 42' WHERE position = 1",
  "a task's question": "UPDATE tasks SET question = 'Another?' WHERE position = 1",
  "a schema": "UPDATE schemas SET text = 'CREATE TABLE other (id)' WHERE text LIKE '%music%'",
  "a vector": "UPDATE vectors SET vector = zeroblob(length(vector))",
};

for (const [name, change] of Object.entries(tamperings)) {
  Deno.test(`audit: sees ${name} that was changed`, async () => {
    const { code, report } = await audit(await makeTampered(change));
    assert.equal(code, 1);
    assert.ok(report.violations.length > 0);
  });
}

/** Changes by somebody who also mends the digests: each must be seen for what it is. */
const forgeries: readonly (readonly [name: string, seenAs: RegExp])[] = [
  ["a status", /outcome unsolved does not follow/],
  ["an outcome", /outcome solved does not follow/],
  ["an unscored episode", /memory entries do not follow/],
  ["a query", /query of attempt 1 is not what its answer holds/],
  ["a failure type", /failure type syntax, need schema_linking/],
  ["a message", /prompt of attempt 1 cannot be rebuilt/],
  ["a retrieval score", /attempt 1 retrieved .*, recalled anew/],
  ["a retrieved entry", /attempt 1 retrieved \[\], recalled anew/],
  ["a prompt digest", /prompt of attempt 1 cannot be rebuilt/],
  ["an entry's position", /shows entry \S+, which was not finalized before it/],
  ["an entry moved before the stream", /memory entries do not follow/],
  ["an entry's text", /prompt of attempt 1 cannot be rebuilt/],
  ["a task's question", /prompt of attempt 0 cannot be rebuilt/],
  ["a schema", /prompt of attempt 0 cannot be rebuilt/],
  ["a vector", /attempt 1 retrieved .*, recalled anew/],
];

for (const [name, seenAs] of forgeries) {
  Deno.test(`audit: sees ${name} that was changed together with the digests`, async () => {
    const { code, report } = await audit(await makeTampered(tamperings[name]!, { rechain: true }));
    assert.equal(code, 1);
    assert.match(report.violations.join("\n"), seenAs);
  });
}

Deno.test("audit: the human form prints the violations under the run", async () => {
  const path = await makeTampered(tamperings["a prompt digest"]!);
  const terminal = captureTerminal();
  assert.equal(await auditCommand.run([path], terminal), 1);
  assert.match(terminal.lines[0]!, /: 2 violations$/);
  assert.match(terminal.lines[1]!, /^ {2}checked 6 episodes, 11 prompts/);
  assert.match(terminal.text(), /^ {2}Task 2: the repair prompt of attempt 1 cannot be rebuilt$/m);
});

Deno.test("audit: an incomplete run is audited as far as it is", async () => {
  const path = `${folder}/incomplete.run.sqlite`;
  await makeRun(path, { limit: 3, manifest: { order } });
  const terminal = captureTerminal();
  assert.equal(await auditCommand.run([path], terminal), 0);
  assert.match(terminal.lines[0]!, /\(incomplete: 3 of 6\): sound$/);
});

Deno.test("audit: the manifest is bound, and named as what was changed", async () => {
  const path = await makeTampered(
    "UPDATE run SET value = json_set(value, '$.configuration.runSeed', 9) WHERE key = 'manifest'",
  );
  const { code, report } = await audit(path);
  assert.equal(code, 1);
  assert.deepEqual(report.violations, [
    "The manifest is not the one that the run was started with",
  ]);
});

/** What makes a file unreadable, and what is said of it. */
const unreadable: Readonly<Record<string, readonly [change: string, reason: RegExp]>> = {
  "a task": ["DELETE FROM tasks WHERE position = 2", /a task is missing$/],
  "a schema": ["DELETE FROM schemas WHERE text LIKE '%zoo%'", /the schema of task 3 is missing$/],
  "its manifest": ["DELETE FROM run WHERE key = 'manifest'", /it has no manifest$/],
  "its version": ["PRAGMA user_version = 1", /its version is 1, need 2; an older kit wrote it: /],
};

for (const [what, [change, reason]] of Object.entries(unreadable)) {
  Deno.test(`audit: a file that lost ${what} is named, and the others are audited`, async () => {
    const mixed = await Deno.makeTempDir({ dir: folder });
    for (const name of ["a", "b", "c"]) await Deno.copyFile(sound, `${mixed}/${name}.run.sqlite`);
    const database = new DatabaseSync(`${mixed}/b.run.sqlite`, {
      enableForeignKeyConstraints: false,
    });
    database.exec(change);
    database.close();
    const terminal = captureTerminal();
    assert.equal(await auditCommand.run([mixed], terminal), 2);
    assert.match(terminal.text(), /a\.run\.sqlite: sound\n[^]*c\.run\.sqlite: sound\n/);
    const [named, last] = terminal.errors;
    assert.match(named!, /^Cannot (?:read|open) run.* ".*b\.run\.sqlite": /);
    assert.match(named!, reason);
    assert.equal(last, "1 of 3 files could not be read");
  });
}

Deno.test("audit: a file that cannot be read does not hide the others", async () => {
  const mixed = `${folder}/mixed`;
  await Deno.mkdir(mixed);
  await Deno.writeTextFile(`${mixed}/a.run.sqlite`, "torn");
  await Deno.copyFile(sound, `${mixed}/b.run.sqlite`);
  const { code, report, errors } = await audit(mixed);
  assert.equal(code, 2);
  assert.match(report.path, /b\.run\.sqlite$/);
  assert.match(errors[0]!, /a\.run\.sqlite/);
});
