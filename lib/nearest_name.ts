/** Edits (insert, delete, replace one character) that turn one text into another. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/**
 * The name that a misspelt one most likely means: the fewest edits, the first of equals.
 *
 * @param name what was written
 * @param names what could have been meant
 * @returns one of the names; undefined where there are none
 *
 * @example
 * ```ts
 * import { nearestName } from "./nearest_name.ts";
 * if (nearestName("olama", ["openai", "ollama"]) !== "ollama") throw new Error("Expected ollama");
 * ```
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((candidate) => ({
    candidate,
    edits: countEdits(name.toLowerCase(), candidate.toLowerCase()),
  }));
  return ranked.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}
