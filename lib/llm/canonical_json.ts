/**
 * JSON with one spelling for one value: object keys sorted, no blanks, absent and undefined alike.
 *
 * @param value plain data: null, booleans, finite numbers, strings, arrays, plain objects
 * @returns JSON that is equal for two values exactly when they are the same data
 * @throws {TypeError} for numbers that JSON cannot write, and for undefined outside objects
 *
 * @example
 * ```ts
 * import { canonicalJson } from "./canonical_json.ts";
 * const one = canonicalJson({ b: 1, a: [null, "x"], c: undefined });
 * if (one !== '{"a":[null,"x"],"b":1}') throw new Error("Expected sorted keys");
 * ```
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([a], [b]) => a < b ? -1 : 1);
    return `{${
      fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")
    }}`;
  }
  const isPlain = value === null || typeof value === "boolean" || typeof value === "string" ||
    Number.isFinite(value);
  if (!isPlain) {
    throw new TypeError(`Cannot write canonical JSON: value is ${String(value)}, need plain data`);
  }
  return JSON.stringify(value);
}
