/**
 * `merit audit`: proves from run files alone that nothing illegal reached a prompt.
 *
 * @module
 */
import { auditRun } from "../runs/audit_run.ts";
import { readRun } from "../runs/run_reader.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";
import { formatNumber } from "./format_numbers.ts";
import { toLine } from "./printable.ts";
import { readEach } from "./read_each.ts";

/** Lines of violations that the human form prints for a run. */
const shownViolations = 20;

async function audit(path: string) {
  const run = readRun(path);
  const { violations, ...counts } = await auditRun(run);
  const complete = run.episodes.length === run.stream.length;
  return { path, complete, total: run.stream.length, ...counts, violations };
}

function describeAudit(report: Awaited<ReturnType<typeof audit>>): readonly string[] {
  const { path, complete, total, episodes, prompts, retrievals, entries, violations } = report;
  const number = formatNumber;
  const progress = complete ? "" : ` (incomplete: ${episodes} of ${total})`;
  const more = violations.length - shownViolations;
  return [
    `${path}${progress}: ${
      violations.length === 0 ? "sound" : `${number(violations.length)} violations`
    }`,
    `  checked ${number(episodes)} episodes, ${number(prompts)} prompts, ` +
    `${number(retrievals)} retrieved entries, ${number(entries)} memory entries`,
    ...violations.slice(0, shownViolations).map((line) => `  ${toLine(line, 400)}`),
    ...(more > 0 ? [`  and ${number(more)} more; --json prints all`] : []),
  ];
}

/**
 * The command `merit audit`.
 *
 * @example
 * ```ts
 * import { auditCommand } from "./audit.ts";
 * if (!auditCommand.usage.includes("RUN")) throw new Error("Expected the operand");
 * ```
 */
export const auditCommand: Command = defineCommand({
  name: "audit",
  summary: "prove that no illegal memory reached a prompt",
  about: [
    "Rebuilds every prompt of a run from its file and compares digests; checks position,",
    "finalization, schema scope, twin policy and polarity of every retrieved entry; recalls, scores,",
    "classifies and forms memory anew; follows the chain of digests from the manifest on. Needs no",
    "model and no benchmark. A RUN is a run file or a folder of *.run.sqlite files. Incomplete runs",
    "are audited as far as they are; a file that cannot be read is named on stderr, keeps no other",
    "from being audited and makes the exit code 2.",
  ],
  operands: { name: "RUN", least: 1, most: Infinity },
  flags: { json: { kind: "boolean", help: "print a JSON array, one object a run" } },
  examples: [
    { line: "merit audit runs", does: "audits all runs below the folder runs" },
    { line: "merit audit runs/merit-1.run.sqlite --json", does: "prints all violations as JSON" },
  ],
  checkFailed: "a run has a violation",
  async run({ flags, operands }, terminal) {
    const { results: reports, unreadable } = await readEach(
      await findRuns(operands),
      terminal,
      async (path) => {
        const report = await audit(path);
        if (!flags.json) describeAudit(report).forEach((line) => terminal.print(line));
        return report;
      },
    );
    if (flags.json) terminal.print(JSON.stringify(reports, null, 2));
    if (unreadable > 0) return exitCodes.badInput;
    const isSound = reports.every(({ violations }) => violations.length === 0);
    return isSound ? exitCodes.done : exitCodes.checkFailed;
  },
});
