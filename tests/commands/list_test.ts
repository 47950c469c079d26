import assert from "node:assert/strict";
import { listCommand } from "../../lib/commands/list.ts";
import { makeRun } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

Deno.test("list: shows how far runs are, and names files that cannot be read", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/deep`);
  await makeRun(`${folder}/deep/b.run.sqlite`, { limit: 3, manifest: { order: 2 } });
  await makeRun(`${folder}/a.run.sqlite`);
  const terminal = captureTerminal();
  assert.equal(await listCommand.run([folder], terminal), 0);
  const cells = terminal.lines.slice(2).map((line) =>
    line.split("|").slice(2, -1).map((cell) => cell.trim())
  );
  assert.deepEqual(cells, [
    ["merit", "example", "1", "1", "scripted", "6 of 6, 1 unscored", "20.0 % → 80.0 %"],
    ["merit", "example", "2", "1", "scripted", "3 of 6", "33.3 % → 100.0 %"],
  ]);

  await Deno.writeTextFile(`${folder}/c.run.sqlite`, "torn");
  const json = captureTerminal();
  assert.equal(await listCommand.run([folder, "--json"], json), 2);
  const rows = JSON.parse(json.text());
  assert.deepEqual(rows.map(({ done, total }: { done: number; total: number }) => [done, total]), [
    [6, 6],
    [3, 6],
  ]);
  assert.match(json.errors[0]!, /c\.run\.sqlite/);
  assert.deepEqual(json.errors.slice(1), ["1 of 3 files could not be read"]);
  await Deno.remove(folder, { recursive: true });
});
