import assert from "node:assert/strict";
import { findRuns } from "../../lib/commands/find_runs.ts";

Deno.test("findRuns: files as they are, folders with what lies below, each file once", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/deep`);
  for (const name of ["b.run.sqlite", "a.run.sqlite", "deep/c.run.sqlite", "calls.sqlite"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "");
  }
  const found = await findRuns([`${folder}/calls.sqlite`, `${folder}/b.run.sqlite`, folder]);
  assert.deepEqual(found.map((path) => path.slice(folder.length + 1)), [
    "calls.sqlite",
    "b.run.sqlite",
    "a.run.sqlite",
    "deep/c.run.sqlite",
  ]);
  await Deno.remove(folder, { recursive: true });
});
