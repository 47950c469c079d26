import assert from "node:assert/strict";
import { createGuard } from "../../lib/sql/guard.ts";
import { spawnProcess } from "../../lib/sql/spawn_process.ts";

Deno.test("createGuard: starts again where its process was killed, and guards all as before", async () => {
  const { spawn } = Deno.Command.prototype;
  const started: Deno.ChildProcess[] = [];
  Deno.Command.prototype.spawn = function () {
    const child = spawn.call(this);
    started.push(child);
    return child;
  };
  try {
    const guard = createGuard();
    const waiting = () => guard.start(() => spawnProcess("worker.ts", "--deny-read"));
    const first = waiting();
    const [killed] = started;
    killed!.kill("SIGKILL");
    await killed!.status;
    const second = waiting();
    assert.equal(started.length, 4);
    await guard.close();
    for (const child of [first, second]) {
      assert.equal((await child.status).signal, "SIGKILL");
      await child.stdin.abort();
      await child.stdout.cancel();
    }
  } finally {
    Deno.Command.prototype.spawn = spawn;
  }
});
