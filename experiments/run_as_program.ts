/**
 * An experiment's file as a program: the same path as `merit experiment NAME`.
 *
 * @module
 */
import { dispatch } from "../lib/commands/dispatch.ts";
import { makeExperimentCommand } from "../lib/commands/experiment.ts";
import { openTerminal } from "../lib/commands/terminal.ts";
import type { ExperimentDeclaration } from "../lib/experiment/define_experiment.ts";

/** Runs `merit experiment NAME` with the program's arguments and exits with its code. */
export async function runAsProgram(experiment: ExperimentDeclaration): Promise<never> {
  const commands = [makeExperimentCommand([experiment])];
  const args = ["experiment", experiment.name, ...Deno.args];
  Deno.exit(await dispatch(args, { commands, terminal: openTerminal() }));
}
