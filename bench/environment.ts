/**
 * Where the Python peers live, and what all of it ran on.
 *
 * @module
 */
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";

const environment = fileURLToPath(new URL("../.venv-bench/", import.meta.url));

/** The interpreter that runs the peers. */
export const pythonPath = `${environment}bin/python`;

/** The packages that the peers import, pinned. */
export const pins = [
  "rank_bm25==0.2.2",
  "bm25s==0.3.16",
  "numba==0.68.1",
  "numpy==2.4.6",
  "scipy==1.17.1",
  "onnxruntime==1.32.0",
  "tokenizers==0.23.3",
];

/** The machine, the load on it, and what ran on it. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly deno: string;
  readonly v8: string;
  /** Python and its packages; empty where no row needed them. */
  readonly peers: readonly string[];
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output()
    .catch((cause) => {
      throw new Error(`Cannot run ${command}: need Python 3 with venv for the peers`, { cause });
    });
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout).trim();
  throw new Error(`Cannot run ${command} ${args.join(" ")}: ${decoder.decode(stderr).trim()}`);
}

/**
 * Makes the virtual environment `.venv-bench` where it lacks a pinned package.
 *
 * @param report told before the packages are fetched
 */
export async function installPeers(report: (line: string) => void): Promise<void> {
  if (await holdsPins()) return;
  report(`Installing ${pins.join(", ")} into .venv-bench (about 600 MB, once)`);
  await run("python3", ["-m", "venv", environment]);
  await run(pythonPath, ["-m", "pip", "install", "--quiet", ...pins]);
}

async function holdsPins(): Promise<boolean> {
  try {
    const held = await listPeers();
    return pins.every((pin) => held.includes(pin.replace("==", " ")));
  } catch {
    return false;
  }
}

/** Python and the pinned packages as they are installed. */
async function listPeers(): Promise<readonly string[]> {
  const names = pins.map((pin) => pin.split("==")[0]!);
  const program = "import sys, platform, importlib.metadata as m; " +
    "print('Python', platform.python_version()); [print(n, m.version(n)) for n in sys.argv[1:]]";
  return (await run(pythonPath, ["-c", program, ...names])).split("\n");
}

/** Describes the machine. */
export async function describeMachine(withPeers: boolean): Promise<Machine> {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${Deno.build.arch}`,
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    peers: withPeers ? await listPeers() : [],
  };
}
