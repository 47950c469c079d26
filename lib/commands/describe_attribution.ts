/**
 * Attribution as text: an association each, set against chance.
 *
 * @module
 */
import { attribute, type Attribution, type Flips, withoutSeed } from "../analysis/attribution.ts";
import { type Arm, groupArms } from "../analysis/group_arms.ts";
import { ownPart } from "../analysis/group_runs.ts";
import type { RetrievalRow } from "../analysis/retrieval_rows.ts";
import { InputError } from "../errors.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { formatNumber, formatPercent } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/**
 * Attributes the flips of every method with a memory, set by set. The base is `stateless`; an
 * arm of it that differs by nothing but the run seed gives the flips of chance.
 *
 * @param runs finished runs
 * @returns one item an arm that showed something to a prompt
 * @throws {InputError} where a set has no `stateless` run, or runs must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { attributeRuns } from "./describe_attribution.ts";
 * const run = await exampleRun();
 * assert.throws(() => attributeRuns([run]), /need a run of stateless/);
 * ```
 */
export function attributeRuns(runs: readonly StoredRun[]): readonly Attribution[] {
  return groupArms(runs).flatMap(({ arms }) => {
    const seedOf = ({ runs: [run] }: Arm) => run!.manifest.configuration.runSeed;
    const plain = arms.filter(({ method }) => method === "stateless")
      .toSorted((a, b) => seedOf(a) - seedOf(b));
    const [base] = plain;
    if (base === undefined) {
      throw new InputError(
        `Cannot attribute what ${
          arms.map(({ label }) => label).join(", ")
        } came to: need a run of ` +
          "stateless over the same questions",
      );
    }
    const again = plain.find((arm) => seedOf(arm) !== seedOf(base) && differsBySeed(arm, base));
    const isShowing = ({ runs }: Arm) =>
      runs.some(({ episodes }) =>
        episodes.some(({ steps }) => steps.some(({ retrieved }) => retrieved.length > 0))
      );
    return arms.filter((arm) => seedOf(arm) === seedOf(base) && isShowing(arm))
      .map((variant) => attribute({ base, variant }, again ?? null));
  });
}

/** Whether two arms of one method differ by nothing but the run seed, if by that. */
function differsBySeed(one: Arm, other: Arm): boolean {
  const [rest, same] = [one, other].map(({ runs: [run] }) =>
    JSON.stringify([...ownPart(run!.manifest)].filter(([path]) => path !== "runSeed"))
  );
  return rest === same;
}

/**
 * Writes attributions as Markdown.
 *
 * @param attributions one an arm with a memory
 * @returns lines
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeAttributions } from "./describe_attribution.ts";
 * const flips = { n: 40, flips: 4, rate: 0.1, interval: { low: 0.04, high: 0.23 } };
 * const one = {
 *   variant: "merit", base: "stateless", fixed: [], broken: [], flips, chance: null, helped: [], harmed: [],
 * };
 * assert.match(writeAttributions([one]).join("\n"), /4 of 40 questions .*\n.*no second run seed/);
 * ```
 */
export function writeAttributions(attributions: readonly Attribution[]): readonly string[] {
  if (attributions.length === 0) {
    return ["No prompt of these runs shows an entry of memory: there is nothing to attribute."];
  }
  return attributions.flatMap((one, at) => [...(at === 0 ? [] : [""]), ...writeOne(one)]);
}

function writeOne(attribution: Attribution): readonly string[] {
  const { variant, base, fixed, broken, flips, chance } = attribution;
  const row = (
    change: string,
    { order, taskId, question, solvedAt, shown }: typeof fixed[number],
  ) => [
    ...[change, String(order), taskId, toLine(question, 60), String(solvedAt)],
    shown.map(({ id, polarity }) => `${polarity === "positive" ? "+" : "−"}${id}`).join(" ") || "–",
  ];
  return [
    `## ${variant} beside ${base}: which entries flipped questions were shown`,
    "",
    `${
      writeFlips(flips)
    } flip: ${variant} alone solves ${fixed.length}, ${base} alone ${broken.length}.`,
    describeChance(flips, chance, base),
    ...(fixed.length + broken.length === 0 ? [] : [
      "",
      ...alignTable(
        ["solved by", "order", "task", "question", "at", "shown (+ confirmed, − observed to fail)"],
        [
          ...fixed.map((one) => row(variant, one)),
          ...broken.map((one) => row(base, one)),
        ],
      ),
      "",
      `Shown: by ${variant} in the prompt of the right answer, or in all prompts where ${base} alone is right.`,
    ]),
    ...writeEntries(`Shown to most questions that ${variant} alone solves`, attribution.helped),
    ...writeEntries(`Shown to most questions that ${base} alone solves`, attribution.harmed),
    "",
    "Counts of entries are associations: prompts show several at once, and two runs of one method differ too.",
  ];
}

function writeFlips({ n, flips, rate, interval }: Flips): string {
  const range = interval === null
    ? ""
    : `, 95 % interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;
  return `${flips} of ${formatNumber(n)} questions (${formatPercent(rate)}${range})`;
}

/** Whether the flips need memory to explain them. */
function describeChance(flips: Flips, chance: Flips | null, base: string): string {
  if (chance === null) {
    return `How many flip by chance is not known: there is no second run seed of ${
      withoutSeed(base)
    }.`;
  }
  const isMore = flips.interval !== null && chance.interval !== null &&
    flips.interval.low > chance.interval.high;
  return `Between two run seeds of ${withoutSeed(base)} ${writeFlips(chance)} flip: ${
    isMore ? "fewer than here" : "chance alone may flip as many as here"
  }.`;
}

function writeEntries(title: string, rows: readonly RetrievalRow[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    "",
    `### ${title}`,
    "",
    ...alignTable(
      [
        "entry",
        "order",
        "type",
        "learnt from",
        "shown",
        "variant alone",
        "base alone",
        "both",
        "none",
      ],
      rows.map(({ entry, order, shown, helped, harmed, both, none }) => [
        `${entry.polarity === "positive" ? "+" : "−"}${entry.id}`,
        String(order),
        entry.failureType ?? "–",
        toLine(entry.question, 50),
        ...[shown, helped, harmed, both, none].map((count) => formatNumber(count)),
      ]),
    ),
  ];
}
