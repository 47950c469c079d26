import assert from "node:assert/strict";
import { doctorCommand } from "../../lib/commands/doctor.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createEmbeddingTable } from "../../lib/scorer/recorded_embedder.ts";
import { captureTerminal } from "./capture_terminal.ts";

interface Result {
  readonly check: string;
  readonly ok: boolean | null;
  readonly detail: string;
  readonly remedy: string;
}

async function examine(...args: string[]) {
  const terminal = captureTerminal();
  const code = await doctorCommand.run([...args, "--json"], terminal);
  const results: readonly Result[] = JSON.parse(terminal.text());
  return { code, results: new Map(results.map((result) => [result.check, result])) };
}

Deno.test("doctor: all is well with fakes and the bundled benchmark", async () => {
  const out = await Deno.makeTempDir();
  const args = ["--model", "scripted:select-one", "--embedder", "hashing", "--out", `${out}/a/b`];
  const { code, results } = await examine(...args);
  assert.deepEqual([...results.values()].filter(({ ok }) => !ok), []);
  assert.equal(code, 0);
  assert.deepEqual([...results.keys()], [
    ...["deno", "sandbox", "model", "embedder", "benchmark", "out"],
  ]);
  assert.match(results.get("sandbox")!.detail, /writes and other files are refused/);
  assert.match(results.get("embedder")!.detail, /64 dimensions/);
  assert.match(results.get("benchmark")!.detail, /bundled \(spider\): \d+ questions over 4/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(out)), [], "the check leaves nothing");
  await Deno.remove(out);
});

Deno.test("doctor: each failure has its remedy, and one is enough for exit code 1", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/file`, "");
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const args = ["--model", `ollama:none@http://127.0.0.1:${port}`, "--embedder", "hashed"];
  const { code, results } = await examine(
    ...args,
    ...["--benchmark", folder, "--out", `${folder}/file`],
  );
  assert.equal(code, 1);
  for (const name of ["model", "embedder", "benchmark", "out"]) {
    const { ok, detail, remedy } = results.get(name)!;
    assert.equal(ok, false);
    assert.ok(detail.length > 0 && remedy.length > 0);
  }
  assert.match(results.get("model")!.detail, new RegExp(`127\\.0\\.0\\.1:${port}`));
  assert.equal(results.get("deno")!.ok, true);

  const terminal = captureTerminal();
  assert.equal(await doctorCommand.run(["--benchmark", folder], terminal), 1);
  assert.match(terminal.text(), /^FAIL benchmark: .*\n {5}remedy: give --benchmark a folder/m);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("doctor: what was not asked for is said to be unchecked, and fails nothing", async () => {
  const out = await Deno.makeTempDir();
  const { code, results } = await examine("--out", out);
  assert.equal(code, 0);
  const { ok, detail, remedy } = results.get("model")!;
  assert.deepEqual([ok, detail, remedy], [null, "not checked", "give --model SPEC"]);
  const terminal = captureTerminal();
  await doctorCommand.run(["--out", out], terminal);
  assert.match(terminal.text(), /^-- {3}model: not checked; give --model SPEC$/m);
  await Deno.remove(out);
});

Deno.test("doctor: without --embedder the recorded vectors are read, or the remedy is named", async () => {
  const out = await Deno.makeTempDir();
  const bundled = (await examine("--out", out)).results.get("embedder")!;
  assert.equal(bundled.ok, true);
  assert.match(bundled.detail, /can be read: [\d,]+ of transformers:all-MiniLM-L6-v2.*, 384 dim/);

  const recording = `${out}/calls.sqlite`;
  const database = openRecording(recording);
  createEmbeddingTable(database);
  database.exec("PRAGMA journal_mode = DELETE");
  database.close();
  const { code, results } = await examine("--out", out, "--recording", recording);
  const empty = results.get("embedder")!;
  assert.deepEqual([code, empty.ok], [1, false]);
  assert.match(empty.detail, /calls\.sqlite": it holds no vectors/);
  assert.match(empty.remedy, /--recording FILE.*--embedder SPEC \(merit run takes /);
  await Deno.remove(out, { recursive: true });
});
