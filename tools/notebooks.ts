/**
 * `deno task notebooks [NAME…] [--write]`: type-checks the notebooks, executes them and compares what
 * they put out with what is stored; with `--write` it stores the new outputs. `--check` says that
 * nothing is to be written, as without it. The last line counts the notebooks.
 *
 * @module
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { InfrastructureError, InputError } from "../lib/errors.ts";
import { nearestName } from "../lib/nearest_name.ts";
import { listFiles } from "./list_files.ts";
import { checkTypes, type StoredNotebook } from "./notebooks/check_types.ts";
import { compareOutputs } from "./notebooks/compare_outputs.ts";
import { prepareEnvironment } from "./notebooks/environment.ts";
import { executeNotebook } from "./notebooks/execute.ts";
import { findFaults } from "./notebooks/find_faults.ts";
import { killDescendants } from "./notebooks/kill_descendants.ts";
import {
  cleanNotebook,
  type Notebook,
  parseNotebook,
  writeNotebook,
} from "./notebooks/notebook_file.ts";
import type { Patience } from "./notebooks/watch_kernel.ts";

const patience: Patience = { settleS: 3, timersS: 30 };

const repository = fileURLToPath(new URL("../", import.meta.url));

/**
 * Executes one notebook and compares or stores it. Nothing is stored where something is wrong.
 *
 * @param stored a notebook without type errors
 * @param options `write`: store the new outputs; how long it may leave something behind
 * @returns a text a fault; none where it is as it should be
 */
export async function checkNotebook(
  stored: StoredNotebook,
  options: { readonly write: boolean } & Patience,
): Promise<readonly string[]> {
  const { path } = stored;
  const execution = await executeNotebook(stored, options).catch((error) => {
    if (error instanceof InfrastructureError) return error.message;
    throw error;
  });
  if (typeof execution === "string") return [execution];
  const faults = findFaults(execution);
  if (faults.length > 0) return faults;
  const executed = await format(cleanNotebook(execution.notebook));
  const [text, current] = [writeNotebook(executed), await Deno.readTextFile(path)];
  if (options.write) {
    const isSame = writeNotebook(parseNotebook(current)) === writeNotebook(stored.notebook);
    if (!isSame) return ["was changed by somebody else meanwhile: nothing is stored"];
    await Deno.writeTextFile(path, text);
    return [];
  }
  const difference = compareOutputs(stored.notebook, executed);
  if (difference !== null) return [difference];
  return text === current ? [] : ["is not stored as --write stores it"];
}

/** `deno fmt --check` calls every notebook unformatted (2.9.6), so it leaves them to this check. */
async function format(notebook: Notebook): Promise<Notebook> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "--ext=ipynb", "-"],
    cwd: repository,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(writeNotebook(notebook)));
  await writer.close();
  const { success, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot format a notebook: ${decoder.decode(stderr)}`);
  return cleanNotebook(parseNotebook(decoder.decode(stdout)));
}

async function findNotebooks(names: readonly string[]): Promise<readonly string[]> {
  const paths = (await listFiles(["notebooks"], ".ipynb")).filter((path) => !path.includes("/."));
  const all = new Map(paths.map((path) => [basename(path, ".ipynb"), repository + path]));
  return (names.length === 0 ? [...all.keys()] : names).map((name) => {
    const path = all.get(basename(name, ".ipynb"));
    if (path !== undefined) return path;
    const nearest = nearestName(name, [...all.keys()]);
    throw new InputError(`Cannot find notebook "${name}": the nearest is ${nearest}`);
  });
}

/**
 * Checks the notebooks that the arguments name.
 *
 * @param args as on the command line
 * @param options `print` takes a line; `signal` stops before the next notebook
 * @returns how many passed and failed
 * @throws {InputError} for arguments that cannot be met
 * @throws {InfrastructureError} where notebooks cannot be executed
 * @throws the reason of the signal
 */
export async function checkNotebooks(
  args: readonly string[],
  { print, signal }: { readonly print: (line: string) => void; readonly signal?: AbortSignal },
): Promise<{ readonly passed: number; readonly failed: number }> {
  const { values, positionals } = readArguments(args);
  const paths = await findNotebooks(positionals);
  const stored = await Promise.all(paths.map(readStored));
  const types = await checkTypes(stored);
  signal?.throwIfAborted();
  if (types !== null) print(types.message);
  await prepareEnvironment(print);
  let failed = 0;
  for (const notebook of stored) {
    const started = performance.now();
    const faults = types?.faulty.has(notebook.path)
      ? ["has type errors, see above"]
      : await checkNotebook(notebook, { ...patience, ...values });
    signal?.throwIfAborted();
    if (faults.length > 0) failed++;
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
    const name = basename(notebook.path).padEnd(28);
    print(`${faults.length > 0 ? "FAIL" : "ok  "}  ${name}${seconds} s`);
    for (const fault of faults) print(`      ${fault}`);
  }
  return { passed: stored.length - failed, failed };
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      write: { type: "boolean", default: false },
      check: { type: "boolean" },
    } as const;
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    if (!(parsed.values.write && parsed.values.check)) return parsed;
  } catch (error) {
    throw new InputError(`Cannot read the arguments: ${(error as Error).message}`, {
      cause: error,
    });
  }
  throw new InputError("Cannot use --write with --check: need one of them");
}

async function readStored(path: string): Promise<StoredNotebook> {
  try {
    return { path, notebook: parseNotebook(await Deno.readTextFile(path)) };
  } catch (error) {
    throw new InputError(`Cannot read "${path}": ${(error as Error).message}`, { cause: error });
  }
}

if (import.meta.main) {
  const stop = new AbortController();
  const signals = { SIGINT: 130, SIGTERM: 143 } as const;
  for (const [name, code] of Object.entries(signals)) {
    if (Deno.build.os === "windows" && name === "SIGTERM") continue;
    Deno.addSignalListener(name as keyof typeof signals, () => {
      stop.abort(code);
      killDescendants(Deno.pid);
    });
  }
  try {
    const { passed, failed } = await checkNotebooks(Deno.args, {
      print: (line) => console.log(line),
      signal: stop.signal,
    });
    console.log(`${passed} passed, ${failed} failed`);
    Deno.exit(failed > 0 ? 1 : 0);
  } catch (error) {
    if (stop.signal.aborted) Deno.exit(stop.signal.reason);
    if (!(error instanceof InputError || error instanceof InfrastructureError)) throw error;
    console.error(error.message);
    Deno.exit(2);
  }
}
