import assert from "node:assert/strict";
import { createGuard } from "../../lib/sql/guard.ts";
import { spawnProcess } from "../../lib/sql/spawn_process.ts";
import { withStarts } from "./with_starts.ts";

const startWaiting = () => spawnProcess("worker.ts", "--deny-read");

async function wasKilled(child: Deno.ChildProcess): Promise<void> {
  assert.equal((await child.status).signal, "SIGKILL");
  await child.stdin.abort();
  await child.stdout.cancel();
}

Deno.test("createGuard: starts again where its process was killed, and guards all as before", () =>
  withStarts(async (started) => {
    const guard = createGuard();
    const first = guard.start(startWaiting);
    const [killed] = started;
    killed!.kill("SIGKILL");
    await killed!.status;
    const second = guard.start(startWaiting);
    assert.equal(started.length, 4);
    await guard.close();
    for (const child of [first, second]) await wasKilled(child);
  }));

Deno.test("createGuard: its process starts again by itself where it had lived for a while", () =>
  withStarts(async (started) => {
    const guard = createGuard();
    const child = guard.start(startWaiting);
    await new Promise((resolve) => setTimeout(resolve, 400));
    started[0]!.kill("SIGKILL");
    await started[0]!.status;
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(started.length, 3);
    await guard.close();
    await wasKilled(child);
  }));
