/**
 * What a loaded benchmark is.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import type { ComparisonMode } from "../sql/comparison_mode.ts";
import type { GoldBook } from "./gold_book.ts";
import type { InputFile } from "./input_files.ts";
import type { DatabaseTables } from "./tables_file.ts";

/** The layouts that the loader reads. */
export type BenchmarkFormat = "spider" | "bird";

/** Tasks without gold, the closed golds, and where the databases lie. */
export interface Benchmark {
  /** Name of the folder, or "bundled". */
  readonly name: string;
  /** The layout it was read in. */
  readonly format: BenchmarkFormat;
  /** How answers are compared unless the caller says otherwise. */
  readonly defaultMode: ComparisonMode;
  /** In the order of the questions file. */
  readonly tasks: readonly Task[];
  /** How many questions the file holds, those that a filter left out included. */
  readonly questionCount: number;
  /** Gold queries of the tasks; opaque. */
  readonly golds: GoldBook;
  /** What the tables file says of the tasks' databases; empty where there is no such file. */
  readonly tables: readonly DatabaseTables[];
  /**
   * Path of a database file.
   *
   * @throws {RangeError} for a database that no task uses
   */
  databasePath(databaseId: string): string;
  /** Every file that was read, databases included, in order of path. */
  readonly inputs: readonly InputFile[];
  /** What a reader of results should know of the files, a sentence each; often empty. */
  readonly notes: readonly string[];
}
