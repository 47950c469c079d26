/**
 * From what a user names to run files.
 *
 * @module
 */
import { join } from "node:path";
import { InputError } from "../errors.ts";

const ending = ".run.sqlite";

/**
 * Finds run files: a file is taken as it is, a folder gives every `*.run.sqlite` in it and below.
 *
 * @param paths files and folders
 * @returns paths in the order given, those of a folder sorted; a file named twice once
 * @throws {InputError} for a path that is not there, and a folder without a run file
 *
 * @example
 * ```ts
 * import { findRuns } from "./find_runs.ts";
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/merit.run.sqlite`, "");
 * const found = await findRuns([folder]);
 * if (found.length !== 1) throw new Error("Expected one run file");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function findRuns(paths: readonly string[]): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    for (const file of await expand(path)) {
      const real = await Deno.realPath(file);
      if (!found.has(real)) found.set(real, file);
    }
  }
  return [...found.values()];
}

async function expand(path: string): Promise<readonly string[]> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(path);
  } catch (cause) {
    throw new InputError(`Cannot find run "${path}": there is no such file or folder`, { cause });
  }
  if (!info.isDirectory) return [path];
  const files = await listFiles(path);
  if (files.length > 0) return files;
  throw new InputError(`Cannot find runs: the folder "${path}" holds no *${ending} file`);
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isFile && name.endsWith(ending)) files.push(path);
    if (isDirectory) files.push(...await listFiles(path));
  }
  return files.sort();
}
