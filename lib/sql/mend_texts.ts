/**
 * Makes text cells exact where the SQLite binding does not.
 *
 * The binding turns bytes that are not UTF-8 into U+FFFD and cuts text at a NUL character. Where
 * one of these may have happened, the statement runs again with its text cells as bytes.
 *
 * @module
 */
import type { Cell, RowsOutcome } from "../domain.ts";
import type { DatabaseSync } from "../sqlite.ts";
import { iterateRows } from "./iterate_rows.ts";

const replacement = "\ufffd";
const mayMakeNul = /\bchar\s*\(|\bx'|\\u0000/i;
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

function isValid(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Text of bytes with every ill-formed sequence dropped, a U+FFFD that is really there kept. */
function dropInvalid(bytes: Uint8Array): string {
  if (isValid(bytes)) return strict.decode(bytes);
  let text = "";
  let from = 0;
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) {
      text += lenient.decode(bytes.subarray(from, at)).replaceAll(replacement, "") + replacement;
      from = at + 3;
      at += 2;
    }
  }
  return text + lenient.decode(bytes.subarray(from)).replaceAll(replacement, "");
}

function asBound(bytes: Uint8Array): string {
  const nul = bytes.indexOf(0);
  return lenient.decode(nul < 0 ? bytes : bytes.subarray(0, nul));
}

function* readBytes(database: DatabaseSync, sql: string, columns: number): Generator<Cell[]> {
  const names = Array.from({ length: columns }, (_, i) => `c${i}`);
  const cells = names.map((name) => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), NULL)`);
  const statement = database.prepare(
    `WITH r(${names.join(", ")}) AS (${sql.replace(/;\s*$/, "")}\n) SELECT ${
      cells.join(", ")
    } FROM r`,
  );
  yield* iterateRows(database, statement);
}

/** Exact texts, or undefined where the second run did not give the rows of the first. */
function readAgain(
  database: DatabaseSync,
  sql: string,
  outcome: RowsOutcome,
): RowsOutcome | undefined {
  let invalidUtf8 = false;
  const rows: Cell[][] = [];
  try {
    for (const bytes of readBytes(database, sql, outcome.columns.length)) {
      const row = outcome.rows[rows.length];
      if (row === undefined) return undefined;
      rows.push(row.map((cell, i) => {
        const raw = bytes[i];
        if (!(raw instanceof Uint8Array)) return cell;
        invalidUtf8 ||= !isValid(raw);
        return dropInvalid(raw);
      }));
      const same = row.every((cell, i) => {
        const raw = bytes[i];
        return raw instanceof Uint8Array ? cell === asBound(raw) : typeof cell !== "string";
      });
      if (!same) return undefined;
    }
  } catch {
    return undefined;
  }
  return rows.length === outcome.rows.length ? { ...outcome, rows, invalidUtf8 } : undefined;
}

/**
 * Drops bytes that are not UTF-8 from text cells, and gives cells with NUL characters in full.
 *
 * The statement runs a second time as a common table expression only where a cell holds U+FFFD or
 * the SQL can make a NUL character; its rows must agree with the first run's. Where they do not
 * (`random()`), every U+FFFD counts as a dropped byte.
 *
 * @param database the connection that gave the outcome
 * @param sql the statement
 * @param outcome its rows as the binding gave them
 * @returns the outcome with exact texts; `invalidUtf8` is true where bytes were dropped
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { mendTexts } from "./mend_texts.ts";
 * const database = new DatabaseSync(":memory:");
 * const given = { kind: "rows", columns: ["a"], rows: [["a\ufffdb"]], invalidUtf8: false } as const;
 * const { rows } = mendTexts(database, "SELECT CAST(x'61ff62' AS TEXT)", given);
 * database.close();
 * if (rows[0]?.[0] !== "ab") throw new Error("Expected the text without its invalid byte");
 * ```
 */
export function mendTexts(database: DatabaseSync, sql: string, outcome: RowsOutcome): RowsOutcome {
  const replaced = (cell: Cell): cell is string =>
    typeof cell === "string" && cell.includes(replacement);
  const suspicious = outcome.rows.some((row) => row.some(replaced));
  if (!suspicious && !mayMakeNul.test(sql)) return outcome;
  return readAgain(database, sql, outcome) ?? (suspicious
    ? {
      ...outcome,
      rows: outcome.rows.map((row) =>
        row.map((cell) => replaced(cell) ? cell.replaceAll(replacement, "") : cell)
      ),
      invalidUtf8: true,
    }
    : outcome);
}
