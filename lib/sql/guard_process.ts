/**
 * The process behind a guard: kills the processes that it was told of last when its input ends.
 *
 * @module
 */
import { readFramesSync } from "./frames.ts";

let ids: readonly number[] = [];
for (const frame of readFramesSync(Deno.stdin)) ids = frame as readonly number[];
for (const id of ids) {
  try {
    Deno.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
