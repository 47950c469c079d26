import assert from "node:assert/strict";
import { isLengthMatched, matchLengths } from "../../lib/loop/match_lengths.ts";
import { createRandom } from "../../lib/random.ts";

const cases: readonly [
  what: string,
  wanted: readonly number[],
  offered: readonly number[],
  chosen: readonly number[],
][] = [
  ["nothing wanted", [], [80], []],
  ["nothing offered", [80, 40], [], []],
  ["the first that fits, not the nearest", [80], [50, 87, 80], [1]],
  ["10 % less, no more", [100], [89, 90], [1]],
  ["10 % more, no more", [100], [111, 110], [1]],
  ["the nearest where none fits", [80], [20, 60, 200], [1]],
  ["the first of two as near", [80], [60, 100], [0]],
  ["none twice", [80, 80, 80], [80, 80, 80], [0, 1, 2]],
  ["as many as there are", [80, 80, 80], [81], [0]],
  // 60 for 80 leaves 20 to be made up: 100 is wanted next.
  ["what fell short is made up", [80, 80], [60, 85, 99], [1, 0]],
  ["what fell short is made up where nothing fits", [80, 80], [60, 60, 100], [0, 2]],
];

for (const [what, wanted, offered, chosen] of cases) {
  Deno.test(`matchLengths: ${what}`, () => assert.deepEqual(matchLengths(wanted, offered), chosen));
}

const sum = (lengths: readonly number[]) => lengths.reduce((total, one) => total + one, 0);

/** Lengths of precedents at random, and what was chosen. */
function choose(seed: number) {
  const random = createRandom(`lengths ${seed}`);
  const wanted = Array.from({ length: random.integer(1, 4) }, () => random.integer(50, 110));
  const offered = Array.from({ length: random.integer(0, 40) }, () => random.integer(40, 120));
  const places = matchLengths(wanted, offered);
  return { wanted, offered, places, chosen: places.map((place) => offered[place]!) };
}

Deno.test("matchLengths: as many as there are, none twice", () => {
  for (let seed = 0; seed < 500; seed++) {
    const { wanted, offered, places } = choose(seed);
    assert.equal(places.length, Math.min(wanted.length, offered.length), `seed ${seed}`);
    assert.equal(new Set(places).size, places.length, `seed ${seed}`);
  }
});

Deno.test("matchLengths: the total fits wherever the last length fits what is owed", () => {
  const counts = { fitting: 0, all: 0 };
  for (let seed = 0; seed < 500; seed++) {
    const { wanted, offered, chosen } = choose(seed);
    if (offered.length < wanted.length) continue;
    const owed = sum(wanted) - sum(chosen.slice(0, -1));
    const totalFits = isLengthMatched(sum(chosen), sum(wanted));
    if (isLengthMatched(chosen.at(-1)!, owed)) assert.ok(totalFits, `seed ${seed}`);
    counts.all++;
    if (totalFits) counts.fitting++;
  }
  assert.ok(counts.fitting > 0.8 * counts.all, JSON.stringify(counts));
});

Deno.test("isLengthMatched: nothing is matched by nothing alone", () => {
  assert.deepEqual([0, 1].map((length) => isLengthMatched(length, 0)), [true, false]);
});
