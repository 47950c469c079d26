import assert from "node:assert/strict";
import { createLinearMemory } from "../../lib/scorer/linear_memory.ts";

Deno.test("allocate: pieces are aligned, zero, apart from each other and outlive growing", () => {
  const memory = createLinearMemory();
  const pieces = Array.from({ length: 200 }, (_, i) => {
    const length = 1 + (i * 977) % 3000, address = memory.allocate(4 * length);
    assert.equal(address % 16, 0);
    const view = memory.int32(address, length);
    assert.ok(view.every((value) => value === 0));
    view.fill(i + 1);
    return { address, length, value: i + 1 };
  });
  for (const { address, length, value } of pieces) {
    assert.ok(memory.int32(address, length).every((held) => held === value));
  }
});

Deno.test("allocate: nothing at all takes nothing", () => {
  const memory = createLinearMemory();
  assert.equal(memory.allocate(0), memory.allocate(0));
});
