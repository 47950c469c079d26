import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createLinearMemory } from "../../lib/scorer/linear_memory.ts";
import { createSimdKernel } from "../../lib/scorer/simd_kernel.ts";

Deno.test("multiplyRows: whole numbers, to the ends of their ranges", () => {
  const random = createRandom("kernel");
  for (const length of [16, 32, 48, 384]) {
    const memory = createLinearMemory(), kernel = createSimdKernel(memory.memory);
    const query = memory.allocate(2 * length), places = memory.allocate(4 * 8);
    const products = memory.allocate(4 * 8), rows = memory.allocate(8 * length);
    const most = Math.floor((2 ** 31 - 1) / (127 * length));
    const values = memory.int16(query, length)
      .map(() => random.integer(-Math.min(32_767, most), Math.min(32_767, most)));
    memory.int16(query, length).set(values);
    memory.int8(rows, 8 * length).set(
      Array.from({ length: 8 * length }, (_, i) => i < length ? 127 : random.integer(-127, 127)),
    );
    memory.int32(places, 8).set([0, 1, 2, 3, 7, 7, 5, 4].map((row) => rows + row * length));
    kernel.multiplyRows(places, places + 32, query, length, products);
    const expected = [0, 1, 2, 3, 7, 7, 5, 4].map((row) =>
      memory.int8(rows + row * length, length)
        .reduce((sum, value, i) => sum + value * values[i]!, 0)
    );
    assert.deepEqual([...memory.int32(products, 8)], expected);
  }
});

Deno.test("createSimdKernel: an address outside the memory is refused", () => {
  const memory = createLinearMemory(), kernel = createSimdKernel(memory.memory);
  const beyond = memory.memory.buffer.byteLength;
  assert.throws(() => kernel.multiplyRows(beyond, beyond + 16, 0, 16, 0), WebAssembly.RuntimeError);
});
