/**
 * Prose in a notebook's outputs.
 *
 * @module
 */
import { toPrintable } from "../commands/printable.ts";
import { type Bundle, withoutMathematics } from "./bundle.ts";

/**
 * Markdown, as a tag before a template or as a function over a text. HTML and
 * mathematics in it are shown, not read.
 *
 * @param text a template, or a text that is Markdown already, such as a table
 * @param values what a template inserts, a model's words too: shown letter by letter on one line, so
 * insert nothing inside code
 * @returns a value to show
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { markdown } from "./markdown.ts";
 * const answer = "*all* <i>rows</i>";
 * const { data } = markdown`**Answer**: ${answer}`;
 * assert.equal(data["text/markdown"], "**Answer**: \\*all\\* \\<i\\>rows\\</i\\>");
 * assert.equal(markdown("# A <i>title").data["text/markdown"], "# A &lt;i>title");
 * ```
 */
export function markdown(
  text: string | TemplateStringsArray,
  ...values: readonly (string | number)[]
): Bundle {
  const parts = typeof text === "string" ? [text] : text;
  const fill = (part: (text: string) => string, value: (text: string) => string) =>
    toPrintable(
      parts.map((text, at) => part(text) + (at in values ? value(String(values[at])) : "")).join(
        "",
      ),
    );
  const same = (text: string) => text;
  return { data: { "text/markdown": fill(disarm, escape), "text/plain": fill(same, same) } };
}

function disarm(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, "&lt;").replaceAll("$", guard);
}

function escape(text: string): string {
  return text.replace(/\s+/g, " ").replace(
    /[`*_{}[\]()#+\-!|<>~&:=]|([$\\])/g,
    (character, opener) => opener === undefined ? `\\${character}` : guard(character),
  );
}

/** A character that no reader of Markdown nor, once it is HTML, of mathematics takes as a delimiter. */
function guard(character: string): string {
  return `<span class="${withoutMathematics}">&#${character.charCodeAt(0)};</span>`;
}
