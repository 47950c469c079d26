/**
 * Replaying a run: what the kit itself costs an attempt, and whether memory stays flat.
 *
 * @module
 */
import { prepareCells, type PreparedCells } from "../../lib/experiment/prepare_cells.ts";
import type { CellSetting } from "../../lib/experiment/run_cell.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import type { Embedder } from "../../lib/scorer/embedder.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import {
  createEmbeddingTable,
  createRecordedEmbedder,
} from "../../lib/scorer/recorded_embedder.ts";
import { spreadOf } from "../measure.ts";
import type { Line, Row } from "../row.ts";
import { createFalteringModel } from "../scripted_answers.ts";

const methods = [
  ...["resample", "stateless", "dynamic-rag", "dynamic-rag-repairs", "reflexion", "merit"],
];
/** Memory is flat where the later passes take at most so many times what the earlier ones did. */
const flat = 1.05;

/** Vectors as long as MiniLM's. */
function createWideEmbedder(): Embedder {
  const hashing = createHashingEmbedder(), times = 6;
  return {
    identity: "hashing, repeated",
    dimensions: times * hashing.dimensions,
    async embed(texts) {
      const vectors = await hashing.embed(texts);
      return vectors.map((vector) =>
        Float32Array.from(
          { length: times * vector.length },
          (_, i) => vector[i % vector.length]! / Math.sqrt(times),
        )
      );
    },
  };
}

/** Runs all cells one after the other, and tells the time of the oracle from all other time. */
async function runPass({ cells, model }: Pick<PreparedCells, "cells" | "model">) {
  let sqlMs = 0, attempts = 0;
  const timed = cells.map((cell): CellSetting => ({
    ...cell,
    async observe(task, sql) {
      const start = performance.now();
      try {
        return await cell.observe(task, sql);
      } finally {
        sqlMs += performance.now() - start;
      }
    },
  }));
  const start = performance.now();
  await runCells({ cells: timed, model }, {
    parallel: 1,
    prefetch: false,
    onEpisode: (_, { steps }) => attempts += steps.length,
  });
  return { attempts, sqlMs, outsideMs: performance.now() - start - sqlMs };
}

/** Makes the recording: the same run, with a scripted model behind the recorder. */
async function recordRun(request: RunRequest, path: string): Promise<void> {
  await using prepared = await prepareCells({
    ...request,
    ...{ model: "scripted:select-one", embedder: "hashing", recording: ":memory:" },
  }, { resume: false });
  const wide = createWideEmbedder();
  const { identity, dimensions } = wide;
  using database = openRecording(path);
  createEmbeddingTable(database);
  const scripted = createFalteringModel(prepared.benchmark);
  const model = createRecordedModel({ database, mode: "record", model: scripted });
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live: wide });
  const cells = prepared.cells.map((cell) => ({
    ...cell,
    model,
    embedder,
    manifest: { ...cell.manifest, model: model.identity, embedder: identity },
  }));
  await runPass({ cells, model });
}

/** Median milliseconds that the disk of a folder takes to make four kibibytes safe. */
async function measureSync(folder: string): Promise<number> {
  const path = `${folder}/sync`, values: number[] = [];
  {
    using file = await Deno.open(path, { write: true, create: true });
    for (let i = 0; i < 20; i++) {
      file.writeSync(new Uint8Array(4096));
      const start = performance.now();
      file.syncSync();
      values.push(performance.now() - start);
    }
  }
  await Deno.remove(path);
  return spreadOf(values).median;
}

/** A folder in memory; null on systems that have none. */
async function makeFolderInMemory(): Promise<string | null> {
  return await Deno.makeTempDir({ dir: "/dev/shm", prefix: "merit-bench-" }).catch(() => null);
}

interface Passes {
  readonly overheads: readonly number[];
  /** MiB after each pass. */
  readonly resident: readonly number[];
  readonly attempts: number;
  readonly sqlMs: number;
}

async function replayRuns(request: RunRequest, passes: number): Promise<Passes> {
  const overheads: number[] = [], resident: number[] = [];
  let attempts = 0, sqlMs = 0;
  for (let pass = 0; pass < passes; pass++) {
    {
      await using prepared = await prepareCells(request, { resume: false });
      const ran = await runPass(prepared);
      overheads.push(ran.outsideMs / ran.attempts);
      ({ attempts } = ran);
      sqlMs = ran.sqlMs / ran.attempts;
    }
    (globalThis as { readonly gc?: () => void }).gc?.();
    resident.push(Deno.memoryUsage().rss / 2 ** 20);
    await Deno.remove(request.out, { recursive: true });
  }
  return { overheads, resident, attempts, sqlMs };
}

/** The row. */
export const replayRow: Row = {
  name: "replay",
  title: "Replaying six methods over the bundled questions",
  needsPeers: false,
  async measure({ quick, folder }) {
    const recording = `${folder}/calls.sqlite`;
    const base = {
      ...defaultRequest,
      variants: methodVariants(methods),
      limit: quick ? 8 : null,
    };
    await recordRun({ ...base, out: `${folder}/recorded` }, recording);
    const replay = { ...base, embedder: "recorded", recording, replay: true };
    const inMemory = await makeFolderInMemory();
    const lines: Line[] = [];
    const measureAt = async (place: string, out: string, passes: number) => {
      const { overheads, resident, attempts, sqlMs } = await replayRuns({ ...replay, out }, passes);
      lines.push({
        work: `${attempts.toLocaleString("en")} attempts, all but SQL, run files ${place}`,
        unit: "ms an attempt",
        ours: spreadOf(overheads),
        against: null,
        goal: { valueAtMost: 2 },
        note: `SQL takes ${sqlMs.toFixed(2)} ms an attempt beside it`,
      });
      return resident;
    };
    try {
      const onDisk = await measureAt("on disk", `${folder}/runs`, quick || inMemory ? 2 : 10);
      const resident = inMemory === null
        ? onDisk
        : await measureAt("in memory", `${inMemory}/runs`, quick ? 3 : 10);
      const [, ...later] = resident, half = Math.ceil(later.length / 2);
      const first = Math.max(...later.slice(0, half)), last = Math.max(...later.slice(-half));
      lines.push({
        work: `resident memory after pass 2 to ${resident.length}`,
        unit: "MiB",
        ours: spreadOf(later),
        against: null,
        goal: null,
        note: `after each pass: ${resident.map((size) => size.toFixed(0)).join(", ")}`,
      }, {
        work: "largest of the later half over that of the earlier",
        unit: "times",
        ours: spreadOf([last / first]),
        against: null,
        goal: { valueAtMost: flat },
        note: "the first pass fills caches and is left out",
      });
    } finally {
      if (inMemory !== null) await Deno.remove(inMemory, { recursive: true });
    }
    const sync = (await measureSync(folder)).toFixed(1);
    const notes = [
      `${methods.join(", ")}; vectors of 384 dimensions; one cell at a time`,
      `an episode is one transaction, which waits for the disk: it takes ${sync} ms to make a page safe`,
    ];
    return { lines, notes, skipped: "" };
  },
};
