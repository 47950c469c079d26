/**
 * Job scripts of a sweep for Slurm.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { InputError } from "../errors.ts";

/** What the jobs of a sweep ask for. */
export interface SlurmOptions {
  /** Folder of the sweep. */
  readonly folder: string;
  /** Number of cells. */
  readonly cells: number;
  /** Most cells at once. */
  readonly workers: number;
  /** Limit of a cell as Slurm writes times; the cluster's own where left out. */
  readonly time?: string;
  /** Memory of a cell, such as `2G`; the cluster's own where left out. */
  readonly memory?: string;
  /** Whether a preempted cell, or one of a node that died, is put into the queue again. */
  readonly requeue: boolean;
  /** More options of sbatch, as `--partition=cpu`. */
  readonly extra: readonly string[];
  /** The command that prepares the sweep. */
  readonly prepare: readonly string[];
  /** The command that runs a cell; its number follows. */
  readonly cell: readonly string[];
}

/** The two scripts. */
export interface SlurmScripts {
  /** Makes run files and asks attempt 0. */
  readonly prepare: string;
  /** One task a cell. */
  readonly cells: string;
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** In names of output files a percent sign begins a pattern. */
const quotePath = (path: string): string => quote(path.replaceAll("%", "%%"));

/** Minutes, minutes:seconds, hours:minutes:seconds, or days-hours and so on. */
const timeFormat = /^(\d+(:\d+){0,2}|\d+-\d+(:\d+){0,2}|infinite|unlimited)$/i;
const memoryFormat = /^\d+[kmgt]?$/i;

/** Options that number, order and log the jobs: with other values cells are left out or lost. */
const ownOptions = ["--array", "--output", "--dependency"];

/** As sbatch reads it: a name may be cut short, and a line may hold several options. */
function checkOption(option: string): void {
  if (!/^-\S.*$/.test(option)) {
    throw new InputError(`Cannot pass "${option}" to sbatch: need one option, as --partition=cpu`);
  }
  for (const word of option.replace(/["'\\]/g, "").split(/\s+/)) {
    const [name] = /^--\w[\w-]*/.exec(word) ?? [];
    const own = ownOptions.find((own) =>
      name === undefined ? word.startsWith(own.slice(1, 3)) : own.startsWith(name)
    );
    if (own === undefined) continue;
    throw new InputError(`Cannot pass "${option}" to sbatch: the sweep sets ${own} itself`);
  }
}

/**
 * Writes the scripts of a sweep's jobs.
 *
 * @param options what they ask for and run
 * @throws {InputError} for an option of sbatch that is no option, has a line break or is one that the
 * kit sets, and for a time or memory that Slurm cannot read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeScripts } from "./slurm_scripts.ts";
 * const { cells } = writeScripts({
 *   folder: "/sweep", cells: 72, workers: 8, memory: "2G", requeue: true, extra: [],
 *   prepare: ["merit"], cell: ["merit", "sweep", "cell", "/sweep"],
 * });
 * assert.match(cells, /#SBATCH --array=1-72%8\n/);
 * assert.match(cells, /exec merit sweep cell \/sweep "\$SLURM_ARRAY_TASK_ID"\n/);
 * ```
 */
export function writeScripts(options: SlurmOptions): SlurmScripts {
  const { folder, cells, workers, time, memory, requeue, extra } = options;
  extra.forEach(checkOption);
  if (time !== undefined && !timeFormat.test(time)) {
    throw new InputError(`Cannot limit a cell to the time "${time}": need minutes or HH:MM:SS`);
  }
  if (memory !== undefined && !memoryFormat.test(memory)) {
    throw new InputError(`Cannot give a cell the memory "${memory}": need a number as 500M or 2G`);
  }
  const script = (lines: readonly string[], command: string) =>
    ["#!/bin/bash", ...lines.map((line) => `#SBATCH ${line}`), `exec ${command}`, ""].join("\n");
  const shared = [
    "--open-mode=append",
    "--ntasks=1",
    ...(time === undefined ? [] : [`--time=${quote(time)}`]),
    ...(memory === undefined ? [] : [`--mem=${quote(memory)}`]),
    requeue ? "--requeue" : "--no-requeue",
    ...extra,
  ];
  const output = (name: string) => `--output=${quotePath(join(resolve(folder), name))}`;
  return {
    prepare: script(
      ["--job-name=merit-prepare", output("prepare.log"), ...shared],
      options.prepare.map(quote).join(" "),
    ),
    cells: script(
      [
        "--job-name=merit-cells",
        `--array=1-${cells}%${workers}`,
        output("cells.log"),
        ...shared,
      ],
      `${options.cell.map(quote).join(" ")} "$SLURM_ARRAY_TASK_ID"`,
    ),
  };
}
