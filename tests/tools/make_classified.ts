/** Answers of a made-up classifier. */
import { measureConfusion } from "../../lib/analysis/confusion.ts";
import type { ClassifierResult } from "../../lib/commands/classify.ts";

/** Of 100 real failures, some of which it gets right; 30 are `aggregation`, 70 `syntax`. */
export function makeClassified(
  { set = "real", split, classifier, correct }: {
    readonly set?: string;
    readonly split: string;
    readonly classifier: string;
    readonly correct: number;
  },
): ClassifierResult {
  const judged = Array.from({ length: 100 }, (_, at) => {
    const actual = at < 30 ? "aggregation" as const : "syntax" as const;
    return { actual, predicted: at < correct ? actual : "unknown" as const };
  });
  return { set, split, classifier, questions: 30, confusion: measureConfusion(judged) };
}
