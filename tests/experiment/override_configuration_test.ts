import assert from "node:assert/strict";
import { overrideConfiguration } from "../../lib/experiment/override_configuration.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";

const override = (...settings: readonly string[]) =>
  overrideConfiguration(defaultConfiguration, settings);

const set: Readonly<Record<string, (configuration: LoopConfiguration) => unknown>> = {
  "budget=3": ({ budget }) => budget === 3,
  "runSeed=2": ({ runSeed }) => runSeed === 2,
  "feedback=execution-only": ({ feedback }) => feedback === "execution-only",
  "sampling.temperature=0.2": ({ sampling }) => sampling.temperature === 0.2,
  "sampling.topP=1": ({ sampling }) => sampling.topP === 1,
  "memory.scope=cross-db": ({ memory }) => memory.scope === "cross-db",
  "memory.limit.negative=0": ({ memory }) => memory.limit.negative === 0,
  "memory.weights.dense=1": ({ memory }) => memory.weights.dense === 1,
  "memory.weights.lexical=0.5": ({ memory }) => memory.weights.lexical === 0.5,
  "reflexion.shared=false": ({ reflexion }) => reflexion.shared === false,
  " reflexion.own = 1 ": ({ reflexion }) => reflexion.own === 1,
};
for (const [setting, holds] of Object.entries(set)) {
  Deno.test(`overrideConfiguration: ${setting.trim()}`, () => {
    assert.equal(holds(defaultConfiguration), false);
    assert.equal(holds(override(setting)), true);
  });
}

Deno.test("overrideConfiguration: several at once, the last of a path counts", () => {
  const changed = override("budget=3", "memory.twins=block", "budget=5");
  assert.deepEqual(changed, {
    ...defaultConfiguration,
    budget: 5,
    memory: { ...defaultConfiguration.memory, twins: "block" },
  });
});

Deno.test("overrideConfiguration: leaves the configuration given as it is", () => {
  const before = structuredClone(defaultConfiguration);
  override("memory.limit.positive=9");
  assert.deepEqual(defaultConfiguration, before);
});

function leaves(tree: object, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" ? leaves(value, `${prefix}${key}.`) : [`${prefix}${key}=${value}`]
  );
}

Deno.test("overrideConfiguration: every parameter takes its own value", () => {
  assert.deepEqual(override(...leaves(defaultConfiguration)), defaultConfiguration);
});

const refused: Readonly<Record<string, string>> = {
  "memory.limits.positive=5":
    'Cannot set "memory.limits.positive": there is no such parameter, the nearest is memory.limit.positive',
  "Budget=5": 'Cannot set "Budget": there is no such parameter, the nearest is budget',
  "memory.weight.dense=1":
    'Cannot set "memory.weight.dense": there is no such parameter, the nearest is memory.weights.dense',
  "constructor.name=x":
    'Cannot set "constructor.name": there is no such parameter, the nearest is selector',
  "budget": 'Cannot set "budget": need path=value',
  "=3": 'Cannot set "=3": need path=value',
  "": 'Cannot set "": need path=value',
  "budget=": 'Cannot set budget to "": need a whole number from 0 to 100',
  "budget=many": 'Cannot set budget to "many": need a whole number from 0 to 100',
  "budget=-1": 'Cannot set budget to "-1": need a whole number from 0 to 100',
  "budget=1.5": 'Cannot set budget to "1.5": need a whole number from 0 to 100',
  "budget=101": 'Cannot set budget to "101": need a whole number from 0 to 100',
  "budget=1e99": 'Cannot set budget to "1e99": need a whole number from 0 to 100',
  "budget=Infinity": 'Cannot set budget to "Infinity": need a whole number from 0 to 100',
  "runSeed=9007199254740992":
    'Cannot set runSeed to "9007199254740992": need a whole number, at least 0',
  "sampling.temperature=NaN": 'Cannot set sampling.temperature to "NaN": need a number from 0 to 2',
  "sampling.temperature=2.01":
    'Cannot set sampling.temperature to "2.01": need a number from 0 to 2',
  "sampling.topP=0": 'Cannot set sampling.topP to "0": need a number above 0 and at most 1',
  "sampling.topP=1.01": 'Cannot set sampling.topP to "1.01": need a number above 0 and at most 1',
  "sampling.maxTokens=0":
    'Cannot set sampling.maxTokens to "0": need a whole number from 1 to 1000000',
  "sampling.contextTokens=1e9":
    'Cannot set sampling.contextTokens to "1e9": need a whole number from 1 to 10000000',
  "memory.limit.positive=101":
    'Cannot set memory.limit.positive to "101": need a whole number from 0 to 100',
  "memory.weights.dense=1e308":
    'Cannot set memory.weights.dense to "1e308": need a number from 0 to 100',
  "reflexion.shared=yes": 'Cannot set reflexion.shared to "yes": need true or false',
  "memory.twins=none": 'Cannot set memory.twins to "none": need one of allow, block',
  "selector=": 'Cannot set selector to "": need one of dail, act',
};
for (const [setting, message] of Object.entries(refused)) {
  Deno.test(`overrideConfiguration: refuses "${setting}"`, () => {
    assert.throws(() => override(setting), { name: "InputError", message });
  });
}

Deno.test("overrideConfiguration: refuses to turn off both parts of the score", () => {
  assert.throws(() => override("memory.weights.dense=0", "memory.weights.lexical=0"), {
    name: "InputError",
    message: "Cannot set memory.weights.dense and memory.weights.lexical to 0: need one above 0",
  });
  assert.equal(override("memory.weights.dense=0").memory.weights.lexical, 0.25);
});
