/**
 * The one way in which the kit's notebooks show something.
 *
 * @module
 */
import type { Figure } from "../figures/figure.ts";
import { mimeBundle } from "../figures/mime_bundle.ts";
import { type Bundle, plainText } from "./bundle.ts";

/** What can be shown: a text, a figure, or what `table`, `markdown` and `mimeBundle` return. */
export type Showable = string | Figure | Bundle;

/**
 * Shows values below the cell, one output each, in their order; outside a notebook it prints their
 * texts. Await it, once a cell.
 *
 * The kernel hands outputs to another thread and may say that the cell is done before that thread has
 * sent them; readers then drop them. Hence the wait after the last: 120 ms, and 200 ms for each million
 * of characters. It is cut into turns, since on a busy machine each turn has to wait for a processor
 * as that thread does.
 *
 * @param values at least one
 * @returns when the outputs are on their way to the reader
 * @throws {RangeError} without a value, or for a figure that should not be printed
 *
 * @example
 * ```ts
 * import { show } from "./show.ts";
 * import { table } from "./table.ts";
 * await show("Two plus two", table([{ sum: 4 }]));
 * ```
 */
export async function show(...values: readonly Showable[]): Promise<void> {
  if (values.length === 0) throw new RangeError("Cannot show 0 values, need at least 1");
  const bundles: Bundle[] = [];
  for (const value of values) bundles.push(await toBundle(value));
  const kernel = findKernel();
  for (const { data } of bundles) {
    if (kernel === null) console.log(data["text/plain"] ?? `[${Object.keys(data).join(", ")}]`);
    else await kernel.broadcast("display_data", { data, metadata: {}, transient: {} });
  }
  if (kernel === null) return;
  const turns = 12 + JSON.stringify(bundles).length / 50_000;
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function toBundle(value: Showable): Promise<Bundle> {
  if (typeof value === "string") return plainText(value);
  return "data" in value ? value : await mimeBundle(value);
}

/** Deno throws where the program runs in no kernel. */
function findKernel(): typeof Deno.jupyter | null {
  try {
    return Deno.jupyter;
  } catch {
    return null;
  }
}
