/**
 * What one question costs, from the recording.
 *
 * @module
 */
import type { CallRecord } from "../../lib/domain.ts";
import { bundledRecording } from "../../lib/experiment/bundled_recording.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { readRun } from "../../lib/runs/run_reader.ts";

/** The calls of each question, in stream order. */
export type Trace = readonly (readonly CallRecord[])[];

/** The paper's methods, all of them recorded to the end on the database below. */
export const measuredMethods = ["stateless", "dynamic-rag", "reflexion", "merit"] as const;

/** A method that is recorded. */
export type MeasuredMethod = typeof measuredMethods[number];

/** Where they are recorded. */
export const measuredDatabase = "bike_share";

/** Replays the recorded runs, order 1, run seed 1. */
export async function measureTraces(): Promise<Readonly<Record<MeasuredMethod, Trace>>> {
  const out = await Deno.makeTempDir({ prefix: "merit-scale-" });
  try {
    await using prepared = await prepareCells({
      ...defaultRequest,
      databases: [measuredDatabase],
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
    })) as unknown as Record<MeasuredMethod, Trace>;
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}
