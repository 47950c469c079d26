/**
 * A child process: runs statements on one database and writes their outcomes to stdout, until its
 * input ends.
 *
 * A query blocks it, so it does not see its parent vanish in mid-query; the guard does.
 *
 * @module
 */
import type { ChildReply, ChildRequest, RunRequest } from "./child_protocol.ts";
import { encodeFrame, readFramesSync } from "./frames.ts";
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

function run({ sql, limits }: RunRequest): void {
  if (guarded === undefined) throw new Error("Cannot run a statement: no database is open");
  const start = performance.now();
  try {
    const outcome = runStatement(guarded, sql, limits);
    reply({ kind: "ran", durationMs: performance.now() - start });
    reply({ kind: "outcome", outcome });
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    reply({ kind: "broken", message: error.message });
  }
}

for (const frame of readFramesSync(Deno.stdin)) {
  const request = frame as ChildRequest;
  if (request.kind === "open") reply(open(request.path, request.heapBytes));
  else run(request);
}
