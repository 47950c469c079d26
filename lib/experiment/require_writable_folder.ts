/**
 * Whether results can be written, found out before anything costs time.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { InputError } from "../errors.ts";

/** The folder itself or, where it is not there yet, the one that it would be made in. */
async function findFolder(path: string): Promise<string> {
  try {
    if ((await Deno.stat(path)).isDirectory) return path;
  } catch (error) {
    const { NotADirectory, NotFound } = Deno.errors;
    if (!(error instanceof NotFound || error instanceof NotADirectory)) throw error;
    return findFolder(dirname(path));
  }
  throw new InputError(`Cannot write to ${path}: it is a file, need a folder`);
}

async function tryOut<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(
      `Cannot write to ${path}: ${(cause as Error).message}, need a folder that takes files`,
      { cause },
    );
  }
}

async function writeProbe(folder: string): Promise<void> {
  await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: ".merit-" }));
}

/**
 * Finds out whether a folder takes files, or could be made and would; leaves nothing behind.
 *
 * @param path a folder, there or not
 * @throws {InputError} where it is a file or below one, or takes no files
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkWritableFolder } from "./require_writable_folder.ts";
 * const file = await Deno.makeTempFile();
 * await assert.rejects(() => checkWritableFolder(`${file}/runs`), /it is a file, need a folder/);
 * await Deno.remove(file);
 * ```
 */
export async function checkWritableFolder(path: string): Promise<void> {
  await tryOut(path, async () => await writeProbe(await findFolder(resolve(path))));
}

/**
 * Makes a folder where it is missing, and sees that it takes files.
 *
 * @param path the folder of the results
 * @throws {InputError} where it is a file or below one, or takes no files
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireWritableFolder } from "./require_writable_folder.ts";
 * const folder = await Deno.makeTempDir();
 * await requireWritableFolder(`${folder}/runs/today`);
 * assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder}/runs/today`)), []);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function requireWritableFolder(path: string): Promise<void> {
  await checkWritableFolder(path);
  await tryOut(path, async () => {
    await Deno.mkdir(path, { recursive: true });
    await writeProbe(path);
  });
}
