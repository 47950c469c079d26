import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createDenseIndex } from "../../lib/scorer/dense.ts";

Deno.test("cosine: equals the textbook formula on random vectors, whatever their lengths", () => {
  const random = createRandom("dense");
  for (const dimensions of [1, 3, 4, 10, 384]) {
    const vector = () =>
      Float32Array.from({ length: dimensions }, () => (random.next() - 0.5) * 10);
    const index = createDenseIndex(dimensions);
    const vectors = Array.from({ length: 40 }, vector);
    vectors.forEach((one, i) => index.add(String(i), one));
    const query = vector();
    const dot = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const cosines = index.cosine(query, vectors.map((_, i) => String(i)));
    vectors.forEach((one, i) => {
      const expected = dot(one, query) / Math.sqrt(dot(one, one) * dot(query, query));
      assert.ok(Math.abs(cosines[i]! - expected) < 1e-6);
    });
  }
});

Deno.test("cosine: chosen rows come in the order asked, repeats included", () => {
  const index = createDenseIndex(2);
  index.add("east", Float32Array.of(1, 0));
  index.add("north", Float32Array.of(0, 1));
  index.add("west", Float32Array.of(-1, 0));
  const query = Float32Array.of(3, 0);
  assert.deepEqual([...index.cosine(query, ["west", "east", "north", "east"])], [-1, 1, 0, 1]);
  assert.deepEqual([...index.cosine(query, [])], []);
});

Deno.test("cosine: the zero vector is at 0 from everything, never NaN", () => {
  const index = createDenseIndex(3);
  index.add("zero", new Float32Array(3));
  index.add("one", Float32Array.of(1, 2, 3));
  assert.deepEqual([...index.cosine(Float32Array.of(1, 1, 1), ["zero"])], [0]);
  assert.deepEqual([...index.cosine(new Float32Array(3), ["zero", "one"])], [0, 0]);
});

Deno.test("cosine: stays in [−1, 1] for tiny, huge and equal vectors", () => {
  const index = createDenseIndex(3);
  const vectors = [[1e-30, 2e-30, 1e-30], [1e38, 1e38, 1e38], [0.1, 0.7, 0.3]];
  vectors.forEach((values, i) => index.add(String(i), Float32Array.from(values)));
  for (const values of vectors) {
    for (const cosine of index.cosine(Float32Array.from(values), ["0", "1", "2"])) {
      assert.ok(cosine >= -1 && cosine <= 1);
    }
  }
  assert.ok(index.cosine(Float32Array.from(vectors[1]!), ["1"])[0]! > 0.999999);
});

Deno.test("add: copies the vector and does not change it", () => {
  const index = createDenseIndex(2), vector = Float32Array.of(3, 4);
  index.add("a", vector);
  assert.deepEqual([...vector], [3, 4]);
  vector.fill(0);
  assert.ok(index.cosine(Float32Array.of(3, 4), ["a"])[0]! > 0.999999);
});

Deno.test("createDenseIndex: mistakes are refused and change nothing", () => {
  const index = createDenseIndex(2);
  index.add("a", Float32Array.of(1, 0));
  assert.throws(() => index.add("a", Float32Array.of(0, 1)), /^RangeError: .*"a" is held/);
  assert.throws(() => index.add("b", Float32Array.of(1)), /^RangeError: .*1 dimensions, need 2/);
  assert.throws(() => index.add("b", Float32Array.of(1, NaN)), /^RangeError: .*not finite/);
  assert.throws(() => index.add("b", Float32Array.of(1, Infinity)), /^RangeError: .*not finite/);
  assert.throws(() => index.cosine(Float32Array.of(1), ["a"]), RangeError);
  assert.throws(() => index.cosine(Float32Array.of(1, 0), ["b"]), /^RangeError: .*"b"/);
  assert.equal(index.size, 1);
  assert.ok(!index.has("b"));
  for (const dimensions of [0, -1, 1.5, NaN]) {
    assert.throws(() => createDenseIndex(dimensions), RangeError);
  }
});

Deno.test("best: the nearest by their exact cosines, few or many of them, alike or not", () => {
  const random = createRandom("nearest");
  for (const spread of [1, 0.05]) {
    const index = createDenseIndex(20), ids: string[] = [];
    const centre = Float32Array.from({ length: 20 }, () => random.next() - 0.5);
    const vector = () => centre.map((value) => value + spread * (random.next() - 0.5));
    const repeated = vector();
    for (let i = 0; i < 1200; i++) {
      ids.push(`${random.integer(0, 1e9)}-${i}`);
      index.add(ids[i]!, i % 10 === 0 ? repeated : i % 99 === 1 ? new Float32Array(20) : vector());
    }
    for (const count of [0, 3, 255, 256, 1200]) {
      const candidates = random.shuffle(ids).slice(0, count), query = vector();
      const cosines = index.cosine(query, candidates);
      const sorted = candidates.map((id, i) => ({ id, cosine: cosines[i]! }))
        .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
      for (const limit of [0, 1, 4, 200, Infinity]) {
        assert.deepEqual(index.best(query, candidates, limit), sorted.slice(0, limit));
      }
    }
  }
});

Deno.test("best: what is added later is found", () => {
  const index = createDenseIndex(2), ids = Array.from({ length: 300 }, (_, i) => `id ${i}`);
  for (const id of ids) index.add(id, Float32Array.of(1, 0));
  const query = Float32Array.of(1, 2);
  assert.equal(index.best(query, ids, 1)[0]!.id, "id 0");
  index.add("late", Float32Array.of(1, 1));
  assert.equal(index.best(query, [...ids, "late"], 1)[0]!.id, "late");
  for (const limit of [-1, 1.5, NaN]) {
    assert.throws(() => index.best(query, ids, limit), /limit is/);
    assert.throws(() => index.best(query, ["late"], limit), /limit is/);
  }
  assert.throws(() => index.best(query, ["nobody"], 1), /^RangeError: .*"nobody"/);
});

Deno.test("placesOfBest: by any total that rises with the cosine none of the best is left out", () => {
  const random = createRandom("totals"), index = createDenseIndex(30);
  const ids = Array.from({ length: 600 }, (_, i) => String(i));
  const vector = () => Float32Array.from({ length: 30 }, () => random.next() - 0.5);
  for (const id of ids) index.add(id, vector());
  for (let round = 0; round < 20; round++) {
    const others = ids.map(() => random.next()), weight = random.next(), query = vector();
    const total = (cosine: number, place: number) =>
      weight * Math.max(0, cosine) + (1 - weight) * others[place]!;
    const cosines = index.cosine(query, ids);
    const best = ids.map((_, place) => place)
      .sort((a, b) => total(cosines[b]!, b) - total(cosines[a]!, a)).slice(0, 5);
    const places = index.placesOfBest(query, ids, { limit: 5, total });
    assert.ok(best.every((place) => places.includes(place)));
    assert.ok(places.length < 100, `${places.length} are left`);
    assert.deepEqual(places, places.toSorted((a, b) => a - b));
  }
});
