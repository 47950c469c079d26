/**
 * This program as another process starts it.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/**
 * Arguments of Deno that start the program `merit`; its own follow.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { programArguments } from "./program.ts";
 * assert.match(programArguments.at(-1)!, /cli\.ts$/);
 * ```
 */
export const programArguments: readonly string[] = Object.freeze([
  "run",
  "--no-prompt",
  "-A",
  fileURLToPath(new URL("../../cli.ts", import.meta.url)),
]);
