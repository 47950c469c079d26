/**
 * Builds a database file from a generator, and takes the digest of what a file holds.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Random } from "../random.ts";
import { DatabaseSync, type SQLInputValue } from "../sqlite.ts";

/** A row to insert: the table's name and a value for each of its columns. */
export type GeneratedRow = readonly [
  table: string,
  values: readonly (string | number | null)[],
];

/** What a generator module of `data/bundled/generators/` exports. */
export interface DatabaseGenerator {
  /** SQLite DDL. */
  readonly schema: string;
  /** Every row, parents before children, determined by the generator of numbers alone. */
  rows(random: Random): Iterable<GeneratedRow>;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function insertRows(db: DatabaseSync, rows: Iterable<GeneratedRow>): void {
  const statements = new Map<string, (...values: SQLInputValue[]) => void>();
  for (const [table, values] of rows) {
    let insert = statements.get(table);
    if (insert === undefined) {
      const places = values.map(() => "?").join(", ");
      const statement = db.prepare(`INSERT INTO ${quote(table)} VALUES (${places})`);
      insert = (...given) => statement.run(...given);
      statements.set(table, insert);
    }
    insert(...values);
  }
}

/**
 * Builds a database file in one step: it appears whole under its name, or not at all, also when
 * several processes build the same file at once.
 *
 * @param options `path` of the file, its folder is made; `generator` of schema and rows; `random`
 * @throws {Error} of SQLite for a schema or rows that it does not take
 *
 * @example
 * ```ts
 * import { createRandom } from "../random.ts";
 * import { buildDatabase, digestDatabase } from "./build_database.ts";
 * const directory = await Deno.makeTempDir();
 * const path = `${directory}/pets/pets.sqlite`;
 * const generator = {
 *   schema: "CREATE TABLE pet (name TEXT)",
 *   rows: () => [["pet", ["Rex"]] as const],
 * };
 * await buildDatabase({ path, generator, random: createRandom("pets") });
 * if (digestDatabase(path).length !== 64) throw new Error("Expected a SHA-256");
 * await Deno.remove(directory, { recursive: true });
 * ```
 */
export async function buildDatabase(
  { path, generator, random }: {
    readonly path: string;
    readonly generator: DatabaseGenerator;
    readonly random: Random;
  },
): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const db = new DatabaseSync(unfinished);
    try {
      db.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
      db.exec(generator.schema);
      insertRows(db, generator.rows(random));
      db.exec("COMMIT");
    } finally {
      db.close();
    }
    await Deno.rename(unfinished, path);
  } finally {
    await Deno.remove(unfinished).catch(() => {});
  }
}

/**
 * Digests what a database holds: the SQL of its schema and every row in storage order. Two files
 * written by two versions of SQLite differ in bytes and agree in this.
 *
 * @param path database file
 * @returns SHA-256, hexadecimal
 * @throws {Error} of SQLite for a file that is no database
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { digestDatabase } from "./build_database.ts";
 * const path = await Deno.makeTempFile();
 * const db = new DatabaseSync(path);
 * db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
 * const before = digestDatabase(path);
 * db.exec("UPDATE t SET a = 1.0");
 * db.close();
 * if (digestDatabase(path) === before) throw new Error("Expected 1 and 1.0 to differ");
 * await Deno.remove(path);
 * ```
 */
export function digestDatabase(path: string): string {
  const hash = createHash("sha256");
  const db = new DatabaseSync(path, { readOnly: true });
  const write = (value: unknown) => typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  try {
    const tables = db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY rowid").all();
    for (const { type, name, sql } of tables) {
      hash.update(`${JSON.stringify([type, name, sql])}\n`);
      if (type !== "table") continue;
      const select = db.prepare(`SELECT * FROM ${quote(String(name))} NOT INDEXED`);
      select.setReadBigInts(true);
      for (const row of select.all()) {
        hash.update(`${Object.values(row).map(write).join("\t")}\n`);
      }
    }
  } finally {
    db.close();
  }
  return hash.digest("hex");
}
