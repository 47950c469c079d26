import type { Episode, MemoryEntry, Observation, Status } from "../../lib/domain.ts";
import type { LanguageModel, ModelRequest } from "../../lib/llm/language_model.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../lib/llm/scripted_model.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";
import { methodNamed } from "../../lib/loop/methods.ts";
import { type LoopSetting, repairEpisode } from "../../lib/loop/repair_episode.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { memoryOf } from "../memory/entries.ts";

/** What judges know and prompts must never show. */
export const secret = "the gold has 17 rows";

/** One answer of the oracle for each status. */
export const observations: Readonly<Record<Status, Observation>> = {
  correct: {
    status: "correct",
    outcome: "rows",
    message: "",
    shape: { rows: 2, columns: 1 },
    preview: "Ann\nBob",
    reason: secret,
  },
  mismatch: {
    status: "mismatch",
    outcome: "rows",
    message: "",
    shape: { rows: 1, columns: 2 },
    preview: "Ann | 31",
    reason: secret,
  },
  error: {
    status: "error",
    outcome: "error",
    message: "no such column: nme",
    shape: null,
    preview: "",
    reason: secret,
  },
  timeout: {
    status: "timeout",
    outcome: "timeout",
    message: "The query was stopped after 30 s",
    shape: null,
    preview: "",
    reason: secret,
  },
};

/** What a call is for, as its context says. */
export function purposeOf({ context }: ModelRequest): { number: number; purpose: string } {
  const [, number, purpose] = /attempt (\d+) \((\w+)\)$/.exec(context!)!;
  return { number: Number(number), purpose: purpose! };
}

/** The reflection that the scripted model makes before an attempt. */
export const reflectionBefore = (number: number) =>
  `Reflection ${number}: the singer table spells its column differently.`;

/** How a scripted episode goes. */
export interface Script {
  readonly method?: string;
  /** Status by attempt, the last one for all that follow; null: no gold. */
  readonly statuses: readonly (Status | null)[];
  readonly configuration?: Partial<LoopConfiguration>;
  /** What memory holds. */
  readonly entries?: readonly MemoryEntry[];
  /** Replaces the model's answer; undefined keeps it. */
  readonly answer?: (request: ModelRequest) => ScriptedAnswer | undefined;
  readonly setting?: Partial<LoopSetting>;
}

/** What was asked and observed during an episode. */
export interface Transcript {
  readonly episode: Promise<Episode>;
  readonly requests: readonly ModelRequest[];
  readonly observed: readonly string[];
}

/** A setting whose attempt n is `SELECT n`, and what it was asked. */
export function scriptedLoop(script: Script) {
  const requests: ModelRequest[] = [], observed: string[] = [];
  const model: LanguageModel = createScriptedModel({
    answer(request) {
      requests.push(request);
      const { number, purpose } = purposeOf(request);
      return script.answer?.(request) ??
        (purpose === "reflection"
          ? reflectionBefore(number)
          : `It is:\n\`\`\`sql\nSELECT ${number}\n\`\`\``);
    },
  });
  const setting: LoopSetting = {
    method: methodNamed(script.method ?? "stateless"),
    configuration: { ...defaultConfiguration, ...script.configuration },
    memory: memoryOf(script.entries ?? []),
    model,
    observe(_, sql) {
      observed.push(sql);
      const number = Number(/\d+/.exec(sql)?.[0] ?? 0);
      const status = script.statuses[Math.min(number, script.statuses.length - 1)]!;
      return Promise.resolve(status === null ? null : observations[status]);
    },
    ...script.setting,
  };
  return { setting, requests, observed };
}

/** Runs a scripted episode of the example task at position 100. */
export function runScript(script: Script, task = exampleTask): Transcript {
  const { setting, requests, observed } = scriptedLoop(script);
  return { episode: repairEpisode(task, 100, setting), requests, observed };
}
