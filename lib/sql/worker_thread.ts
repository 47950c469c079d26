/**
 * The thread of a child process that runs statements and writes their outcomes to stdout.
 *
 * @module
 */
import type { ChildReply, ChildRequest } from "./child_protocol.ts";
import { encodeFrame } from "./frames.ts";
import { type GuardedConnection, openGuardedConnection } from "./guarded_connection.ts";
import { BrokenFile, runStatement } from "./run_statement.ts";

let guarded: GuardedConnection | undefined;

function reply(message: ChildReply): void {
  const frame = encodeFrame(message);
  for (let at = 0; at < frame.length;) at += Deno.stdout.writeSync(frame.subarray(at));
}

function open(path: string, heapBytes: number): ChildReply {
  try {
    guarded = openGuardedConnection(path, heapBytes);
    return { kind: "ready" };
  } catch (error) {
    return { kind: "unreadable", message: error instanceof Error ? error.message : String(error) };
  }
}

globalThis.addEventListener("message", (event) => {
  const request = (event as MessageEvent<ChildRequest>).data;
  if (request.kind === "open") return reply(open(request.path, request.heapBytes));
  if (guarded === undefined) throw new Error("Cannot run a statement: no database is open");
  const start = performance.now();
  try {
    const outcome = runStatement(guarded, request.sql, request.limits);
    reply({ kind: "ran", durationMs: performance.now() - start });
    reply({ kind: "outcome", outcome });
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    reply({ kind: "broken", message: error.message });
  }
});
