import assert from "node:assert/strict";
import type { CallRecord, Episode, Retrieved, Usage } from "../../lib/domain.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import type { StoredEpisode } from "../../lib/runs/run_reader.ts";
import { runWorld } from "./world.ts";

const { episodes } = await runWorld();
const episode: Episode = episodes.find(({ steps, entries }) =>
  entries.length > 0 && steps.some(({ retrieved }) => retrieved.length > 0)
)!;
const digest = digestEpisode("before", episode);

/** The episode with each of its calls, or each retrieved entry, changed. */
const withEachCall = (change: (call: CallRecord) => Partial<CallRecord>): Episode => ({
  ...episode,
  steps: episode.steps.map((step) => ({
    ...step,
    calls: step.calls.map((call) => ({ ...call, ...change(call) })),
  })),
});
const withCalls = (change: Partial<CallRecord>) => withEachCall(() => change);
const withUsage = (change: (usage: Usage) => Partial<Usage>) =>
  withEachCall(({ usage }) => ({ usage: { ...usage, ...change(usage) } }));
const withRetrieved = (change: (found: Retrieved) => Partial<Retrieved>): Episode => ({
  ...episode,
  steps: episode.steps.map((step) => ({
    ...step,
    retrieved: step.retrieved.map((found) => ({ ...found, ...change(found) })),
  })),
});

const same: Readonly<Record<string, Episode>> = {
  "durations": withCalls({ durationMs: 17 }),
  "retries": withCalls({ retries: 3 }),
  "whether calls were replayed": withCalls({ source: "replayed" }),
  "what the sequence of the whole run adds": { ...episode, sequence: 5 } as StoredEpisode,
};
for (const [what, changed] of Object.entries(same)) {
  Deno.test(`digestEpisode: leaves out ${what}`, () => {
    assert.equal(digestEpisode("before", changed), digest);
  });
}

const different: Readonly<Record<string, Episode>> = {
  "the task": { ...episode, task: { ...episode.task, id: "other" } },
  "the position": { ...episode, position: 99 },
  "the outcome": { ...episode, outcome: "unscored" },
  "the note": { ...episode, note: "changed" },
  "the number of steps": { ...episode, steps: episode.steps.slice(1) },
  "answers": withCalls({ text: "changed" }),
  "prompts": withCalls({ promptDigest: "changed" }),
  "tokens of prompts": withUsage(({ promptTokens }) => ({ promptTokens: promptTokens + 1 })),
  "tokens of answers": withUsage((usage) => ({ completionTokens: usage.completionTokens + 1 })),
  "tokens that the server had kept": withUsage(() => ({ cachedTokens: 3 })),
  "why answers ended": withCalls({ finish: "length" }),
  "ranks": withRetrieved(({ rank }) => ({ rank: rank + 1 })),
  "pool sizes": withRetrieved(({ poolSize }) => ({ poolSize: poolSize + 1 })),
  "scores": withRetrieved(({ score }) => ({ score: { ...score, dense: score.dense + 2 ** -50 } })),
  "entries": { ...episode, entries: [] },
  "an entry's field": {
    ...episode,
    entries: episode.entries.map((entry) => ({ ...entry, rule: "changed" })),
  },
};
for (const [what, changed] of Object.entries(different)) {
  Deno.test(`digestEpisode: holds ${what}`, () => {
    assert.notEqual(digestEpisode("before", changed), digest);
  });
}

Deno.test("digestEpisode: holds the digest before, and is 64 hexadecimal digits", () => {
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.notEqual(digestEpisode("", episode), digest);
});
