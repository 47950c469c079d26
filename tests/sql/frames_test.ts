import assert from "node:assert/strict";
import type { Cell } from "../../lib/domain.ts";
import { encodeFrame, readFrames } from "../../lib/sql/frames.ts";

function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

const cells: readonly Cell[] = [
  null,
  0n,
  -9223372036854775808n,
  9223372036854775807n,
  0,
  -0,
  1.5,
  Infinity,
  "",
  "a\0b",
  "ü😀",
  new Uint8Array(),
  Uint8Array.of(0, 255),
];

for (const size of [1, 3, 1000]) {
  Deno.test(`readFrames: gives values back from pieces of ${size} bytes`, async () => {
    const values = [cells, { kind: "x" }, [[cells]], "end"];
    const bytes = await new Blob(values.map(encodeFrame)).bytes();
    assert.deepEqual(await Array.fromAsync(readFrames(streamOf(bytes, size))), values);
  });
}

Deno.test("readFrames: drops a frame that breaks off", async () => {
  const bytes = await new Blob([encodeFrame(1), encodeFrame("text")]).bytes();
  for (let cut = 1; cut < encodeFrame("text").length; cut++) {
    assert.deepEqual(await Array.fromAsync(readFrames(streamOf(bytes.slice(0, -cut), 7))), [1]);
  }
});
