/**
 * What the paper claims, as rows of README's table: which contrasts measure it, and what the paper reports.
 *
 * @module
 */
import type { PaperResults } from "../lib/analysis/paper_results.ts";

/** A row of the table. */
export interface Claim {
  /** In words. */
  readonly claim: string;
  /** The experiment that asks for it. */
  readonly experiment: string;
  /** Where it is looked at. */
  readonly notebook: string;
  /** How long the replay takes. */
  readonly time: string;
  /** The paper's difference in percentage points; null where it gives none. */
  readonly points: number | null;
  /** Names of the contrasts. */
  readonly contrasts: readonly string[];
}

/** The claims that experiments ask about. */
export function listClaims({ accuracy, ablations }: PaperResults): readonly Claim[] {
  const percentOf = (wanted: string) =>
    accuracy.find(({ benchmark, method }) => benchmark === "spider" && method === wanted)!.percent;
  const ahead = (of: string) => percentOf("merit") - percentOf(of);
  const ablation = (wanted: string) => ablations.find(({ name }) => name === wanted)!.points;
  const main = { experiment: "main_comparison", notebook: "`01_main_result`" };
  const part = { notebook: "`02_ablations`", time: "to its end, 3 s" };
  return [
    {
      ...main,
      claim: "memory repairs more than stateless repair (Spider 66.34 → 69.79, BIRD 47.35 → 48.44)",
      time: "replay, 12 s",
      points: ahead("stateless"),
      contrasts: ["merit − stateless"],
    },
    {
      ...main,
      claim: "as good as dynamic RAG (Spider 69.79 both), better on BIRD (48.44 and 48.15)",
      time: "with the first",
      points: ahead("dynamic-rag"),
      contrasts: ["merit − dynamic-rag"],
    },
    {
      ...main,
      claim:
        "Reflexion (Spider 68.38) wins on BIRD (51.24), at much higher cost; MERIT − Reflexion",
      time: "with the first",
      points: ahead("reflexion"),
      contrasts: ["merit − reflexion"],
    },
    {
      ...main,
      claim: "(beyond the paper) feedback and memory repair more than asking again without either",
      time: "with the first",
      points: null,
      contrasts: ["merit − resample", "stateless − resample"],
    },
    {
      claim: "(beyond the paper) memory moves more answers than another seed of the sampler does",
      experiment: "control_seed",
      notebook: "`04_statistics`",
      time: "replay, 3 s",
      points: null,
      contrasts: ["stateless-again − stateless", "merit-again − merit"],
    },
    {
      ...part,
      claim: "negatives add little (Spider −0.13 without them)",
      experiment: "ablate_polarity",
      points: ablation("no negatives"),
      contrasts: ["positives-only − both"],
    },
    {
      ...part,
      claim: "failure types help retrieval (Spider −0.58 without them)",
      experiment: "ablate_type_conditioning",
      points: ablation("no type condition"),
      contrasts: ["untyped − typed"],
    },
    {
      ...part,
      time: "replay, 2 s",
      claim: "memory must be of the same database (BIRD −2.74 from others)",
      experiment: "ablate_schema_locality",
      points: ablation("cross-database"),
      contrasts: ["other-databases − same-database"],
    },
    {
      ...part,
      time: "replay, 3 s",
      claim: "(beyond the paper) true failure types help more than the rules' do, and noise less",
      experiment: "ablate_classifier",
      points: null,
      contrasts: ["known-causes − rules", "half-noise − rules"],
    },
    {
      ...part,
      time: "replay, 3 s",
      claim:
        "(beyond the paper) precedents and a reflection in one call repair more than either alone",
      experiment: "combine_reflexion",
      points: null,
      contrasts: ["merit-reflexion − merit", "merit-reflexion − reflexion"],
    },
    {
      ...part,
      time: "replay, 3 s",
      claim: "(beyond the paper) what memory says helps, not only that the prompt is longer",
      experiment: "control_placebo",
      points: null,
      contrasts: ["merit − placebo", "placebo − stateless"],
    },
  ];
}
