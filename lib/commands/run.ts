/**
 * `merit run`: repairs a stream of questions with one or more methods.
 *
 * @module
 */
import { prepareCells, type PreparedCells } from "../experiment/prepare_cells.ts";
import { runCells } from "../experiment/run_cells.ts";
import type { RunRequest } from "../experiment/run_request.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { createProgress } from "./progress.ts";
import { requestFrom, runFlags } from "./run_request_flags.ts";

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
  flags: runFlags,
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
      line: "merit run --replay --recording data/recordings/bundled.sqlite --out runs/replay",
      does: "again from recorded answers, without a model",
    },
    { line: "merit run --preset paper --benchmark data/bird", does: "the paper's configuration" },
  ],
  run(parsed, terminal) {
    const { resume, quiet, json } = parsed.flags;
    return runRequest(requestFrom(parsed.flags), { resume, quiet, json }, terminal);
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

/**
 * Runs a request with progress on stderr; Ctrl-C finishes the current write and says how to resume.
 *
 * @param request what to run
 * @param display whether to resume, and what to print
 * @param terminal where to print
 * @returns an exit code
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runRequest } from "./run.ts";
 * import { defaultRequest } from "../experiment/run_request.ts";
 * const terminal = { print() {}, printError() {}, isInteractive: false, columns: 80 };
 * const display = { resume: false, quiet: true, json: false };
 * await assert.rejects(
 *   () => runRequest({ ...defaultRequest, methods: ["none"] }, display, terminal),
 *   /Cannot find method/,
 * );
 * ```
 */
export async function runRequest(
  request: RunRequest,
  display: RunDisplay,
  terminal: Terminal,
): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort(new DOMException("Interrupted", "AbortError"));
  Deno.addSignalListener("SIGINT", onSignal);
  Deno.addSignalListener("SIGTERM", onSignal);
  try {
    await using prepared = await prepareCells(request, { ...display, signal: interrupt.signal });
    for (const note of prepared.benchmark.notes) terminal.printError(`note: ${note}`);
    await runWithProgress(prepared, { request, display, terminal, signal: interrupt.signal });
    return exitCodes.done;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    terminal.printError(`Interrupted; go on with: merit resume ${request.out}`);
    return exitCodes.interrupted;
  } finally {
    Deno.removeSignalListener("SIGINT", onSignal);
    Deno.removeSignalListener("SIGTERM", onSignal);
  }
}

async function runWithProgress(
  prepared: PreparedCells,
  { request, display, terminal, signal }: {
    readonly request: RunRequest;
    readonly display: RunDisplay;
    readonly terminal: Terminal;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const total = prepared.cells.reduce((sum, cell) => sum + cell.stream.length, 0);
  using progress = createProgress({
    total,
    terminal,
    silent: display.quiet || display.json,
    now: () => performance.now(),
  });
  const seen = new Map<unknown, number>();
  await runCells(prepared, {
    parallel: request.parallel,
    prefetch: !request.replay,
    signal,
    onPrefetch: (part) => progress.prepare("attempt 0", part),
    onEpisode(cell, episode, { done, total }) {
      const before = seen.get(cell) ?? 0;
      seen.set(cell, done);
      progress.advance(episode, done - before);
      if (done < total) return;
      if (display.json) {
        terminal.print(JSON.stringify({ run: cell.path, method: cell.manifest.method }));
      } else progress.note(`finished ${cell.path}`);
    },
  });
}
