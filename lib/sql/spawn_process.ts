/**
 * Starts a process of this folder, with as few rights as it can have.
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
 * Starts a module of this folder in a process of its own. It has one permission; its environment is
 * empty but for `DENO_DIR`.
 *
 * @param module name of the file
 * @param permission the one flag that allows something
 * @throws {InfrastructureError} when the system starts no process
 *
 * @example
 * ```ts
 * import { spawnProcess } from "./spawn_process.ts";
 * const child = spawnProcess("worker.ts", `--allow-read=${await Deno.makeTempFile()}`);
 * await child.stdin.close();
 * await child.stdout.cancel();
 * if (!(await child.status).success) throw new Error("Expected an end when its input ends");
 * ```
 */
export function spawnProcess(
  module: "worker.ts" | "guard_process.ts",
  permission: string,
): Deno.ChildProcess {
  const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"];
  try {
    return new Deno.Command(Deno.execPath(), {
      args: ["run", ...flags, permission, import.meta.resolve(`./${module}`)],
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
