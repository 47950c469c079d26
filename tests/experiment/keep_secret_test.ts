import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { openModel } from "../../lib/llm/open_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { openAIAnswer, startOpenAI } from "../llm/fake_servers.ts";
import { newFolder, worldCell } from "../runs/world.ts";

const key = "sk-a-key-that-nobody-may-read";

Deno.test("runCell: a server's key is in no file of the run, whatever the server says of it", async () => {
  const folder = await newFolder();
  await using server = startOpenAI(({ number }) =>
    number < 2
      ? openAIAnswer("SELECT name FROM t WHERE v = 1")
      : new Response(`The key ${key} is over its limit`, { status: 429 })
  );
  const model = await openModel(`openai:qwen-1.5b-q8@${server.url}`, {
    readVariable: () => key,
    retries: { sleep: () => Promise.resolve() },
  });
  const path = `${folder}/a.run.sqlite`;
  {
    using database = openRecording(`${folder}/recording.sqlite`);
    const recorded = createRecordedModel({ database, model, mode: "record" });
    await assert.rejects(() => runCell({ ...worldCell(path), model: recorded }), (error) => {
      assert.ok(!Deno.inspect(error).includes(key));
      return true;
    });
  }
  assert.equal(server.calls[0]!.headers.get("authorization"), `Bearer ${key}`);
  const { note } = readRun(path).episodes.at(-1)!;
  assert.match(note, /status 429: The key \[key\] is over its limit/);
  const decoder = new TextDecoder("latin1");
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert.ok(names.includes("a.run.sqlite") && names.includes("recording.sqlite"), names.join());
  for (const name of names) {
    const text = decoder.decode(Deno.readFileSync(`${folder}/${name}`));
    assert.ok(!text.includes(key), `${name} holds the key`);
  }
});
