import assert from "node:assert/strict";
import { createGuard } from "../../lib/sql/guard.ts";
import { spawnProcess } from "../../lib/sql/spawn_process.ts";

/** Runs a test that sees each process as it starts: of the first two, the guard is the first. */
async function withStarts(test: (started: readonly Deno.ChildProcess[]) => Promise<void>) {
  const { spawn } = Deno.Command.prototype;
  const started: Deno.ChildProcess[] = [];
  Deno.Command.prototype.spawn = function () {
    const child = spawn.call(this);
    started.push(child);
    return child;
  };
  try {
    await test(started);
  } finally {
    Deno.Command.prototype.spawn = spawn;
  }
}

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
