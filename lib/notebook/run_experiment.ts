/**
 * Running an experiment from a notebook: the program in a process of its own.
 *
 * @module
 */
import type { ExperimentReport } from "../commands/describe_experiment.ts";
import { programArguments } from "../commands/program.ts";
import { InfrastructureError, InputError } from "../errors.ts";

/** What may be changed of an experiment; the names and values are those of `merit experiment`. */
export interface ExperimentOptions {
  /** `bundled` or a folder in Spider's or BIRD's layout. */
  readonly benchmark?: string;
  /** As `--model` takes it; left out, the recording answers. */
  readonly model?: string;
  /** As `--embedder` takes it. */
  readonly embedder?: string;
  /** Recording of calls and vectors. */
  readonly recording?: string;
  /** True asks no model. */
  readonly replay?: boolean;
  /** Databases to keep. */
  readonly databases?: readonly string[];
  /** Seeds of stream orders instead of the declared ones. */
  readonly orders?: readonly number[];
  /** First questions of the stream. */
  readonly limit?: number;
  /** Parameters of all arms, by path. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  /** Cells at once. */
  readonly parallel?: number;
  /** Folder of the run files. */
  readonly out?: string;
  /** Called with each line of progress. */
  readonly onProgress?: (line: string) => void;
}

/**
 * Runs an experiment as `merit experiment NAME` does, in a process and a process group of its own:
 * interrupting the caller does not interrupt the runs, and calling again goes on with what is there.
 *
 * @param name as `merit experiment --help` lists it
 * @param options what differs from the declaration
 * @returns what `merit experiment NAME --json` prints
 * @throws {InputError} with the program's own message for input that can be mended
 * @throws {InfrastructureError} with it where machinery is broken
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { experimentArguments } from "./run_experiment.ts";
 * const args = experimentArguments("ablate_polarity", { orders: [1, 2], set: { budget: 3 } });
 * assert.deepEqual(args.slice(1), ["ablate_polarity", "--json", "--orders=1,2", "--set=budget=3"]);
 * ```
 */
export async function runExperiment(
  name: string,
  options: ExperimentOptions = {},
): Promise<ExperimentReport> {
  const process = new Deno.Command(Deno.execPath(), {
    args: [...programArguments, ...experimentArguments(name, options)],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const [output, told, { code }] = await Promise.all([
    new Response(process.stdout).text(),
    readLines(process.stderr, options.onProgress),
    process.status,
  ]);
  // 1: arms that are not finished are named in the report.
  if (code === 0 || (code === 1 && output !== "")) return JSON.parse(output) as ExperimentReport;
  const message = `Cannot run experiment "${name}": ${told.join("\n")}`;
  throw code === 2 ? new InputError(message) : new InfrastructureError(message);
}

/** The arguments of the program for some options. */
export function experimentArguments(
  name: string,
  { set = {}, onProgress: _onProgress, replay, ...options }: ExperimentOptions,
): readonly string[] {
  return [
    "experiment",
    name,
    "--json",
    ...(replay === true ? ["--replay"] : []),
    ...Object.entries(options).map(([option, value]) => `--${option}=${value}`),
    ...Object.entries(set).map(([path, value]) => `--set=${path}=${value}`),
  ];
}

/** Hands on every line as it comes; the last ones, for an error. */
async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: ((line: string) => void) | undefined,
): Promise<readonly string[]> {
  const last: string[] = [];
  let rest = "";
  const take = (line: string) => {
    onLine?.(line);
    last.push(line);
    if (last.length > 20) last.shift();
  };
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
  if (rest !== "") take(rest);
  return last;
}
