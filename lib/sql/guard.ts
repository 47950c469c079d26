/**
 * Sees to it that processes do not outlive this one.
 *
 * SQLite cannot be interrupted from JavaScript, so a process in mid-query does not see that its
 * input has ended. A process of ours that only waits does.
 *
 * @module
 */
import { encodeFrame } from "./frames.ts";
import { spawnProcess } from "./spawn_process.ts";

/** Kills processes when this one vanishes. */
export interface Guard {
  /** Guards a process until it has ended. */
  watch(child: { readonly pid: number; readonly ended: Promise<unknown> }): void;
  /** Kills what it still guards, and ends. */
  close(): Promise<void>;
}

/**
 * Makes a guard. Its own process starts with the first process to watch, and again where it has
 * ended since; it does not keep the program alive.
 *
 * @example
 * ```ts
 * import { createGuard } from "./guard.ts";
 * const guard = createGuard();
 * const endless = ["eval", "for (;;);"];
 * await using child = new Deno.Command(Deno.execPath(), { args: endless }).spawn();
 * guard.watch({ pid: child.pid, ended: child.status });
 * await guard.close();
 * if ((await child.status).signal !== "SIGKILL") throw new Error("Expected a kill");
 * ```
 */
export function createGuard(): Guard {
  const ids = new Set<number>();
  let guarding: Deno.ChildProcess | undefined;
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;

  const start = () => {
    const child = guarding = spawnProcess("guard_process.ts", "--allow-run");
    writer = child.stdin.getWriter();
    child.stdout.cancel();
    child.unref();
    child.status.then(() => {
      if (guarding === child) guarding = undefined;
    });
  };
  const tell = () => {
    if (guarding === undefined) start();
    writer!.write(encodeFrame([...ids])).catch(() => {});
  };
  return {
    watch({ pid, ended }) {
      ids.add(pid);
      tell();
      ended.then(() => {
        ids.delete(pid);
        if (guarding !== undefined) tell();
      });
    },
    async close() {
      guarding?.ref();
      await writer?.close().catch(() => {});
      await guarding?.status;
    },
  };
}
