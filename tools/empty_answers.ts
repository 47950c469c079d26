/**
 * What is left of a comparison without the questions whose right answer has no rows.
 *
 * @module
 */
import { scoredQuestions } from "../lib/analysis/arm_questions.ts";
import { differences } from "../lib/analysis/differences.ts";
import type { Arm } from "../lib/analysis/group_arms.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import { formatNumber, formatPercent, formatPoints } from "../lib/commands/format_numbers.ts";
import type { StoredRun } from "../lib/runs/run_reader.ts";

/** The scored questions that an arm solved, all of them and those by a query without rows. */
function solvedBy(arm: Arm) {
  const solved = [...scoredQuestions(arm).values()].flat().filter(({ solvedAt }) =>
    solvedAt !== null
  );
  const empty = solved.filter(({ steps }) => steps.at(-1)!.attempt.observation.shape?.rows === 0);
  const ids = (of: typeof solved) => new Set(of.map(({ task }) => task.id));
  return { solved: ids(solved), empty: ids(empty) };
}

/** The section, over one stream order; empty where every right answer has rows. */
export function writeEmptyAnswers(
  { arms, contrasts }: Pick<ExperimentReport, "arms" | "contrasts">,
  runs: readonly StoredRun[],
): readonly string[] {
  const armOf = (method: string): Arm => ({
    label: method,
    method,
    runs: runs.filter(({ manifest }) => manifest.method === method),
  });
  const found = arms.map(({ label }) => ({ label, ...solvedBy(armOf(label)) }));
  const empty = new Set(found.flatMap((one) => [...one.empty]));
  if (empty.size === 0) return [];
  const others = new Set(runs[0]!.stream.map(({ id }) => id)).difference(empty);
  const pairs = contrasts.map(({ name, base, variant }) => {
    const paired = differences(armOf(variant), armOf(base)).filter(({ taskId }) =>
      others.has(taskId)
    );
    const [won, lost] = [1, -1].map((sign) =>
      paired.filter(({ difference }) => difference === sign).length
    );
    const difference = formatPoints((won! - lost!) / paired.length);
    return [name, `${difference} points`, formatNumber(won!), formatNumber(lost!)];
  });
  return [
    ...["", "## Answers without rows", ""],
    `A query without rows was the right answer to ${empty.size} questions (known where any method was right), and then every`,
    "query without rows is right. Read the other questions apart; this split was made after the runs, and not tested:",
    "",
    ...alignTable(
      ["method", `${empty.size} questions without rows`, `${others.size} others`],
      found.map(({ label, solved }) => [
        label,
        ...[empty, others].map((of) => formatPercent(solved.intersection(of).size / of.size)),
      ]),
    ),
    "",
    ...alignTable([`on the ${others.size} others`, "difference", "won", "lost"], pairs),
  ];
}
