import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createInt8Screen } from "../../lib/scorer/int8_screen.ts";

const random = createRandom("screen");

function unitVector(dimensions: number, spike: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
  vector[0]! *= spike;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

Deno.test("bound: the product lies within, and the bounds are near to each other", () => {
  for (const dimensions of [1, 5, 16, 17, 384, 1024]) {
    const screen = createInt8Screen(dimensions), count = 1500;
    const vectors = Array.from(
      { length: count },
      (_, i) =>
        i % 100 === 0 ? new Float32Array(dimensions) : unitVector(dimensions, i % 7 === 0 ? 50 : 1),
    );
    const matrix = new Float32Array(count * dimensions);
    vectors.forEach((vector, row) => matrix.set(vector, row * dimensions));
    screen.extend(matrix, 700);
    screen.extend(matrix, 700);
    screen.extend(matrix, count);
    assert.equal(screen.size, count);
    for (const query of [unitVector(dimensions, 1), unitVector(dimensions, 30), vectors[0]!]) {
      const rows = Int32Array.from({ length: 2500 }, () => random.integer(0, count - 1));
      const { low, high } = screen.bound(query, rows);
      rows.forEach((row, i) => {
        const product = vectors[row]!.reduce((sum, value, k) => sum + value * query[k]!, 0);
        assert.ok(low[i]! <= product && product <= high[i]!, `${low[i]} ${product} ${high[i]}`);
        assert.ok(high[i]! - low[i]! < 0.2);
      });
    }
  }
});

Deno.test("bound: no rows, no bounds", () => {
  const { low, high } = createInt8Screen(3).bound(Float32Array.of(1, 0, 0), new Int32Array(0));
  assert.deepEqual([low.length, high.length], [0, 0]);
});
