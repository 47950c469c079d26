/**
 * Filling a prompt's text.
 *
 * @module
 */

/**
 * Replaces every `{{name}}` of a template by its value, once: values are never read as templates.
 *
 * @param template text of a prompt file; the newline at its end is dropped
 * @param values one value for each placeholder
 * @returns the filled text
 * @throws {RangeError} where a placeholder has no value, or a value no placeholder
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fillTemplate } from "./template.ts";
 * assert.equal(fillTemplate("Question: {{q}}\n", { q: "{{q}}?" }), "Question: {{q}}?");
 * ```
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const unused = new Set(Object.keys(values));
  const filled = template.replace(/\n$/, "").replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new RangeError(`Cannot fill a prompt: no value for "${name}"`);
    }
    unused.delete(name);
    return value;
  });
  if (unused.size > 0) {
    throw new RangeError(`Cannot fill a prompt: no placeholder for "${[...unused].join('", "')}"`);
  }
  return filled;
}
