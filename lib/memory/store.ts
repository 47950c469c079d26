/**
 * Where finalized entries live: in a run file, or in the process.
 *
 * @module
 */
import type { MemoryEntry } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { DatabaseSync, SQLInputValue } from "../sqlite.ts";

/** An append-only list of entries. */
export interface MemoryStore {
  /**
   * Appends the entries of one finalized episode.
   *
   * @throws {InputError} where an id is there already
   */
  add(entries: readonly MemoryEntry[]): void;
  /** All entries in the order of their finalization. */
  entries(): readonly MemoryEntry[];
}

/**
 * A store that ends with the process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createMemoryStore } from "./store.ts";
 * import { exampleEntry } from "./examples.ts";
 * const store = createMemoryStore();
 * store.add([exampleEntry]);
 * assert.throws(() => store.add([exampleEntry]), /000003-repair-0/);
 * ```
 */
export function createMemoryStore(): MemoryStore {
  return storeOver([], () => {});
}

/** Entries are held once they are checked and written: what fails to be written is not held. */
function storeOver(
  initial: readonly MemoryEntry[],
  write: (entries: readonly MemoryEntry[]) => void,
): MemoryStore {
  const held = [...initial];
  const ids = new Set(held.map((entry) => entry.id));
  return {
    add(entries) {
      const added = new Set<string>();
      for (const { id } of entries) {
        if (ids.has(id) || added.has(id)) {
          throw new InputError(`Cannot add memory entry "${id}": it is there already`);
        }
        added.add(id);
      }
      write(entries);
      held.push(...entries);
      for (const id of added) ids.add(id);
    },
    entries: () => held,
  };
}

/** Columns of the table, in the order of the fields. */
const columns = {
  id: "TEXT PRIMARY KEY",
  kind: "TEXT NOT NULL",
  polarity: "TEXT NOT NULL",
  failureType: "TEXT",
  rule: "TEXT NOT NULL",
  status: "TEXT NOT NULL",
  taskId: "TEXT NOT NULL",
  databaseId: "TEXT NOT NULL",
  schemaDigest: "TEXT NOT NULL",
  twinGroup: "TEXT NOT NULL",
  question: "TEXT NOT NULL",
  sqlBefore: "TEXT NOT NULL",
  sqlAfter: "TEXT NOT NULL",
  transformation: "TEXT NOT NULL",
  text: "TEXT NOT NULL",
  position: "INTEGER NOT NULL",
} as const satisfies Record<keyof MemoryEntry, string>;

const fields = Object.keys(columns) as (keyof MemoryEntry)[];

/**
 * A store in an open database: entries live in the caller's file and transaction.
 *
 * The rows are read once, at the start; afterwards this connection must be their only writer.
 *
 * @param database an open connection; the table `memory` is made where it is missing
 * @returns the store, with what the table holds
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createSqliteStore } from "./store.ts";
 * import { DatabaseSync } from "../sqlite.ts";
 * import { exampleEntry } from "./examples.ts";
 * const database = new DatabaseSync(":memory:");
 * createSqliteStore(database).add([exampleEntry]);
 * assert.deepEqual(createSqliteStore(database).entries(), [exampleEntry]);
 * ```
 */
export function createSqliteStore(database: DatabaseSync): MemoryStore {
  const definitions = fields.map((field) => `${field} ${columns[field]}`).join(", ");
  database.exec(`CREATE TABLE IF NOT EXISTS memory (${definitions}) STRICT`);
  const insert = database.prepare(
    `INSERT INTO memory (${fields.join(", ")}) VALUES (${fields.map(() => "?").join(", ")})`,
  );
  const rows = database.prepare(`SELECT ${fields.join(", ")} FROM memory ORDER BY rowid`).all();
  return storeOver(
    rows.map((row) => Object.freeze({ ...row }) as unknown as MemoryEntry),
    (entries) => {
      for (const entry of entries) {
        insert.run(...fields.map((field) => entry[field] as SQLInputValue));
      }
    },
  );
}
