/**
 * From a request to cells that can run: benchmark, judge, model, embedder, recording, stream.
 *
 * @module
 */
import { join } from "node:path";
import type { Benchmark } from "../benchmark/benchmark.ts";
import { createJudge } from "../benchmark/judge.ts";
import { readPredictions } from "../benchmark/read_predictions.ts";
import { orderStream } from "../benchmark/stream.ts";
import type { MemoryEntry, Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import { methodNamed } from "../loop/methods.ts";
import type { RunManifest } from "../runs/manifest.ts";
import { readRun } from "../runs/run_reader.ts";
import { digestEntries } from "../runs/digest_entries.ts";
import { digestStream } from "../runs/digest_stream.ts";
import { sha256 } from "../sha256.ts";
import { comparisonVersions } from "../sql/denotation.ts";
import { createSqlPool } from "../sql/pool.ts";
import { openBenchmark } from "./open_benchmark.ts";
import { openSources } from "./open_sources.ts";
import type { CellSetting } from "./run_cell.ts";
import { cellFileName, type RunRequest } from "./run_request.ts";

/** Cells ready to run, and what they share. */
export interface PreparedCells extends AsyncDisposable {
  /** What is run on. */
  readonly benchmark: Benchmark;
  /** The model that answers. */
  readonly model: LanguageModel;
  /** The cells. */
  readonly cells: readonly CellSetting[];
}

/** What is asked of prepared cells besides the request. */
export interface PrepareOptions {
  /** Goes on with run files that are there already. */
  readonly resume: boolean;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
}

/**
 * Loads, opens and checks everything that the runs of a request need; all golds are run before any
 * model is called.
 *
 * @param request what the user asked for
 * @returns one cell for each method and order; disposing of it closes recording and child processes
 * @throws {InputError} for a bad benchmark, gold, method, recording or prediction file
 * @throws {InfrastructureError} where the model server is out of reach
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prepareCells } from "./prepare_cells.ts";
 * import { defaultRequest } from "./run_request.ts";
 * const request = { ...defaultRequest, methods: ["merits"] };
 * await assert.rejects(() => prepareCells(request, { resume: false }), /Cannot find method "merits"/);
 * ```
 */
export async function prepareCells(
  request: RunRequest,
  options: PrepareOptions,
): Promise<PreparedCells> {
  for (const method of request.methods) methodNamed(method);
  const stack = new AsyncDisposableStack();
  try {
    const benchmark = await openBenchmark(request);
    const mode = request.mode ?? benchmark.defaultMode;
    const pool = stack.use(createSqlPool());
    const judge = await createJudge({
      benchmark,
      pool,
      mode,
      limits: { timeoutMs: request.timeoutMs },
      allowBadGold: request.allowBadGold,
    });
    await Deno.mkdir(request.out, { recursive: true });
    const { model, embedder, close } = await openSources(request);
    stack.defer(close);
    const memoryFrom = request.memoryFrom === null ? null : warmMemory(request.memoryFrom);
    const initial = request.initialPredictions === null
      ? null
      : await readInitial(request.initialPredictions, benchmark);
    const shared = {
      initialMemory: memoryFrom?.entries ?? [],
      resume: options.resume,
      model,
      embedder,
      ...(initial ? { initialSql: (task: Task) => initial.sqlById.get(task.id) ?? null } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      observe: (task: Task, sql: string) => judge.observe(task, sql),
    };
    const cells = request.orders.flatMap((order) => {
      const limit = request.limit ?? Infinity;
      const stream = orderStream({ tasks: benchmark.tasks, order, limit });
      return request.methods.map((method): CellSetting => ({
        ...shared,
        request: { ...request, methods: [method], orders: [order] },
        stream,
        path: join(
          request.out,
          cellFileName(request, { benchmark: benchmark.name, method, order }),
        ),
        manifest: {
          method,
          configuration: request.configuration,
          order,
          benchmark: describe(benchmark),
          stream: { digest: digestStream(stream), length: stream.length },
          judge: { mode, version: comparisonVersions[mode], timeoutMs: request.timeoutMs },
          model: model.identity,
          embedder: embedder.identity,
          memoryFrom: memoryFrom &&
            { digest: memoryFrom.digest, entries: memoryFrom.entries.length },
          initialPredictions: initial?.digest ?? null,
        } satisfies RunManifest,
      }));
    });
    const resources = stack.move();
    return { benchmark, model, cells, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

function describe(benchmark: Benchmark): RunManifest["benchmark"] {
  const { name, format, inputs } = benchmark;
  return { name, format, inputs: inputs.map(({ path, sha256 }) => ({ path, sha256 })) };
}

/** Entries of an earlier run, moved to negative positions so that all come before the stream. */
function warmMemory(path: string): { entries: readonly MemoryEntry[]; digest: string } {
  const run = readRun(path);
  const earlier = [...run.initialMemory, ...run.episodes.flatMap((episode) => episode.entries)];
  const span = run.stream.length + run.initialMemory.length;
  const entries = earlier.map((entry) => ({
    ...entry,
    id: `from-${entry.id}`,
    position: entry.position - span,
  }));
  return { entries, digest: digestEntries(entries) };
}

async function readInitial(path: string, benchmark: Benchmark) {
  const predictions = await readPredictions({ path, benchmark });
  const sqlById = new Map(predictions.map(({ task, sql }) => [task.id, sql]));
  const missing = benchmark.tasks.find((task) => !sqlById.has(task.id));
  if (missing !== undefined) {
    throw new InputError(
      `Cannot start from "${path}": it has no prediction for task ${missing.id}`,
    );
  }
  return { sqlById, digest: sha256(await Deno.readFile(path)) };
}
