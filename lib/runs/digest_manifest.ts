/**
 * The digest that a run's chain of digests starts from.
 *
 * @module
 */
import { canonicalJson } from "../llm/canonical_json.ts";
import { sha256 } from "../sha256.ts";
import type { RunManifest } from "./manifest.ts";

/**
 * SHA-256 of a manifest's canonical JSON: equal for equal manifests, whatever the order of fields.
 *
 * @returns 64 hexadecimal digits
 * @throws {TypeError} for a number that JSON cannot write, such as Infinity
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestManifest } from "./digest_manifest.ts";
 * import { exampleManifest } from "./examples.ts";
 * const changed = { ...exampleManifest, order: 2 };
 * assert.notEqual(digestManifest(changed), digestManifest(exampleManifest));
 * ```
 */
export function digestManifest(manifest: RunManifest): string {
  return sha256(canonicalJson(manifest));
}
