/**
 * `docs/spider.md` as a function of what is recorded over a part of Spider dev.
 *
 * @module
 */
import type { OutsideData } from "../lib/experiment/outside_data.ts";
import { writeNames } from "../lib/figures/write_words.ts";
import { readRun } from "../lib/runs/run_reader.ts";
import { writeEmptyAnswers } from "./empty_answers.ts";
import { writeExplanations, writePaper } from "./contrast_context.ts";
import { type Reports, writeFound, writeLimits } from "./contrast_findings.ts";

/** The text. */
export async function renderSpiderFindings(input: Reports, data: OutsideData): Promise<string> {
  const [main] = input.reports;
  const { model, databases, questions, orders, budget, mode } = main!;
  const count = (names: readonly string[]) =>
    data.databases.filter(({ name }) => names.includes(name))
      .reduce((sum, { ids }) => sum + ids.length, 0);
  const waiting = data.databases.map(({ name }) => name).filter((name) =>
    !databases.includes(name)
  );
  const lines = [
    "# Findings on a part of Spider dev",
    "",
    "Made by `deno task paper` where the data is (`data/recordings/README.md` says what goes where); changing a number",
    "means changing a run. What was asked, and what the bundled benchmark gives: [findings](findings.md).",
    "",
    `Model ${model}; ${writeNames(databases)} of Spider dev, ${questions} questions, stream order ${
      writeNames(orders.map(String))
    }, K = ${budget}, mode \`${mode}\`; every accuracy is under oracle feedback. ${
      waiting.length === 0
        ? "This is all that was planned."
        : `Planned and not recorded: ${writeNames(waiting)} (${count(waiting)} questions).`
    } The paper used a larger model and all of Spider dev: nothing below is a replication of it.`,
    ...writeFound(input),
    ...writeRepeated(input),
    ...writeEmptyAnswers(main!, main!.runs.map(readRun)),
    ...writeLimits(input),
    ...(input.reports.some(({ experiment }) => experiment === "control_seed") ? [] : [
      "- No second run seed: how many questions flip between two runs of one method is not known here.",
    ]),
    "- Looked at more than once: the first four databases of the plan (107 questions) were reported before the last four were recorded, and p is not corrected for that.",
    "- Databases chosen by a rule, and of them what a copy of 623 of Spider dev's 1,034 questions has: no sample of Spider, and nothing about its other databases, BIRD or other models.",
    ...await writePaper(input),
    ...writeExplanations(input),
  ];
  return lines.join("\n") + "\n";
}

/** Which contrast of `ablate_twins` is one of the main comparison. */
function writeRepeated({ reports: [main, ...others] }: Reports): readonly string[] {
  const twins = others.find(({ experiment }) => experiment === "ablate_twins");
  if (twins === undefined || twins.databases.join() !== main!.databases.join()) return [];
  return [
    "`twins-retrievable` is `merit`, over the same questions: its contrast with `stateless` is that of the main",
    "comparison again, in a family of its own.",
  ];
}
