/**
 * Takes the SQL out of what a language model wrote.
 *
 * @module
 */
import { findStatements, startsStatement } from "./find_statement.ts";
import { scanSql } from "./scan_sql.ts";

/** The SQL of a completion and what was seen on the way. */
export interface Extraction {
  /** The statement, or several joined by `;` as written; empty where there is none. */
  readonly sql: string;
  /** Fenced blocks with something in them. */
  readonly blocks: number;
  /** True where the server cut the text, or where a fence or a thinking tag stays open. */
  readonly truncated: boolean;
}

interface Block {
  /** Lower-case language word of the fence; empty where there is none. */
  readonly language: string;
  readonly text: string;
  readonly closed: boolean;
}

const sqlLanguages = new Set(
  "sql sqlite sqlite3 mysql mariadb postgres postgresql psql pgsql plsql tsql duckdb".split(" "),
);
const fences = /`{3,}|~{3,}/g;
const thinkTags = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;
const label = /^(?:[\w+#]+|[^\n]*:[*_]*)?$/;

/** Drops thinking: all up to the last closing tag, and all after a tag that stays open. */
function dropThinking(text: string): { text: string; open: boolean } {
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

/** The language word after a fence; a statement's first word is none. */
function readLanguage(text: string): { language: string; length: number } {
  const word = /^[ \t]*([\w+#.-]+)(?=\s|$)/.exec(text);
  if (word === null) return { language: "", length: 0 };
  const language = word[1]!.toLowerCase();
  const alone = /^[ \t]*(?:\r?\n|$)/.test(text.slice(word[0].length)) && !startsStatement(text);
  return alone || sqlLanguages.has(language)
    ? { language, length: word[0].length }
    : { language: "", length: 0 };
}

/** The first fence that closes a block, those inside a string literal of one line left out. */
function findCloser(text: string, opener: string): RegExpExecArray | undefined {
  const all = [...text.matchAll(fences)].filter(([mark]) =>
    mark[0] === opener[0] && mark.length >= opener.length
  );
  const first = all[0];
  if (first === undefined) return undefined;
  const strings = [...scanSql(text)].filter((token) =>
    token.kind === "string" && token.closed && !token.text.includes("\n")
  );
  return all.find(({ index }) =>
    !strings.some((token) => token.start < index && index < token.start + token.text.length)
  ) ?? first;
}

/** A prompt that ended in an opening fence makes the completion's first fence a closing one. */
function startsInsideBlock(text: string): boolean {
  const marks = [...text.matchAll(fences)];
  const first = marks[0];
  if (first === undefined || marks.length % 2 === 0) return false;
  return readLanguage(text.slice(first.index + first[0].length)).length === 0 &&
    findStatements(text.slice(0, first.index), { prose: true }).length > 0;
}

function splitBlocks(text: string): { outside: string; blocks: readonly Block[] } {
  const blocks: Block[] = [];
  let outside = "";
  let rest = startsInsideBlock(text) ? `\`\`\`\n${text}` : text;
  while (true) {
    const opener = [...rest.matchAll(fences)][0];
    if (opener === undefined) return { outside: outside + rest, blocks };
    outside += `${rest.slice(0, opener.index)}\n\n`;
    rest = rest.slice(opener.index + opener[0].length);
    const { language, length } = readLanguage(rest);
    rest = rest.slice(length);
    const closer = findCloser(rest, opener[0]);
    const body = rest.slice(0, closer?.index);
    if (body.trim() !== "" || blocks.length === 0) {
      blocks.push({ language, text: body, closed: closer !== undefined });
    }
    if (closer === undefined) return { outside, blocks };
    const after = rest.slice(closer.index + closer[0].length);
    const opensAnother = sqlLanguages.has(readLanguage(after).language);
    rest = opensAnother ? rest.slice(closer.index) : after;
  }
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

/** The statement that a block holds, label lines dropped; undefined where it holds none. */
function statementOf({ text }: Block): string | undefined {
  const [first] = findStatements(text, { prose: false });
  if (first === undefined) return undefined;
  return label.test(text.slice(0, first.start).replace(/--[^\n]*/g, "").trim())
    ? first.sql
    : undefined;
}

function chooseFromBlocks(blocks: readonly Block[]): string | undefined {
  const statements = blocks.map((block) => ({ closed: block.closed, sql: statementOf(block) }))
    .filter((one): one is { closed: boolean; sql: string } => one.sql !== undefined);
  const whole = statements.findLast(({ closed, sql }) => !closed || isBalanced(sql));
  return (whole ?? statements.at(-1))?.sql;
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
 * @param options `truncated`: the server said that it cut the text
 * @returns the SQL, trimmed and otherwise as written
 *
 * @example
 * ```ts
 * import { extractSql } from "./extract_sql.ts";
 * const { sql } = extractSql("**SQL query:** SELECT name FROM singer;\n\nIt lists all names.");
 * if (sql !== "SELECT name FROM singer") throw new Error(`Expected the statement, got ${sql}`);
 * ```
 */
export function extractSql(text: string, options: { truncated?: boolean } = {}): Extraction {
  const answer = dropThinking(text);
  const { outside, blocks } = splitBlocks(answer.text);
  const filled = blocks.filter((block) => block.text.trim() !== "");
  const sql = chooseFromBlocks(filled) ??
    findStatements(outside, { prose: true }).at(-1)?.sql ??
    filled.findLast(({ language }) => language === "" || sqlLanguages.has(language))?.text.trim() ??
    "";
  const open = answer.open || blocks.some((block) => !block.closed);
  return { sql, blocks: filled.length, truncated: (options.truncated ?? false) || open };
}
