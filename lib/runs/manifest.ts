/**
 * What a run was made from. Two runs of equal manifests ask the same calls.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { LoopConfiguration } from "../loop/configuration.ts";
import type { ModelIdentity } from "../llm/language_model.ts";

/** Everything that determines a run beside the model's words. */
export interface RunManifest {
  /** The method's name. */
  readonly method: string;
  /** Parameters of the loop. */
  readonly configuration: LoopConfiguration;
  /** Seed of the stream order. */
  readonly order: number;
  /** What is run on. */
  readonly benchmark: {
    readonly name: string;
    readonly format: string;
    /** How many questions the questions file holds, those that a filter left out included. */
    readonly questionCount: number;
    /** Every file read, by path within the benchmark. */
    readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  };
  /** {@link digestStream} of the tasks in stream order, and how many they are. */
  readonly stream: { readonly digest: string; readonly length: number };
  /** How answers are compared, and for how long a query may run. */
  readonly judge: { readonly mode: string; readonly version: string; readonly timeoutMs: number };
  /** The model that answers. */
  readonly model: ModelIdentity;
  /** The embedder's identity. */
  readonly embedder: string;
  /** {@link digestEntries} of the entries that memory starts with; null for an empty memory. */
  readonly memoryFrom: { readonly digest: string; readonly entries: number } | null;
  /** SHA-256 of the file that gave attempt 0; null where the model did. */
  readonly initialPredictions: string | null;
}

/**
 * Paths at which two manifests differ, each with both values.
 *
 * @returns lines such as `configuration.budget: 7, now 3`, files of a list by their paths; empty
 * where they agree
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { manifestDifferences } from "./manifest.ts";
 * assert.deepEqual(manifestDifferences({ a: { b: 1 } }, { a: { b: 2 } }), ["a.b: 1, now 2"]);
 * ```
 */
export function manifestDifferences(before: unknown, now: unknown, path = ""): string[] {
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null;
  if (isTree(before) && isTree(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...keys].flatMap((key) => {
      const part = before[key];
      const name = isTree(part) && typeof part.path === "string" ? JSON.stringify(part.path) : key;
      return manifestDifferences(part, now[key], path === "" ? name : `${path}.${name}`);
    });
  }
  if (before === now) return [];
  return [`${path}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`];
}

/**
 * Refuses to go on with a run under another manifest.
 *
 * @throws {InputError} naming every difference
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireSameManifest } from "./manifest.ts";
 * assert.throws(() => requireSameManifest("a.run.sqlite", { order: 1 }, { order: 2 }), /order: 1, now 2/);
 * ```
 */
export function requireSameManifest(path: string, before: unknown, now: unknown): void {
  const differences = manifestDifferences(before, now);
  if (differences.length === 0) return;
  const shown = differences.slice(0, 8).map((line) => `\n  ${line}`).join("");
  const more = differences.length > 8 ? `\n  and ${differences.length - 8} more` : "";
  throw new InputError(
    `Cannot resume "${path}": it was made from something else; give another --out, or delete it:` +
      `${shown}${more}`,
  );
}
