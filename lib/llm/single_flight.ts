import { untilAborted } from "../until_aborted.ts";

/** Runs one piece of work for all who ask for it at the same time. */
export interface SingleFlight<Result> {
  /**
   * Starts the work of a key, or joins it where it is under way. Who aborts leaves; the work itself
   * is aborted when all have left.
   *
   * @returns the result, and whether somebody else had started the work
   * @throws what the work throws, or the signal's reason
   */
  run(options: {
    readonly key: string;
    readonly start: (signal: AbortSignal) => Promise<Result>;
    readonly signal?: AbortSignal | undefined;
  }): Promise<{ readonly result: Result; readonly joined: boolean }>;
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  passengers: number;
}

/**
 * Makes a table of work under way, empty at first.
 *
 * @returns a table of its own
 *
 * @example
 * ```ts
 * import { createSingleFlight } from "./single_flight.ts";
 * let starts = 0;
 * const flights = createSingleFlight<number>();
 * const start = () => Promise.resolve(++starts);
 * await Promise.all([flights.run({ key: "a", start }), flights.run({ key: "a", start })]);
 * if (starts !== 1) throw new Error("Expected the work to run once");
 * ```
 */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();
  return {
    async run({ key, start, signal }) {
      signal?.throwIfAborted();
      const underWay = flights.get(key);
      const flight = underWay ?? takeOff(start);
      flights.set(key, flight);
      flight.passengers++;
      try {
        return {
          result: await untilAborted(flight.result, signal),
          joined: underWay !== undefined,
        };
      } finally {
        if (--flight.passengers === 0) {
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal?.reason);
        }
      }
    },
  };
}

function takeOff<Result>(start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
  const controller = new AbortController();
  return { result: start(controller.signal), controller, passengers: 0 };
}
