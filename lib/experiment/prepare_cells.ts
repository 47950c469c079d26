/**
 * From a request to cells that can run: benchmark, judge, model, embedder, recording, stream.
 *
 * @module
 */
import { join, resolve } from "node:path";
import type { Benchmark } from "../benchmark/benchmark.ts";
import { createJudge } from "../benchmark/judge.ts";
import { readPredictions } from "../benchmark/read_predictions.ts";
import { orderStream } from "../benchmark/stream.ts";
import type { MemoryEntry, Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import { checkConfiguration } from "../loop/check_configuration.ts";
import { methodNamed } from "../loop/methods.ts";
import type { RunManifest } from "../runs/manifest.ts";
import { readRun } from "../runs/run_reader.ts";
import { digestEntries } from "../runs/digest_entries.ts";
import { digestStream } from "../runs/digest_stream.ts";
import { sha256 } from "../sha256.ts";
import { comparisonVersions } from "../sql/denotation.ts";
import { createSqlPool } from "../sql/pool.ts";
import { openBenchmark } from "./open_benchmark.ts";
import { keepRecorded, readOutsideData } from "./outside_data.ts";
import { openSources } from "./open_sources.ts";
import type { CellSetting } from "./run_cell.ts";
import { requireWritableFolder } from "./require_writable_folder.ts";
import { cellFileName, requireDistinctCells, type RunRequest } from "./run_request.ts";

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
  /** Called after each gold. */
  readonly onGolds?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Loads, opens and checks everything that the runs of a request need; all golds are run before any
 * model is called.
 *
 * @param request what the user asked for
 * @returns one cell for each variant and order; disposing of it closes recording and child processes
 * @throws {InputError} for a bad benchmark, gold, method, recording or prediction file
 * @throws {InfrastructureError} where the model server is out of reach
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prepareCells } from "./prepare_cells.ts";
 * import { defaultRequest } from "./run_request.ts";
 * import { methodVariants } from "./variant.ts";
 * const request = { ...defaultRequest, variants: methodVariants(["merits"]) };
 * await assert.rejects(() => prepareCells(request, { resume: false }), /Cannot find method "merits"/);
 * ```
 */
export async function prepareCells(
  request: RunRequest,
  options: PrepareOptions,
): Promise<PreparedCells> {
  const { signal } = options;
  for (const { method, configuration } of request.variants) {
    methodNamed(method);
    checkConfiguration(configuration);
  }
  requireDistinctCells(request);
  const asked = withAbsolutePaths(request);
  const stack = new AsyncDisposableStack();
  try {
    const benchmark = ofRecording(await openBenchmark(asked), asked);
    await requireWritableFolder(asked.out);
    const streams = streamsOf(benchmark.tasks, asked);
    const mode = asked.mode ?? benchmark.defaultMode;
    const warm = asked.memoryFrom === null ? null : warmMemory(asked.memoryFrom);
    const initial = asked.initialPredictions === null
      ? null
      : await readInitial(asked.initialPredictions, benchmark);
    const pool = stack.use(createSqlPool());
    const judge = await createJudge({
      benchmark,
      pool,
      mode,
      limits: { timeoutMs: asked.timeoutMs },
      allowBadGold: asked.allowBadGold,
      tasks: [...new Set(streams.flatMap(({ stream }) => stream))],
      ...(signal ? { signal } : {}),
      ...(options.onGolds ? { onProgress: options.onGolds } : {}),
    });
    const { model, embedder, close } = await openSources(asked);
    stack.defer(close);
    const shared = {
      resume: options.resume,
      model,
      embedder,
      ...(initial ? { initialSql: (task: Task) => initial.sqlById.get(task.id) ?? null } : {}),
      ...(signal ? { signal } : {}),
      observe: (task: Task, sql: string) => judge.observe(task, sql),
      isScorable: (task: Task) => judge.isScorable(task),
    };
    const cells = streams.flatMap(({ order, stream }) => {
      const initialMemory = warm === null ? [] : outsideStream(warm, stream);
      return asked.variants.map((variant): CellSetting => ({
        ...shared,
        request: { ...asked, variants: [variant], orders: [order], limitOrder: firstOrder(asked)! },
        stream,
        initialMemory,
        path: join(asked.out, cellFileName({ benchmark: benchmark.name, variant, order })),
        manifest: {
          method: variant.method,
          configuration: variant.configuration,
          order,
          benchmark: describe(benchmark),
          stream: { digest: digestStream(stream), length: stream.length },
          judge: { mode, version: comparisonVersions[mode], timeoutMs: asked.timeoutMs },
          model: model.identity,
          embedder: embedder.identity,
          memoryFrom: warm === null
            ? null
            : { digest: digestEntries(initialMemory), entries: initialMemory.length },
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

/** What lies beside the recording says which questions it holds, and what they must be. */
function ofRecording(benchmark: Benchmark, { recording }: RunRequest): Benchmark {
  const data = recording === null ? null : readOutsideData(recording);
  return data === null ? benchmark : keepRecorded(benchmark, data);
}

/** The order whose first questions a limit keeps; undefined where no order is asked for. */
function firstOrder({ orders, limitOrder }: RunRequest): number | undefined {
  return limitOrder ?? orders[0];
}

/** One stream an order. All hold the same questions: a limit takes the first of one order. */
function streamsOf(tasks: readonly Task[], request: RunRequest) {
  const { orders, limit } = request, first = firstOrder(request);
  if (first === undefined) return [];
  const kept = orderStream({ tasks, order: first, limit: limit ?? Infinity });
  return orders.map((order) => ({ order, stream: orderStream({ tasks: kept, order }) }));
}

/** A resume may be asked for from another working directory. */
function withAbsolutePaths(request: RunRequest): RunRequest {
  const absolute = (path: string | null) =>
    path === null || path === ":memory:" ? path : resolve(path);
  return {
    ...request,
    benchmark: request.benchmark === "bundled" ? "bundled" : resolve(request.benchmark),
    recording: absolute(request.recording),
    memoryFrom: absolute(request.memoryFrom),
    initialPredictions: absolute(request.initialPredictions),
    out: resolve(request.out),
  };
}

function describe(benchmark: Benchmark): RunManifest["benchmark"] {
  const { name, format, questionCount, inputs } = benchmark;
  return {
    name,
    format,
    questionCount,
    inputs: inputs.map(({ path, sha256 }) => ({ path, sha256 })),
  };
}

/** Entries of an earlier run, moved to negative positions so that all come before the stream. */
function warmMemory(path: string): readonly MemoryEntry[] {
  const run = readRun(path);
  const earlier = [...run.initialMemory, ...run.episodes.flatMap((episode) => episode.entries)];
  const span = run.stream.length + run.initialMemory.length;
  return earlier.map((entry) => ({
    ...entry,
    id: `from-${entry.id}`,
    position: entry.position - span,
  }));
}

/** What was learnt from a question of the stream itself would be its own answer, or the future. */
function outsideStream(
  entries: readonly MemoryEntry[],
  stream: readonly Task[],
): readonly MemoryEntry[] {
  const asked = new Set(stream.map(({ id }) => id));
  return entries.filter(({ taskId }) => !asked.has(taskId));
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
