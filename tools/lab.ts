/**
 * `deno task lab`: opens `notebooks/` in JupyterLab, which it installs into `.venv` at its first run.
 * Arguments go to JupyterLab, such as `--no-browser`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { InfrastructureError } from "../lib/errors.ts";
import { jupyter, prepareEnvironment } from "./notebooks/environment.ts";

if (import.meta.main) {
  try {
    await prepareEnvironment((line) => console.error(line));
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
  const notebooks = fileURLToPath(new URL("../notebooks", import.meta.url));
  const checkpoints = fileURLToPath(new URL("../.venv/var/jupyter/checkpoints", import.meta.url));
  const lab = jupyter("jupyterlab", [
    "--ServerApp.answer_yes=True",
    "--MappingKernelManager.default_kernel_name=deno",
    `--FileCheckpoints.checkpoint_dir=${checkpoints}`,
    // Looking for language servers, it would run npm, which writes to the home folder.
    "--LanguageServerManager.autodetect=False",
    ...Deno.args,
    notebooks,
  ], {}).spawn();
  // Ctrl-C reaches JupyterLab too, which then ends its kernels and itself; SIGTERM does not.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => lab.kill("SIGTERM"));
  Deno.exit((await lab.status).code);
}
