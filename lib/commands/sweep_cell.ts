/**
 * `merit sweep cell`: runs one cell of a sweep, as a worker does.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { cellFiles, readSweep, type SweepCell } from "../experiment/sweep_folder.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { resumeRun } from "./resume.ts";

/** A terminal that is a file: what a cell tells stays with it. */
function openLog(path: string): Terminal & { last(): string } {
  let last = "";
  const write = (line: string) => {
    Deno.writeTextFileSync(path, `${line}\n`, { append: true });
    last = line;
  };
  return { print: write, printError: write, isInteractive: false, columns: 80, last: () => last };
}

/** The cell of a run file, or of a number, as a job array gives it. */
async function findCell(folder: string, name: string): Promise<SweepCell> {
  const cells = (await readSweep(folder))?.cells;
  if (cells === undefined) {
    throw new InputError(`Cannot run a cell of "${folder}": it holds no sweep.json`);
  }
  const cell = /^\d+$/.test(name) ? cells[Number(name) - 1] : cells.find(({ run }) => run === name);
  if (cell !== undefined) return cell;
  throw new InputError(
    `Cannot run cell ${name} of "${folder}": need a run file that its sweep.json lists, or a ` +
      `number from 1 to ${cells.length}`,
  );
}

/**
 * The command `merit sweep cell`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sweepCellCommand } from "./sweep_cell.ts";
 * assert.match(sweepCellCommand.usage, /merit sweep cell/);
 * ```
 */
export const sweepCellCommand: Command = defineCommand({
  name: "sweep cell",
  summary: "run one cell of a sweep, as its workers do",
  about: [
    "Goes on with a cell of DIR/sweep.json to the end of its stream. A CELL is its run file, as listed",
    "there, or its number in the list, counted from 1.",
    "What it tells goes to a .log beside the run file, and why it failed, if it did, to a .failed.",
  ],
  operands: { name: "DIR CELL", least: 2, most: 2 },
  flags: {},
  examples: [
    { line: "merit sweep cell runs/sweep 3", does: "the third cell" },
    {
      line: 'merit sweep cell runs/sweep "$SLURM_ARRAY_TASK_ID"',
      does: "the cell of a task of a job array",
    },
  ],
  checkFailed: "broken machinery left questions unscored",
  async run({ operands }) {
    const [folder, name] = operands as [string, string];
    const { run, model } = await findCell(folder, name);
    const files = cellFiles(folder, run);
    await Deno.remove(files.failure).catch(() => {});
    const terminal = openLog(files.log);
    const flags = { model: model === "" ? undefined : model, quiet: false, json: false };
    const code = await resumeRun(files.run, { flags, terminal });
    if (code !== exitCodes.done && code !== exitCodes.interrupted) {
      await Deno.writeTextFile(files.failure, `${terminal.last()}\n`);
    }
    return code;
  },
});
