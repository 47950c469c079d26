/** Ctrl-C in a process of its own, while it waits for something. */
import assert from "node:assert/strict";
import { goldLines, inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";

const never =
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT count(*) FROM x";

const start = [
  ...["run", "--lock=deno.lock", "--frozen", "--no-check", "--no-prompt", "-A", "cli.ts", "run"],
  ...["--model", "scripted:select-one", "--methods", "resample", "--embedder", "hashing"],
];

/** Starts `merit run`, interrupts it when stderr shows a text, and gives what it left. */
async function interruptRun(args: readonly string[], seen: RegExp) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...start, ...args],
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const giveUp = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let text = "", sent = 0;
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (sent > 0 || !seen.test(text)) continue;
    sent = performance.now();
    child.kill("SIGINT");
  }
  const { code } = await child.status;
  clearTimeout(giveUp);
  return { code, text, waited: performance.now() - sent };
}

Deno.test("run: Ctrl-C ends the wait for an endless gold", () =>
  inTempDir(async (folder) => {
    const golds = `${folder}/endless.sql`;
    await writeBirdLayout(`${folder}/data`);
    const [, ...rest] = goldLines.split("\n");
    await Deno.writeTextFile(golds, [`${never}\tclinic`, ...rest].join("\n"));
    const { code, text, waited } = await interruptRun(
      ["--benchmark", `${folder}/data`, "--golds", golds, "--out", `${folder}/runs`],
      /golds: 2\/3/,
    );
    assert.equal(code, 130, text);
    assert.match(text, /Interrupted/);
    assert.ok(waited < 10_000, `it took ${waited} ms`);
  }));
