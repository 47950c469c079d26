/**
 * The full experiment as cells, and what bounds its time.
 *
 * @module
 */
import { experiments } from "../../experiments/all.ts";
import type { CallRecord } from "../../lib/domain.ts";
import { variantsOf } from "../../lib/experiment/define_experiment.ts";
import { costKin } from "../../lib/experiment/cost_kin.ts";
import { mostCalls } from "../../lib/experiment/most_calls.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { type MeasuredMethod, measuredMethods, type Trace } from "./measure_traces.ts";

/** A benchmark at its full size. */
export interface FullBenchmark {
  readonly name: string;
  readonly questions: number;
  /** Mean tokens of a first prompt. */
  readonly firstPrompt: number;
  /** Where that number is from. */
  readonly source: string;
}

/** Questions of the development sets, and how long their first prompts are. */
export const benchmarks: readonly FullBenchmark[] = [
  {
    name: "Spider",
    questions: 1034,
    firstPrompt: 247,
    source:
      "measured: 623 questions of the development set, 1,127 characters in the mean, at the " +
      "4.56 characters a token of the recorded first prompts",
  },
  { name: "BIRD", questions: 1534, firstPrompt: 1200, source: "assumed" },
];

/** A server of the model and the machine that asks it; all of it assumed. */
export interface Machine {
  /** Tokens of a prompt that a server reads in a second, without any cached. */
  readonly prefill: number;
  /** Tokens that one answer grows by in a second. */
  readonly stream: number;
  /** Answers that a server gives at once at that speed; more of them share it. */
  readonly streams: number;
  /** Processor time of a cell around a call: memory, queries, run file; in seconds. */
  readonly client: number;
}

/** Of the order of one vLLM server with a model of 7 billion parameters on one GPU. */
export const assumedMachine: Machine = { prefill: 8000, stream: 60, streams: 40, client: 0.02 };

/** A call of a cell as the plan has it: it stands for many real ones. */
export interface PlannedCall {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Milliseconds that the recorded server took. */
  readonly recordedMs: number;
  /** Attempt 0, which is asked once for all cells of a benchmark. */
  readonly isShared: boolean;
}

/** A cell of the plan. */
export interface PlannedCell {
  readonly benchmark: FullBenchmark;
  /** Name of its method. */
  readonly method: string;
  /** Its calls, one after the other. */
  readonly calls: readonly PlannedCall[];
  /** Real calls that each of them stands for. */
  readonly weight: number;
}

/** Every arm of every declared experiment once, by method: arms that are equal are one cell. */
export function listArms(): readonly string[] {
  const arms = new Map<string, string>();
  for (const experiment of experiments) {
    for (const { name: _name, ...arm } of variantsOf(experiment, defaultConfiguration)) {
      arms.set(JSON.stringify(arm), arm.method);
    }
  }
  return [...arms.values()];
}

/** The cells of some arms over some stream orders, seeds included, in the order declared. */
export function planCells(
  traces: Readonly<Record<MeasuredMethod, Trace>>,
  { arms, orders }: { readonly arms: readonly string[]; readonly orders: number },
): readonly PlannedCell[] {
  const firsts = traces.stateless.map((calls) => calls[0]!.usage.promptTokens);
  const meanFirst = firsts.reduce((sum, tokens) => sum + tokens, 0) / firsts.length;
  return benchmarks.flatMap((benchmark) => {
    const longer = benchmark.firstPrompt - meanFirst;
    const weight = benchmark.questions / firsts.length;
    return Array.from({ length: orders }, (_, order) =>
      arms.map((method): PlannedCell => {
        const trace = traces[standFor(method)];
        // Every order begins elsewhere, so that cells do not march in step.
        const start = (order * 7) % trace.length;
        const calls = [...trace.slice(start), ...trace.slice(0, start)].flat();
        return {
          ...{ benchmark, method, weight },
          calls: calls.map((call) => planCall(call, longer)),
        };
      })).flat();
  });
}

/** A method that is not recorded costs what its nearest kin does. */
function standFor(method: string): MeasuredMethod {
  const [stand] = costKin(method).flatMap((kin) => measuredMethods.filter((one) => one === kin));
  if (stand === undefined) throw new Error(`Cannot plan ${method}: no method like it is recorded`);
  return stand;
}

/** Cells in the order in which a sweep runs them. */
export function longestFirst(cells: readonly PlannedCell[]): readonly PlannedCell[] {
  return cells.toSorted((a, b) => mostOf(b) - mostOf(a));
}

const mostOf = ({ method, benchmark: { questions } }: PlannedCell): number =>
  mostCalls({ method, budget: defaultConfiguration.budget, questions });

function planCall({ usage, durationMs, purpose }: CallRecord, longer: number): PlannedCall {
  return {
    promptTokens: usage.promptTokens + longer,
    completionTokens: usage.completionTokens,
    recordedMs: durationMs,
    isShared: purpose === "first",
  };
}

/** Seconds of a call that has a server for itself. */
export function aloneSeconds(
  { promptTokens, completionTokens }: PlannedCall,
  { prefill, stream }: Machine,
): number {
  return promptTokens / prefill + completionTokens / stream;
}

/** What a sweep runs on. */
export interface Site {
  readonly machine: Machine;
  /** Servers of the model. */
  readonly servers: number;
  /** Cells at once. */
  readonly workers: number;
  /** Processors that the cells share. */
  readonly cores: number;
}

/** What a sweep needs in sum. */
export interface Effort {
  /** Calls that a server answers. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds on the recorded server, one call after the other. */
  readonly recordedSeconds: number;
}

/** The calls of attempt 0: of one cell of each benchmark. */
export function sharedCalls(cells: readonly PlannedCell[]): readonly PlannedCell[] {
  const first = new Map(cells.toReversed().map((cell) => [cell.benchmark, cell]));
  return [...first.values()].map((cell) => ({
    ...cell,
    calls: cell.calls.filter(({ isShared }) => isShared),
  }));
}

/** Sums the calls of cells, attempt 0 once a benchmark. */
export function sumEffort(cells: readonly PlannedCell[]): Effort {
  const sum = { calls: 0, promptTokens: 0, completionTokens: 0, recordedSeconds: 0 };
  const add = ({ calls, weight }: PlannedCell, isTaken: (call: PlannedCall) => boolean) => {
    for (const call of calls.filter(isTaken)) {
      sum.calls += weight;
      sum.promptTokens += weight * call.promptTokens;
      sum.completionTokens += weight * call.completionTokens;
      sum.recordedSeconds += weight * call.recordedMs / 1000;
    }
  };
  for (const cell of sharedCalls(cells)) add(cell, () => true);
  for (const cell of cells) add(cell, ({ isShared }) => !isShared);
  return sum;
}

/** What no schedule can beat, in seconds, by what sets it. */
export type Bounds = Readonly<
  Record<"servers" | "cells at once" | "longest cell" | "processors", number>
>;

/** Computes the bounds of a sweep's time; what attempt 0 takes beforehand is left out of the cells'. */
export function boundsOf(cells: readonly PlannedCell[], site: Site): Bounds {
  const { machine, servers, workers, cores } = site;
  const server = ({ calls, weight }: PlannedCell) =>
    weight * calls.reduce(
      (sum, call) => sum + (call.isShared ? 0 : aloneSeconds(call, machine)),
      0,
    );
  const client = ({ calls, weight }: PlannedCell) => weight * calls.length * machine.client;
  const total = (seconds: (cell: PlannedCell) => number) =>
    cells.reduce((sum, cell) => sum + seconds(cell), 0);
  return {
    "servers": total(server) / (servers * machine.streams),
    "cells at once": total((cell) => server(cell) + client(cell)) / workers,
    "longest cell": Math.max(...cells.map((cell) => server(cell) + client(cell))),
    "processors": total(client) / cores,
  };
}
