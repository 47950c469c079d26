import assert from "node:assert/strict";
import { killDescendants } from "../../../tools/notebooks/kill_descendants.ts";

/** Starts as many processes as it is told, each by the one before and in a group of its own. */
const source = `
const deeper = Number(Deno.args[0]);
console.log(Deno.pid);
if (deeper > 0) {
  const args = ["run", "-A", import.meta.filename, String(deeper - 1)];
  new Deno.Command(Deno.execPath(), { args, detached: true }).spawn();
}
setTimeout(() => {}, 60_000);
`;

const ignore = Deno.build.os !== "linux";
if (ignore) console.log("skipped, because the test looks into /proc");

const name = "killDescendants: ends children and theirs in other process groups, and nobody else";
Deno.test({ name, ignore }, async () => {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, source);
  const args = ["run", "-A", file];
  const start = (deeper: number) =>
    new Deno.Command(Deno.execPath(), { args: [...args, String(deeper)], stdout: "piped" }).spawn();
  const [tree, other] = [start(2), start(1)];
  const [ids, others] = [await readIds(tree, 3), await readIds(other, 2)];
  assert.deepEqual(killDescendants(tree.pid), ids.slice(1), "parents first, the ancestor spared");
  await waitUntil(() => !ids.slice(1).some(isAlive));
  assert.deepEqual([ids[0]!, ...others].map(isAlive), [true, true, true]);
  for (const child of [tree, other]) {
    killDescendants(child.pid);
    child.kill("SIGKILL");
    await Promise.all([child.status, child.stdout.cancel()]);
  }
  await Deno.remove(file);
});

async function readIds({ stdout }: Deno.ChildProcess, count: number): Promise<readonly number[]> {
  let text = "";
  for await (const part of stdout.values({ preventCancel: true })) {
    text += new TextDecoder().decode(part);
    if (text.split("\n").length > count) break;
  }
  return text.trim().split("\n").map(Number);
}

/** Not a zombie either: nobody may be there to collect an orphan. */
function isAlive(id: number): boolean {
  try {
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${id}/stat`));
  } catch {
    return false;
  }
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isSo(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.ok(isSo());
}
