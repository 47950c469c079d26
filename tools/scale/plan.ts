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
import { methods } from "../../lib/loop/methods.ts";
import { searchesMemory } from "../../lib/loop/searches_memory.ts";
import type { Traces } from "./measure_traces.ts";

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
    firstPrompt: 252,
    source:
      "measured: 623 questions of the development set, 1,127 characters in the mean, at the " +
      "4.47 characters a token of the recorded first prompts",
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
  /**
   * Where a model is asked: ahead of all cells of a benchmark (attempt 0), in this cell, or in another whose
   * recording it shares.
   */
  readonly asked: "ahead" | "here" | "elsewhere";
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

/** How much of everything is run. */
export interface Extent {
  /** Methods of the arms. */
  readonly arms: readonly string[];
  /** Stream orders. */
  readonly orders: number;
  /** Seeds of the sampler, each over all orders. */
  readonly seeds: number;
  /** With `local` all cells share a recording, with `slurm` only attempt 0. */
  readonly engine: "local" | "slurm";
}

/** Methods whose calls hang on the question alone: every order asks the same. */
export const withoutMemory: readonly string[] = (await Promise.all(
  methods.map(async (method) =>
    await searchesMemory(method, defaultConfiguration) ? [] : [method.name]
  ),
)).flat();

/** The cells of some arms over some stream orders and seeds, in the order declared. */
export function planCells(
  traces: Traces,
  { arms, orders, seeds, engine }: Extent,
): readonly PlannedCell[] {
  const firsts = traces.stateless!.map((calls) => calls[0]!.usage.promptTokens);
  const meanFirst = firsts.reduce((sum, tokens) => sum + tokens, 0) / firsts.length;
  return benchmarks.flatMap((benchmark) => {
    const longer = benchmark.firstPrompt - meanFirst;
    const weight = benchmark.questions / firsts.length;
    return Array.from({ length: orders * seeds }, (_, at) =>
      arms.map((method): PlannedCell => {
        const trace = traces[standFor(method, traces)]!;
        // Every order begins elsewhere, so that cells do not march in step.
        const start = (at * 7) % trace.length;
        const isRepeat = engine === "local" && at % orders > 0 && withoutMemory.includes(method);
        const calls = [...trace.slice(start), ...trace.slice(0, start)].flat();
        return {
          ...{ benchmark, method, weight },
          calls: calls.map((call) => planCall(call, { longer, isRepeat })),
        };
      })).flat();
  });
}

/** A method that is not recorded costs what its nearest kin does. */
export function standFor(method: string, traces: Traces): string {
  const stand = costKin(method).find((kin) => kin in traces);
  if (stand === undefined) throw new Error(`Cannot plan ${method}: no method like it is recorded`);
  return stand;
}

/** Cells in the order in which a sweep runs them. */
export function longestFirst(cells: readonly PlannedCell[]): readonly PlannedCell[] {
  return cells.toSorted((a, b) => mostOf(b) - mostOf(a));
}

const mostOf = ({ method, benchmark: { questions } }: PlannedCell): number =>
  mostCalls({ method, budget: defaultConfiguration.budget, questions });

function planCall(
  { usage, durationMs, purpose }: CallRecord,
  { longer, isRepeat }: { readonly longer: number; readonly isRepeat: boolean },
): PlannedCall {
  return {
    promptTokens: usage.promptTokens + longer,
    completionTokens: usage.completionTokens,
    recordedMs: durationMs,
    asked: purpose === "first" ? "ahead" : isRepeat ? "elsewhere" : "here",
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
    calls: cell.calls.filter(({ asked }) => asked === "ahead"),
  }));
}

/** Sums the calls that are asked, attempt 0 once a benchmark. */
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
  for (const cell of cells) add(cell, ({ asked }) => asked === "here");
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
      (sum, call) => sum + (call.asked === "here" ? aloneSeconds(call, machine) : 0),
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
