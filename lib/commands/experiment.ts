/**
 * `merit experiment`: runs a declared experiment and estimates its contrasts.
 *
 * @module
 */
import type { ReplayMissError } from "../errors.ts";
import { bundledRecording, readRecordedPart } from "../experiment/bundled_recording.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { forecastEffort } from "../experiment/forecast_effort.ts";
import type { CellSetting } from "../experiment/run_cell.ts";
import type { RunRequest } from "../experiment/run_request.ts";
import { readRun } from "../runs/run_reader.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { describeExperiment } from "./describe_experiment.ts";
import { writeForecast } from "./describe_forecast.ts";
import { experimentNamed, requestOfExperiment } from "./experiment_request.ts";
import { type BiteForecast, forecastBites, writeBites } from "./forecast_bites.ts";
import { runRequest } from "./run.ts";
import { requestFlags } from "./run_request_flags.ts";
import { writeExperiment } from "./write_experiment.ts";

/**
 * Makes the command `merit experiment` for the experiments there are.
 *
 * @param experiments in the order in which the help text lists them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeExperimentCommand } from "./experiment.ts";
 * assert.match(makeExperimentCommand([]).usage, /--dry-run/);
 * ```
 */
export function makeExperimentCommand(experiments: readonly ExperimentDeclaration[]): Command {
  return defineCommand({
    name: "experiment",
    summary: "run a declared experiment and test its contrasts",
    about: [
      "Runs every arm of an experiment over its orders, then prints accuracies, the contrasts that",
      "were declared before the run, each with interval, raw and Holm p and bite, and what the size",
      "of the stream can detect. Without --model the recording answers: what it lacks is named.",
      "Run files that are there already are gone on with.",
      "",
      ...experiments.flatMap(({ name, question }) => [`  ${name}`, `      ${question}`]),
    ],
    operands: { name: "NAME", least: 1, most: 1 },
    flags: {
      ...requestFlags,
      out: { kind: "text", value: "DIR", help: "folder of the run files (default runs/NAME)" },
      "dry-run": {
        kind: "boolean",
        help: "only arms, calls recorded, calls left, tokens, time, bite",
      },
      json: { kind: "boolean", help: "print JSON: fractions in [0, 1]" },
    },
    examples: [
      {
        line: "merit experiment ablate_polarity --databases bike_share --orders 1",
        does: "from the recording, without a model",
      },
      {
        line:
          "merit experiment main_comparison --model openai:NAME@http://127.0.0.1:8081 --parallel 4",
        does: "live; go on after a stop with the same command",
      },
      {
        line: "merit experiment sweep_retrieval --dry-run --set memory.limit.positive=2",
        does: "what it would cost",
      },
    ],
    checkFailed: "an arm is not finished; what is there is printed",
    async run({ flags, operands }, terminal) {
      const experiment = experimentNamed(experiments, operands[0]!);
      const request = requestOfExperiment(experiment, flags);
      if (flags["dry-run"]) {
        let bites: readonly BiteForecast[] = [];
        const forecast = await forecastEffort(request, async (cells) => {
          bites = await forecastBites(experiment, cells);
        });
        if (flags.json) {
          terminal.print(JSON.stringify({ experiment: experiment.name, forecast, bites }));
          return exitCodes.done;
        }
        const lines = [...writeForecast(experiment, forecast), ...writeBites(bites)];
        for (const line of lines) terminal.print(line);
        return exitCodes.done;
      }
      const misses = new Map<CellSetting, ReplayMissError>();
      const code = await runRequest(
        request,
        { resume: true, quiet: flags.quiet, json: false },
        terminal,
        {
          onMiss: (cell, miss) => misses.set(cell, miss),
          async onDone(cells) {
            const report = await describeExperiment(
              experiment,
              cells.map((cell) => ({
                arm: cell.request!.variants[0]!.name,
                run: readRun(cell.path),
                miss: misses.get(cell)?.message ?? "",
              })),
            );
            if (flags.json) terminal.print(JSON.stringify(report));
            else for (const line of writeExperiment(report)) terminal.print(line);
          },
        },
      );
      if (misses.size === 0) return code;
      terminal.printError(await describeRemedy(request));
      return code === exitCodes.done ? exitCodes.checkFailed : code;
    },
  });
}

/** What to do where the recording ends, and what of the bundled one does not. */
async function describeRemedy({ recording, databases, orders }: RunRequest): Promise<string> {
  const remedy =
    "Note: the recording ends before the experiment; --model SPEC asks for the rest, " +
    "--dry-run says how much it is";
  if (recording !== bundledRecording) return remedy;
  const part = await readRecordedPart();
  const isWithin = orders.join() === "1" && databases?.every((id) => part.databases.includes(id));
  if (isWithin) return remedy;
  return `${remedy}. With --databases ${part.databases.join(",")} --orders 1 the methods ` +
    `${part.methods.join(", ")} are recorded to the end`;
}
