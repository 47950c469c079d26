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
  /** Starts a process, and guards it until it has ended. */
  start(spawn: () => Deno.ChildProcess): Deno.ChildProcess;
  /** Kills what it still guards, and ends. */
  close(): Promise<void>;
}

const leastLifeMs = 200, closeLimitMs = 5_000;

/** The guard's own process. */
interface Guarding {
  readonly process: Deno.ChildProcess;
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
}

/**
 * Makes a guard. Its own process starts before the first that it guards, and again where it has
 * ended since; it does not keep the program alive.
 *
 * @example
 * ```ts
 * import { createGuard } from "./guard.ts";
 * const guard = createGuard();
 * const endless = new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] });
 * await using child = guard.start(() => endless.spawn());
 * await guard.close();
 * if ((await child.status).signal !== "SIGKILL") throw new Error("Expected a kill");
 * ```
 */
export function createGuard(): Guard {
  const ids = new Set<number>();
  let guarding: Guarding | undefined;
  let isClosing = false;

  const open = (): Guarding => {
    const process = spawnProcess("guard_process.ts", "--allow-run");
    process.unref();
    process.stdout.cancel();
    const since = performance.now();
    process.status.then(() => {
      guarding = undefined;
      // Not again and again where it cannot run at all.
      if (isClosing || ids.size === 0 || performance.now() - since < leastLifeMs) return;
      guarding = open();
      tell();
    });
    return { process, writer: process.stdin.getWriter() };
  };
  const tell = () => {
    guarding?.writer.write(encodeFrame([...ids])).catch(() => {});
  };
  return {
    start(spawn) {
      guarding ??= open();
      const child = spawn();
      ids.add(child.pid);
      tell();
      child.status.then(() => {
        ids.delete(child.pid);
        tell();
      });
      return child;
    },
    async close() {
      isClosing = true;
      if (guarding === undefined) return;
      const { process, writer } = guarding;
      process.ref();
      await writer.close().catch(() => {});
      const timer = setTimeout(() => process.kill("SIGKILL"), closeLimitMs);
      await process.status;
      clearTimeout(timer);
    },
  };
}
