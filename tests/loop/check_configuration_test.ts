import assert from "node:assert/strict";
import { checkConfiguration, listParameters, needOf } from "../../lib/loop/check_configuration.ts";
import {
  defaultConfiguration,
  type LoopConfiguration,
  parameterChoices,
  parameterRanges,
} from "../../lib/loop/configuration.ts";

const { sampling, memory } = defaultConfiguration;

Deno.test("parameterRanges: every number has one, its default in it", () => {
  const numbers = listParameters(defaultConfiguration).filter(([, value]) =>
    typeof value === "number"
  );
  const paths = numbers.map(([path]) => path);
  assert.deepEqual(paths.toSorted(), Object.keys(parameterRanges).toSorted());
  for (const [path, value] of numbers) assert.equal(needOf(path, value), null, path);
});

Deno.test("listParameters: no parameter is a number and a choice at once", () => {
  const paths = listParameters(defaultConfiguration).map(([path]) => path);
  const both = paths.filter((path) => path in parameterRanges && path in parameterChoices);
  assert.deepEqual(both, []);
});

const ends: Readonly<Record<string, readonly [fits: number[], doesNot: unknown[]]>> = {
  budget: [[0, 7, 100], [-1, 101, 1.5, NaN, "7", null, undefined]],
  runSeed: [[0, Number.MAX_SAFE_INTEGER], [-1, 2 ** 53, Infinity]],
  "sampling.temperature": [[0, 0.7, 2], [-0.1, 2.0001, NaN, Infinity]],
  "sampling.topP": [[Number.MIN_VALUE, 0.95, 1], [0, -0, 1.0001]],
  "sampling.maxTokens": [[1, 320], [0, 1.5, 1e7]],
  "memory.weights.lexical": [[0, 0.25, 100], [-1, 101, Infinity, NaN]],
  "reflexion.own": [[0, 100], [101]],
};
for (const [path, [fits, doesNot]] of Object.entries(ends)) {
  Deno.test(`needOf: the ends of ${path}`, () => {
    for (const value of fits) assert.equal(needOf(path, value), null, String(value));
    for (const value of doesNot) assert.match(needOf(path, value)!, /number/, String(value));
  });
}

Deno.test("needOf: choices, switches, and paths that are neither", () => {
  assert.equal(needOf("memory.twins", "block"), null);
  assert.equal(needOf("memory.twins", "Block"), "one of allow, block");
  assert.equal(needOf("reflexion.shared", false), null);
  assert.equal(needOf("reflexion.shared", "false"), "true or false");
  for (const path of ["budgets", "memory", "constructor"]) {
    assert.throws(() => needOf(path, 1), RangeError);
  }
});

const unfit: Readonly<Record<string, [configuration: unknown, message: RegExp]>> = {
  "a value out of range": [
    { ...defaultConfiguration, sampling: { ...sampling, topP: 0 } },
    /^Cannot set sampling.topP to 0: need a number above 0 and at most 1$/,
  ],
  "a number that JSON cannot hold": [
    { ...defaultConfiguration, budget: Infinity },
    /^Cannot set budget to Infinity: need a whole number from 0 to 100$/,
  ],
  "a value of another type": [
    { ...defaultConfiguration, feedback: 1 },
    /^Cannot set feedback to 1: need one of full, execution-only$/,
  ],
  "a parameter too few": [
    { ...defaultConfiguration, reflexion: { shared: true } },
    /without reflexion.own: need every parameter/,
  ],
  "a parameter too many": [
    { ...defaultConfiguration, memory: { ...memory, limits: 3 } },
    /with memory.limits: there is no such parameter/,
  ],
  "weights that are all 0": [
    { ...defaultConfiguration, memory: { ...memory, weights: { dense: 0, lexical: 0 } } },
    /memory.weights.lexical to 0: need one above 0/,
  ],
};
for (const [what, [configuration, message]] of Object.entries(unfit)) {
  Deno.test(`checkConfiguration: refuses ${what}`, () => {
    assert.throws(() => checkConfiguration(configuration as LoopConfiguration), {
      name: "InputError",
      message,
    });
  });
}

Deno.test("checkConfiguration: the order of parameters is free", () => {
  const turned = Object.fromEntries(Object.entries(defaultConfiguration).toReversed());
  assert.equal(checkConfiguration(turned as unknown as LoopConfiguration), turned);
});
