/**
 * `deno task demo`: replays the recorded runs through the full path (real SQL, retrieval, prompts; only
 * the model's words come from the recording), audits them and prints the report.
 *
 * @module
 */
import { commands } from "../cli.ts";
import { dispatch } from "../lib/commands/dispatch.ts";
import { openTerminal } from "../lib/commands/terminal.ts";
import { InputError } from "../lib/errors.ts";
import { readRecordedPart } from "../lib/experiment/bundled_recording.ts";

async function demonstrate(): Promise<void> {
  const folder = new URL("../data/recordings/", import.meta.url);
  const { recording, methods, databases } = await readRecordedPart();
  const out = await Deno.makeTempDir({ prefix: "merit-demo-" });
  const terminal = openTerminal();
  const steps = [
    [
      ...["run", "--replay", "--recording", new URL(recording, folder).pathname],
      ...["--methods", methods.join(","), "--databases", databases.join(","), "--out", out],
    ],
    ["audit", out],
    ["report", out],
  ];
  for (const args of steps) {
    terminal.print(`\n$ deno task merit ${args.join(" ")}`);
    const code = await dispatch(args, { commands, terminal });
    if (code !== 0) Deno.exit(code);
  }
  terminal.print(
    `\nThe run files stay in ${out} until you delete it; try: deno task merit list ${out}`,
  );
}

if (import.meta.main) {
  try {
    await demonstrate();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    Deno.exitCode = 2;
  }
}
