import assert from "node:assert/strict";
import { orderStream } from "../../lib/benchmark/stream.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import {
  comparedMethods,
  defaultRequest,
  type RunRequest,
} from "../../lib/experiment/run_request.ts";
import { requestOf } from "../../lib/experiment/stored_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { readRun, type StoredRun } from "../../lib/runs/run_reader.ts";
import { birdItems, goldLines, inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";
import { closeLog } from "./close_log.ts";

const names = comparedMethods;
const configuration = { ...defaultConfiguration, budget: 2 };
const variants = (...names: readonly string[]) => methodVariants(names, configuration);

/** Runs a test on a folder with a benchmark of three questions, and a request for it. */
const withRequest = (
  test: (request: RunRequest, folder: string) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
) =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`, { files });
    await test({
      ...defaultRequest,
      benchmark: `${folder}/data`,
      variants: variants(...names),
      model: "scripted:count-rows",
      embedder: "hashing",
      out: `${folder}/runs`,
    }, folder);
  });

/** Prepares and runs a request; the runs, method by method. */
async function run(request: RunRequest, resume = false): Promise<readonly StoredRun[]> {
  await using prepared = await prepareCells(request, { resume });
  const { parallel, replay } = request;
  await runCells(prepared, { parallel, prefetch: !replay });
  return prepared.cells.map(({ path }) => readRun(path));
}
const digests = (runs: readonly StoredRun[]) =>
  runs.map(({ episodes }) => episodes.map(({ digest }) => digest));

Deno.test("prepareCells: one cell for each order and method, each with its own request", () =>
  withRequest(async (request) => {
    const asked = {
      ...request,
      variants: variants("stateless", "merit"),
      orders: [1, 2],
      limit: 2,
    };
    await using prepared = await prepareCells(asked, { resume: false });
    const { cells } = prepared;
    assert.deepEqual(
      cells.map(({ path }) => path.slice(request.out.length + 1)),
      ["stateless-order1", "merit-order1", "stateless-order2", "merit-order2"].map((cell) =>
        `${prepared.benchmark.name}-${cell}-seed1.run.sqlite`
      ),
    );
    assert.deepEqual(cells[0]!.stream, cells[1]!.stream);
    assert.notDeepEqual(cells[0]!.stream, cells[2]!.stream);
    const ids = ({ stream }: typeof cells[number]) => stream.map(({ id }) => id).sort();
    assert.deepEqual(ids(cells[0]!), ids(cells[2]!));
    for (const cell of cells) {
      const { method, order, stream } = cell.manifest;
      const own = { variants: variants(method), orders: [order], limitOrder: 1 };
      assert.deepEqual(cell.request, { ...asked, ...own });
      assert.deepEqual([stream.length, cell.manifest.configuration], [2, configuration]);
    }
  }));

Deno.test("prepareCells: each order of a limit goes on alone with the questions that all hold", () =>
  withRequest(async (request) => {
    const asked = { ...request, variants: variants("stateless"), orders: [1, 2, 3, 4], limit: 1 };
    await using begun = await prepareCells(asked, { resume: false });
    for (const cell of begun.cells) openRunWriter(cell)[Symbol.dispose]();
    const firsts = asked.orders.map((order) =>
      orderStream({ tasks: begun.benchmark.tasks, order })[0]!.id
    );
    assert.ok(new Set(firsts).size > 1, "need orders that begin with different questions");
    for (const { path, stream } of begun.cells) {
      const [alone] = await run(requestOf(path, undefined), true);
      assert.deepEqual(alone!.stream, stream);
      assert.deepEqual(alone!.episodes.map(({ task }) => task.id), [firsts[0]]);
    }
  }));

Deno.test("prepareCells: what is run is replayed to the same digests, and sound", () =>
  withRequest(async (request, folder) => {
    const recording = `${folder}/calls.sqlite`;
    const recorded = await run({ ...request, recording });
    for (const one of recorded) {
      assert.equal(one.episodes.length, 3);
      assert.deepEqual((await auditRun(one)).violations, []);
    }
    closeLog(recording);
    const out = `${folder}/replayed`;
    const replayed = await run({ ...request, recording, replay: true, model: "", out });
    assert.deepEqual(digests(replayed), digests(recorded));
    assert.deepEqual(
      replayed.map(({ manifest }) => manifest),
      recorded.map(({ manifest }) => manifest),
    );
  }));

Deno.test("prepareCells: G7-07 four cells at once give the digests of one after the other", () =>
  withRequest(async (request, folder) => {
    const one = await run({ ...request, out: `${folder}/one` });
    const four = await run({ ...request, out: `${folder}/four`, parallel: 4 });
    assert.deepEqual(digests(four), digests(one));
    for (const runs of [one, four]) {
      const first = runs.map(({ episodes }) => episodes.map(({ steps }) => steps[0]!.attempt.sql));
      assert.deepEqual(first, names.map(() => first[0]));
    }
  }));

Deno.test("prepareCells: a run starts with the memory of another one", () =>
  withRequest(async (request, folder) => {
    const merit = { ...request, variants: variants("merit") };
    const [cold] = await run({ ...merit, databases: ["clinic"], out: `${folder}/cold` });
    const learnt = cold!.episodes.flatMap(({ entries }) => entries);
    assert.ok(learnt.length > 0);
    const warm = { ...merit, databases: ["shop"], memoryFrom: cold!.path };
    const [first] = await run({ ...warm, out: `${folder}/warm` });
    assert.deepEqual(
      first!.initialMemory.map(({ id, position, ...entry }) => [id, position, entry]),
      learnt.map(({ id, position, ...entry }) => [`from-${id}`, position - 2, entry]),
    );
    assert.equal(first!.manifest.memoryFrom!.entries, learnt.length);
    assert.deepEqual((await auditRun(first!)).violations, []);
  }));

Deno.test("prepareCells: what was learnt from the stream's own questions stays out of its memory", () =>
  withRequest(async (request, folder) => {
    const merit = { ...request, variants: variants("merit") };
    const [cold] = await run({ ...merit, out: `${folder}/cold` });
    const warm = { ...merit, databases: ["clinic"], memoryFrom: cold!.path };
    const [first] = await run({ ...warm, out: `${folder}/warm` });
    const taught = new Set(first!.initialMemory.map(({ databaseId }) => databaseId));
    assert.deepEqual([...taught], ["shop"]);
    assert.deepEqual((await auditRun(first!)).violations, []);
    const [second] = await run({ ...merit, memoryFrom: first!.path, out: `${folder}/warmer` });
    assert.deepEqual(second!.initialMemory, []);
    assert.equal(second!.manifest.memoryFrom!.entries, 0);
    assert.deepEqual((await auditRun(second!)).violations, []);
  }));

Deno.test("prepareCells: the first attempts may come from a prediction file", () =>
  withRequest(async (request, folder) => {
    const initialPredictions = `${folder}/predictions.sql`;
    await Deno.writeTextFile(initialPredictions, goldLines);
    const [given] = await run({ ...request, variants: variants("stateless"), initialPredictions });
    assert.deepEqual(given!.episodes.map(({ solvedAt }) => solvedAt), [0, 0, 0]);
    assert.deepEqual(
      given!.episodes.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls)),
      [],
    );
    assert.match(given!.manifest.initialPredictions!, /^[0-9a-f]{64}$/);
  }));

const badGold = { "dev.json": JSON.stringify(birdItems).replace("`name`", "`nme`") };

Deno.test("prepareCells: a gold that does not run refuses the run before it starts", () =>
  withRequest(async (request) => {
    await assert.rejects(() => prepareCells(request, { resume: false }), {
      name: "InputError",
      message: /the golds of 1 of 3 tasks do not run/,
    });
    assert.equal(runFileExists(`${request.out}/calls.sqlite`), false);
  }, badGold));

Deno.test("prepareCells: or leaves its question unscored where that is allowed", () =>
  withRequest(async (request) => {
    const asked = { ...request, variants: variants("merit"), allowBadGold: true };
    const [unscored] = await run(asked);
    const outcomes = unscored!.episodes.map(({ outcome }) => outcome);
    assert.equal(outcomes.filter((outcome) => outcome === "unscored").length, 1);
    assert.deepEqual(digests(await run(asked, true)), digests([unscored!]));
  }, badGold));

Deno.test("prepareCells: a run file that is there is refused, or gone on with", () =>
  withRequest(async (request) => {
    const asked = { ...request, variants: variants("merit") };
    const first = await run(asked);
    await assert.rejects(() => run(asked), /it is there already; resume it instead/);
    assert.deepEqual(digests(await run(asked, true)), digests(first));
    await assert.rejects(() => run({ ...asked, timeoutMs: 5 }, true), {
      name: "InputError",
      message: /judge\.timeoutMs: 30000, now 5/,
    });
  }));

Deno.test("prepareCells: refuses unknown methods, benchmarks and incomplete predictions", () =>
  withRequest(async (request, folder) => {
    const initialPredictions = `${folder}/predictions.jsonl`;
    await Deno.writeTextFile(initialPredictions, '{"id": "7", "sql": "SELECT 1"}\n');
    const changes: readonly [Partial<RunRequest>, RegExp][] = [
      [{ variants: variants("merits") }, /Cannot find method "merits"/],
      [{ benchmark: `${folder}/none` }, /none/],
      [{ memoryFrom: `${folder}/none.run.sqlite` }, /there is no such file/],
      [{ initialPredictions }, /predictions\.jsonl/],
    ];
    for (const [change, message] of changes) {
      await assert.rejects(() => prepareCells({ ...request, ...change }, { resume: false }), {
        name: "InputError",
        message,
      });
    }
  }));
