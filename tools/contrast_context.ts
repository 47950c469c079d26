/**
 * What the contrasts of the main comparison stand beside: the paper's differences, blind resampling, twins.
 *
 * @module
 */
import type { ContrastEstimate } from "../lib/analysis/contrast_estimate.ts";
import { readPaperResults } from "../lib/analysis/paper_results.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import { markInterval } from "../lib/commands/mark_intervals.ts";
import { points, type Reports } from "./contrast_findings.ts";

/** The paper's claims that are differences between methods, by the kit's names. */
const claims = [["merit", "stateless"], ["merit", "dynamic-rag"], ["merit", "reflexion"]] as const;

/** The paper's differences beside those measured. */
export async function writePaper(input: Reports): Promise<readonly string[]> {
  const { accuracy, model } = await readPaperResults();
  const found = input.reports[0]!.contrasts;
  const rows = claims.map(([variant, against]) => {
    const reported = ["spider", "bird"].map((benchmark) => {
      const of = (method: string) =>
        accuracy.find((row) => row.benchmark === benchmark && row.method === method)!.percent;
      return (of(variant) - of(against)) / 100;
    });
    const contrast = found.find(({ name }) => name === `${variant} − ${against}`);
    return [
      `${variant} − ${against}`,
      ...reported.map(points),
      contrast === undefined ? "not recorded to the end" : points(contrast.difference),
      contrast === undefined ? "–" : relate(contrast, reported),
    ];
  });
  return [
    ...["", "## Beside the paper", ""],
    `The paper's model is ${model}, its benchmarks are Spider and BIRD; it reports no interval.`,
    "",
    ...alignTable(["difference", "paper, Spider", "paper, BIRD", "here", "relation"], rows),
  ];
}

/** Only a separated difference agrees or differs. */
function relate(
  { verdict, difference, interval }: Pick<ContrastEstimate, "verdict" | "difference" | "interval">,
  reported: readonly number[],
): string {
  if (verdict !== "separated") {
    const outside = interval === null
      ? []
      : reported.filter((value) => value < interval.low || value > interval.high);
    if (outside.length === 0) return `${verdict} here: neither agrees nor differs`;
    return `${verdict} from 0 here; ${
      outside.length === reported.length ? "the paper's lie" : "one of the paper's lies"
    } outside the interval`;
  }
  const signs = new Set(reported.map(Math.sign));
  if (signs.size > 1) return "separated; the paper gives no one sign";
  return signs.has(Math.sign(difference!)) ? "the same sign" : "the opposite sign";
}

/** What the contrasts with resampling, and the twins, say. */
export function writeExplanations(input: Reports): readonly string[] {
  const found = input.reports[0]!.contrasts;
  const resampling = ["merit − resample", "stateless − resample"].map((name) => {
    const contrast = found.find((one) => one.name === name);
    if (contrast === undefined) return `- ${name}: not recorded to the end.`;
    const { difference, verdict } = contrast;
    const said = verdict === "not tested"
      ? "so nothing is known of it"
      : verdict !== "separated"
      ? `blind resampling may repair as much${difference! < 0 ? " or more" : ""}`
      : difference! > 0
      ? "it repairs more than as many tries without feedback"
      : "it repairs less than as many tries without feedback";
    return `- ${name}: ${points(difference)} (${markInterval(contrast)}), ${verdict}: ${said}.`;
  });
  const twins = input.reports.flatMap(({ views }) => views.twins ?? []);
  const [any] = found;
  return [
    ...["", "## What twins and resampling explain", ""],
    ...resampling,
    ...(twins.length === 0
      ? writeTwinless(any)
      : twins.map(({ name, seen, notSeen }) =>
        `- ${name}: ${
          points(seen.difference)
        } on ${seen.questions} questions that follow a paraphrase, ${
          points(notSeen.difference)
        } on ${notSeen.questions} others.`
      )),
  ];
}

/** What is said of twins where no experiment on them is recorded. */
function writeTwinless(any: ContrastEstimate | undefined): readonly string[] {
  if (any === undefined) return [];
  const { n, clusterByTwinGroup: { clusters } } = any;
  return [
    clusters === n
      ? `- Twins: none. The ${n} questions of the main comparison are in ${clusters} twin groups, so no answer of a paraphrase is there to be retrieved.`
      : "- Twins: the stream has some, and `ablate_twins`, which would block them, is not recorded.",
  ];
}
