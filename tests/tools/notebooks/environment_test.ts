/** Runs with all rights: it starts programs that it makes. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findPython, isInstalled, jupyter } from "../../../tools/notebooks/environment.ts";
import { cleanNotebook } from "../../../tools/notebooks/notebook_file.ts";
import { makeNotebook } from "./make_notebook.ts";

const ignore = Deno.build.os === "windows";

/** A program that says it is this Python; without venv it fails at the import. */
async function makePython(folder: string, version: string, hasVenv: boolean): Promise<string> {
  const path = join(folder, `python${version}${hasVenv ? "" : "-bare"}`);
  const fails = hasVenv ? "" : 'case "$2" in *ensurepip*) exit 1;; esac\n';
  await Deno.writeTextFile(path, `#!/bin/sh\n${fails}echo ${version}\n`, { mode: 0o755 });
  return path;
}

Deno.test({
  name: "findPython: the first that is new enough and has venv",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir();
    const old = await makePython(folder, "3.8", true),
      bare = await makePython(folder, "3.12", false);
    const least = await makePython(folder, "3.9", true),
      newer = await makePython(folder, "3.14", true);
    const missing = join(folder, "none");
    assert.equal(await findPython([missing, old, bare, newer, least]), newer);
    assert.equal(await findPython([least, newer]), least);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test({
  name: "findPython: where there is none, it says what each lacks and what helps",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir();
    const old = await makePython(folder, "2.7", true),
      bare = await makePython(folder, "3.12", false);
    const missing = join(folder, "none");
    await assert.rejects(() => findPython([missing, old, bare]), {
      name: "InfrastructureError",
      message: `Cannot make .venv for notebooks: need Python 3.9 or newer with venv, but ` +
        `${missing} is not there; ${old} is 2.7; ` +
        `${bare} lacks venv (in Debian and Ubuntu: apt-get install python3-venv)`,
    });
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test({
  name: "jupyter: a notebook runs without a file in the home folder",
  ignore: !await isInstalled(),
  async fn() {
    const folder = await Deno.makeTempDir();
    const home = join(folder, "home");
    await Deno.mkdir(home);
    await Deno.writeTextFile(
      join(folder, "a.ipynb"),
      JSON.stringify(cleanNotebook(makeNotebook(["1 + 1;"]))),
    );
    const { success } = await jupyter("nbconvert", ["--to", "notebook", "--execute", "a.ipynb"], {
      cwd: folder,
      env: { HOME: home, DENO_DIR: join(folder, "deno") },
      stdout: "null",
      stderr: "null",
    }).output();
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
    assert.equal(success, true);
    assert.deepEqual(names.sort(), ["a.ipynb", "a.nbconvert.ipynb", "deno", "home"]);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(home)), []);
    await Deno.remove(folder, { recursive: true });
  },
});
