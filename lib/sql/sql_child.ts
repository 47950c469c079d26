/**
 * One killable process that serves one database.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";
import { InfrastructureError } from "../errors.ts";
import type { ChildReply, ChildRequest } from "./child_protocol.ts";
import { cannotOpen } from "./database_file.ts";
import { encodeFrame, readFrames } from "./frames.ts";
import type { Guard } from "./guard.ts";
import type { SqlLimits } from "./limits.ts";
import { recordDuration } from "./query_duration.ts";
import { spawnProcess } from "./spawn_process.ts";

const startLimitMs = 30_000;
const transferLimitMs = 60_000;
/** The child ends an overdue result itself where it can; the kill comes this much later. */
const graceMs = 100;

/** A child process died although nobody here killed it. */
export class ChildCrash extends InfrastructureError {}

/** A process with an open database. */
export interface SqlChild {
  /** Runs one statement; a child that is past its time is killed and gives `timeout`. */
  run(sql: string, limits: SqlLimits): Promise<SqlOutcome>;
  /** False once the process was killed or has ended. */
  readonly alive: boolean;
  /** Settles when the process has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Kills the process and waits for its end. */
  kill(): Promise<void>;
}

/** Runs `late` after a time, once the event loop has had a chance to deliver what came before. */
function armDeadline(milliseconds: number, late: () => void): () => void {
  const due = performance.now() + milliseconds;
  let timer = setTimeout(() => {
    if (performance.now() - due > graceMs) timer = setTimeout(late, graceMs);
    else late();
  }, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * Starts a child process for a database.
 *
 * @param options `path`: the real path of an existing file; `heapBytes`: SQLite's heap in there;
 * `guard`: kills the child where this process vanishes
 * @returns the child, ready to run
 * @throws {InputError} when the file is no database that can be read
 * @throws {InfrastructureError} when the process cannot start or does not answer
 *
 * @example
 * ```ts
 * import { InputError } from "../errors.ts";
 * import { createGuard } from "./guard.ts";
 * import { startSqlChild } from "./sql_child.ts";
 * const path = new URL(import.meta.url).pathname;
 * const guard = createGuard();
 * const error = await startSqlChild({ path, heapBytes: 1e8, guard }).catch((error) => error);
 * await guard.close();
 * if (!(error instanceof InputError)) throw new Error("Expected a source file to be refused");
 * ```
 */
export async function startSqlChild(
  { path, heapBytes, guard }: {
    readonly path: string;
    readonly heapBytes: number;
    readonly guard: Guard;
  },
): Promise<SqlChild> {
  if (path.includes(",")) {
    throw new InfrastructureError(
      `Cannot run SQL: ${path} holds a comma, need a path without one`,
    );
  }
  const child = guard.start(() => spawnProcess("worker.ts", `--allow-read=${path}`));
  const replies = readFrames(child.stdout);
  const writer = child.stdin.getWriter();
  let alive = true;
  let isKilled = false;
  const ended = child.status.then(async () => {
    alive = false;
    await replies.return();
    await writer.abort().catch(() => {});
  });
  const terminate = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const kill = async () => {
    isKilled = true;
    child.ref();
    if (alive) terminate();
    await ended;
  };

  const send = (request: ChildRequest) => {
    writer.write(encodeFrame(request)).catch(() => {});
  };
  /** The next reply; undefined where the process was killed for not giving one in time. */
  const receive = async (milliseconds: number): Promise<ChildReply | undefined> => {
    let isLate = false;
    const disarm = armDeadline(milliseconds, () => {
      isLate = true;
      terminate();
    });
    try {
      const { value, done } = await replies.next();
      if (!done) return value as ChildReply;
      const { code, signal } = await child.status;
      if (isLate) return undefined;
      throw new ChildCrash(`Cannot run SQL: its process ended by ${signal ?? `exit code ${code}`}`);
    } finally {
      disarm();
    }
  };

  send({ kind: "open", path, heapBytes });
  const opened = await receive(startLimitMs);
  if (opened?.kind === "unreadable") {
    await kill();
    throw cannotOpen(path, new Error(opened.message));
  }
  if (opened?.kind !== "ready") {
    throw new InfrastructureError(`Cannot run SQL: its process is not ready in ${startLimitMs} ms`);
  }
  // An idle process does not keep the program alive; it ends when its input does.
  child.unref();
  return {
    get alive() {
      return alive;
    },
    ended,
    kill,
    async run(sql, limits) {
      child.ref();
      try {
        send({ kind: "run", sql, limits });
        const ran = await receive(limits.timeoutMs + graceMs);
        if (ran === undefined) return { kind: "timeout", limitMs: limits.timeoutMs };
        if (ran.kind === "broken") {
          throw new InfrastructureError(
            `Cannot read the database ${path}: ${ran.message}; close what writes it or get the ` +
              "file again, then resume",
          );
        }
        const sent = await receive(transferLimitMs);
        if (ran.kind !== "ran" || sent?.kind !== "outcome") {
          throw new InfrastructureError("Cannot run SQL: its process does not send the result");
        }
        recordDuration(sent.outcome, ran.durationMs);
        return sent.outcome;
      } finally {
        // Whoever waits for a killed process to end keeps the program alive until then.
        if (!isKilled) child.unref();
      }
    },
  };
}
