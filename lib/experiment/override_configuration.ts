/**
 * Changing parameters by name, as `--set memory.limit.positive=5` does.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { nearestName } from "../nearest_name.ts";
import { type LoopConfiguration, parameterChoices } from "../loop/configuration.ts";

/**
 * Sets parameters of a configuration.
 *
 * @param configuration where to start
 * @param settings `path=value`, as many as there are; the last of a path counts
 * @returns a new configuration
 * @throws {InputError} for a path that there is not (with the nearest one), a value of another type,
 * or weights that are all 0
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { overrideConfiguration } from "./override_configuration.ts";
 * import { defaultConfiguration } from "../loop/configuration.ts";
 * const changed = overrideConfiguration(defaultConfiguration, ["memory.limit.positive=5"]);
 * assert.equal(changed.memory.limit.positive, 5);
 * assert.throws(
 *   () => overrideConfiguration(defaultConfiguration, ["memory.limits.positive=5"]),
 *   /nearest is memory.limit.positive/,
 * );
 * ```
 */
export function overrideConfiguration(
  configuration: LoopConfiguration,
  settings: readonly string[],
): LoopConfiguration {
  const changed = structuredClone(configuration) as unknown as Tree;
  const paths = leafPaths(changed);
  for (const setting of settings) {
    const [path, text] = splitOnce(setting);
    if (!paths.includes(path)) {
      throw new InputError(
        `Cannot set "${path}": there is no such parameter, the nearest is ${
          nearestName(path, paths)
        }`,
      );
    }
    const keys = path.split("."), last = keys.pop()!;
    const parent = keys.reduce((tree, key) => tree[key] as Tree, changed);
    parent[last] = parseValue(path, text, parent[last]);
  }
  const result = changed as unknown as LoopConfiguration;
  const { dense, lexical } = result.memory.weights;
  if (dense === 0 && lexical === 0) {
    throw new InputError(
      "Cannot set memory.weights.dense and memory.weights.lexical to 0: need one above 0",
    );
  }
  return result;
}

type Tree = { [key: string]: unknown };

function splitOnce(setting: string): [path: string, text: string] {
  const equals = setting.indexOf("=");
  if (equals < 1) throw new InputError(`Cannot set "${setting}": need path=value`);
  return [setting.slice(0, equals).trim(), setting.slice(equals + 1).trim()];
}

function leafPaths(tree: Tree, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? leafPaths(value as Tree, `${prefix}${key}.`)
      : [`${prefix}${key}`]
  );
}

function parseValue(path: string, text: string, before: unknown): unknown {
  const refuse = (need: string) => new InputError(`Cannot set ${path} to "${text}": need ${need}`);
  switch (typeof before) {
    case "number": {
      const value = Number(text);
      if (text === "" || !Number.isFinite(value) || value < 0) throw refuse("a number, at least 0");
      const whole = Number.isInteger(before) && !fractions.has(path);
      if (whole && !Number.isSafeInteger(value)) throw refuse("a whole number, at least 0");
      return value;
    }
    case "boolean":
      if (text !== "true" && text !== "false") throw refuse("true or false");
      return text === "true";
    default: {
      const choices: readonly string[] = parameterChoices[path] ?? [];
      if (!choices.includes(text)) throw refuse(`one of ${choices.join(", ")}`);
      return text;
    }
  }
}

/** Parameters whose default may be whole and whose values need not be. */
const fractions = new Set([
  "sampling.temperature",
  "sampling.topP",
  "memory.weights.dense",
  "memory.weights.lexical",
]);
