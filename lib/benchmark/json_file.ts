import { InputError } from "../errors.ts";

/** Parses the text of a JSON file. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(
      `Cannot read ${file}: it is not JSON, ${(cause as SyntaxError).message}`,
      { cause },
    );
  }
}

/** Says what a parsed JSON value is, for messages. */
export function describeJson(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value === undefined) return "missing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A parsed JSON object, its fields unknown. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
