/**
 * Where the kit keeps what a real model answered on the bundled benchmark.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/**
 * Path of the recording that ships with the kit.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bundledRecording } from "./bundled_recording.ts";
 * assert.ok(Deno.statSync(bundledRecording).isFile);
 * ```
 */
export const bundledRecording: string = fileURLToPath(
  new URL("../../data/recordings/bundled.sqlite", import.meta.url),
);
