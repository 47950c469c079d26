/**
 * The files of the repository, for the other tools.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../", import.meta.url));

/**
 * Lists files by their ending, in order of their paths.
 *
 * @param places files and folders, relative to the repository; what is not there is left out
 * @param ending such as `.ts`
 * @returns paths relative to the repository, with `/`
 */
export async function listFiles(places: readonly string[], ending: string): Promise<string[]> {
  const paths: string[] = [];
  for (const place of places) {
    const info = await Deno.stat(repository + place).catch(() => null);
    if (info?.isFile && place.endsWith(ending)) paths.push(place);
    if (!info?.isDirectory) continue;
    const names = await Array.fromAsync(Deno.readDir(repository + place), ({ name }) => name);
    paths.push(...await listFiles(names.map((name) => `${place}/${name}`), ending));
  }
  return paths.sort();
}

/** Where the project's Markdown is. */
export const markdownPlaces = ["README.md", "CHANGELOG.md", "docs"];
