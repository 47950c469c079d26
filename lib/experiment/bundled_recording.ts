/**
 * Where the kit keeps what a real model answered, and what of it is complete.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** What of the recording is complete: these methods over these databases, under order 1. */
export interface RecordedPart {
  /** Its file, in `data/recordings`. */
  readonly recording: string;
  /** Names of methods. */
  readonly methods: readonly string[];
  /** Ids of databases. */
  readonly databases: readonly string[];
  /** Experiments beside the main comparison of which contrasts are recorded, and over which databases. */
  readonly experiments: Readonly<Record<string, readonly string[]>>;
}

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

/**
 * Reads which methods and databases are recorded to the end.
 *
 * @param name of the recording: the bundled benchmark's by default
 * @returns the part, as `data/recordings/NAME.json` says it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRecordedPart } from "./bundled_recording.ts";
 * assert.ok((await readRecordedPart()).methods.includes("merit"));
 * ```
 */
export async function readRecordedPart(
  name: "bundled" | "spider_part" = "bundled",
): Promise<RecordedPart> {
  const path = new URL(`../../data/recordings/${name}.json`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(path));
}
