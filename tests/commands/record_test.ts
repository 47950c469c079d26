import assert from "node:assert/strict";
import { commands } from "../../cli.ts";
import { dispatch } from "../../lib/commands/dispatch.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";
import { type FakeServer, openAIAnswer, type Script, startOpenAI } from "../llm/fake_servers.ts";
import { captureTerminal } from "./capture_terminal.ts";

const name = "qwen-1.5b-q8";
const experiment = "main_comparison";

/** The options of a small world: three questions, six methods, two repairs. */
function optionsOf(folder: string, server: FakeServer): readonly string[] {
  return [
    ...["--benchmark", `${folder}/data`, "--orders", "1", "--budget", "2", "--embedder", "hashing"],
    ...["--recording", `${folder}/calls.sqlite`, "--out", `${folder}/runs`],
    ...["--model", `openai:${name}@${server.url}`],
  ];
}

async function merit(...args: readonly string[]) {
  const terminal = captureTerminal();
  const code = await dispatch(args, { commands, terminal });
  return { code, text: terminal.text(), errors: terminal.errors.join("\n") };
}

const answers = ["SELECT COUNT(*) FROM owner", "SELECT name FROM owner", "SELECT nme FROM owner"];

/** Answers by prompt and seed alone. */
const script: Script = ({ contents, number }) =>
  openAIAnswer(answers[(contents.join().length + number) % answers.length]!);

async function withServer(
  script: Script,
  test: (world: { folder: string; server: FakeServer }) => Promise<void>,
): Promise<void> {
  await inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    await using server = startOpenAI(script);
    await test({ folder, server });
  });
}

const asked = ({ calls }: FakeServer) => calls.map(({ body }) => JSON.stringify(body));

function countRecorded(folder: string): number {
  using recording = openRecording(`${folder}/calls.sqlite`, { readOnly: true });
  return Number(recording.prepare("SELECT count(*) AS calls FROM calls").get()!.calls);
}

Deno.test("record: a killed recording goes on, no call is asked twice, and all replays", async () => {
  let reached = () => {};
  const enough = new Promise<void>((resolve) => reached = resolve);
  await withServer(async (call) => {
    if (call.number === 12) reached();
    // Those under way at the kill are lost: they alone are asked again.
    if (call.number >= 12 && call.number < 15) await new Promise((wait) => setTimeout(wait, 3000));
    return await script(call);
  }, async ({ folder, server }) => {
    const options = [...optionsOf(folder, server), "--parallel", "3"];
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--lock=deno.lock", "--frozen", "--no-check", "--no-prompt", "-A", "cli.ts"],
        ...["record", experiment, ...options],
      ],
      cwd: new URL("../../", import.meta.url),
      ...{ stdin: "null", stdout: "null", stderr: "null" },
    }).spawn();
    await enough;
    child.kill("SIGKILL");
    assert.equal((await child.status).signal, "SIGKILL");
    const before = server.calls.length;
    const { code, text } = await merit(
      ...["record", experiment, ...options, "--quiet", "--max-minutes", "35000"],
    );
    assert.equal(code, 0, text);
    assert.match(text, /\| arm .*\| calls left \|/);
    assert.match(text, /^\| resample +\| +1 +\| +3 of 3 +\|/m);
    const all = asked(server);
    const repeated = all.filter((one, at) => all.indexOf(one) < at);
    assert.ok(repeated.length <= 3, `${repeated.length} calls were asked again`);
    assert.ok(before >= 13 && all.length > before);
    assert.equal(countRecorded(folder), new Set(all).size);
    const replayed = await merit(
      ...["experiment", experiment, "--json", "--quiet", "--out", `${folder}/again`],
      ...optionsOf(folder, server).filter((_, at, list) =>
        ![list[at], list[at - 1]].some((one) => one === "--model" || one === "--out")
      ),
    );
    assert.equal(replayed.code, 0, replayed.errors);
    assert.deepEqual(JSON.parse(replayed.text).unfinished, []);
    assert.equal(server.calls.length, all.length);
  });
});

Deno.test("record: an error of the server is never kept, and the command says what is left", () =>
  withServer(
    (call) => call.number % 2 === 0 ? script(call) : new Response("broken", { status: 400 }),
    async (
      { folder, server },
    ) => {
      const options = [...optionsOf(folder, server), "--quiet"];
      const first = await merit("record", experiment, ...options);
      assert.notEqual(first.code, 0);
      const second = await merit("record", experiment, ...options);
      assert.match(second.text + second.errors, /broken|HTTP 400|400/);
      using recording = openRecording(`${folder}/calls.sqlite`);
      const kept = recording.prepare("SELECT finish, text FROM calls").all();
      assert.ok(kept.length > 0);
      for (const { finish, text } of kept) {
        assert.equal(finish, "stop");
        assert.ok(answers.includes(String(text)));
      }
    },
  ));

Deno.test("record: another build of the server may not write into the recording", () =>
  withServer(script, async ({ folder, server }) => {
    const only = ["--limit", "1", "--quiet"];
    assert.equal(
      (await merit("record", experiment, ...optionsOf(folder, server), ...only)).code,
      0,
    );
    const recorded = countRecorded(folder);
    await using other = startOpenAI(script, {
      "/props": () => Response.json({ build_info: "b9999-other", model_path: "/data/models" }),
    });
    const { code, errors } = await merit("record", experiment, ...optionsOf(folder, other));
    assert.equal(code, 2);
    assert.match(
      errors,
      /it holds qwen-1\.5b-q8 of llama\.cpp b4242-abcdef.*the server is .*b9999/,
    );
    assert.deepEqual([countRecorded(folder), other.calls.length], [recorded, 0]);
  }));

Deno.test("record: run files whose calls the recording lacks are refused, another folder is not", () =>
  withServer(script, async ({ folder, server }) => {
    const options = [...optionsOf(folder, server), "--quiet"];
    assert.equal((await merit("record", experiment, ...options)).code, 0);
    const all = server.calls.length;
    const other = options.with(options.indexOf("--recording") + 1, `${folder}/other.sqlite`);
    const { code, errors } = await merit("record", experiment, ...other);
    assert.deepEqual([code, server.calls.length], [2, all]);
    assert.match(
      errors,
      /record on in .*other\.sqlite: the run file .*\.run\.sqlite holds 3 questions, .* answers 0/,
    );
    const apart = other.with(other.indexOf("--out") + 1, `${folder}/runs2`);
    assert.equal((await merit("record", experiment, ...apart)).code, 0);
    assert.ok(server.calls.length > all);
  }));

Deno.test("record: finished run files do not make a recording that lost calls complete", () =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    await using server = startOpenAI((call) => {
      if (call.number === 8) {
        using other = openRecording(`${folder}/calls.sqlite`);
        other.exec("DELETE FROM calls");
      }
      return script(call);
    });
    const options = [...optionsOf(folder, server), "--quiet"];
    const { code, text } = await merit("record", experiment, ...options);
    assert.equal(code, 1);
    assert.match(text, /^\| merit +\| +1 \| +3 of 3 \|/m);
    assert.match(text, /The recording lacks, first of all:\n\n- resample: order 1 after 1/);
    const again = await merit("record", experiment, ...options);
    assert.deepEqual([again.code, /another --out/.test(again.errors)], [2, true], again.errors);
  }));

Deno.test("record: minutes that no timer can hold, and a folder that takes no files", () =>
  withServer(script, async ({ folder, server }) => {
    const options = optionsOf(folder, server);
    const long = await merit("record", experiment, ...options, "--max-minutes", "35792");
    assert.equal(long.code, 2);
    assert.match(long.errors, /--max-minutes is "35792", need an integer from 1 to 35000/);
    await Deno.writeTextFile(`${folder}/file`, "kept");
    const recordings = [`${folder}/file/calls.sqlite`, `${folder}/${"x".repeat(300)}/calls.sqlite`];
    for (const recording of recordings) {
      const at = options.indexOf("--recording") + 1;
      const { code, errors } = await merit("record", experiment, ...options.with(at, recording));
      assert.equal(code, 2);
      assert.match(errors, /Cannot write to .*, need a folder/);
    }
    assert.equal(server.calls.length, 0);
  }));
