/**
 * What is left of a comparison without the questions whose right answer has no rows.
 *
 * @module
 */
import { alignTable } from "../lib/commands/align_table.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import { formatNumber, formatPercent, formatPoints } from "../lib/commands/format_numbers.ts";
import type { StoredRun } from "../lib/runs/run_reader.ts";

/** Which questions a run solved by a query without rows, and which at all. */
function solvedBy({ episodes }: StoredRun) {
  const solved = episodes.filter(({ solvedAt }) => solvedAt !== null);
  const empty = solved.filter(({ steps }) => steps.at(-1)!.attempt.observation.shape?.rows === 0);
  const ids = (of: typeof solved) => new Set(of.map(({ task }) => task.id));
  return { solved: ids(solved), empty: ids(empty) };
}

/** The section; empty where every right answer has rows. */
export function writeEmptyAnswers(
  { arms, contrasts }: Pick<ExperimentReport, "arms" | "contrasts">,
  runs: readonly StoredRun[],
): readonly string[] {
  const found = runs.map((run) => ({ method: run.manifest.method, ...solvedBy(run) }));
  const empty = new Set(found.flatMap((one) => [...one.empty]));
  if (empty.size === 0) return [];
  const others = new Set(runs[0]!.stream.map(({ id }) => id)).difference(empty);
  const shareOf = (method: string, of: ReadonlySet<string>) =>
    found.find((one) => one.method === method)!.solved.intersection(of).size / of.size;
  const pairs = contrasts.map(({ name, base, variant }) => {
    const [one, other] = [variant, base].map((method) =>
      found.find((of) => of.method === method)!.solved.intersection(others)
    );
    const [won, lost] = [one!.difference(other!).size, other!.difference(one!).size];
    const difference = formatPoints((won - lost) / others.size);
    return [name, `${difference} points`, formatNumber(won), formatNumber(lost)];
  });
  return [
    ...["", "## Answers without rows", ""],
    `A query without rows was the right answer to ${empty.size} questions (known where any method was right), and then every`,
    "query without rows is right. Read the other questions apart; this split was made after the runs, and not tested:",
    "",
    ...alignTable(
      ["method", `${empty.size} questions without rows`, `${others.size} others`],
      arms.map(({ label }) => [
        label,
        formatPercent(shareOf(label, empty)),
        formatPercent(shareOf(label, others)),
      ]),
    ),
    "",
    ...alignTable([`on the ${others.size} others`, "difference", "won", "lost"], pairs),
  ];
}
