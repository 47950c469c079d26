/**
 * `deno task bench [ROW…] [--quick] [--json]`: measures ours against named peers on the same input, row
 * by row, each in a process of its own.
 *
 * Exits with 1 where a row fails, as it does where results differ; a goal that is missed is printed and
 * fails nothing.
 *
 * @module
 */
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine, installPeers, type Machine } from "./environment.ts";
import { renderMachine, renderReport } from "./render.ts";
import { isMet, type Row, type RowReport } from "./row.ts";
import { rows } from "./rows.ts";

const usage = `deno task bench [ROW…] [--quick] [--json]

  ROW      ${rows.map(({ name }) => name).join(", ")}; all by default
  --quick  small inputs and two rounds: shows that all runs and agrees, measures nothing
  --json   one JSON document instead of tables`;

interface Outcome {
  readonly row: Row;
  readonly report: RowReport | null;
}

async function runRow(row: Row, quick: boolean): Promise<Outcome> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--lock=deno.lock", "--frozen", "-A", "--v8-flags=--expose-gc"],
      ...["bench/run_row.ts", row.name, quick ? "quick" : "full"],
    ],
    cwd: fileURLToPath(new URL("../", import.meta.url)),
    stderr: "inherit",
  });
  const { success, stdout } = await child.output();
  return { row, report: success ? JSON.parse(new TextDecoder().decode(stdout)) : null };
}

function toJson(
  outcomes: readonly Outcome[],
  about: { readonly machine: Machine; readonly load: readonly number[]; readonly quick: boolean },
): string {
  const measured = outcomes.map(({ row, report }) => ({
    row: row.name,
    title: row.title,
    ...(report ?? { failed: true }),
    ...(report ? { lines: report.lines.map((line) => ({ ...line, met: isMet(line) })) } : {}),
  }));
  return JSON.stringify({ ...about, rows: measured }, null, 2);
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.find((name) => rows.every((row) => row.name !== name));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot measure "${unknown}": there is no such row`);
  }
  return {
    ...values,
    chosen: rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
  };
}

async function main(args: readonly string[]): Promise<number> {
  let read: ReturnType<typeof readArguments>;
  try {
    read = readArguments(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const { chosen, quick, json, help } = read;
  if (help) {
    console.log(usage);
    return 0;
  }
  const needsPeers = chosen.some((row) => row.needsPeers);
  if (needsPeers) await installPeers((line) => console.error(line));
  const machine = await describeMachine(needsPeers);
  const load = [loadavg()[0]!];
  if (!json) console.log(renderMachine(machine, { load: load[0]!, quick }));
  const outcomes: Outcome[] = [];
  for (const row of chosen) {
    console.error(`… ${row.name}`);
    const outcome = await runRow(row, quick);
    outcomes.push(outcome);
    if (!json) console.log(renderReport(row, outcome.report));
  }
  load.push(loadavg()[0]!);
  if (json) console.log(toJson(outcomes, { machine, load, quick }));
  else console.log(`Load at the end: ${load[1]!.toFixed(1)}`);
  return outcomes.every(({ report }) => report !== null) ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
