import assert from "node:assert/strict";
import { runPool } from "../../lib/experiment/run_pool.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

Deno.test("runPool: works on every item once, in order, never more at once than asked", async () => {
  for (const workers of [1, 3, 50]) {
    const items = Array.from({ length: 20 }, (_, at) => at);
    const started: number[] = [];
    let now = 0, most = 0;
    await runPool({
      items,
      workers,
      async run(item) {
        started.push(item);
        most = Math.max(most, ++now);
        await pause();
        now--;
      },
    });
    assert.deepEqual(started, items);
    assert.equal(most, Math.min(workers, items.length));
  }
});

Deno.test("runPool: the first error stops the others, and none is left running", async () => {
  let running = 0, started = 0;
  const fault = new Error("The third is broken");
  const working = runPool({
    items: [1, 2, 3, 4, 5, 6],
    workers: 2,
    async run(item, signal) {
      started++;
      running++;
      try {
        if (item === 3) throw fault;
        await pause();
        signal.throwIfAborted();
      } finally {
        running--;
      }
    },
  });
  await assert.rejects(working, fault);
  assert.equal(running, 0);
  assert.ok(started <= 4, `${started} were started`);
});

Deno.test("runPool: aborted, it throws the signal's reason and starts nothing more", async () => {
  const stop = new AbortController(), reason = new Error("Enough");
  const started: number[] = [];
  const working = runPool({
    items: [1, 2, 3],
    workers: 1,
    signal: stop.signal,
    run(item) {
      started.push(item);
      stop.abort(reason);
      return Promise.resolve();
    },
  });
  await assert.rejects(working, reason);
  assert.deepEqual(started, [1]);
});
