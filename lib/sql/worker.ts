/**
 * Entry of a child process. It only listens, so that it sees its parent vanish in mid-query: a
 * query blocks the thread that runs it, and SQLite cannot be interrupted from JavaScript.
 *
 * @module
 */
import { readFrames } from "./frames.ts";

const thread = new Worker(import.meta.resolve("./worker_thread.ts"), { type: "module" });
for await (const request of readFrames(Deno.stdin.readable)) thread.postMessage(request);
Deno.exit();
