/**
 * A method is a policy over the one loop: what a repair prompt sees and what memory keeps.
 *
 * @module
 */
import type { Attempt, Failure, MemoryEntry, Retrieved, Task } from "../domain.ts";
import type { Lesson } from "../memory/form_repairs.ts";
import type { Memory } from "../memory/memory.ts";
import type { SchemaScope } from "../memory/policy.ts";
import type { LoopConfiguration } from "./configuration.ts";

/** What a method knows when it recalls: its own episode so far, nothing later. */
export interface RecallContext {
  /** The question. */
  readonly task: Task;
  /** Stream position, counted from 0. */
  readonly position: number;
  /** The last failed attempt. */
  readonly failed: Attempt;
  /** How it failed. */
  readonly failure: Failure;
  /** Entries of finalized earlier episodes. */
  readonly memory: Memory;
  /** Parameters of the loop. */
  readonly configuration: LoopConfiguration;
}

/** A way to repair. */
export interface Method {
  /** As `--methods` takes it. */
  readonly name: string;
  /** One sentence: what the method sees. */
  readonly summary: string;
  /** False: a repair asks the attempt-0 prompt again, without feedback. */
  readonly seesFailure: boolean;
  /**
   * How it reflects on a failure: `call`, one extra call before the repair; `inline`, a sentence at
   * the start of the repair's own answer; false, not at all.
   */
  readonly reflects: "call" | "inline" | false;
  /** Whose entries it shows, whatever `memory.scope` says; left out: as that says. */
  readonly scope?: SchemaScope;
  /** Entries of earlier episodes for the next repair prompt. */
  recall(context: RecallContext): Promise<readonly Retrieved[]>;
  /** Entries that a finished episode leaves. */
  learn(lesson: Lesson, configuration: LoopConfiguration): readonly MemoryEntry[];
}

/**
 * Declares a method: checks its type where it is written and freezes it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineMethod } from "./method.ts";
 * const silent = defineMethod({
 *   name: "silent", summary: "nothing", seesFailure: true, reflects: false,
 *   recall: () => Promise.resolve([]), learn: () => [],
 * });
 * assert.equal(Object.isFrozen(silent), true);
 * ```
 */
export function defineMethod(method: Method): Method {
  return Object.freeze(method);
}
