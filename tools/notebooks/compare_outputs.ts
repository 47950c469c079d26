/**
 * Compares what a notebook puts out with what is stored.
 *
 * @module
 */
import {
  type Cell,
  codeCells,
  isText,
  joinText,
  type Notebook,
  type Output,
} from "./notebook_file.ts";

/**
 * The first difference between stored and new outputs. Everything counts: numbers, texts, tables,
 * the bytes of images.
 *
 * @param stored as in the repository
 * @param executed with equal sources
 * @returns where it is and both versions of the line, or null where there is none
 */
export function compareOutputs(stored: Notebook, executed: Notebook): string | null {
  const now = codeCells(executed);
  for (const [at, cell] of codeCells(stored).entries()) {
    const difference = compareCells(cell, now[at]!);
    if (difference !== null) return `cell ${at + 1} ${difference}`;
  }
  return null;
}

function compareCells({ outputs: stored = [] }: Cell, { outputs: now = [] }: Cell): string | null {
  if (stored.length !== now.length) {
    return `has ${now.length} outputs, ${stored.length} are stored`;
  }
  for (const [at, output] of stored.entries()) {
    const before = textsOf(output), after = textsOf(now[at]!);
    for (const type of new Set([...before.keys(), ...after.keys()])) {
      const difference = compareTexts(before.get(type), after.get(type));
      if (difference !== null) return `output ${at + 1} differs in ${type}, ${difference}`;
    }
  }
  return null;
}

function textsOf({ output_type, data, text, ename, evalue }: Output): ReadonlyMap<string, string> {
  const entries = Object.entries(data ?? { [output_type]: text ?? `${ename}: ${evalue}` });
  return new Map(entries.map(([type, value]) => [
    type,
    isText(value) ? joinText(value) : JSON.stringify(value, null, 1),
  ]));
}

function compareTexts(stored: string | undefined, now: string | undefined): string | null {
  if (stored === now) return null;
  const before = stored?.split("\n") ?? [], after = now?.split("\n") ?? [];
  const line = before.findIndex((text, at) => text !== after[at]);
  const at = line === -1 ? before.length : line;
  const write = (sign: string, text: string | undefined) => `\n  ${sign} ${text ?? "(nothing)"}`;
  return `line ${at + 1}:${write("-", before[at])}${write("+", after[at])}`;
}
