/**
 * `merit list`: the runs of a folder.
 *
 * @module
 */
import { tallyEpisodes } from "../analysis/tally_episodes.ts";
import { readRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";
import { formatPercent } from "./format_numbers.ts";
import { readEach } from "./read_each.ts";

function describeRun(path: string) {
  const { manifest, stream, episodes } = readRun(path);
  const { accuracyFirst, accuracyLast, unscored } = tallyEpisodes(episodes);
  return {
    path,
    method: manifest.method,
    benchmark: manifest.benchmark.name,
    order: manifest.order,
    runSeed: manifest.configuration.runSeed,
    model: manifest.model.name,
    done: episodes.length,
    total: stream.length,
    unscored,
    accuracyFirst,
    accuracyLast,
  };
}

/**
 * The command `merit list`.
 *
 * @example
 * ```ts
 * import { listCommand } from "./list.ts";
 * if (!listCommand.usage.includes("FOLDER")) throw new Error("Expected the operand");
 * ```
 */
export const listCommand: Command = defineCommand({
  name: "list",
  summary: "list the runs of a folder and how far they are",
  about: [
    "Lists run files with method, benchmark, order, seed, model, questions done and accuracy so far",
    "(attempt 0 → now, over scored questions). FOLDER is runs where left out. A file that cannot be",
    "read is named on stderr; the others are listed all the same, and the exit code is 2.",
  ],
  operands: { name: "FOLDER", least: 0, most: 1 },
  flags: { json: { kind: "boolean", help: "print a JSON array, fractions in [0, 1]" } },
  examples: [
    { line: "merit list", does: "lists the runs below the folder runs" },
    { line: "merit list results --json", does: "prints those of another folder as JSON" },
  ],
  async run({ flags, operands }, terminal) {
    const paths = await findRuns([operands[0] ?? "runs"]);
    const { results: rows, unreadable } = await readEach(paths, terminal, describeRun);
    if (flags.json) terminal.print(JSON.stringify(rows, null, 2));
    else if (rows.length > 0) {
      alignTable(
        ["run", "method", "benchmark", "order", "seed", "model", "done", "accuracy so far"],
        rows.map((row) => [
          row.path,
          row.method,
          row.benchmark,
          String(row.order),
          String(row.runSeed),
          row.model,
          `${row.done} of ${row.total}${row.unscored > 0 ? `, ${row.unscored} unscored` : ""}`,
          `${formatPercent(row.accuracyFirst)} → ${formatPercent(row.accuracyLast)}`,
        ]),
      ).forEach((line) => terminal.print(line));
    }
    return unreadable > 0 ? exitCodes.badInput : exitCodes.done;
  },
});
