import assert from "node:assert/strict";
import { figuresCommand } from "../../lib/commands/figures.ts";
import { InputError } from "../../lib/errors.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { sha256 } from "../../lib/sha256.ts";
import { makeRun, verdicts } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs of two methods; merit solves question 3 too. */
async function makeRuns(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/runs`);
  await makeRun(`${folder}/runs/a.run.sqlite`, { manifest: { method: "merit" } });
  await makeRun(`${folder}/runs/b.run.sqlite`, {
    manifest: { method: "stateless" },
    script: { ...verdicts, 4: ["timeout", "timeout", "timeout"] },
    salt: "b",
  });
}

async function draw(...args: string[]) {
  const terminal = captureTerminal();
  const code = await figuresCommand.run(args, terminal);
  return { code, printed: terminal.text(), errors: terminal.errors.join("\n") };
}

async function listFolder(path: string): Promise<readonly string[]> {
  const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
  return names.sort();
}

const figures = [
  ...["accuracy", "attempts", "breakdown", "databases", "failures-merit", "failures-stateless"],
  ...["flips", "forest", "stream", "tokens"],
];
const tables = ["accuracy", "attempts", "contrasts", "databases"]
  .flatMap((name) => ["csv", "md", "tex"].map((format) => `${name}.${format}`));
const filesOf = (...formats: readonly string[]) =>
  [...figures.flatMap((name) => formats.map((format) => `${name}.${format}`)), ...tables].sort();

Deno.test("figures: every figure and table, and a manifest that holds their digests", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const out = `${folder}/out`;
    const { code, printed, errors } = await draw(
      ...[`${folder}/runs`, "--out", out, "--formats", "svg,json"],
    );
    assert.equal(code, 0, errors);
    assert.equal(printed.trim(), `${out}/manifest.json`);
    assert.match(errors, /Wrote 32 files to/);
    const expected = filesOf("svg", "json");
    assert.deepEqual(await listFolder(out), [...expected, "manifest.json"].sort());
    const manifest = JSON.parse(await Deno.readTextFile(`${out}/manifest.json`));
    assert.deepEqual(manifest.files.map(({ path }: { path: string }) => path).sort(), expected);
    for (const { path, sha256: digest } of manifest.files) {
      assert.equal(sha256(await Deno.readFile(`${out}/${path}`)), digest, path);
    }
    assert.deepEqual(manifest.runs.map(({ path }: { path: string }) => path), [
      `${folder}/runs/a.run.sqlite`,
      `${folder}/runs/b.run.sqlite`,
    ]);
    for (const { path, sha256: digest } of manifest.runs) {
      assert.equal(sha256(await Deno.readFile(path)), digest);
    }
    assert.deepEqual(manifest.command.slice(0, 4), [
      ...["merit", "figures", `${folder}/runs`, "--out"],
    ]);
    assert.match(manifest.versions.packages.join(), /npm:vega@6.*npm:pdfkit@/);
  }));

Deno.test("figures: docs/example.tex takes in what is written, by its names and labels", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    await draw(`${folder}/runs`, "--out", `${folder}/out`, "--formats", "json");
    const example = await Deno.readTextFile(new URL("../../docs/example.tex", import.meta.url));
    const textOf = (name: string) => Deno.readTextFile(`${folder}/out/${name}.tex`);
    const inputs = [...example.matchAll(/\\input\{figures\/(.+)\}/g)].map(([, name]) => name!);
    const tables = await Promise.all(inputs.map(textOf));
    const figures = [...example.matchAll(/\\includegraphics\[.+\]\{figures\/(.+)\.pdf\}/g)];
    for (const [, stem] of figures) {
      assert.ok((await Deno.stat(`${folder}/out/${stem}.json`)).isFile);
    }
    assert.deepEqual([tables.length, figures.length], [4, 2]);
    const whole = [example, ...tables].join("\n");
    const labels = new Set(whole.matchAll(/\\label\{(.+?)\}/g).map(([, label]) => label));
    for (const [, label] of whole.matchAll(/\\ref\{(.+?)\}/g)) assert.ok(labels.has(label!));
    const needed = /usepackage\[T1\]\{fontenc\}[^]*usepackage\{booktabs,graphicx\}/;
    assert.match(example, needed);
    for (const table of tables) assert.match(table, needed);
  }));

Deno.test("figures: the numbers are those of the runs, methods in their usual order", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    await draw(`${folder}/runs`, "--out", `${folder}/out`, "--formats", "json");
    const csv = await Deno.readTextFile(`${folder}/out/accuracy.csv`);
    // Five of six are scored; stateless solves 3 of them, merit 4, both one at attempt 0.
    assert.deepEqual(csv.split("\n").slice(1, 3).map((line) => line.split(",").slice(0, 4)), [
      ["stateless", "5", "0.2", "0.6"],
      ["merit", "5", "0.2", "0.8"],
    ]);
    const contrasts = await Deno.readTextFile(`${folder}/out/contrasts.csv`);
    assert.match(contrasts, /^merit - stateless,5,1,0\.2/m);
  }));

Deno.test("figures: equal runs give equal bytes", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const digests = async (out: string) => {
      await draw(`${folder}/runs`, "--out", out, "--formats", "svg,json");
      const { files } = JSON.parse(await Deno.readTextFile(`${out}/manifest.json`));
      return files;
    };
    assert.deepEqual(await digests(`${folder}/one`), await digests(`${folder}/two`));
  }));

const mayLoadLibraries = Deno.permissions.querySync({ name: "ffi" }).state === "granted" &&
  Deno.permissions.querySync({ name: "sys" }).state === "granted";

Deno.test("figures: G8-09 where PNG cannot be made, the rest is, and the exit code says so", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const out = `${folder}/out`;
    const { code, errors } = await draw(`${folder}/runs`, "--out", out, "--formats", "png,pdf");
    const files = (await listFolder(out)).filter((name) => name !== "manifest.json");
    if (mayLoadLibraries) {
      assert.deepEqual([code, files], [0, filesOf("pdf", "png")]);
    } else {
      assert.deepEqual([code, files], [3, filesOf("pdf")]);
      assert.match(errors, /^No PNG: Cannot load npm:@resvg\/resvg-js@/m);
    }
  }));

Deno.test("figures: --paper puts the paper's rows beside, named as another model's", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    await draw(`${folder}/runs`, "--out", `${folder}/out`, "--formats", "json", "--paper");
    const text = await Deno.readTextFile(`${folder}/out/accuracy.json`);
    assert.match(text, /merit \(paper, spider\)/);
    assert.match(text, /reported for Qwen2\.5-7B-Instruct/);
    assert.doesNotMatch(await Deno.readTextFile(`${folder}/out/accuracy.csv`), /paper/);
  }));

Deno.test("figures: --paper says that the paper has nothing of the bundled benchmark", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/runs`);
    const benchmark = { name: "bundled", format: "spider", questionCount: 8, inputs: [] };
    await makeRun(`${folder}/runs/a.run.sqlite`, { manifest: { benchmark } });
    const args = [`${folder}/runs`, "--out", `${folder}/out`, "--formats", "json", "--paper"];
    const { errors } = await draw(...args);
    assert.match(errors, /^Note: no rows of the paper: it reports no results on bundled/m);
    const text = await Deno.readTextFile(`${folder}/out/accuracy.json`);
    assert.doesNotMatch(text, /paper|reported for/);
    assert.match(text, /"text": \[\s*"bundled, n = 6",\s*"scripted"\s*\]/);
  }));

Deno.test("figures: one run is compared with its own attempt 0", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const run = `${folder}/runs/a.run.sqlite`;
    const { errors } = await draw(run, "--out", `${folder}/out`, "--formats", "json");
    assert.match(errors, /^Note: no forest: there is one arm only$/m);
    assert.match(errors, /^Note: no flips: stateless is not among the arms$/m);
    const text = await Deno.readTextFile(`${folder}/out/databases.json`);
    assert.match(text, /gain over attempt 0 \(points\), exploratory/);
  }));

Deno.test("figures: runs that must not be compared go to folders of their own", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    await makeRun(`${folder}/runs/c.run.sqlite`, {
      manifest: { model: { name: "other/model", digest: "", server: "scripted" } },
    });
    const out = `${folder}/out`;
    await draw(`${folder}/runs`, "--out", out, "--formats", "json");
    assert.deepEqual(await listFolder(out), [
      ...["1-example-scripted-K2", "2-example-other-model-K2", "manifest.json"],
    ]);
    const { files } = JSON.parse(await Deno.readTextFile(`${out}/manifest.json`));
    assert.ok(files.some(({ path }: { path: string }) => /^2-.*\/accuracy\.json$/.test(path)));
  }));

Deno.test("figures: --base chooses the arm, and a wrong one names the nearest", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const args = [`${folder}/runs`, "--out", `${folder}/out`, "--formats", "json", "--base"];
    await assert.rejects(draw(...args, "merti"), (error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /the arms are "stateless", "merit"; the nearest is "merit"/);
      return true;
    });
    await draw(...args, "merit");
    assert.match(await Deno.readTextFile(`${folder}/out/contrasts.csv`), /^stateless - merit,/m);
  }));

Deno.test("figures: without stateless and --base the arms are named, and nothing is written", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`, { manifest: { method: "merit" } });
    await makeRun(`${folder}/b.run.sqlite`, { manifest: { method: "resample" }, salt: "b" });
    const args = [folder, "--out", `${folder}/out`, "--formats", "json"];
    await assert.rejects(draw(...args), (error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /need --base with one of "resample", "merit"/);
      return true;
    });
    await assert.rejects(Deno.stat(`${folder}/out`), Deno.errors.NotFound);
    assert.equal((await draw(...args, "--base", "resample")).code, 0);
  }));

Deno.test("figures: an arm that differs in two things from the base is named, in the table too", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const configuration = { ...defaultConfiguration, budget: 2, transition: "first" as const };
    await makeRun(`${folder}/runs/c.run.sqlite`, {
      manifest: { method: "resample", configuration },
    });
    const out = `${folder}/out`;
    const { errors } = await draw(`${folder}/runs`, "--out", out, "--formats", "json");
    const caution = "resample differs from stateless in method and transition: " +
      "the difference is not the effect of one of them.";
    assert.ok(errors.split("\n").includes(`Note: ${caution}`), errors);
    assert.ok((await Deno.readTextFile(`${out}/contrasts.md`)).includes(caution));
  }));

Deno.test("figures: a folder that holds something is never written to", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const before = await listFolder(`${folder}/runs`);
    await assert.rejects(
      draw(`${folder}/runs`, "--out", `${folder}/runs`),
      /need a new or an empty folder/,
    );
    await assert.rejects(
      draw(`${folder}/runs`, "--out", `${folder}/runs/a.run.sqlite`),
      /Cannot write to .*: it is a file, need a folder/,
    );
    assert.deepEqual(await listFolder(`${folder}/runs`), before);
  }));

Deno.test("figures: unfinished runs are left out and named", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`, {});
    await makeRun(`${folder}/b.run.sqlite`, { limit: 2 });
    const out = `${folder}/out`;
    const { errors } = await draw(folder, "--out", out, "--formats", "json");
    assert.match(errors, /left out .*b\.run\.sqlite: 2 of 6 questions are finished/);
    const { runs } = JSON.parse(await Deno.readTextFile(`${out}/manifest.json`));
    assert.equal(runs.length, 1);
  }));

Deno.test("figures: nothing finished and an unknown format are refused before anything", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`, { limit: 2 });
    const out = `${folder}/out`;
    await assert.rejects(draw(folder, "--out", out), /of 1 runs none is finished/);
    await assert.rejects(draw(folder, "--out", out, "--formats", "pgn"), /the nearest is png/);
    assert.deepEqual(await listFolder(folder), ["a.run.sqlite"]);
  }));

Deno.test("figures: a file that cannot be read is named, and the others are drawn", () =>
  inFolder(async (folder) => {
    await makeRuns(folder);
    const args = [`${folder}/runs`, "--formats", "json", "--out"];
    await draw(...args, `${folder}/sound`);
    const torn = await Deno.readFile(`${folder}/runs/a.run.sqlite`);
    await Deno.writeFile(`${folder}/runs/c.run.sqlite`, torn.subarray(0, torn.length / 2));
    const { code, errors } = await draw(...args, `${folder}/out`);
    assert.equal(code, 2);
    assert.match(errors, /c\.run\.sqlite.*\n1 of 3 files could not be read\n/);
    const filesOf = async (out: string) =>
      JSON.parse(await Deno.readTextFile(`${folder}/${out}/manifest.json`)).files;
    assert.deepEqual(await filesOf("out"), await filesOf("sound"));

    const none = await draw(`${folder}/runs/c.run.sqlite`, "--out", `${folder}/none`);
    assert.equal(none.code, 2);
    assert.match(none.errors, /1 of 1 files could not be read$/);
    await assert.rejects(Deno.stat(`${folder}/none`), Deno.errors.NotFound);
  }));
