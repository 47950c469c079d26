import assert from "node:assert/strict";
import type { Status } from "../../lib/domain.ts";
import { seenObservation } from "../../lib/loop/seen_observation.ts";
import { observations } from "./scripted_loop.ts";

const seen: Readonly<Record<Status, Status>> = {
  correct: "correct",
  mismatch: "correct",
  error: "error",
  timeout: "timeout",
};

for (const [status, limited] of Object.entries(seen) as [Status, Status][]) {
  Deno.test(`seenObservation: ${status} is ${limited} where only the execution is told`, () => {
    const observation = observations[status];
    assert.equal(seenObservation(observation, "full"), observation);
    assert.deepEqual(seenObservation(observation, "execution-only"), {
      ...observation,
      status: limited,
    });
  });
}
