/**
 * Short names of files.
 *
 * @module
 */
import { toLine } from "./printable.ts";

/**
 * Names each file by the shortest end of its path that no other's path ends in.
 *
 * @param paths of different files
 * @returns the name of a file where that tells it apart, else with as many of its folders as do, in
 * the order given; each on one line
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { shortestEndings } from "./shortest_endings.ts";
 * const names = shortestEndings(["/runs/a/merit.sqlite", "b/merit.sqlite", "b/other.sqlite"]);
 * assert.deepEqual(names, ["a/merit.sqlite", "b/merit.sqlite", "other.sqlite"]);
 * ```
 */
export function shortestEndings(paths: readonly string[]): readonly string[] {
  const split = paths.map((path) => path.split(/[\\/]/));
  const endOf = (parts: readonly string[], length: number) =>
    toLine(parts.slice(-length).join("/"));
  return split.map((parts, at) => {
    for (let length = 1; length < parts.length; length++) {
      const end = endOf(parts, length);
      if (split.every((other, place) => place === at || endOf(other, length) !== end)) return end;
    }
    return toLine(paths[at]!);
  });
}
