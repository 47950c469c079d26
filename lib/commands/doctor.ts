/**
 * `merit doctor`: whether this machine can run the kit, and what to do where it cannot.
 *
 * @module
 */
import { InfrastructureError, InputError } from "../errors.ts";
import { bundledRecording } from "../experiment/bundled_recording.ts";
import { openBenchmark } from "../experiment/open_benchmark.ts";
import { probeEmbedder } from "../experiment/probe_embedder.ts";
import { checkWritableFolder } from "../experiment/require_writable_folder.ts";
import { defaultRequest } from "../experiment/run_request.ts";
import { openModel } from "../llm/open_model.ts";
import { openRecording } from "../llm/open_recording.ts";
import { openEmbedder } from "../scorer/open_embedder.ts";
import { checkRecordedVectors } from "../scorer/recorded_embedder.ts";
import { checkSandbox } from "./check_sandbox.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { formatNumber } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/** A check to make: `work` says what it found, or throws what is wrong; null is not asked for. */
interface Check {
  readonly name: string;
  readonly remedy: string;
  readonly work: (() => Promise<string>) | null;
}

/** What came of a check. */
interface CheckResult {
  readonly check: string;
  /** Null where it was not made. */
  readonly ok: boolean | null;
  readonly detail: string;
  /** What to do; empty where all is well. */
  readonly remedy: string;
}

const needed = [2, 9] as const;

function checkDeno(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return version;
  throw new InfrastructureError(`Deno is ${version}, need ${needed.join(".")} or newer`);
}

async function checkModel(spec: string): Promise<string> {
  const { name, server, digest } = (await openModel(spec)).identity;
  return `${name} on ${server}${digest === "" ? "" : `, weights ${digest.slice(0, 12)}`}`;
}

async function checkEmbedder(spec: string): Promise<string> {
  const embedder = openEmbedder(spec);
  await probeEmbedder(embedder);
  return `${embedder.identity}, ${embedder.dimensions} dimensions`;
}

/** What a replay needs of an embedder: nothing but its vectors. */
function checkVectors(path: string): string {
  using recording = openRecording(path, { readOnly: true });
  const held = checkRecordedVectors(recording);
  if (held.length === 0) throw new InputError(`Cannot replay "${path}": it holds no vectors`);
  const vectors = held.map(({ identity, dimensions, count }) =>
    `${formatNumber(count)} of ${identity}, ${dimensions} dimensions`
  );
  return `recorded vectors can be read: ${vectors.join("; ")}`;
}

async function checkBenchmark(benchmark: string): Promise<string> {
  const { name, format, tasks, inputs } = await openBenchmark({ ...defaultRequest, benchmark });
  const databases = new Set(tasks.map(({ databaseId }) => databaseId)).size;
  return `${name} (${format}): ${tasks.length} questions over ${databases} databases, ` +
    `${inputs.length} files read`;
}

async function checkFolder(path: string): Promise<string> {
  await checkWritableFolder(path);
  return `files can be written to ${path}`;
}

async function make({ name, remedy, work }: Check): Promise<CheckResult> {
  if (work === null) return { check: name, ok: null, detail: "not checked", remedy };
  try {
    return { check: name, ok: true, detail: await work(), remedy: "" };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { check: name, ok: false, detail, remedy };
  }
}

function describe({ check, ok, detail, remedy }: CheckResult): readonly string[] {
  const line = `${check}: ${toLine(detail)}`;
  if (ok === null) return [`--   ${line}; ${remedy}`];
  return ok ? [`ok   ${line}`] : [`FAIL ${line}`, `     remedy: ${remedy}`];
}

/**
 * The command `merit doctor`.
 *
 * @example
 * ```ts
 * import { doctorCommand } from "./doctor.ts";
 * if (!doctorCommand.usage.includes("--model")) throw new Error("Expected the option");
 * ```
 */
export const doctorCommand: Command = defineCommand({
  name: "doctor",
  summary: "check what a run needs, and say what to mend",
  about: [
    "Checks the Deno version, that untrusted SQL runs in a child process without rights, the",
    "benchmark's files and that results can be written; with --model that the server is there and",
    "has the model; with --embedder that it gives a vector, else that the recorded vectors can be",
    "read. Each failure comes with its remedy; what was not asked for is listed as not checked.",
  ],
  flags: {
    model: { kind: "text", value: "SPEC", help: "a model as merit run takes it" },
    embedder: { kind: "text", value: "SPEC", help: "a live embedder as merit run takes it" },
    recording: {
      kind: "text",
      value: "FILE",
      help: "the recording whose vectors to read without --embedder; the bundled one by default",
    },
    benchmark: {
      kind: "text",
      value: "bundled|DIR",
      default: defaultRequest.benchmark,
      help: "the benchmark to load",
    },
    out: {
      kind: "text",
      value: "DIR",
      default: defaultRequest.out,
      help: "the folder of the run files",
    },
    json: { kind: "boolean", help: "print a JSON array, one object a check" },
  },
  examples: [
    { line: "merit doctor", does: "checks the machine and the bundled benchmark" },
    {
      line: "merit doctor --model ollama:qwen2.5-coder:1.5b --embedder hashing",
      does: "also checks the model server and an embedder",
    },
    { line: "merit doctor --benchmark data/spider --json", does: "checks a benchmark of your own" },
  ],
  checkFailed: "a check failed",
  async run({ flags }, terminal) {
    const { model, embedder, recording, benchmark, out } = flags;
    const checks: readonly Check[] = [
      {
        name: "deno",
        remedy: `install Deno ${needed.join(".")} or newer, or start with npx --yes deno@2.9.6`,
        work: () => Promise.resolve(checkDeno(Deno.version.deno)),
      },
      {
        name: "sandbox",
        remedy: "start with deno run -A; the system must allow child processes and temporary files",
        work: checkSandbox,
      },
      model === undefined ? { name: "model", remedy: "give --model SPEC", work: null } : {
        name: "model",
        remedy: "start the server, see that it has the model under this name, and ask again",
        work: () => checkModel(model),
      },
      embedder === undefined
        ? {
          name: "embedder",
          remedy:
            "restore the recording, or name one with vectors with --recording FILE; for a live " +
            `run check --embedder SPEC (merit run takes ${defaultRequest.embedder})`,
          work: () => Promise.resolve(checkVectors(recording ?? bundledRecording)),
        }
        : {
          name: "embedder",
          remedy:
            "see that name and folder are right, or use @hub to download, or hashing to try out",
          work: () => checkEmbedder(embedder),
        },
      {
        name: "benchmark",
        remedy: "give --benchmark a folder in Spider's or BIRD's layout, or bundled",
        work: () => checkBenchmark(benchmark),
      },
      {
        name: "out",
        remedy: "name a folder that you may write to with --out",
        work: () => checkFolder(out),
      },
    ];
    const results: CheckResult[] = [];
    for (const check of checks) {
      const result = await make(check);
      results.push(result);
      if (!flags.json) describe(result).forEach((line) => terminal.print(line));
    }
    if (flags.json) terminal.print(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok !== false) ? exitCodes.done : exitCodes.checkFailed;
  },
});
