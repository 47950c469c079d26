import assert from "node:assert/strict";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { repeatAnswers } from "../../lib/experiment/repeat_answers.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { createRandom } from "../../lib/random.ts";
import { readRun, type StoredRun } from "../../lib/runs/run_reader.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";

const embedder = createHashingEmbedder();

/** Prompts and outcomes; a model that looks at seeds alone leads both ways to the same. */
const course = ({ episodes }: StoredRun) =>
  episodes.map(({ outcome, steps }) => [
    outcome,
    steps.map(({ calls, retrieved }) => [
      calls.map(({ promptDigest }) => promptDigest),
      retrieved.map(({ entry }) => [entry.id, entry.failureType]),
    ]),
  ]);

Deno.test("repeatAnswers: it asks what a run whose answers do not hang on the prompt asks", async () => {
  const out = await Deno.makeTempDir();
  await using prepared = await prepareCells({
    ...defaultRequest,
    variants: methodVariants(["stateless", "merit", "reflexion"]),
    databases: ["bike_share"],
    limit: 16,
    model: "scripted:select-one",
    embedder: "hashing",
    recording: ":memory:",
    out,
  }, { resume: false });
  const { benchmark } = prepared;
  const model = createScriptedModel({
    answer({ messages, sampling }) {
      const asked = messages.at(-1)!.content;
      const place = (question: string) => asked.lastIndexOf(question);
      const task = benchmark.tasks.reduce((best, next) =>
        place(next.question) > place(best.question) ? next : best
      );
      const draw = createRandom(`${task.id} ${sampling.seed}`).next();
      if (draw < 0.3) return readGold(benchmark.golds, task.id);
      return draw < 0.6 ? `SELECT ${draw}` : "SELECT nme FROM nowhere";
    },
  });
  const cells = prepared.cells.map((cell) => ({ ...cell, model }));
  await runCells({ cells, model }, { parallel: 1, prefetch: false });
  const [stateless, merit, reflexion] = cells.map(({ path }) => readRun(path));
  const { configuration } = stateless!.manifest;
  const repeat = (run: StoredRun, method: string) =>
    repeatAnswers({ run, method, configuration, embedder });
  assert.notDeepEqual(course(stateless!), course(merit!));
  assert.deepEqual(course(await repeat(stateless!, "merit")), course(merit!));
  assert.deepEqual(course(await repeat(merit!, "stateless")), course(stateless!));
  assert.deepEqual(course(await repeat(reflexion!, "reflexion")), course(reflexion!));
  await assert.rejects(() => repeat(stateless!, "reflexion"), {
    name: "ReplayMissError",
    message: /Cannot repeat the answer to task \d+, method reflexion, attempt 1 \(reflection\)/,
  });
  await Deno.remove(out, { recursive: true });
});
