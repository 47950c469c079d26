import assert from "node:assert/strict";
import {
  checkWritableFolder,
  requireWritableFolder,
} from "../../lib/experiment/require_writable_folder.ts";
import { inTempDir } from "../benchmark/bird_layout.ts";

const takesFiles = (folder: string) =>
  Deno.makeTempFile({ dir: folder }).then(() => true, () => false);
const list = (folder: string) => Array.fromAsync(Deno.readDir(folder), ({ name }) => name);

Deno.test("checkWritableFolder: a folder that takes files, there or not; nothing is left", () =>
  inTempDir(async (folder) => {
    await checkWritableFolder(folder);
    await checkWritableFolder(`${folder}/a/b`);
    assert.deepEqual(await list(folder), []);
  }));

Deno.test("requireWritableFolder: makes the folder, and leaves it empty", () =>
  inTempDir(async (folder) => {
    await requireWritableFolder(`${folder}/a/b`);
    await requireWritableFolder(`${folder}/a/b`);
    assert.deepEqual(await list(`${folder}/a/b`), []);
  }));

for (const require of [checkWritableFolder, requireWritableFolder]) {
  Deno.test(`${require.name}: a file, and a folder below a file`, () =>
    inTempDir(async (folder) => {
      await Deno.writeTextFile(`${folder}/file`, "kept");
      for (const path of [`${folder}/file`, `${folder}/file/a`, `${folder}/file/a/b`]) {
        await assert.rejects(() => require(path), {
          name: "InputError",
          message: `Cannot write to ${folder}/file: it is a file, need a folder`,
        });
      }
      assert.equal(await Deno.readTextFile(`${folder}/file`), "kept");
    }));

  Deno.test(`${require.name}: a folder that takes no files, a name that no folder can have`, () =>
    inTempDir(async (folder) => {
      const paths = [`${folder}/${"x".repeat(300)}`, `${folder}/a\0b`];
      await Deno.mkdir(`${folder}/closed`, { mode: 0o500 });
      // The superuser may write there all the same.
      if (!await takesFiles(`${folder}/closed`)) {
        paths.push(`${folder}/closed`, `${folder}/closed/a`);
      }
      for (const path of paths) {
        await assert.rejects(() => require(path), (error: Error) => {
          assert.equal(error.name, "InputError");
          assert.ok(error.message.startsWith(`Cannot write to ${path}: `), error.message);
          assert.match(error.message, /, need a folder that takes files$/);
          return true;
        });
      }
    }));
}
