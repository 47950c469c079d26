/**
 * The plan as a text.
 *
 * @module
 */
import { experiments } from "../../experiments/all.ts";
import { alignTable } from "../../lib/commands/align_table.ts";
import { formatNumber } from "../../lib/commands/format_numbers.ts";
import { measuredDatabases, type Traces } from "./measure_traces.ts";
import {
  benchmarks,
  boundsOf,
  type Extent,
  listArms,
  longestFirst,
  type Machine,
  planCells,
  type PlannedCell,
  type Site,
  standFor,
  sumEffort,
  withoutMemory,
} from "./plan.ts";
import { simulate } from "./simulate.ts";

const comparison = ["stateless", "dynamic-rag", "reflexion", "merit"];

/** A sweep: how much of everything is run, and what it runs on. */
interface Row extends Omit<Site, "machine" | "workers"> {
  /** Seeds of the sampler, each over three stream orders. */
  readonly seeds: number;
  /** Cells at once; all of them where left out. */
  readonly workers?: number;
}

/** As many seeds as give about a thousand cells. */
const manySeeds = Math.floor(1000 / (listArms().length * benchmarks.length * 3));

const rows: readonly [Row, ...Row[]] = [
  { seeds: manySeeds, servers: 64, workers: 160, cores: 64 },
  { seeds: 1, servers: 1, workers: 8, cores: 8 },
  { seeds: 1, servers: 1, cores: 8 },
  { seeds: 1, servers: 2, cores: 8 },
  { seeds: 1, servers: 4, cores: 8 },
  { seeds: 1, servers: 16, cores: 8 },
  { seeds: manySeeds, servers: 4, cores: 8 },
  { seeds: manySeeds, servers: 16, cores: 8 },
  { seeds: manySeeds, servers: 16, cores: 64 },
  { seeds: manySeeds, servers: 64, cores: 64 },
];

function planRow(traces: Traces, machine: Machine, { seeds, workers, ...rest }: Row) {
  const cells = planCells(traces, { arms: listArms(), orders: 3, seeds, engine: "local" });
  return { cells, site: { ...rest, machine, workers: workers ?? cells.length } };
}

const hours = (seconds: number) => formatNumber(seconds / 3600, 1);
const millions = (number: number) => formatNumber(number / 1e6, 0);

/** One row a method: what a question costs as recorded. */
function measuredTable(traces: Traces): readonly string[] {
  return alignTable(
    ["method", "calls", "prompt tokens", "of them cached", "answer tokens", "seconds a call"],
    Object.entries(traces).map(([method, trace]) => {
      const calls = trace.flat();
      const sum = (value: (call: typeof calls[number]) => number) =>
        calls.reduce((total, call) => total + value(call), 0);
      const prompt = sum(({ usage }) => usage.promptTokens);
      return [
        method,
        formatNumber(calls.length / trace.length, 2),
        formatNumber(prompt / trace.length),
        `${formatNumber(100 * sum(({ usage }) => usage.cachedTokens ?? 0) / prompt)} %`,
        formatNumber(sum(({ usage }) => usage.completionTokens) / trace.length),
        formatNumber(sum(({ durationMs }) => durationMs) / calls.length / 1000, 1),
      ];
    }),
  );
}

function effortTable(traces: Traces): readonly string[] {
  const all: Extent = { arms: listArms(), orders: 3, seeds: 1, engine: "local" };
  const parts: readonly (readonly [name: string, extent: Extent])[] = [
    ["the paper's four methods, one order", { ...all, arms: comparison, orders: 1 }],
    ["the paper's four methods, three orders", { ...all, arms: comparison }],
    ["all experiments, three orders", all],
    [`the same, ${manySeeds} seeds of the sampler`, { ...all, seeds: manySeeds }],
    ["the same with `--engine slurm`", { ...all, seeds: manySeeds, engine: "slurm" }],
  ];
  return alignTable(
    [
      "",
      "cells",
      "calls",
      "prompt tokens, millions",
      "answer tokens, millions",
      "hours as recorded",
    ],
    parts.map(([name, extent]) => {
      const cells = planCells(traces, extent);
      const { calls, promptTokens, completionTokens, recordedSeconds } = sumEffort(cells);
      return [
        name,
        formatNumber(cells.length),
        formatNumber(calls),
        millions(promptTokens),
        millions(completionTokens),
        formatNumber(recordedSeconds / 3600),
      ];
    }),
  );
}

async function siteTable(traces: Traces, machine: Machine): Promise<readonly string[]> {
  const lines: string[][] = [];
  for (const row of rows) {
    const { cells, site } = planRow(traces, machine, row);
    const [[what, bound]] = Object.entries(boundsOf(cells, site)).toSorted(([, a], [, b]) =>
      b - a
    ) as [[string, number]];
    const { cells: seconds, callsByServer } = await simulate(longestFirst(cells), site);
    const share = Math.max(...callsByServer) / (sum(callsByServer) / callsByServer.length);
    lines.push([
      ...[cells.length, site.servers, site.workers, site.cores].map((number) => String(number)),
      what,
      ...[hours(bound), hours(seconds), formatNumber(seconds / bound, 2), formatNumber(share, 3)],
    ]);
  }
  return alignTable(
    [
      ...["cells", "servers", "at once", "processors", "bound by", "hours at least"],
      ...["simulated", "ratio", "busiest server"],
    ],
    lines,
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The cell that takes longest: what it is. */
function longestCell(cells: readonly PlannedCell[], machine: Machine): string {
  const site = { machine, servers: 1, workers: 1, cores: 1 };
  const longest = cells.toSorted((a, b) =>
    boundsOf([b], site)["longest cell"] - boundsOf([a], site)["longest cell"]
  )[0]!;
  return `${longest.method} on ${longest.benchmark.name}`;
}

/**
 * Writes the plan: what is measured, what is assumed, the sums, the bounds and the simulation.
 *
 * @param traces what the recording gives
 * @param machine a server and the machine that asks it
 */
export async function renderScale(traces: Traces, machine: Machine): Promise<string> {
  const { prefill, stream, streams, client } = machine;
  const arms = listArms();
  const assumed = [...new Set(arms)].filter((method) => !(method in traces));
  const [few] = rows;
  const declared = planRow(traces, machine, few);
  const names = new Intl.ListFormat("en");
  const inDeclaredOrder = await simulate(declared.cells, declared.site);
  return [
    "# From a laptop to a cluster",
    "",
    "Made by `deno task scale --write`, and held by a test; `deno task scale --stream 90 --streams 64`",
    "prints it for a server of yours. Numbers are _measured_ (from the recording) or _assumed_, as said beside",
    "them; hours on servers follow from assumed speeds and are a plan, not a result.",
    "",
    "## Measured: what a question costs",
    "",
    `Recorded runs of Qwen2.5-Coder-1.5B-Instruct (Q4_K_M), bundled benchmark, ${
      names.format(measuredDatabases.map((id) => `\`${id}\``))
    },`,
    `${
      traces.stateless!.length
    } questions, order 1, run seed 1, K = 7; llama.cpp on two processors that other work shared.`,
    "Means of a question:",
    "",
    ...measuredTable(traces),
    "",
    "## The whole experiment",
    "",
    `Spider's and BIRD's development sets (${
      benchmarks.map(({ questions }) => formatNumber(questions)).join(" and ")
    } questions). The ${experiments.length} experiments declare ${arms.length} different`,
    "arms; equal arms are counted once. Calls are counted once where cells share a recording, as in one process and",
    "with `--engine local`: attempt 0 of a question is one call for all cells, and an arm without memory",
    `(${
      names.format(withoutMemory)
    }) asks the same under every order. With \`--engine slurm\` cells share attempt 0 alone.`,
    "Methods that are not recorded over all of it are _assumed_ to cost what the nearest does",
    `(${assumed.map((method) => `${method}: ${standFor(method, traces)}`).join("; ")}),`,
    "ablations what their method does. Calls a question are those of the recorded model, so _assumed_ for any other. Mean",
    `tokens of a first prompt: ${
      benchmarks.map(({ name, firstPrompt, source }) => `${name} ${firstPrompt} (${source})`)
        .join("; ")
    }.`,
    "What later prompts hold beyond the first is as recorded.",
    "",
    ...effortTable(traces),
    "",
    "The last column is the recorded server, one call after the other, at the recorded lengths of prompts: a",
    "laptop is for a database or two.",
    "",
    "## Where the bottleneck moves",
    "",
    `_Assumed_, of the order of one vLLM server with a model of 7 billion parameters on one GPU: it reads ${
      formatNumber(prefill)
    } tokens of`,
    `prompt a second (none cached), one answer grows by ${stream} tokens a second, ${streams} answers at once keep that speed`,
    `and more share it; a cell needs ${
      formatNumber(client * 1000)
    } ms of a processor around a call.`,
    "",
    "No schedule ends before the largest of four bounds: the work of all servers, the work of the cells at once, the",
    "longest cell, and the processors. The simulation runs every cell through the kit's own pool and balancer",
    "(`lib/experiment/run_pool.ts`, `lib/llm/balanced_model.ts`) with a scripted model in virtual time; a cell plays the recorded",
    "questions, each standing for as many as make up its benchmark; calls are shared as above, which Slurm's are not.",
    "",
    ...await siteTable(traces, machine),
    "",
    "The last column is the calls of the busiest server over the mean. A sweep starts the cells that can need most calls",
    `first; in the order declared the first row would take ${hours(inDeclaredOrder.cells)} hours.`,
    "",
    "- **Few cells at once:** each waits for its one call, and the server idles. Put all cells in flight: a cell needs no",
    "  GPU, only memory and a little of a processor.",
    "- **All cells at once:** the server is the limit, and more servers help.",
    `- **Enough servers:** the longest cell is the limit (here ${
      longestCell(declared.cells, machine)
    }): memory is causal, so its questions run one after`,
    "  the other. More servers do nothing; a faster single answer does (a smaller model, speculative decoding, a",
    "  cached prefix), and more seeds or orders take no longer until the servers are the limit again.",
    "- **A thousand cells:** processors come into sight; spread the cells over nodes, with `--engine slurm`.",
    "",
    "How it is run: `merit sweep`, [0010](decisions/0010-sweeps.md).",
    "",
  ].join("\n");
}
