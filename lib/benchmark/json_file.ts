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

/** Reads fields of a parsed JSON file. Each throws an `InputError` that names file, field and value. */
export interface FieldReader {
  /** A value that must be an object. */
  object(value: unknown, name: string): JsonObject;
  /** A value that must be a list. */
  list(value: unknown, name: string): readonly unknown[];
  /** A field that must be a text. */
  text(of: JsonObject, name: string): string;
  /** A field that must be a list of texts. */
  texts(of: JsonObject, name: string): readonly string[];
}

/** What reads the fields of a file. */
export function readFields(file: string): FieldReader {
  const need = (value: unknown, name: string, wanted: string): never => {
    throw new InputError(`Cannot read ${file}: ${name} is ${describeJson(value)}, need ${wanted}`);
  };
  return {
    object: (value, name) => isObject(value) ? value : need(value, name, "an object"),
    list: (value, name) => Array.isArray(value) ? value : need(value, name, "a list"),
    text(of, name) {
      const value = of[name];
      return typeof value === "string" ? value : need(value, name, "a text");
    },
    texts(of, name) {
      const value = of[name];
      const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
      return isList ? value : need(value, name, "a list of texts");
    },
  };
}
