/**
 * Takes the SQL out of what a language model wrote.
 *
 * @module
 */
import { findStatements } from "./find_statement.ts";
import { scanSql } from "./scan_sql.ts";
import { type Block, isSqlBlock, splitBlocks } from "./split_blocks.ts";

/** The SQL of a completion and what was seen on the way. */
export interface Extraction {
  /** The statement, or several joined by `;` as written; empty where there is none. */
  readonly sql: string;
  /** Fenced blocks with something in them. */
  readonly blocks: number;
  /**
   * True where the text goes on after the SQL: a closing fence, a semicolon, other words. Not after a
   * query in a sentence's backticks, which may quote another than the one to come.
   */
  readonly ended: boolean;
}

const thinkTags = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;
const label = /^(?:[\w+#]+|[^\n]*:[*_]*)?$/;

/**
 * Drops a model's thinking: all up to the last closing tag, and all after a tag that stays open.
 *
 * @param text the completion
 * @returns the rest, and whether a tag stays open
 *
 * @example
 * ```ts
 * import { dropThinking } from "./extract_sql.ts";
 * const { text } = dropThinking("<think>SELECT 2?</think>SELECT 1");
 * if (text !== "SELECT 1") throw new Error("Expected the answer alone");
 * ```
 */
export function dropThinking(text: string): { text: string; open: boolean } {
  let start = 0;
  let openAt = -1;
  for (const tag of text.matchAll(thinkTags)) {
    if (tag[1] === "/") {
      start = tag.index + tag[0].length;
      openAt = -1;
    } else if (openAt < 0) openAt = tag.index;
  }
  return { text: text.slice(start, openAt < 0 ? undefined : openAt), open: openAt >= 0 };
}

function isBalanced(sql: string): boolean {
  let depth = 0;
  for (const { text, closed } of scanSql(sql)) {
    if (text === "(") depth++;
    else if (text === ")") depth--;
    if (!closed || depth < 0) return false;
  }
  return depth === 0;
}

type Found = Pick<Extraction, "sql" | "ended">;

/** The statement that a block holds, label lines dropped; undefined where it holds none. */
function statementOf({ text, closed }: Block): Found | undefined {
  const [first] = findStatements(text, { prose: false });
  if (first === undefined) return undefined;
  return label.test(text.slice(0, first.start).replace(/--[^\n]*/g, "").trim())
    ? { sql: first.sql, ended: closed || first.end < text.length }
    : undefined;
}

function chooseFromBlocks(blocks: readonly Block[]): Found | undefined {
  const statements = blocks.map((block) => ({ block, found: statementOf(block) }))
    .filter((one): one is { block: Block; found: Found } => one.found !== undefined);
  const whole = statements.findLast(({ block, found }) => !block.closed || isBalanced(found.sql));
  return (whole ?? statements.at(-1))?.found;
}

function chooseFromProse(text: string): Found | undefined {
  const last = findStatements(text, { prose: true }).at(-1);
  if (last === undefined) return undefined;
  const { sql, start, end } = last;
  return { sql, ended: end < text.length && text[start - 1] !== "`" };
}

/**
 * Takes the SQL out of a completion.
 *
 * Thinking goes first: all up to a closing tag. Of several fenced blocks the last one counts that
 * starts as a statement does, with quotes and parentheses closed; without a fence, the last
 * statement that begins a line or follows a label, a colon or a backtick. Labels, language words
 * and the last semicolon are dropped; a block that is marked as SQL but holds no statement is
 * returned as it is, so that the database may say what is wrong with it.
 *
 * @param text the completion
 * @returns the SQL, trimmed and otherwise as written
 *
 * @example
 * ```ts
 * import { extractSql } from "./extract_sql.ts";
 * const { sql } = extractSql("**SQL query:** SELECT name FROM singer;\n\nIt lists all names.");
 * if (sql !== "SELECT name FROM singer") throw new Error(`Expected the statement, got ${sql}`);
 * ```
 */
export function extractSql(text: string): Extraction {
  const answer = dropThinking(text);
  const { outside, blocks } = splitBlocks(answer.text);
  const filled = blocks.filter((block) => block.text.trim() !== "");
  const marked = filled.findLast(isSqlBlock);
  const found = chooseFromBlocks(filled) ?? chooseFromProse(outside) ??
    { sql: marked?.text.trim() ?? "", ended: marked?.closed ?? false };
  return { ...found, blocks: filled.length };
}
