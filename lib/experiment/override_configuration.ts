/**
 * Changing parameters by name, as `--set memory.limit.positive=5` does.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { checkConfiguration, listParameters, needOf } from "../loop/check_configuration.ts";
import type { LoopConfiguration } from "../loop/configuration.ts";
import { nearestName } from "../nearest_name.ts";

/**
 * Sets parameters of a configuration.
 *
 * @param configuration where to start
 * @param settings `path=value`, as many as there are; the last of a path counts
 * @returns a new configuration
 * @throws {InputError} for a path that there is not (with the nearest one), a value of another type or
 * out of its range, or weights that are all 0
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
  const changed = structuredClone(configuration);
  const before = new Map(listParameters(configuration));
  for (const setting of settings) {
    const [path, text] = splitOnce(setting);
    if (!before.has(path)) {
      throw new InputError(
        `Cannot set "${path}": there is no such parameter, the nearest is ${
          nearestName(path, [...before.keys()])
        }`,
      );
    }
    const value = parseValue(text, before.get(path));
    const need = needOf(path, value);
    if (need !== null) throw new InputError(`Cannot set ${path} to "${text}": need ${need}`);
    assign(changed as unknown as Tree, path.split("."), value);
  }
  return checkConfiguration(changed);
}

type Tree = { [key: string]: unknown };

function splitOnce(setting: string): [path: string, text: string] {
  const equals = setting.indexOf("=");
  if (equals < 1) throw new InputError(`Cannot set "${setting}": need path=value`);
  return [setting.slice(0, equals).trim(), setting.slice(equals + 1).trim()];
}

/** The value that a text stands for where the parameter is of this kind, else the text. */
function parseValue(text: string, before: unknown): unknown {
  if (typeof before === "number") return text === "" ? text : Number(text);
  if (typeof before === "boolean") return text === "true" || (text === "false" ? false : text);
  return text;
}

function assign(tree: Tree, keys: readonly string[], value: unknown): void {
  const [key, ...rest] = keys as [string, ...string[]];
  if (rest.length === 0) tree[key] = value;
  else assign(tree[key] as Tree, rest, value);
}
