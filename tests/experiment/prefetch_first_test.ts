import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import { prefetchFirst, type PrefetchOptions } from "../../lib/experiment/prefetch_first.ts";
import type { LanguageModel, ModelRequest } from "../../lib/llm/language_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { promptSets } from "../../lib/loop/prompts.ts";
import { renderFirst } from "../../lib/loop/render_prompt.ts";
import { firstSampling } from "../../lib/loop/sampling.ts";
import { stream, worldCells } from "../runs/world.ts";

/** Prefetches for one cell a method; the model fails at one task where told to. */
async function prefetch(
  { failure, ...changes }: Partial<PrefetchOptions> & { readonly failure?: [id: string, Error] } =
    {},
) {
  const asked: ModelRequest[] = [], progress: unknown[] = [];
  const model = createScriptedModel({
    answer(request) {
      asked.push(request);
      if (failure && request.context!.startsWith(`task ${failure[0]},`)) throw failure[1];
      return "SELECT 1";
    },
  });
  const options = {
    cells: worldCells("unused"),
    model,
    parallel: 1,
    onPrefetch: (now: unknown) => progress.push(now),
    ...changes,
  };
  const ended = await Promise.allSettled([prefetchFirst(options)]);
  const ids = asked.map(({ context }) => /task (\w+),/.exec(context!)![1]);
  return { asked, progress, ids, ended: ended[0]! };
}

const byDatabase = ["q0", "q1", "q2", "q3", "q4", "q7", "q5", "q6"];

Deno.test("prefetchFirst: asks attempt 0 of every task once, database by database", async () => {
  const { asked, ids, progress } = await prefetch();
  assert.deepEqual(ids, byDatabase);
  const { configuration } = worldCells("unused")[0]!.manifest;
  for (const { messages, sampling, context } of asked) {
    const task = stream.find(({ id }) => context!.startsWith(`task ${id},`))!;
    assert.deepEqual(messages, renderFirst(task, promptSets[configuration.prompts]));
    assert.deepEqual(sampling, firstSampling(configuration));
  }
  assert.deepEqual(progress, byDatabase.map((_, i) => ({ done: i + 1, total: 8 })));
});

Deno.test("prefetchFirst: several at once ask each task once", async () => {
  for (const parallel of [3, 99]) {
    const { ids } = await prefetch({ parallel });
    assert.deepEqual(ids, byDatabase);
  }
});

/** Records attempt 0 of five tasks whose answers take different times; in order of finishing. */
async function recordDelayed(parallel: number) {
  const delays = [50, 10, 40, 20, 30];
  const tasks = stream.slice(0, delays.length), finished: string[] = [];
  const askedFor = ({ context }: ModelRequest) => /task (\w+),/.exec(context!)![1]!;
  const scripted = createScriptedModel({ answer: (request) => `SELECT '${askedFor(request)}'` });
  const model: LanguageModel = {
    ...scripted,
    async complete(request) {
      const id = askedFor(request);
      const delay = delays[tasks.findIndex((task) => task.id === id)];
      await new Promise((resolve) => setTimeout(resolve, delay));
      finished.push(id);
      return await scripted.complete(request);
    },
  };
  using database = openRecording(":memory:");
  const recorder = createRecordedModel({ database, mode: "record", model });
  const cells = worldCells("unused", { stream: tasks });
  await prefetchFirst({ cells, model: recorder, parallel });
  const rows = database.prepare("SELECT * FROM calls ORDER BY key").all();
  const { configuration } = cells[0]!.manifest;
  const replay = createRecordedModel({ database, mode: "replay", model: scripted });
  const answers = await Promise.all(tasks.map(async (task) => {
    const messages = renderFirst(task, promptSets[configuration.prompts]);
    const sampling = firstSampling(configuration);
    return [task.id, (await replay.complete({ messages, sampling })).text];
  }));
  return { finished, rows, answers };
}

Deno.test("prefetchFirst: G7-07 answers stay with their tasks, in whatever order they come", async () => {
  const one = await recordDelayed(1), five = await recordDelayed(5);
  assert.deepEqual(one.finished, ["q0", "q1", "q2", "q3", "q4"]);
  assert.notDeepEqual(five.finished, one.finished);
  assert.deepEqual(five.rows, one.rows);
  for (const { answers } of [one, five]) {
    assert.deepEqual(answers, one.finished.map((id) => [id, `SELECT '${id}'`]));
  }
});

Deno.test("prefetchFirst: asks nothing where attempt 0 is given, or there is no cell", async () => {
  const given = worldCells("unused", { initialSql: () => "SELECT 1" });
  assert.deepEqual((await prefetch({ cells: given })).ids, []);
  assert.deepEqual((await prefetch({ cells: [] })).ids, []);
});

Deno.test("prefetchFirst: broken machinery ends it, and is left to the episodes", async () => {
  const gone = new InfrastructureError("The server is gone");
  const { ids, ended } = await prefetch({ parallel: 2, failure: ["q2", gone] });
  assert.equal(ended.status, "fulfilled");
  assert.deepEqual(ids.slice(0, 3), ["q0", "q1", "q2"]);
  assert.ok(ids.length <= 4, `need an early end, asked ${ids.join(" ")}`);
});

Deno.test("prefetchFirst: any other error ends it and goes through", async () => {
  const mistake = new RangeError("A programmer's mistake");
  const { ids, ended } = await prefetch({ parallel: 2, failure: ["q2", mistake] });
  assert.deepEqual(ended, { status: "rejected", reason: mistake });
  assert.ok(ids.length <= 4, `need an early end, asked ${ids.join(" ")}`);
});
