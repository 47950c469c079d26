/**
 * `merit run`: repairs a stream of questions with one or more methods.
 *
 * @module
 */
import type { ReplayMissError } from "../errors.ts";
import { prepareCells, type PreparedCells } from "../experiment/prepare_cells.ts";
import { runCells } from "../experiment/run_cells.ts";
import type { CellSetting } from "../experiment/run_cell.ts";
import { comparedMethods, type RunRequest } from "../experiment/run_request.ts";
import { methodVariants } from "../experiment/variant.ts";
import { methods } from "../loop/methods.ts";
import { noGold } from "../loop/repair_episode.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { interruptible } from "./interruptible.ts";
import { createProgress } from "./progress.ts";
import { requestFlags, requestFrom } from "./run_request_flags.ts";

const methodNames = methods.map(({ name }) => name);

/** The paper's model, orders and methods. */
const paperPreset = {
  model: "ollama:qwen2.5:7b-instruct",
  orders: [1, 2, 3],
  methods: ["stateless", "dynamic-rag", "reflexion", "merit"],
};

const noPreset = { methods: comparedMethods };

/**
 * The command `merit run`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCommand } from "./run.ts";
 * assert.match(runCommand.usage, /--replay/);
 * ```
 */
export const runCommand: Command = defineCommand({
  name: "run",
  summary: "repair a stream of questions, one run file a method and order",
  about: [
    "Attempt 0 is generated once, greedily, and shared by all methods; up to K repairs follow, with",
    "feedback of an oracle that knows the gold. Every finished question is on disk: after Ctrl-C or a",
    "crash the same command with --resume, or merit resume OUT, goes on.",
  ],
  flags: {
    methods: {
      kind: "list",
      value: "A,B",
      unique: true,
      help: `of ${methodNames.join(", ")}; the first six by default`,
    },
    ...requestFlags,
    preset: {
      kind: "choice",
      choices: ["paper"],
      help: "paper: ollama:qwen2.5:7b-instruct, K = 7, orders 1,2,3, the paper's four methods",
    },
    out: { kind: "text", value: "DIR", default: "runs", help: "folder of the run files" },
    resume: { kind: "boolean", help: "go on with run files that are there already" },
    json: { kind: "boolean", help: "print one JSON line a finished run" },
  },
  examples: [
    {
      line: "merit run --model ollama:qwen2.5-coder:1.5b --databases bike_share",
      does: "all methods on one bundled database",
    },
    {
      line:
        "merit run --benchmark data/spider --methods stateless,merit --model openai:NAME@http://127.0.0.1:8081",
      does: "two methods on Spider, with a llama.cpp or vLLM server",
    },
    {
      line: "merit run --replay --databases bike_share --methods stateless,merit --out runs/replay",
      does: "again from recorded answers, without a model",
    },
    { line: "merit run --preset paper --benchmark data/bird", does: "the paper's configuration" },
  ],
  checkFailed: "broken machinery left questions unscored; resume them",
  run({ flags }, terminal) {
    const { methods, ...start } = flags.preset === "paper" ? paperPreset : noPreset;
    const names = flags.methods.length > 0 ? flags.methods : methods;
    const request = requestFrom(flags, {
      variants: (configuration) => methodVariants(names, configuration),
      start,
      out: flags.out,
    });
    return runRequest(request, flags, terminal);
  },
});

/** How `merit run` and `merit resume` show what they do. */
export interface RunDisplay {
  /** Goes on with run files that are there already. */
  readonly resume: boolean;
  /** No progress. */
  readonly quiet: boolean;
  /** One JSON line a finished run. */
  readonly json: boolean;
}

/** What else happens in a run. */
export interface RunHooks {
  /** Aborting it lets running questions end and begins no other. */
  readonly closing?: AbortSignal;
  /** Takes what will be run before the first call. */
  readonly onPrepared?: (prepared: PreparedCells) => void;
  /** Takes a cell whose recording lacks a call; the others go on. Left out, a miss stops all. */
  readonly onMiss?: (cell: CellSetting, miss: ReplayMissError) => void;
  /** Takes the cells when all are run. */
  readonly onDone?: (cells: readonly CellSetting[]) => Promise<void> | void;
}

/**
 * Runs a request with progress on stderr; Ctrl-C finishes the current write and says how to resume.
 *
 * @param request what to run
 * @param display whether to resume, and what to print
 * @param terminal where to print
 * @param hooks what else happens
 * @returns an exit code; 1 where broken machinery left questions unscored
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runRequest } from "./run.ts";
 * import { defaultRequest } from "../experiment/run_request.ts";
 * const terminal = { print() {}, printError() {}, isInteractive: false, columns: 80 };
 * const display = { resume: false, quiet: true, json: false };
 * await assert.rejects(
 *   () => runRequest({ ...defaultRequest, benchmark: "none" }, display, terminal),
 *   /none/,
 * );
 * ```
 */
export async function runRequest(
  request: RunRequest,
  display: RunDisplay,
  terminal: Terminal,
  hooks: RunHooks = {},
): Promise<number> {
  const silent = display.quiet || display.json;
  return await interruptible(async (signal) => {
    using before = createProgress({ total: 0, terminal, silent, now: () => performance.now() });
    await using prepared = await prepareCells(request, {
      resume: display.resume,
      signal,
      onGolds: (part) => before.prepare("golds", part),
    });
    for (const note of prepared.benchmark.notes) terminal.printError(`note: ${note}`);
    hooks.onPrepared?.(prepared);
    const unscored = await runWithProgress(prepared, { request, display, terminal, signal, hooks });
    await hooks.onDone?.(prepared.cells);
    if (unscored === null) return exitCodes.done;
    terminal.printError(
      `Questions stayed unscored, the last because: ${unscored}\n` +
        `Once that is mended: merit resume ${request.out}`,
    );
    return exitCodes.checkFailed;
  }, { terminal, goOn: `merit resume ${request.out}` });
}

/** Runs the cells; why the last question that machinery left unscored is so, null where none is. */
async function runWithProgress(
  prepared: PreparedCells,
  { request, display, terminal, signal, hooks }: {
    readonly request: RunRequest;
    readonly display: RunDisplay;
    readonly terminal: Terminal;
    readonly signal: AbortSignal;
    readonly hooks: RunHooks;
  },
): Promise<string | null> {
  const total = prepared.cells.reduce((sum, cell) => sum + cell.stream.length, 0);
  using progress = createProgress({
    total,
    terminal,
    silent: display.quiet || display.json,
    now: () => performance.now(),
  });
  const seen = new Map<unknown, number>();
  let unscored: string | null = null;
  await runCells(prepared, {
    parallel: request.parallel,
    prefetch: !request.replay,
    signal,
    ...(hooks.onMiss ? { onMiss: hooks.onMiss } : {}),
    ...(hooks.closing ? { closing: hooks.closing } : {}),
    onPrefetch: (part) => progress.prepare("attempt 0", part),
    onEpisode(cell, episode, { done, total }) {
      if (episode.outcome === "unscored" && episode.note !== noGold) unscored = episode.note;
      const before = seen.get(cell) ?? 0;
      seen.set(cell, done);
      progress.advance(episode, done - before);
      if (done < total) return;
      if (display.json) {
        terminal.print(JSON.stringify({ run: cell.path, method: cell.manifest.method }));
      } else progress.note(`finished ${cell.path}`);
    },
  });
  return unscored;
}
