/**
 * Following a run's chain of digests.
 *
 * @module
 */
import { digestEpisode } from "./digest_episode.ts";
import type { StoredEpisode, StoredRun } from "./run_reader.ts";

/** A place where the chain does not hold. */
export interface ChainFault {
  /** The episode; null for what stands beside the episodes. */
  readonly episode: StoredEpisode | null;
  /** What is wrong. */
  readonly line: string;
}

/** A run's chain of digests. */
export interface Chain {
  /** The digests in the order of finalization, those of superseded episodes included. */
  readonly digests: readonly string[];
  /** Empty in a sound run. */
  readonly faults: readonly ChainFault[];
}

/**
 * Computes every episode's digest anew, from the digest of the manifest on.
 *
 * @param run a run as read from its file
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { followChain } from "./follow_chain.ts";
 * import { exampleRun } from "./examples.ts";
 * const { digests, faults } = followChain(await exampleRun());
 * assert.deepEqual([digests.length, faults], [1, []]);
 * ```
 */
export function followChain(run: StoredRun): Chain {
  const digests: string[] = [];
  const faults: ChainFault[] = [];
  let superseded = 0;
  for (const episode of run.episodes) {
    for (; run.superseded.has(digests.length); superseded++) {
      digests.push(run.superseded.get(digests.length)!);
    }
    const sequence = digests.length, before = digests.at(-1) ?? run.manifestDigest;
    if (episode.sequence !== sequence) {
      faults.push({ episode, line: `sequence ${episode.sequence}, need ${sequence}` });
    }
    if (digestEpisode(before, episode) !== episode.digest) {
      faults.push({ episode, line: "its rows do not match their digest" });
    }
    digests.push(episode.digest);
  }
  if (superseded < run.superseded.size) {
    const line = "Superseded episodes do not stand in the order of finalization";
    faults.push({ episode: null, line });
  }
  return { digests, faults };
}
