import assert from "node:assert/strict";
import { requireSameNumbers, requireSameRankings } from "../../bench/same.ts";

const tolerance = 1e-6;

Deno.test("requireSameRankings: equal rankings, and scores that differ by rounding alone", () => {
  assert.equal(
    requireSameRankings([[[7, 2], [3, 1]]], [[[7, 2], [3, 1]]], tolerance),
    "same places; scores within 0e+0",
  );
  assert.match(
    requireSameRankings([[[7, 2], [3, 1]]], [[[7, 2 + 1e-7], [3, 1]]], tolerance),
    /scores within 5e-8/,
  );
});

Deno.test("requireSameRankings: places may change where scores are too near to tell apart", () => {
  const ours = [[[1, 2], [2, 2 - 1e-8], [3, 1]]] as const;
  const theirs = [[[2, 2], [1, 2 - 1e-8], [3, 1]]] as const;
  requireSameRankings(ours, theirs, tolerance);
  // What ties with the last one may have been cut off.
  requireSameRankings([[[1, 2], [3, 1]]], [[[1, 2], [4, 1]]], tolerance);
});

Deno.test("requireSameRankings: anything else is an error that says where", () => {
  const ours = [[[1, 3]], [[1, 3], [2, 2], [3, 1]]] as const;
  const differing = [
    [[[[1, 3]], [[2, 3], [1, 2], [3, 1]]], /Query 1, rank 1: ours is 1 with 3, theirs 2 with 3/],
    [[[[1, 3]], [[1, 3], [2, 2.001], [3, 1]]], /Query 1, rank 2/],
    [[[[1, 3]], [[1, 3], [2, 2]]], /Query 1: ours found 3, theirs 2/],
    [[[[1, 3]]], /ours has 2, theirs 1/],
  ] as const;
  for (const [theirs, message] of differing) {
    assert.throws(() => requireSameRankings(ours, theirs, tolerance), message);
  }
});

Deno.test("requireSameNumbers: within the tolerance, of one length, and no NaN", () => {
  assert.equal(requireSameNumbers([1, 2], [1, 2.25], 0.25), "numbers within 3e-1");
  assert.throws(() => requireSameNumbers([1, 2], [1, 2.5], 0.25), /Number 1: ours is 2/);
  assert.throws(() => requireSameNumbers([1], [NaN], 0.25), /Number 0/);
  assert.throws(() => requireSameNumbers([1], [], 0.25), /ours has 1, theirs 0/);
});
