/** A wall clock that is set back while something runs. */
import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { createBalancedModel } from "../../lib/llm/balanced_model.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { ModelCallError } from "../../lib/llm/model_call_error.ts";
import { newPath, worldCell } from "../runs/world.ts";
import { failsWith, type Fault, findDamage, findWrong, undisturbedRun } from "./fault.ts";
import { kinds, patient, startWorld } from "./servers.ts";

const hour = 3_600_000;

/** Does some work while every look at the clock finds it an hour further back. */
async function withClockGoingBack<Result>(work: () => Promise<Result>): Promise<Result> {
  const { now } = Date;
  let looks = 0;
  Date.now = () => now() - hour * ++looks;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

const [openai] = kinds;

export const clockFaults: readonly Fault[] = [{
  name: "clock that is set back",
  end: "no change, a wait for a date at worst unscored",
  tries: [
    ...kinds.map((kind) => ({
      what: `in a run, ${kind.name}`,
      async run() {
        const { server, model } = await startWorld(kind);
        await using _server = server;
        const path = await newPath();
        await withClockGoingBack(() => runCell({ ...worldCell(path), model }));
        return await findDamage(path, await undisturbedRun());
      },
    })),
    {
      what: "when a server says at what time to come back",
      async run() {
        const { server, state, model } = await startWorld(openai!);
        await using _server = server;
        const headers = { "retry-after": new Date(Date.now() + 2000).toUTCString() };
        state.disturb = (call) => call < 4 ? null : new Response("busy", { status: 429, headers });
        const path = await newPath();
        const goOn = () => runCell({ ...worldCell(path), resume: true, model });
        await failsWith(
          () => withClockGoingBack(goOn),
          "InfrastructureError",
          /the next wait would be \d+.*of at most 600 s in all/,
        );
        const wrong = await findWrong(path, await undisturbedRun());
        state.disturb = null;
        await goOn();
        const damage = await findDamage(path, await undisturbedRun());
        return { ...damage, wrong: damage.wrong + wrong };
      },
    },
    {
      what: "when one of two servers dies and comes back",
      async run() {
        const first = await startWorld(openai!), second = await startWorld(openai!);
        await using _first = first.server;
        await using _second = second.server;
        let asked = 0, called = 0;
        const leaving: LanguageModel = {
          identity: first.model.identity,
          async complete(request, signal) {
            // As a closed port answers, once.
            if (++asked === 2) throw new ModelCallError("Away", { failure: "unreachable" });
            return await first.model.complete(request, signal);
          },
        };
        const model = patient(createBalancedModel({ models: [leaving, second.model], pauseMs: 1 }));
        const path = await newPath();
        await withClockGoingBack(() =>
          runCell({
            ...worldCell(path),
            model: {
              identity: model.identity,
              async complete(request, signal) {
                called++;
                await new Promise((resolve) => setTimeout(resolve, 2));
                return await model.complete(request, signal);
              },
            },
          })
        );
        assert.ok(asked > called / 2, `asked again ${asked} times of ${called}`);
        return await findDamage(path, await undisturbedRun());
      },
    },
  ],
}];
