/**
 * Where the kit keeps what a real model answered, and what of it is complete.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { parseJson, readFields } from "../benchmark/json_file.ts";

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
 * @throws {InputError} for a file that is malformed
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
  const path = fileURLToPath(new URL(`../../data/recordings/${name}.json`, import.meta.url));
  return parsePart(await Deno.readTextFile(path), path);
}

/**
 * Reads the text of such a file.
 *
 * @param text JSON
 * @param file its path, for messages
 * @returns the part
 * @throws {InputError} naming file, field, the value seen and what is needed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parsePart } from "./bundled_recording.ts";
 * const part = { recording: "a.sqlite", methods: ["merit"], databases: [], experiments: {} };
 * assert.deepEqual(parsePart(JSON.stringify(part), "a.json"), part);
 * assert.throws(() => parsePart("{}", "a.json"), /a\.json: experiments is missing, need an object/);
 * ```
 */
export function parsePart(text: string, file: string): RecordedPart {
  const fields = readFields(file);
  const whole = fields.object(parseJson(text, file), "the file");
  const experiments = fields.object(whole.experiments, "experiments");
  return {
    recording: fields.text(whole, "recording"),
    methods: fields.texts(whole, "methods"),
    databases: fields.texts(whole, "databases"),
    experiments: Object.fromEntries(
      Object.keys(experiments).map((name) => [name, fields.texts(experiments, name)]),
    ),
  };
}
