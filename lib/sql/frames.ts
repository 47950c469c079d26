/**
 * Messages between the pool and its child processes: length (4 bytes, big-endian) and payload.
 *
 * The payload is V8's structured clone, which keeps INTEGER, REAL, bytes, text and null apart.
 *
 * @module
 */
import { deserialize, serialize } from "node:v8";

/**
 * Turns a value into one frame.
 *
 * @example
 * ```ts
 * import { encodeFrame, readFrames } from "./frames.ts";
 * const frames = readFrames(new Blob([encodeFrame([1n, 1.5, null])]).stream());
 * const { value } = await frames.next();
 * if (!Array.isArray(value) || value[0] !== 1n) throw new Error("Expected an integer back");
 * ```
 */
export function encodeFrame(value: unknown): Uint8Array<ArrayBuffer> {
  const payload = serialize(value);
  const frame = new Uint8Array(4 + payload.length);
  new DataView(frame.buffer).setUint32(0, payload.length);
  frame.set(payload, 4);
  return frame;
}

/**
 * Reads values from a stream of frames; it ends where the stream ends, in mid-frame too.
 *
 * @example
 * ```ts
 * import { encodeFrame, readFrames } from "./frames.ts";
 * const torn = encodeFrame("text").subarray(0, 5);
 * const { done } = await readFrames(new Blob([torn]).stream()).next();
 * if (!done) throw new Error("Expected no value from half a frame");
 * ```
 */
export async function* readFrames(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<unknown, void> {
  const header = new Uint8Array(4);
  let target = header;
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + target.length - filled);
      target.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < target.length) continue;
      filled = 0;
      if (target === header) {
        target = new Uint8Array(new DataView(header.buffer).getUint32(0));
      } else {
        const payload = target;
        target = header;
        yield deserialize(payload);
      }
    }
  }
}

/** A file that is read by whoever may wait. */
export interface ByteSource {
  /** Reads some bytes and says how many; null at the end. */
  readSync(target: Uint8Array): number | null;
}

/** Fills the target; false where the source ends before. */
function fill(source: ByteSource, target: Uint8Array): boolean {
  for (let at = 0; at < target.length;) {
    const count = source.readSync(target.subarray(at));
    if (count === null) return false;
    at += count;
  }
  return true;
}

/**
 * The same from a file that is read as the values are asked for, blocking.
 *
 * @example
 * ```ts
 * import { encodeFrame, readFramesSync } from "./frames.ts";
 * const path = await Deno.makeTempFile();
 * await Deno.writeFile(path, encodeFrame([1n, 1.5, null]));
 * using file = await Deno.open(path);
 * const values = [...readFramesSync(file)];
 * await Deno.remove(path);
 * if (values.length !== 1) throw new Error("Expected one value");
 * ```
 */
export function* readFramesSync(source: ByteSource): Generator<unknown, void> {
  const header = new Uint8Array(4);
  while (fill(source, header)) {
    const payload = new Uint8Array(new DataView(header.buffer).getUint32(0));
    if (!fill(source, payload)) return;
    yield deserialize(payload);
  }
}
