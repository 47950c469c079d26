/**
 * How far a run is, on stderr.
 *
 * @module
 */
import { divide } from "../analysis/tally_episodes.ts";
import type { Episode } from "../domain.ts";
import type { Terminal } from "./command.ts";
import { formatDuration, formatNumber, formatPercent } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/** Shows how far a run is. Disposing of it writes the last state. */
export interface Progress extends Disposable {
  /**
   * Counts a finalized episode.
   *
   * @param episode the episode
   * @param count questions done since the last call, more than 1 where an earlier session did some;
   * only the episode itself enters accuracy, tokens, calls left and time left; once a model is asked,
   * time left is that of its calls
   */
  advance(episode: Episode, count?: number): void;
  /** Shows how far a step before the episodes is. */
  prepare(step: string, part: { readonly done: number; readonly total: number }): void;
  /** Writes a line that stays. */
  note(text: string): void;
}

/** What progress is shown with. */
export interface ProgressOptions {
  /** Questions of all runs together. */
  readonly total: number;
  /** Where the lines go: stderr only. */
  readonly terminal: Terminal;
  /** True writes nothing at all. */
  readonly silent: boolean;
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

const barWidth = 10;
const rewriteEveryMs = 100;
/** Moves the cursor up and empties the line. */
const eraseLine = "\x1b[1A\x1b[2K";

/**
 * Shows progress: one line that is rewritten where a person watches, else a line every tenth of the
 * way. It holds execution accuracy so far, at attempt 0 and at the end.
 *
 * @param options the whole, the terminal and the clock
 * @returns what to tell about the run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { createProgress } from "./progress.ts";
 * const lines: string[] = [];
 * const printError = (line: string) => void lines.push(line);
 * const terminal = { print() {}, printError, isInteractive: false, columns: 80 };
 * const [episode] = (await exampleRun()).episodes;
 * using progress = createProgress({ total: 1, terminal, silent: false, now: () => 0 });
 * progress.advance(episode!);
 * assert.match(lines[0]!, /1\/1, .* 0.0 % → 100.0 % right/);
 * ```
 */
export function createProgress({ total, terminal, silent, now }: ProgressOptions): Progress {
  const started = now();
  let since = started;
  const seen = { done: 0, ran: 0, scored: 0, first: 0, last: 0, unscored: 0, tokens: 0 };
  const noCalls = { episodes: 0, asked: 0, calls: 0 };
  // Attempts 0 are mostly asked before the episodes, so one that is right costs nothing more.
  const kinds = { right: { ...noCalls }, repaired: { ...noCalls } };
  const status = createStatusLine({ terminal, silent, now });
  const describe = () => {
    const left = total - seen.done;
    const time = left <= 0 ? `, ${formatDuration(now() - started)}` : describeLeft(left);
    const unscored = seen.unscored === 0 ? "" : `, ${seen.unscored} unscored`;
    const first = formatPercent(divide(seen.first, seen.scored));
    const last = formatPercent(divide(seen.last, seen.scored));
    const state = `${drawBar(seen.done, total)} ${seen.done}/${total}${time}`;
    return `${state}, ${first} → ${last} right${unscored}, ${formatNumber(seen.tokens)} tokens`;
  };
  /** Nothing before there is something to judge by. */
  const describeLeft = (left: number) => {
    const { right, repaired } = kinds, calls = right.calls + repaired.calls;
    if (calls === 0 && repaired.episodes === 0) return "";
    if (calls === 0) return `, ${formatDuration((now() - since) / seen.ran * left)} left`;
    const each = [right, repaired].map((kind) =>
      kind.episodes / seen.ran * (divide(kind.calls, kind.asked) ?? 0)
    );
    const callsLeft = left * (each[0]! + each[1]!);
    const timeLeft = (now() - since) / calls * callsLeft;
    return `, ${formatDuration(timeLeft)} and ${formatNumber(callsLeft)} calls left`;
  };
  return {
    advance(episode, count = 1) {
      seen.done += count;
      seen.ran++;
      if (episode.outcome === "unscored") seen.unscored++;
      else seen.scored++;
      if (episode.solvedAt === 0) seen.first++;
      if (episode.solvedAt !== null) seen.last++;
      const calls = episode.steps.flatMap((step) => step.calls);
      for (const { usage } of calls) seen.tokens += usage.promptTokens + usage.completionTokens;
      const live = calls.filter(({ source }) => source === "live").length;
      const kind = episode.solvedAt === 0 ? kinds.right : kinds.repaired;
      kind.episodes++;
      kind.calls += live;
      if (live > 0) kind.asked++;
      status.show(describe(), seen.done / total);
    },
    prepare(step, { done, total }) {
      since = now();
      status.show(`${drawBar(done, total)} ${step}: ${done}/${total}`, done / total);
    },
    note: status.note,
    [Symbol.dispose]: status.flush,
  };
}

function drawBar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.floor(barWidth * done / total);
  return `[${"#".repeat(filled).padEnd(barWidth, "-")}]`;
}

/** A line that is rewritten, or written every tenth of the way where nobody watches. */
function createStatusLine({ terminal, silent, now }: Omit<ProgressOptions, "total">) {
  let shown = "", pending = "", shownAt = -Infinity, tenth = 0;
  const write = (line: string) => {
    if (terminal.isInteractive) {
      const cut = toLine(line, Math.max(20, terminal.columns - 1));
      terminal.printError(shown === "" ? cut : eraseLine + cut);
      shown = cut;
      shownAt = now();
    } else terminal.printError(line);
    pending = "";
  };
  return {
    show(line: string, fraction: number) {
      if (silent) return;
      pending = line;
      if (terminal.isInteractive) {
        if (fraction === 1 || now() - shownAt >= rewriteEveryMs) write(line);
        return;
      }
      const reached = Math.floor(fraction * 10);
      if (reached !== tenth) write(line);
      tenth = reached;
    },
    note(text: string) {
      if (silent) return;
      terminal.printError(shown === "" ? text : eraseLine + text);
      if (shown !== "") terminal.printError(shown);
    },
    flush() {
      if (pending !== "") write(pending);
    },
  };
}
