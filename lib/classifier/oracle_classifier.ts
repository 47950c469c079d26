/**
 * The upper bound of every classifier, as far as labels go.
 *
 * @module
 */
import type { FailureType } from "../domain.ts";
import { InfrastructureError } from "../errors.ts";
import { classifyFailure } from "./classify_failure.ts";
import type { FailedQuery, FailureClassifier } from "./failed_query.ts";

/** What of a labelled failure is used; `data/failures/README.md` says how the labels came about. */
interface Label {
  readonly task: string;
  readonly type: FailureType;
  readonly sql: string;
}

const labelFiles = ["mutations.json", "real.json"];
const questionsFile = "bundled/dev.json";

const keyOf = ({ question, sql }: Pick<FailedQuery, "question" | "sql">) =>
  JSON.stringify([question, sql]);

async function readData<Content>(path: string): Promise<Content> {
  const url = new URL(`../../data/${path}`, import.meta.url);
  try {
    return JSON.parse(await Deno.readTextFile(url));
  } catch (cause) {
    throw new InfrastructureError(`Cannot open classifier "oracle": ${url} cannot be read`, {
      cause,
    });
  }
}

/** Types by question and query; where two files label one query, what was labelled by reading. */
async function readLabels(): Promise<ReadonlyMap<string, FailureType>> {
  const questions = await readData<readonly { readonly question: string }[]>(questionsFile);
  const sets = await Promise.all(labelFiles.map((file) => readData<Label[]>(`failures/${file}`)));
  return new Map(
    sets.flat().map(({ task, type, sql }) => [
      keyOf({ question: questions[Number(task)]!.question, sql }),
      type,
    ]),
  );
}

let labels: Promise<ReadonlyMap<string, FailureType>> | undefined;

/**
 * Opens the classifier that knows the causes in `data/failures`. A failed query that is labelled there
 * (same question, same query) gets its label, under the rule id `label`; every other one gets the
 * answer of the rules `paper`. So a comparison with `paper` shows what true types would change, as far
 * as they are known: of the recorded model's first attempts on the bundled questions all that fail are
 * labelled, of its repairs a part. Beyond the paper, and no method: labels were made with the golds at
 * hand. A run under it can be audited as long as the labels stay.
 *
 * @throws {InfrastructureError} when the labels cannot be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openOracleClassifier } from "./oracle_classifier.ts";
 * const { classify } = await openOracleClassifier();
 * const failed = {
 *   status: "mismatch", outcome: "rows", message: "", shape: { rows: 1, columns: 1 },
 *   schema: "", question: "How many dogs are on file?", evidence: "",
 * } as const;
 * const labelled = classify({ ...failed, sql: "SELECT COUNT(*) FROM animal WHERE species = 'dog'" });
 * assert.deepEqual(labelled, { type: "filter_value", rule: "label" });
 * assert.equal(classify({ ...failed, sql: "SELECT 7" }).type, "result_mismatch");
 * ```
 */
export async function openOracleClassifier(): Promise<FailureClassifier> {
  labels ??= readLabels();
  const known = await labels;
  return {
    classify(failed) {
      const told = classifyFailure(failed);
      const type = known.get(keyOf(failed));
      return type === undefined ? told : { type, rule: "label" };
    },
  };
}
