/**
 * `deno task scale`: the plan of the full experiment, from what the recording measured, with a server's speed as
 * parameters; `--write` writes `docs/scale.md`. A test holds that file to it.
 *
 * @module
 */
import { parseFlags } from "../lib/commands/parse_flags.ts";
import { measureTraces } from "./scale/measure_traces.ts";
import { assumedMachine, type Machine } from "./scale/plan.ts";
import { renderScale } from "./scale/render.ts";

const flags = {
  prefill: integer(assumedMachine.prefill, "tokens of a prompt that a server reads in a second"),
  stream: integer(assumedMachine.stream, "tokens that one answer grows by in a second"),
  streams: integer(assumedMachine.streams, "answers that a server gives at once at that speed"),
  "client-ms": integer(assumedMachine.client * 1000, "processor time of a cell around a call"),
  write: { kind: "boolean", help: "write docs/scale.md" },
} as const;

function integer(value: number, help: string) {
  return { kind: "integer", value: "N", least: 1, default: value, help } as const;
}

if (import.meta.main) {
  const { flags: given } = parseFlags(Deno.args, { command: "scale", table: flags });
  const { prefill, stream, streams } = given;
  const machine: Machine = { prefill, stream, streams, client: given["client-ms"] / 1000 };
  const text = await renderScale(await measureTraces(), machine);
  if (given.write) await Deno.writeTextFile(new URL("../docs/scale.md", import.meta.url), text);
  else console.log(text.trimEnd());
}
