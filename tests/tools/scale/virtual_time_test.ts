import assert from "node:assert/strict";
import { createVirtualTime } from "../../../tools/scale/virtual_time.ts";

/** When each job of some seconds ends, all begun at 0. */
async function endsOf(streams: number, seconds: readonly number[]): Promise<readonly number[]> {
  const time = createVirtualTime(), station = time.station(streams);
  const work = seconds.map((job) => station.use(job).then(() => time.now()));
  return (await time.run(Promise.all(work))).map((end) => Number(end.toFixed(9)));
}

Deno.test("createVirtualTime: as many jobs as streams do not slow each other", async () => {
  assert.deepEqual(await endsOf(3, [5, 1, 3]), [5, 1, 3]);
});

Deno.test("createVirtualTime: more share the speed of all streams, worked out by hand", async () => {
  // One stream: both at half speed until 2; the rest of the second alone.
  assert.deepEqual(await endsOf(1, [1, 3]), [2, 4]);
  // Two streams, three jobs at 2/3: the first ends at 1.5, then each has a stream.
  assert.deepEqual(await endsOf(2, [1, 2, 4]), [1.5, 2.5, 4.5]);
});

Deno.test("createVirtualTime: a job that comes later shares from then on", async () => {
  const time = createVirtualTime(), station = time.station(1), other = time.station(1);
  const early = station.use(2).then(() => time.now());
  const late = other.use(1).then(() => station.use(2)).then(() => time.now());
  assert.deepEqual(await time.run(Promise.all([early, late])), [3, 4]);
});

Deno.test("createVirtualTime: work that waits for nothing is an error, not a hang", async () => {
  const time = createVirtualTime();
  await assert.rejects(time.run(new Promise(() => {})), /waits for no station/);
});
