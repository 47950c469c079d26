/**
 * Time that passes only when nothing is left to do at the moment.
 *
 * @module
 */
import { setImmediate } from "node:timers";

/** Something that works on several jobs at once, each as fast as alone until there are too many. */
export interface Station {
  /** Resolves when a job is done that would take so many seconds alone. */
  use(seconds: number): Promise<void>;
}

/** A clock and the stations that run by it. */
export interface VirtualTime {
  /** Seconds since the start. */
  now(): number;
  /** A station that is as fast for so many jobs as for one; beyond, its jobs share that speed. */
  station(streams: number): Station;
  /** Lets time pass until the work has ended. */
  run<Result>(work: Promise<Result>): Promise<Result>;
}

interface Job {
  readonly finish: number;
  readonly resolve: () => void;
}

interface StationState {
  /** When its next job ends; Infinity without one. */
  next(): number;
  /** Ends that job. */
  step(): void;
}

/** Makes a clock that stands at 0. */
export function createVirtualTime(): VirtualTime {
  const stations: StationState[] = [];
  let time = 0;
  return {
    now: () => time,
    station(streams) {
      // Seconds that a job would have got by now had it been here from the start: equal for all.
      let served = 0, servedAt = 0;
      const jobs: Job[] = [];
      const speed = () => Math.min(1, streams / jobs.length);
      const serve = () => {
        if (jobs.length > 0) served += (time - servedAt) * speed();
        servedAt = time;
      };
      stations.push({
        next: () =>
          jobs.length === 0 ? Infinity : servedAt + (jobs.at(-1)!.finish - served) / speed(),
        step() {
          serve();
          jobs.pop()!.resolve();
        },
      });
      return {
        use(seconds) {
          serve();
          return new Promise((resolve) => {
            const job = { finish: served + seconds, resolve };
            jobs.splice(findPlace(jobs, job.finish), 0, job);
          });
        },
      };
    },
    async run(work) {
      let isOver = false;
      const over = () => void (isOver = true);
      work.then(over, over);
      while (true) {
        await new Promise<void>((resolve) => void setImmediate(resolve));
        if (isOver) return await work;
        const times = stations.map((station) => station.next());
        const earliest = Math.min(...times);
        if (earliest === Infinity) throw new Error("Cannot go on: the work waits for no station");
        time = Math.max(time, earliest);
        stations[times.indexOf(earliest)]!.step();
      }
    },
  };
}

/** Where a job stands among jobs of which the last ends first. */
function findPlace(jobs: readonly Job[], finish: number): number {
  let low = 0, high = jobs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (jobs[middle]!.finish >= finish) low = middle + 1;
    else high = middle;
  }
  return low;
}
