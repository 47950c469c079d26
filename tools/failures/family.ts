/**
 * What a family of mutations is.
 *
 * @module
 */
import type { FailureType, Task } from "../../lib/domain.ts";
import type { Schema, SchemaTable } from "../../lib/sql/read_schema.ts";
import type { GoldQuery } from "./gold_query.ts";

/** What a mutation may look at beside the query. */
export interface Subject {
  /** The query to spoil. */
  readonly gold: GoldQuery;
  /** The question it answers. */
  readonly task: Task;
  /** Its database. */
  readonly schema: Schema;
}

/** One way to spoil a query. The type is that of the cause, whatever the DBMS says. */
export interface Family {
  /** In words joined by underscores. */
  readonly name: string;
  /** Type of the cause. */
  readonly type: FailureType;
  /** All the spoilt queries that it makes of one gold; often none. */
  mutate(subject: Subject): readonly string[];
  /** Most failures that are kept; 30 by default. */
  readonly most?: number;
}

/** A code and what it stands for, as evidence says: `'D' = done`, `1 for expected`. */
export interface Code {
  /** As SQL writes it. */
  readonly literal: string;
  /** First word of its meaning. */
  readonly meaning: string;
}

/** Reads the codes that an evidence text lists. */
export function readCodes(evidence: string): readonly Code[] {
  return [...evidence.matchAll(/('\w+'|\b\d\b) (?:=|is for|for) ([\w-]+)/g)]
    .map(([, literal, meaning]) => ({ literal: literal!, meaning: meaning! }));
}

/** The table of a name, in any letter case. */
export function tableNamed(schema: Schema, name: string): SchemaTable | undefined {
  return schema.tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
}
