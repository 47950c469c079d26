/**
 * A sweep in virtual time: the kit's own pool and balancer over servers that only take time.
 *
 * @module
 */
import { runPool } from "../../lib/experiment/run_pool.ts";
import { createBalancedModel } from "../../lib/llm/balanced_model.ts";
import type { LanguageModel, ModelRequest } from "../../lib/llm/language_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import {
  aloneSeconds,
  type PlannedCall,
  type PlannedCell,
  sharedCalls,
  type Site,
} from "./plan.ts";
import { createVirtualTime, type VirtualTime } from "./virtual_time.ts";

/** How a simulated sweep went. */
export interface Simulation {
  /** Seconds for attempt 0, before the cells. */
  readonly prepare: number;
  /** Seconds for the cells. */
  readonly cells: number;
  /** Calls that each server answered. */
  readonly callsByServer: readonly number[];
}

/** Runs attempt 0 and then every cell; a simulated call takes as long as all that it stands for. */
export async function simulate(cells: readonly PlannedCell[], site: Site): Promise<Simulation> {
  const { machine, servers, workers, cores } = site;
  const time = createVirtualTime(), processors = time.station(cores);
  const seconds = new WeakMap<ModelRequest, number>();
  const callsByServer = Array.from({ length: servers }, () => 0);
  const model = createBalancedModel({
    models: callsByServer.map((_, at) =>
      createServer(time, machine.streams, (request) => {
        callsByServer[at]!++;
        return seconds.get(request)!;
      })
    ),
    now: () => time.now() * 1000,
  });
  const ask = async (call: PlannedCall, weight: number) => {
    const request: ModelRequest = { messages: [], sampling };
    seconds.set(request, weight * aloneSeconds(call, machine));
    await model.complete(request);
  };
  const first = sharedCalls(cells).flatMap(({ calls, weight }) =>
    calls.map((call) => ({ call, weight }))
  );
  await time.run(
    runPool({ items: first, workers, run: ({ call, weight }) => ask(call, weight) }),
  );
  const prepare = time.now();
  await time.run(runPool({
    items: cells,
    workers,
    async run({ calls, weight }) {
      for (const call of calls) {
        if (call.asked === "here") await ask(call, weight);
        await processors.use(weight * machine.client);
      }
    },
  }));
  return { prepare, cells: time.now() - prepare, callsByServer };
}

const sampling = { temperature: 0, topP: 1, maxTokens: 1, seed: 0, contextTokens: 1 };

/** A scripted model whose answers take time on a station. */
function createServer(
  time: VirtualTime,
  streams: number,
  secondsOf: (request: ModelRequest) => number,
): LanguageModel {
  const station = time.station(streams),
    { identity, complete } = createScriptedModel({
      answer: () => "SELECT 1",
    });
  return {
    identity,
    async complete(request, signal) {
      await station.use(secondsOf(request));
      return await complete(request, signal);
    },
  };
}
