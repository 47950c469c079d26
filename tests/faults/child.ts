/** Programs of the fixtures, as processes of their own. */
import { fileURLToPath } from "node:url";

/** A running program. */
export interface Program {
  readonly pid: number;
  /** The first line that it printed. */
  readonly said: string;
  /** Kills it, unless it has come to its end by itself; true where the kill ended it. */
  kill(): Promise<boolean>;
  /** Ends its input and waits for its end; true where that was a good one. */
  finish(): Promise<boolean>;
}

/** Starts a program and waits until it says something. */
export async function startProgram(url: URL, ...args: string[]): Promise<Program> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--no-lock", "-A", fileURLToPath(url), ...args],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const end = async () => {
    const { success, signal } = await child.status;
    await Promise.all([reader.cancel(), child.stdin.close().catch(() => {})]);
    return { success, signal };
  };
  return {
    pid: child.pid,
    said: new TextDecoder().decode(value).trim(),
    async kill() {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      return (await end()).signal === "SIGKILL";
    },
    async finish() {
      await child.stdin.close();
      return (await end()).success;
    },
  };
}
