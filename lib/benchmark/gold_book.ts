/**
 * The only place where gold queries live. What holds a book cannot read it: only the judge does.
 *
 * @module
 */

const contents = new WeakMap<GoldBook, ReadonlyMap<string, string>>();

/** Gold queries by task id, closed: printing, copying or serialising it shows none of them. */
export interface GoldBook {
  /** How many golds it holds. */
  readonly size: number;
}

/**
 * Closes gold queries into a book.
 *
 * @param golds gold SQL by task id
 * @returns an opaque book
 *
 * @example
 * ```ts
 * import { createGoldBook } from "./gold_book.ts";
 * const book = createGoldBook(new Map([["0", "SELECT 42"]]));
 * if (JSON.stringify(book).includes("SELECT")) throw new Error("Expected a closed book");
 * ```
 */
export function createGoldBook(golds: ReadonlyMap<string, string>): GoldBook {
  const book: GoldBook = Object.freeze({ size: golds.size });
  contents.set(book, new Map(golds));
  return book;
}

/**
 * Reads one gold query. For the judge and the exporters of golds alone: code that prompts a model
 * has no reason to import this file.
 *
 * @param book a book of this process
 * @param taskId id of a task of the book's benchmark
 * @returns the gold SQL
 * @throws {RangeError} for a task that the book does not know
 *
 * @example
 * ```ts
 * import { createGoldBook, readGold } from "./gold_book.ts";
 * const book = createGoldBook(new Map([["0", "SELECT 42"]]));
 * if (readGold(book, "0") !== "SELECT 42") throw new Error("Expected the gold");
 * ```
 */
export function readGold(book: GoldBook, taskId: string): string {
  const gold = contents.get(book)?.get(taskId);
  if (gold === undefined) {
    throw new RangeError(`Cannot read a gold: task is "${taskId}", need one of the benchmark's`);
  }
  return gold;
}
