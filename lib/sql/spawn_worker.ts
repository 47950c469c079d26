/**
 * Starts the process that runs untrusted SQL, with as few rights as it can have.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";

/** Passed on where it is set, so that a child keeps its compiled sources where its parent does. */
function cacheFolder(): Record<string, string> {
  const variable = "DENO_DIR";
  if (Deno.permissions.querySync({ name: "env", variable }).state !== "granted") return {};
  const folder = Deno.env.get(variable);
  return folder === undefined ? {} : { [variable]: folder };
}

/**
 * Starts `worker.ts` in a process of its own. It may read one file and the sources of this folder
 * (its thread loads them at run time) and has no other permission; its environment is empty but for
 * `DENO_DIR`.
 *
 * @param path the one file
 * @throws {InfrastructureError} when the system starts no process
 *
 * @example
 * ```ts
 * import { spawnWorker } from "./spawn_worker.ts";
 * const child = spawnWorker(await Deno.makeTempFile());
 * await child.stdin.close();
 * await child.stdout.cancel();
 * if (!(await child.status).success) throw new Error("Expected an end when its input ends");
 * ```
 */
export function spawnWorker(path: string): Deno.ChildProcess {
  const sources = import.meta.dirname;
  const readable = [path, `${sources}`, `${sources}/../sqlite.ts`];
  const unfit = readable.find((file) => file.includes(","));
  if (unfit !== undefined) {
    throw new InfrastructureError(
      `Cannot run SQL: ${unfit} holds a comma, need a path without one`,
    );
  }
  const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"];
  try {
    return new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        ...flags,
        `--allow-read=${readable.join()}`,
        import.meta.resolve("./worker.ts"),
      ],
      clearEnv: true,
      env: cacheFolder(),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (cause) {
    throw new InfrastructureError("Cannot run SQL: the system starts no process", { cause });
  }
}
