import assert from "node:assert/strict";
import { openSources } from "../../lib/experiment/open_sources.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import {
  createEmbeddingTable,
  createRecordedEmbedder,
} from "../../lib/scorer/recorded_embedder.ts";
import { newFolder } from "../runs/world.ts";
import { closeLog } from "./close_log.ts";

const ask = (content: string) => ({
  messages: [{ role: "user", content }] as const,
  sampling: { temperature: 0, topP: 1, maxTokens: 8, seed: 0, contextTokens: 64 },
});
const live = { ...defaultRequest, model: "scripted:select-one", embedder: "hashing" };
const newRecording = async () => `${await newFolder()}/calls.sqlite`;

/** A recording of models by these names, and of vectors of these embedders. */
async function makeRecording(names: readonly string[], embedders: readonly string[]) {
  const path = await newRecording();
  const database = openRecording(path);
  for (const name of names) {
    const identity = { name, digest: "", server: "test" };
    const model = createScriptedModel({ identity, answer: () => `by ${name}` });
    await createRecordedModel({ database, model, mode: "record" }).complete(ask("hello"));
  }
  createEmbeddingTable(database);
  const hashing = createHashingEmbedder();
  for (const identity of embedders) {
    const { dimensions } = hashing;
    await createRecordedEmbedder({ database, identity, dimensions, live: { ...hashing, identity } })
      .embed(["hello"]);
  }
  database.close();
  closeLog(path);
  return path;
}
const replay = (recording: string, model: string, embedder = "recorded") =>
  openSources({ ...live, recording, replay: true, model, embedder });

Deno.test("openSources: what was answered live is replayed, vectors too", async () => {
  const recording = await newRecording();
  const first = await openSources({ ...live, recording });
  const { text } = await first.model.complete(ask("hello"));
  const vectors = await first.embedder.embed(["a singer"]);
  first.close();
  closeLog(recording);
  const second = await replay(recording, "");
  const answer = await second.model.complete(ask("hello"));
  assert.deepEqual([answer.text, answer.source], [text, "replayed"]);
  assert.deepEqual(await second.embedder.embed(["a singer"]), vectors);
  assert.deepEqual(second.model.identity, first.model.identity);
  assert.equal(second.embedder.identity, first.embedder.identity);
  await assert.rejects(() => second.model.complete(ask("else")), { name: "ReplayMissError" });
  await assert.rejects(() => second.embedder.embed(["else"]), { name: "ReplayMissError" });
  second.close();
});

Deno.test("openSources: the recording lies in the output folder unless one is named", async () => {
  const out = await newFolder();
  const { close } = await openSources({ ...live, out, recording: null });
  close();
  assert.equal(runFileExists(`${out}/calls.sqlite`), true);
});

for (
  const [spec, name] of [
    ["qwen2.5-coder:1.5b", "qwen2.5-coder:1.5b"],
    ["phi:3b", "phi:3b"],
    ["ollama:phi:3b", "phi:3b"],
    ["ollama:phi:3b@http://127.0.0.1:11434", "phi:3b"],
    ["openai:org/model@v2@https://server/v1", "org/model@v2"],
  ] as const
) {
  Deno.test(`openSources: "${spec}" replays the recorded ${name}`, async () => {
    const names = ["qwen2.5-coder:1.5b", "phi:3b", "org/model@v2"];
    const { model, close } = await replay(await makeRecording(names, ["one"]), spec);
    assert.equal((await model.complete(ask("hello"))).text, `by ${name}`);
    close();
  });
}

const refused: Readonly<
  Record<string, [names: string[], embedders: string[], model: string, message: RegExp]>
> = {
  "without a model": [[], ["one"], "", /it holds no model, name one by --model$/],
  "of another model": [["a"], ["one"], "b", /it holds a \(test\), need one named "b"$/],
  "of two models, none named": [
    ["a", "b"],
    ["one"],
    "",
    /it holds a \(test\), b \(test\), name one by --model$/,
  ],
  "of two embedders": [
    ["a"],
    ["one", "two"],
    "",
    /it holds vectors of one, two, name one by --embedder$/,
  ],
};
for (const [what, [names, embedders, model, message]] of Object.entries(refused)) {
  Deno.test(`openSources: refuses to replay a recording ${what}`, async () => {
    const recording = await makeRecording(names, embedders);
    await assert.rejects(() => replay(recording, model), { name: "InputError", message });
  });
}

const hashing = createHashingEmbedder().identity;

Deno.test("openSources: an embedder named for a replay is one that the recording holds", async () => {
  const both = await makeRecording(["a"], ["one", hashing]);
  const chosen = await replay(both, "", "hashing");
  assert.equal(chosen.embedder.identity, hashing);
  await chosen.embedder.embed(["hello"]);
  chosen.close();
  const one = await makeRecording(["a"], ["one"]);
  await assert.rejects(() => replay(one, "", "hashing"), {
    name: "InputError",
    message: `Cannot replay "${one}": it holds vectors of one, need those of ${hashing}`,
  });
  await assert.rejects(() => replay(one, "", "hasing"), /Cannot open embedder "hasing"/);
  for (const unnamed of ["recorded", defaultRequest.embedder]) {
    const { embedder, close } = await replay(one, "", unnamed);
    assert.equal(embedder.identity, "one");
    close();
  }
});

const broken = "transformers:none@/nowhere/at/all";

Deno.test("openSources: a broken embedder is found before a run, where a method needs it", async () => {
  const recording = await newRecording();
  const asked = { ...live, embedder: broken, recording };
  await assert.rejects(() => openSources(asked), {
    name: "InfrastructureError",
    message: /^Cannot embed with transformers:none\S*: .*\/nowhere\/at\/all.*; see merit doctor/,
  });
  const without = { ...asked, variants: methodVariants(["resample", "stateless"]) };
  (await openSources(without)).close();
});

Deno.test("openSources: the probe is not recorded, and a replay needs none", async () => {
  const recording = await newRecording();
  (await openSources({ ...live, recording })).close();
  const database = openRecording(recording);
  assert.equal(database.prepare("SELECT count(*) AS n FROM embedding").get()!.n, 0);
  database.close();
  const { close } = await replay(await makeRecording(["a"], []), "", broken);
  close();
});

Deno.test("openSources: refuses a recording that is not there, and unknown sources", async () => {
  const recording = await newRecording();
  await assert.rejects(() => replay(recording, ""), {
    name: "InputError",
    message: /no such file/,
  });
  for (const change of [{ model: "scripted:none" }, { embedder: "none" }]) {
    await assert.rejects(() => openSources({ ...live, ...change, recording }), {
      name: "InputError",
    });
  }
});

Deno.test("openSources: a recording without vectors replays, and misses the first one asked for", async () => {
  const sources = await replay(await makeRecording(["a"], []), "");
  await assert.rejects(() => sources.embedder.embed(["text"]), { name: "ReplayMissError" });
  assert.deepEqual(await sources.embedder.embed([]), []);
  sources.close();
});
