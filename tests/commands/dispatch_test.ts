import assert from "node:assert/strict";
import { commands } from "../../cli.ts";
import type { Command } from "../../lib/commands/command.ts";
import { dispatch } from "../../lib/commands/dispatch.ts";
import { InfrastructureError, InputError, ReplayMissError } from "../../lib/errors.ts";
import { captureTerminal } from "./capture_terminal.ts";

function failing(error: unknown): Command {
  return { name: "fail", summary: "", usage: "", run: () => Promise.reject(error) };
}

async function dispatchError(error: unknown) {
  const terminal = captureTerminal();
  const code = await dispatch(["fail"], { commands: [failing(error)], terminal });
  assert.deepEqual(terminal.lines, []);
  return { code, text: terminal.errors.join("\n") };
}

Deno.test("dispatch: input errors give 2 and their message alone", async () => {
  const error = new InputError("Cannot read a.json: it is empty", { cause: new Error("deep") });
  assert.deepEqual(await dispatchError(error), {
    code: 2,
    text: "merit: Cannot read a.json: it is empty",
  });
});

Deno.test("dispatch: broken machinery gives 3 and says what caused it", async () => {
  const cause = new Error("connection refused");
  const { code, text } = await dispatchError(new InfrastructureError("No server", { cause }));
  assert.equal(code, 3);
  assert.equal(text, "merit: No server\n  because: connection refused");
  assert.equal((await dispatchError(new ReplayMissError("A miss"))).code, 3);
});

Deno.test("dispatch: an interrupt gives 130, anything unexpected 70 and its stack", async () => {
  assert.equal((await dispatchError(new DOMException("stop", "AbortError"))).code, 130);
  const { code, text } = await dispatchError(new TypeError("x is not a function"));
  assert.equal(code, 70);
  assert.match(text, /TypeError: x is not a function\n\s+at /);
});

Deno.test("dispatch: error texts cannot steer the terminal", async () => {
  const { text } = await dispatchError(new InputError("Cannot read \x1b[2J\rfile"));
  assert.equal(text, "merit: Cannot read \ufffd[2J\ufffdfile");
});

Deno.test("dispatch: a command's name may be two words", async () => {
  const seen: string[] = [];
  const make = (name: string): Command => ({
    ...{ name, summary: "", usage: `usage of ${name}` },
    run: (args) => Promise.resolve(seen.push(`${name}: ${args.join(" ")}`) * 0),
  });
  const options = { commands: [make("sweep"), make("sweep status")], terminal: captureTerminal() };
  await dispatch(["sweep", "status", "DIR"], options);
  await dispatch(["sweep", "stat", "DIR"], options);
  await dispatch(["sweep", "status", "--help"], options);
  assert.deepEqual(seen, ["sweep status: DIR", "sweep: stat DIR"]);
  assert.deepEqual(options.terminal.lines, ["usage of sweep status"]);
});

Deno.test("dispatch: an unknown command names the nearest", async () => {
  const terminal = captureTerminal();
  assert.equal(await dispatch(["repotr"], { commands, terminal }), 2);
  assert.match(terminal.errors[0]!, /no command "repotr", the nearest is "report"/);
});

Deno.test("dispatch: --help lists all commands on stdout; nothing at all is bad input", async () => {
  const asked = captureTerminal(), bare = captureTerminal();
  assert.equal(await dispatch(["--help"], { commands, terminal: asked }), 0);
  for (const { name } of commands) assert.match(asked.text(), new RegExp(`^  ${name} `, "m"));
  assert.equal(await dispatch([], { commands, terminal: bare }), 2);
  assert.deepEqual([bare.lines, bare.errors], [[], asked.lines]);
});

for (const command of commands) {
  Deno.test(`${command.name}: --help tells what, options, examples and exit codes`, async () => {
    const terminal = captureTerminal();
    assert.equal(await dispatch([...command.name.split(" "), "--help"], { commands, terminal }), 0);
    const text = terminal.text();
    for (const heading of ["Usage", "Options", "Examples", "Exit codes"]) {
      assert.match(text, new RegExp(`^${heading}$`, "m"));
    }
    const examples = text.split("\nExamples\n")[1]!.split("\n\n")[0]!.split("\n");
    const lines = examples.filter((line) => line.startsWith("  merit "));
    assert.ok(lines.length >= 2, "need two examples");
    for (const line of lines) {
      assert.ok(line.startsWith(`  merit ${command.name}`));
      for (const [option] of line.matchAll(/--[a-z-]+/g)) {
        assert.ok(text.split("\nExamples\n")[0]!.includes(`  ${option}`), `${option} is no option`);
      }
    }
    assert.match(text, /^ {2}2 +bad input/m);
  });

  Deno.test(`${command.name}: refuses an unknown option`, async () => {
    const terminal = captureTerminal();
    const args = [...command.name.split(" "), "--frobnicate"];
    assert.equal(await dispatch(args, { commands, terminal }), 2);
    assert.match(terminal.errors[0]!, /there is no option --frobnicate, the nearest is --/);
    assert.deepEqual(terminal.lines, []);
  });
}
