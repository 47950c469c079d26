/**
 * The control for "any precedents of that length".
 *
 * @module
 */
import type { Polarity, Retrieved } from "../../domain.ts";
import { estimateTokens } from "../../llm/estimate_tokens.ts";
import { repairEntryText, repairQueryText } from "../../memory/texts.ts";
import { matchLengths } from "../match_lengths.ts";
import { defineMethod, type Method, type RecallContext } from "../method.ts";
import { promptSets } from "../prompts.ts";
import { renderEntry } from "../render_prompt.ts";
import { merit } from "./merit.ts";

const scope = "cross-db";

/**
 * Sees its last failure and, for each entry that MERIT would show now, one of the same polarity from
 * another database, drawn at random among those of the same rendered length (within 10 %, or the
 * nearest in all). Fewer where the other databases hold fewer. It keeps the memory that MERIT keeps.
 *
 * An entry takes the place and the rank of the one it stands in for; its score is its own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meritPlacebo } from "./merit_placebo.ts";
 * assert.equal(meritPlacebo.scope, "cross-db");
 * ```
 */
export const meritPlacebo: Method = defineMethod({
  name: "merit-placebo",
  summary: "+ as many precedents as merit shows, from other databases",
  seesFailure: true,
  reflects: false,
  scope,
  async recall(context) {
    const { prompts, memory: { polarity: shown } } = context.configuration;
    const length = ({ entry }: Retrieved) =>
      estimateTokens(renderEntry(entry, { prompts: promptSets[prompts], polarity: shown }));
    const meant = await merit.recall(context);
    const standIns = new Map<Retrieved, Retrieved>();
    for (const polarity of ["positive", "negative"] as const) {
      const places = meant.filter(({ entry }) => entry.polarity === polarity);
      if (places.length === 0) continue;
      const drawn = await drawOthers(context, polarity);
      matchLengths(places.map(length), drawn.map(length)).forEach((found, i) => {
        const place = places[i]!;
        standIns.set(place, { ...drawn[found]!, rank: place.rank });
      });
    }
    return meant.flatMap((place) => standIns.get(place) ?? []);
  },
  learn: merit.learn,
});

/** All entries of a polarity that other databases gave, in an order drawn for this attempt. */
function drawOthers(
  { task, position, failed, memory, configuration }: RecallContext,
  polarity: Polarity,
): Promise<readonly Retrieved[]> {
  const policy = { ...configuration.memory, scope, ranking: "random" } as const;
  return memory.search({
    pool: { task, position, kind: "repair", polarity, policy },
    failureType: null,
    policy,
    limit: Infinity,
    query: repairQueryText(task, failed),
    entryText: repairEntryText,
    runSeed: configuration.runSeed,
    attempt: failed.number + 1,
  });
}
