/** What is recorded replays through the full path, and nothing else does. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { InputError } from "../../lib/errors.ts";
import { parsePart, readRecordedPart } from "../../lib/experiment/bundled_recording.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { dumpDatabase } from "../runs/world.ts";

const folder = new URL("../../data/recordings/", import.meta.url);
const { recording, methods, databases } = await readRecordedPart();
const request: RunRequest = {
  ...defaultRequest,
  variants: methodVariants(methods),
  databases,
  recording: fileURLToPath(new URL(recording, folder)),
  replay: true,
  limit: 8,
};

Deno.test("recordings: a malformed file of what is recorded is refused, naming the field", () => {
  const part = { recording: "a.sqlite", methods: ["merit"], databases: ["a"], experiments: {} };
  const spoilt: readonly [unknown, RegExp][] = [
    [[], /the file is a list, need an object$/],
    [{ ...part, recording: 1 }, /recording is the number 1, need a text$/],
    [{ ...part, methods: undefined }, /methods is missing, need a list of texts$/],
    [{ ...part, databases: [1] }, /databases is a list, need a list of texts$/],
    [{ ...part, experiments: null }, /experiments is null, need an object$/],
    [{ ...part, experiments: { control_seed: "a" } }, /control_seed is the text "a", need a list/],
  ];
  for (const [value, message] of spoilt) {
    assert.throws(() => parsePart(JSON.stringify(value), "part.json"), (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /^Cannot read part\.json: /);
      assert.match(error.message, message);
      return true;
    });
  }
  assert.throws(() => parsePart("{", "part.json"), /Cannot read part\.json: it is not JSON/);
});

Deno.test("recordings: the recorded cells replay, and their audits are sound", async () => {
  const out = await Deno.makeTempDir();
  await using prepared = await prepareCells({ ...request, out }, { resume: false });
  await runCells(prepared, { parallel: methods.length, prefetch: false });
  const firsts = new Set<string>();
  for (const { path } of prepared.cells) {
    const run = readRun(path);
    assert.equal(run.episodes.length, 8);
    assert.deepEqual((await auditRun(run)).violations, []);
    firsts.add(JSON.stringify(run.episodes.map(({ steps }) => steps[0]!.attempt.completion)));
    const calls = run.episodes.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
    assert.ok(calls.every((call) => call.source === "replayed"));
  }
  assert.equal(firsts.size, 1, "need one attempt 0 for all methods");
  await Deno.remove(out, { recursive: true });
});

Deno.test("recordings: 1 and 8 cells at once give the same rows", async () => {
  const out = await Deno.makeTempDir();
  const dumps: unknown[] = [];
  for (const parallel of [1, 8]) {
    const folder = `${out}/${parallel}`;
    // Without memory a question's calls are those of every order, so more orders are recorded.
    const requests = [
      { ...request, out: folder },
      { ...request, out: folder, variants: methodVariants(["stateless"]), orders: [2, 3, 4, 5, 6] },
    ];
    const prepared = [];
    for (const part of requests) prepared.push(await prepareCells(part, { resume: false }));
    const cells = prepared.flatMap((part) => part.cells);
    assert.ok(cells.length >= 8);
    await runCells({ cells, model: prepared[0]!.model }, { parallel, prefetch: false });
    dumps.push(cells.map(({ path }) => {
      const { run: _run, ...tables } = dumpDatabase(path);
      return tables;
    }));
    for (const part of prepared) await part[Symbol.asyncDispose]();
  }
  assert.deepEqual(dumps[1], dumps[0]);
  await Deno.remove(out, { recursive: true });
});

Deno.test("recordings: the one over data that may not be passed on holds no prompt", () => {
  using database = openRecording(fileURLToPath(new URL("spider_part.sqlite", folder)), {
    readOnly: true,
  });
  const roles = database.prepare("SELECT DISTINCT role FROM messages").all();
  assert.deepEqual(roles.map(({ role }) => role), ["system"]);
});

Deno.test("recordings: one changed character is a miss that says where", async () => {
  const out = await Deno.makeTempDir();
  await using prepared = await prepareCells({ ...request, out }, { resume: false });
  const [cell] = prepared.cells;
  const stream = cell!.stream.map((task) => ({ ...task, question: `${task.question} ` }));
  const changed = { model: prepared.model, cells: [{ ...cell!, stream }] };
  await assert.rejects(() => runCells(changed, { parallel: 1, prefetch: false }), {
    name: "ReplayMissError",
    message: /Cannot replay task \d+, method [\w-]+, attempt 0 \(first\): .*message 2 of 2/,
  });
  await Deno.remove(out, { recursive: true });
});
