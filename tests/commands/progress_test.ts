import assert from "node:assert/strict";
import { createProgress } from "../../lib/commands/progress.ts";
import type { Episode } from "../../lib/domain.ts";
import { exampleRun } from "../../lib/runs/examples.ts";
import { captureTerminal } from "./capture_terminal.ts";

const fixed: Episode = (await exampleRun()).episodes[0]!;
const right: Episode = { ...fixed, solvedAt: 0, steps: fixed.steps.slice(1) };
const unscored: Episode = { ...fixed, outcome: "unscored", solvedAt: null, steps: [] };

const erase = "\x1b[1A\x1b[2K";

function clock() {
  let time = 0;
  return { now: () => time, pass: (milliseconds: number) => void (time += milliseconds) };
}

Deno.test("createProgress: a line every tenth of the way where nobody watches", () => {
  const terminal = captureTerminal(), { now } = clock();
  const progress = createProgress({ total: 200, terminal, silent: false, now });
  for (let i = 0; i < 200; i++) progress.advance(fixed);
  progress[Symbol.dispose]();
  assert.equal(terminal.errors.length, 10);
  assert.match(terminal.errors[0]!, /^\[#-{9}\] 20\/200, /);
  assert.match(terminal.errors[9]!, /^\[#{10}\] 200\/200, /);
  assert.deepEqual(terminal.lines, []);
});

Deno.test("createProgress: the last state is written when a run ends early", () => {
  const terminal = captureTerminal(), { now } = clock();
  {
    using progress = createProgress({ total: 100, terminal, silent: false, now });
    progress.advance(fixed);
  }
  assert.equal(terminal.errors.length, 1);
  assert.match(terminal.errors[0]!, /1\/100/);
});

Deno.test("createProgress: one line is rewritten where a person watches", () => {
  const terminal = captureTerminal({ isInteractive: true, columns: 50 }), { now, pass } = clock();
  using progress = createProgress({ total: 3, terminal, silent: false, now });
  progress.prepare("attempt 0", { done: 1, total: 3 });
  pass(1000);
  progress.advance(fixed);
  progress.advance(fixed);
  progress.note("finished a.run.sqlite");
  pass(1000);
  progress.advance(fixed);
  const [first, second, note, again, last, ...more] = terminal.errors;
  assert.equal(first, "[###-------] attempt 0: 1/3");
  assert.ok(second!.startsWith(`${erase}[###-------] 1/3, `));
  assert.equal(note, `${erase}finished a.run.sqlite`);
  assert.match(again!, /^\[.* 1\/3/);
  assert.ok(last!.startsWith(`${erase}[##########] 3/3, `));
  assert.deepEqual(more, []);
  for (const line of terminal.errors) {
    assert.ok(line.replace(erase, "").length < 50, "a wrapped line is not erased");
  }
});

Deno.test("createProgress: time left, accuracy so far, unscored and tokens", () => {
  const terminal = captureTerminal(), { now, pass } = clock();
  const progress = createProgress({ total: 10, terminal, silent: false, now });
  const call = fixed.steps[0]!.calls[0]!;
  const usage = { promptTokens: 600, completionTokens: 17, cachedTokens: 500 };
  pass(10_000);
  progress.advance({ ...fixed, steps: [{ ...fixed.steps[0]!, calls: [{ ...call, usage }] }] }, 7);
  assert.match(
    terminal.errors.at(-1)!,
    /7\/10, 30 s and 3 calls left, 0\.0 % → 100\.0 % right, 617 tokens$/,
  );
  progress.advance(right);
  assert.match(terminal.errors.at(-1)!, /8\/10, 10 s and 2 calls left, 50\.0 % → 100\.0 % right, /);
  progress.advance(unscored);
  assert.match(terminal.errors.at(-1)!, /50\.0 % → 100\.0 % right, 1 unscored, /);
  pass(55_000);
  progress.advance({ ...fixed, outcome: "unsolved", solvedAt: null });
  assert.match(terminal.errors.at(-1)!, /10\/10, 1 min 05 s, 33\.3 % → 66\.7 % right, 1 unscored/);
});

Deno.test("createProgress: what is right at attempt 0, asked before, leaves no calls", () => {
  const terminal = captureTerminal(), { now, pass } = clock();
  const progress = createProgress({ total: 40, terminal, silent: false, now });
  const [call] = fixed.steps[0]!.calls;
  const step = (source: "live" | "replayed") => ({
    ...{ ...fixed.steps[0]!, calls: [{ ...call!, source }] },
  });
  const known = { ...right, steps: [step("replayed")] };
  for (let at = 0; at < 3; at++) progress.advance(known);
  progress.advance(known);
  assert.match(terminal.errors.at(-1)!, /4\/40, 100\.0 % →/, "no time without anything to go by");
  pass(10_000);
  // One in five is repaired, by two calls of five seconds.
  const repaired = { ...fixed, steps: [step("replayed"), step("live"), step("live")] };
  progress.advance(repaired, 4);
  assert.match(terminal.errors.at(-1)!, /8\/40, 1 min 04 s and 13 calls left, /);
  // What a recording answered says how many are repaired, and takes no time.
  for (let at = 0; at < 5; at++) {
    progress.advance({ ...fixed, steps: [step("replayed"), step("replayed")] });
  }
  assert.match(terminal.errors.at(-1)!, /12\/40, .* left/);
  progress[Symbol.dispose]();
  assert.match(terminal.errors.at(-1)!, /13\/40, 2 min 42 s and 32 calls left, /);
});

Deno.test("createProgress: silent writes nothing at all", () => {
  const terminal = captureTerminal({ isInteractive: true }), { now } = clock();
  using progress = createProgress({ total: 1, terminal, silent: true, now });
  progress.prepare("attempt 0", { done: 1, total: 1 });
  progress.advance(fixed);
  progress.note("finished");
  assert.deepEqual([terminal.lines, terminal.errors], [[], []]);
});
