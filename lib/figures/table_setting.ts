/**
 * What must stand below every table.
 *
 * @module
 */

/** What the rows of a table share. */
export interface TableSetting {
  /** Name of the benchmark. */
  readonly benchmark: string;
  /** Name of the model. */
  readonly model: string;
  /** How answers are compared. */
  readonly mode: string;
  /** K. */
  readonly budget: number;
  /** Seeds of the stream orders. */
  readonly orders: readonly number[];
  /** Questions of the stream. */
  readonly questions: number;
  /** What the oracle told: its whole answer, or errors and timeouts only. */
  readonly feedback: "full" | "execution-only";
}

/**
 * Words for what the rows of a table share.
 *
 * @returns a sentence that says n, K, model, orders and that the feedback is an oracle's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeSetting } from "./table_setting.ts";
 * const setting = { benchmark: "bird", model: "m", mode: "bird-ex", budget: 7, orders: [1, 2] };
 * const text = describeSetting({ ...setting, questions: 1534, feedback: "full" });
 * assert.match(text, /n = 1,534 questions of bird, K = 7, model m, stream orders 1, 2, .*oracle/);
 * ```
 */
export function describeSetting(setting: TableSetting): string {
  const { benchmark, model, mode, budget, orders, questions, feedback } = setting;
  const told = feedback === "full" ? "oracle feedback" : "oracle feedback of errors and timeouts";
  return `n = ${questions.toLocaleString("en-US")} questions of ${benchmark}, K = ${budget}, ` +
    `model ${model}, stream ${orders.length === 1 ? "order" : "orders"} ${orders.join(", ")}, ` +
    `judged by ${mode}, ${told}.`;
}
