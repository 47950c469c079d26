/**
 * Words of the descriptions that stand in for figures where they cannot be seen.
 *
 * @module
 */

/**
 * A number and what it counts.
 *
 * @param count a whole number
 * @param noun in the singular, whose plural ends in an s
 * @returns such as `1 question` or `1,034 questions`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeCount } from "./write_words.ts";
 * assert.deepEqual([1, 1034].map((n) => writeCount(n, "repair")), ["1 repair", "1,034 repairs"]);
 * ```
 */
export function writeCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Names of what is drawn, in their order.
 *
 * @param names any number
 * @param last the word before the last name
 * @returns such as `a, b and c`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeNames } from "./write_words.ts";
 * assert.equal(writeNames(["stateless", "dynamic-rag", "merit"]), "stateless, dynamic-rag and merit");
 * assert.equal(writeNames(["merit"]), "merit");
 * ```
 */
export function writeNames(names: readonly (string | number)[], last = "and"): string {
  const texts = names.map(String);
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} ${last} ${texts.at(-1)}`;
}
