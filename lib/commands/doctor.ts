/**
 * `merit doctor`: whether this machine can run the kit, and what to do where it cannot.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { InfrastructureError, InputError } from "../errors.ts";
import { openBenchmark } from "../experiment/open_benchmark.ts";
import { defaultRequest } from "../experiment/run_request.ts";
import { openModel } from "../llm/open_model.ts";
import { openEmbedder } from "../scorer/open_embedder.ts";
import { checkSandbox } from "./check_sandbox.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { toLine } from "./printable.ts";

/** A check to make: `work` says what it found, or throws what is wrong. */
interface Check {
  readonly name: string;
  readonly remedy: string;
  work(): Promise<string>;
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
  const [vector] = await embedder.embed(["How many singers are there?"]);
  return `${embedder.identity}, ${vector!.length} dimensions`;
}

async function checkBenchmark(benchmark: string): Promise<string> {
  const { name, format, tasks, inputs } = await openBenchmark({ ...defaultRequest, benchmark });
  const databases = new Set(tasks.map(({ databaseId }) => databaseId)).size;
  return `${name} (${format}): ${tasks.length} questions over ${databases} databases, ` +
    `${inputs.length} files read`;
}

/** The folder itself or, where it is not there yet, the one that it would be made in. */
async function findFolder(path: string): Promise<string> {
  try {
    if ((await Deno.stat(path)).isDirectory) return path;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return findFolder(dirname(path));
    throw error;
  }
  throw new InputError(`Cannot write to ${path}: it is a file, need a folder`);
}

async function checkFolder(path: string): Promise<string> {
  await Deno.remove(await Deno.makeTempFile({ dir: await findFolder(resolve(path)) }));
  return `files can be written to ${path}`;
}

async function make({ name, remedy, work }: Check) {
  try {
    return { check: name, ok: true, detail: await work(), remedy: "" };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { check: name, ok: false, detail, remedy };
  }
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
    "has the model; with --embedder that it gives a vector. Each failure comes with its remedy.",
  ],
  flags: {
    model: { kind: "text", value: "SPEC", help: "a model as merit run takes it" },
    embedder: { kind: "text", value: "SPEC", help: "an embedder as merit run takes it" },
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
    const { model, embedder, benchmark, out } = flags;
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
      ...(model === undefined ? [] : [{
        name: "model",
        remedy: "start the server, see that it has the model under this name, and ask again",
        work: () => checkModel(model),
      }]),
      ...(embedder === undefined ? [] : [{
        name: "embedder",
        remedy:
          "see that name and folder are right, or use @hub to download, or hashing to try out",
        work: () => checkEmbedder(embedder),
      }]),
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
    const results = [];
    for (const check of checks) {
      const result = await make(check);
      results.push(result);
      if (flags.json) continue;
      terminal.print(`${result.ok ? "ok  " : "FAIL"} ${result.check}: ${toLine(result.detail)}`);
      if (!result.ok) terminal.print(`     remedy: ${result.remedy}`);
    }
    if (flags.json) terminal.print(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok) ? exitCodes.done : exitCodes.checkFailed;
  },
});
