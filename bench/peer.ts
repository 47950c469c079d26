/**
 * A Python process to measure against.
 *
 * It is started on an input file, says when it is ready, and then runs one timed pass for each line
 * that it is sent. What it is sent and what it answers are JSON; only the pass itself is timed, by its
 * own clock.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { pythonPath } from "./environment.ts";
import type { Pass } from "./measure.ts";

/** A started peer. */
export interface Peer extends AsyncDisposable {
  /** Runs one pass of a case that the script knows. */
  run<Result>(request: Readonly<Record<string, unknown>>): Promise<Pass<Result>>;
}

/**
 * Starts a script of `bench/peers`.
 *
 * @param script its name without ending
 * @param input the file that it reads
 * @throws {Error} where it ends before it has answered; what it printed goes to the terminal
 */
export async function startPeer(script: string, input: string): Promise<Peer> {
  const path = fileURLToPath(new URL(`peers/${script}.py`, import.meta.url));
  const child = new Deno.Command(pythonPath, {
    args: ["-u", path, input],
    stdin: "piped",
    stdout: "piped",
    env: { PYTHONDONTWRITEBYTECODE: "1" },
  }).spawn();
  const lines = readLines(child.stdout);
  const writer = child.stdin.getWriter();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`Cannot go on: the peer ${script}.py ended, see its message above`);
    return JSON.parse(value);
  };
  const { ready } = await next();
  if (ready !== true) throw new Error(`Cannot start the peer ${script}.py: it did not say ready`);
  return {
    async run(request) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
      return await next();
    },
    async [Symbol.asyncDispose]() {
      // It ends with its input; where it has ended before, that has been said.
      await writer.close().catch(() => {});
      await child.status;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of stream) {
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first!);
    for (const other of others) {
      yield parts.splice(0).join("");
      parts.push(other);
    }
  }
}
