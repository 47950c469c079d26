#!/usr/bin/env -S deno run -A
/**
 * The program `merit`. It only dispatches to `lib/commands/`.
 *
 * @module
 */
import { experiments } from "./experiments/all.ts";
import { auditCommand } from "./lib/commands/audit.ts";
import { classifyCommand } from "./lib/commands/classify.ts";
import type { Command } from "./lib/commands/command.ts";
import { compactCommand } from "./lib/commands/compact.ts";
import { dispatch } from "./lib/commands/dispatch.ts";
import { doctorCommand } from "./lib/commands/doctor.ts";
import { makeExperimentCommand } from "./lib/commands/experiment.ts";
import { exportCommand } from "./lib/commands/export.ts";
import { figuresCommand } from "./lib/commands/figures.ts";
import { judgeCommand } from "./lib/commands/judge.ts";
import { listCommand } from "./lib/commands/list.ts";
import { makeRecordCommand } from "./lib/commands/record.ts";
import { reportCommand } from "./lib/commands/report.ts";
import { resumeCommand } from "./lib/commands/resume.ts";
import { runCommand } from "./lib/commands/run.ts";
import { makeSweepCommand } from "./lib/commands/sweep.ts";
import { sweepCellCommand } from "./lib/commands/sweep_cell.ts";
import { sweepStatusCommand } from "./lib/commands/sweep_status.ts";
import { mergeCommand } from "./lib/commands/merge.ts";
import { openTerminal } from "./lib/commands/terminal.ts";
import { verifyRecordingCommand } from "./lib/commands/verify_recording.ts";

/** The commands, in the order in which the help text shows them. */
export const commands: readonly Command[] = Object.freeze([
  runCommand,
  resumeCommand,
  makeExperimentCommand(experiments),
  makeRecordCommand(experiments),
  makeSweepCommand(experiments),
  sweepStatusCommand,
  sweepCellCommand,
  mergeCommand,
  judgeCommand,
  auditCommand,
  classifyCommand,
  reportCommand,
  figuresCommand,
  exportCommand,
  listCommand,
  compactCommand,
  verifyRecordingCommand,
  doctorCommand,
]);

if (import.meta.main) {
  Deno.exit(await dispatch(Deno.args, { commands, terminal: openTerminal() }));
}
