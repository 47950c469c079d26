import assert from "node:assert/strict";
import { auditCommand } from "../../lib/commands/audit.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { makeRun } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function audit(path: string) {
  const terminal = captureTerminal();
  const code = await auditCommand.run([path, "--json"], terminal);
  const [report] = JSON.parse(terminal.text());
  return { code, report, errors: terminal.errors };
}

/** Question 2 recalls the entry of question 1, so every table of the run file has rows. */
async function makeTampered(change: string): Promise<string> {
  const path = `${await Deno.makeTempDir()}/a.run.sqlite`;
  await makeRun(path);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys = OFF");
  const { changes } = database.prepare(change).run();
  assert.ok(Number(changes) > 0, `need a row to change: ${change}`);
  database.close();
  return path;
}

Deno.test("audit: a sound run gives 0 and its counts", async () => {
  const path = `${await Deno.makeTempDir()}/a.run.sqlite`;
  await makeRun(path);
  const { code, report } = await audit(path);
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
  "a schema": "UPDATE schemas SET text = 'CREATE TABLE other (id)' WHERE digest = 'music'",
  "a vector": "UPDATE vectors SET vector = zeroblob(length(vector))",
};

for (const [name, change] of Object.entries(tamperings)) {
  Deno.test(`audit: sees ${name} that was changed`, async () => {
    const path = await makeTampered(change);
    const { code, report } = await audit(path);
    assert.equal(code, 1);
    assert.ok(report.violations.length > 0);

    const human = captureTerminal();
    assert.equal(await auditCommand.run([path], human), 1);
    assert.match(human.lines[0]!, /\d+ violations$/);
  });
}

Deno.test("audit: an incomplete run is audited as far as it is", async () => {
  const path = `${await Deno.makeTempDir()}/a.run.sqlite`;
  await makeRun(path, { limit: 3 });
  const terminal = captureTerminal();
  assert.equal(await auditCommand.run([path], terminal), 0);
  assert.match(terminal.lines[0]!, /\(incomplete: 3 of 6\): sound$/);
});

Deno.test("audit: a file that cannot be read does not hide the others", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/a.run.sqlite`, "torn");
  await makeRun(`${folder}/b.run.sqlite`);
  const { code, report, errors } = await audit(folder);
  assert.equal(code, 2);
  assert.match(report.path, /b\.run\.sqlite$/);
  assert.match(errors[0]!, /a\.run\.sqlite/);
});
