/**
 * The gate: `deno task ok` runs the steps of the groups check and test, `deno task check` those that read
 * the sources, `deno task test` those that run them; other groups run where they are named. The last
 * line counts the tests and the other steps.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { listFiles, markdownPlaces } from "./list_files.ts";

/** One run of Deno. */
export interface Step {
  readonly name: string;
  readonly group: "check" | "test" | "faults" | "slurm";
  readonly args: readonly string[];
  /** Why the step may print warnings; elsewhere a warning fails it. */
  readonly mayWarn?: string;
  /** True shows what it prints when it passes too. */
  readonly isShown?: boolean;
}

/** How many tests, or steps that are no tests, passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const locked = ["--lock=deno.lock", "--frozen"];

/** No network but this machine's own, no files written but temporary ones, no program but Deno. */
function testPermissions(): string[] {
  return [
    "--no-prompt",
    "--allow-read",
    `--allow-write=${Deno.realPathSync(tmpdir())}`,
    "--allow-net=127.0.0.1",
    `--allow-run=${Deno.execPath()}`,
    "--allow-env=HOME,MERIT_MODELS,OPENAI_API_KEY,TEMP,TMP,TMPDIR",
  ];
}

/** Tests that attach a database, look into /proc, kill, make links, run Python or load native code: all rights. */
const unrestricted = [
  "tests/benchmark/linked_database_test.ts",
  "tests/commands/record_test.ts",
  "tests/commands/sweep_test.ts",
  "tests/commands/verify_recording_test.ts",
  "tests/experiment/forecast_effort_test.ts",
  "tests/experiment/outside_data_test.ts",
  "tests/experiment/prepare_sweep_test.ts",
  "tests/experiment/same_calls_test.ts",
  "tests/figures/to_png_test.ts",
  "tests/llm/open_recording_test.ts",
  "tests/runs/run_lock_test.ts",
  "tests/sql/database_file_test.ts",
  "tests/sql/hostile_sql_test.ts",
  "tests/sql/pool_test.ts",
  "tests/tools/notebooks/environment_test.ts",
  "tests/tools/notebooks/kill_descendants_test.ts",
  "tests/tools/notebooks_test.ts",
];

/** The steps of the gate, in their order. */
async function listSteps(): Promise<Step[]> {
  const code = ["lib", "experiments", "bench", "tools", "tests", "cli.ts", "mod.ts"];
  const sources = await listFiles(code, ".ts");
  const library = await listFiles(["lib", "mod.ts"], ".ts");
  const texts = await listFiles(markdownPlaces, ".md");
  const tool = ["run", "--no-prompt", "--allow-read"];
  const test = ["test", ...locked, "--parallel", ...testPermissions()];
  return [
    { name: "format", group: "check", args: ["fmt", "--check"] },
    { name: "lint, layers", group: "check", args: ["lint"] },
    { name: "types", group: "check", args: ["check", ...locked, ...sources] },
    { name: "texts' types", group: "check", args: ["check", "--doc-only", ...locked, ...texts] },
    { name: "texts", group: "check", args: [...tool, "tools/check_markdown.ts"] },
    { name: "dependencies", group: "check", args: [...tool, "tools/check_dependencies.ts"] },
    {
      name: "docstrings",
      group: "check",
      args: ["doc", "--lint", ...library],
      mayWarn: "deno doc reads imported .txt files and packages' own types as if they were ours",
    },
    { name: "examples", group: "test", args: [...test, "--doc", ...library] },
    {
      name: "tests",
      group: "test",
      args: [...test, "--no-check", `--ignore=${unrestricted.join()}`, "tests"],
    },
    {
      name: "tests with -A",
      group: "test",
      args: ["test", ...locked, "--parallel", "-A", "--no-check", ...unrestricted],
    },
    {
      name: "faults",
      group: "faults",
      args: ["run", ...locked, "-A", "--no-check", "tests/faults/main.ts"],
      isShown: true,
    },
    {
      name: "slurm",
      group: "slurm",
      args: ["test", ...locked, "-A", "--no-check", "tests/slurm/sweep_on_slurm.ts"],
    },
  ];
}

/**
 * Counts one step: the tests of a test step, of which at least one fails if the step does;
 * any other step counts as one.
 *
 * @param step its group and whether it may warn
 * @param run whether Deno exited with 0, and what it printed, without colours
 * @returns the counts
 */
export function countStep(
  step: Pick<Step, "group" | "mayWarn">,
  run: { readonly success: boolean; readonly output: string },
): Counts {
  const warns = step.mayWarn === undefined && /^\s*(?:\S+ )?\w*Warning\b/im.test(run.output);
  const success = run.success && !warns;
  const summary = /^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed(?:.*? \| (\d+) ignored)?/gm;
  const [, passed = 0, failed = 0, skipped = 0] = step.group === "check"
    ? [null, success ? 1 : 0]
    : [...run.output.matchAll(summary)].at(-1) ?? [];
  return {
    passed: Number(passed),
    failed: Math.max(Number(failed), success ? 0 : 1),
    skipped: Number(skipped),
  };
}

async function runStep(step: Step): Promise<Counts> {
  const started = performance.now();
  console.error(`run   ${step.name}`);
  const process = new Deno.Command(Deno.execPath(), {
    args: [...step.args],
    cwd: fileURLToPath(new URL("../", import.meta.url)),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  });
  const { success, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout) + decoder.decode(stderr);
  const counts = countStep(step, { success, output });
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  if (counts.failed > 0 || step.isShown) console.log(output);
  for (const [line] of output.matchAll(/^skipped, because .*/gm)) console.log(`      ${line}`);
  const tally = step.group === "check"
    ? ""
    : `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(
    `${counts.failed > 0 ? "FAIL" : "ok  "}  ${step.name.padEnd(14)}${seconds} s${tally}`,
  );
  return counts;
}

if (import.meta.main) {
  const groups = Deno.args.length > 0 ? Deno.args : ["check", "test"];
  let passed = 0, failed = 0;
  for (const step of (await listSteps()).filter(({ group }) => groups.includes(group))) {
    const counts = await runStep(step);
    passed += counts.passed;
    failed += counts.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed > 0 ? 1 : 0);
}
