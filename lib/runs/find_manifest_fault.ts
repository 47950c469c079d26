/**
 * Checking a manifest from a file that anything may have written.
 *
 * @module
 */
import { defaultConfiguration } from "../loop/configuration.ts";
import type { RunManifest } from "./manifest.ts";

/** What every manifest has: numbers and texts of any value, lists of any length. */
const shape: RunManifest = {
  method: "",
  configuration: defaultConfiguration,
  order: 0,
  benchmark: { name: "", format: "", questionCount: 0, inputs: [] },
  stream: { digest: "", length: 0 },
  judge: { mode: "", version: "", timeoutMs: 0 },
  model: { name: "", digest: "", server: "" },
  embedder: "",
  memoryFrom: null,
  initialPredictions: null,
};

/**
 * Finds what keeps a value from being a manifest: a part that is missing or of another type. Values
 * may be unknown to this kit.
 *
 * @param manifest what a run file holds
 * @returns the first fault in words; null for a manifest
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findManifestFault } from "./find_manifest_fault.ts";
 * import { exampleManifest } from "./examples.ts";
 * assert.equal(findManifestFault(exampleManifest), null);
 * assert.equal(findManifestFault({ ...exampleManifest, order: "1" }), "has a string as order, need a number");
 * ```
 */
export function findManifestFault(manifest: unknown): string | null {
  return findFault(manifest, shape, "");
}

/** Where the shape says null, anything may stand; a number or a text may be missing as null. */
function findFault(value: unknown, expected: unknown, path: string): string | null {
  if (value === undefined) return `has no ${path}`;
  if (expected === null || (value === null && typeof expected !== "object")) return null;
  const kind = kindOf(expected);
  if (kindOf(value) !== kind) return `has ${kindOf(value)} as ${path || "a whole"}, need ${kind}`;
  if (kind !== "an object") return null;
  for (const [key, part] of Object.entries(expected as object)) {
    const inner = path === "" ? key : `${path}.${key}`;
    const fault = findFault((value as Record<string, unknown>)[key], part, inner);
    if (fault !== null) return fault;
  }
  return null;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
