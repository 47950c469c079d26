/**
 * JupyterLab and nbconvert for this project alone: a virtual environment `.venv` with pinned packages,
 * a kernelspec for the Deno that runs, and Jupyter's own files inside it. Nothing goes to the user's
 * home folder.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InfrastructureError } from "../../lib/errors.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(repository, ".venv");
const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
const oldestPython = "3.9";

/** Whether the environment is installed, with the packages of this revision. */
export async function isInstalled(): Promise<boolean> {
  const stamp = await Deno.readTextFile(join(folder, "requirements.txt")).catch(() => "");
  return stamp === await Deno.readTextFile(requirements) && (await tryRun(python(), ["-c", ""])).ok;
}

/**
 * Makes what is missing of the environment.
 *
 * @param tell takes a line before something that takes long
 * @throws {InfrastructureError} where there is no usable Python, or its package registry is out of reach
 */
export async function prepareEnvironment(tell: (line: string) => void): Promise<void> {
  if (!await isInstalled()) {
    const base = await findPython(["python3", "python"]);
    tell(`Installing JupyterLab into .venv with ${base} (about 150 MB, only this once)`);
    await run("make .venv", base, ["-m", "venv", folder]);
    await run("install JupyterLab into .venv", python(), [
      ...["-m", "pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check"],
      ...["--no-deps", "--requirement", requirements],
    ]);
    await Deno.copyFile(requirements, join(folder, "requirements.txt"));
  }
  const spec = join(folder, "share", "jupyter", "kernels", "deno");
  await Deno.mkdir(spec, { recursive: true });
  await Deno.writeTextFile(join(spec, "kernel.json"), JSON.stringify(kernelSpec()));
}

function kernelSpec(): object {
  return {
    argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
    display_name: "Deno",
    language: "typescript",
  };
}

/**
 * One of the environment's programs, not yet started.
 *
 * @param module Python module of the program: `jupyterlab` or `nbconvert`
 * @param args its arguments
 * @param options as `Deno.Command` takes them
 * @returns the command
 */
export function jupyter(
  module: "jupyterlab" | "nbconvert",
  args: readonly string[],
  options: Deno.CommandOptions,
): Deno.Command {
  const own = (name: string) => join(folder, "var", "jupyter", name);
  return new Deno.Command(python(), {
    ...options,
    args: ["-m", module, "--KernelSpecManager.ensure_native_kernel=False", ...args],
    env: {
      ...options.env,
      IPYTHONDIR: own("ipython"),
      JUPYTER_CONFIG_DIR: own("config"),
      JUPYTER_DATA_DIR: own("data"),
      JUPYTER_PATH: join(folder, "share", "jupyter"),
      JUPYTER_RUNTIME_DIR: own("runtime"),
    },
  });
}

function python(): string {
  return Deno.build.os === "windows"
    ? join(folder, "Scripts", "python.exe")
    : join(folder, "bin", "python");
}

/**
 * The first Python that can make an environment.
 *
 * @param candidates programs, by name or path
 * @throws {InfrastructureError} with what each lacks
 */
export async function findPython(candidates: readonly string[]): Promise<string> {
  const faults: string[] = [];
  for (const candidate of candidates) {
    const version = "import sys; print('%d.%d' % sys.version_info[:2])";
    const found = await tryRun(candidate, ["-c", version]);
    if (!found.ok) {
      faults.push(`${candidate} is not there`);
    } else if (isOlder(found.text, oldestPython)) {
      faults.push(`${candidate} is ${found.text}`);
    } else if (!(await tryRun(candidate, ["-c", "import venv, ensurepip"])).ok) {
      faults.push(`${candidate} lacks venv (in Debian and Ubuntu: apt-get install python3-venv)`);
    } else {
      return candidate;
    }
  }
  throw new InfrastructureError(
    `Cannot make .venv for notebooks: need Python ${oldestPython} or newer with venv, but ` +
      faults.join("; "),
  );
}

function isOlder(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

async function tryRun(
  program: string,
  args: readonly string[],
): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] })
      .output();
    return { ok: success, text: new TextDecoder().decode(success ? stdout : stderr).trim() };
  } catch (error) {
    return { ok: false, text: String(error) };
  }
}

async function run(what: string, program: string, args: readonly string[]): Promise<void> {
  const { ok, text } = await tryRun(program, args);
  if (!ok) {
    throw new InfrastructureError(`Cannot ${what}: ${text}\nIf .venv is broken, remove it first`);
  }
}
