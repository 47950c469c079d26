/**
 * What one question costs, from the recording.
 *
 * @module
 */
import type { CallRecord } from "../../lib/domain.ts";
import { bundledRecording, readRecordedPart } from "../../lib/experiment/bundled_recording.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { readRun } from "../../lib/runs/run_reader.ts";

/** The calls of each question, in stream order. */
export type Trace = readonly (readonly CallRecord[])[];

/** By method: those that are recorded to the end. */
export type Traces = Readonly<Record<string, Trace>>;

/** Which they are, and over which databases. */
export const { methods: measuredMethods, databases: measuredDatabases } = await readRecordedPart();

/** Replays the recorded runs, order 1, run seed 1. */
export async function measureTraces(): Promise<Traces> {
  const out = await Deno.makeTempDir({ prefix: "merit-scale-" });
  try {
    await using prepared = await prepareCells({
      ...defaultRequest,
      databases: measuredDatabases,
      variants: methodVariants(measuredMethods),
      embedder: "recorded",
      recording: bundledRecording,
      replay: true,
      out,
    }, { resume: false });
    await runCells(prepared, { parallel: 1, prefetch: false });
    return Object.fromEntries(prepared.cells.map(({ path, manifest }) => {
      const inOrder = readRun(path).episodes.toSorted((a, b) => a.position - b.position);
      return [manifest.method, inOrder.map(({ steps }) => steps.flatMap(({ calls }) => calls))];
    }));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}
