/**
 * `merit report`: what runs came to, in tables.
 *
 * @module
 */
import { groupRuns } from "../analysis/group_runs.ts";
import { readRun } from "../runs/run_reader.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { attributeRuns, writeAttributions } from "./describe_attribution.ts";
import { breakdowns, describeBlock, writeBlock } from "./describe_block.ts";
import { finishedRuns } from "./finished_runs.ts";
import { findRuns } from "./find_runs.ts";
import { readEach } from "./read_each.ts";

/**
 * The command `merit report`.
 *
 * @example
 * ```ts
 * import { reportCommand } from "./report.ts";
 * if (!reportCommand.usage.includes("--by")) throw new Error("Expected the option");
 * ```
 */
export const reportCommand: Command = defineCommand({
  name: "report",
  summary: "print tables of finished or running runs",
  about: [
    "Prints, for each method, execution accuracy at attempt 0 and after at most K repairs, what was",
    "fixed, what is unscored, how many attempts ran out of time, were cut at the token limit or",
    "held thinking only, and calls and tokens; then the same by database, difficulty and failure",
    "type. A RUN is a run file or a folder of *.run.sqlite files. Runs of different",
    "questions, order, model, judge, K or feedback stand in separate tables. Every number is",
    "computed from the run files. The tables are Markdown. A file that cannot be read is named on",
    "stderr; the others are reported all the same, and the exit code is 2.",
  ],
  operands: { name: "RUN", least: 1, most: Infinity },
  flags: {
    by: {
      kind: "choice",
      choices: breakdowns,
      help: "only this breakdown; all three where left out",
    },
    attribution: {
      kind: "boolean",
      help: "instead: what prompts showed of memory where its outcome and that of stateless differ",
    },
    json: { kind: "boolean", help: "print JSON: all breakdowns, fractions in [0, 1]" },
  },
  examples: [
    { line: "merit report runs", does: "compares all runs below the folder runs" },
    {
      line: "merit report runs/merit-1.run.sqlite --by failure",
      does: "shows which failure types one run fixed",
    },
    {
      line: "merit report runs --attribution",
      does: "which entries stand beside flips, and how many flips chance explains",
    },
    {
      line: "merit report runs --json",
      does: "gives the same numbers, exact, to another program",
    },
  ],
  async run({ flags, operands }, terminal) {
    const { results: runs, unreadable } = await readEach(
      await findRuns(operands),
      terminal,
      readRun,
    );
    const code = unreadable > 0 ? exitCodes.badInput : exitCodes.done;
    if (flags.attribution) {
      const purpose = "attribute what runs came to";
      const attributions = runs.length === 0
        ? []
        : attributeRuns(finishedRuns(runs, { terminal, purpose }));
      if (flags.json) terminal.print(JSON.stringify({ attributions }, null, 2));
      else for (const line of writeAttributions(attributions)) terminal.print(line);
      return code;
    }
    const reports = groupRuns(runs).map(describeBlock);
    if (flags.json) {
      terminal.print(JSON.stringify({ blocks: reports }, null, 2));
      return code;
    }
    const shown = flags.by === undefined ? breakdowns : [flags.by];
    reports.forEach((report, at) => {
      if (at > 0) terminal.print("");
      for (const line of writeBlock(report, shown)) terminal.print(line);
    });
    return code;
  },
});
