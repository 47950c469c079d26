import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { orderStream } from "../../lib/benchmark/stream.ts";
import type { Task } from "../../lib/domain.ts";

const tasks = Array.from({ length: 400 }, (_, index): Task => ({
  id: String(index),
  index,
  databaseId: index % 3 === 0 ? "a" : "b",
  question: "",
  evidence: "",
  difficulty: "",
  twinGroup: `t${index >> 1}`,
  schema: "",
  schemaDigest: "",
}));
const ids = (stream: readonly Task[]) => stream.map(({ id }) => id);

Deno.test("orderStream: sorts by SHA-256 of order and id", () => {
  const key = (id: string) => createHash("sha256").update(`5\0${id}`).digest("hex");
  const expected = tasks.map(({ id }) => id).sort((a, b) => key(a) < key(b) ? -1 : 1);
  assert.deepEqual(ids(orderStream({ tasks, order: 5 })), expected);
});

Deno.test("orderStream: filters and input order never change the others' order", () => {
  const whole = ids(orderStream({ tasks, order: 1 }));
  const part = tasks.filter(({ databaseId }) => databaseId === "a").toReversed();
  const kept = new Set(ids(part));
  assert.deepEqual(ids(orderStream({ tasks: part, order: 1 })), whole.filter((id) => kept.has(id)));
  assert.deepEqual(ids(orderStream({ tasks, order: 1, limit: 7 })), whole.slice(0, 7));
  assert.deepEqual(ids(orderStream({ tasks, order: 1, limit: 999 })), whole);
});

Deno.test("orderStream: orders differ between seeds and from the file, twins apart", () => {
  const streams = [1, 2, 3].map((order) => ids(orderStream({ tasks, order })));
  assert.equal(new Set([...streams, ids(tasks)].map(String)).size, 4);
  // Two random neighbours of 400 are twins with probability 1/399: about one pair in a stream.
  for (const stream of streams) {
    const adjacent = stream.filter((id, at) => Number(id) >> 1 === Number(stream[at + 1]) >> 1);
    assert(adjacent.length < 8, `${adjacent.length} twins are neighbours`);
  }
});

Deno.test("orderStream: bad seeds and limits are refused; no tasks give no stream", () => {
  assert.throws(() => orderStream({ tasks, order: 1.5 }), RangeError);
  for (const limit of [0, -1, 2.5, NaN]) {
    assert.throws(() => orderStream({ tasks, order: 1, limit }), RangeError);
  }
  assert.deepEqual(orderStream({ tasks: [], order: 1 }), []);
});
