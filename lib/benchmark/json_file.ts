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

/** Longest text that a message quotes. */
const quoted = 40;

/** Says what a parsed JSON value is, for messages. */
export function describeJson(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value !== "string") return String(value);
  const start = [...value].slice(0, quoted).join("");
  return `the text ${JSON.stringify(start)}${start.length < value.length ? "…" : ""}`;
}

/** A parsed JSON object, its fields unknown. */
export type JsonObject = { readonly [field: string]: unknown };

/** Whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
