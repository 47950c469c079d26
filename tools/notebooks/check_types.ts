/**
 * Type-checks notebooks, which neither `deno check` nor the kernel does.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeCells, joinText, type Notebook } from "./notebook_file.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** A notebook and where it is. */
export interface StoredNotebook {
  readonly path: string;
  readonly notebook: Notebook;
}

/** The code cells as one module, and where each of its lines comes from. */
export interface JoinedCells {
  readonly text: string;
  /** A line each, from the second on: number of the code cell and of the line in it, both from 1. */
  readonly origins: readonly { readonly cell: number; readonly line: number }[];
}

/**
 * Joins the code cells of a notebook into one module; relative imports become absolute, since the
 * module is checked elsewhere.
 */
export function joinCells({ path, notebook }: StoredNotebook): JoinedCells {
  const base = pathToFileURL(resolve(path));
  const lines = codeCells(notebook).flatMap(({ source }, at) =>
    joinText(source).split("\n").map((text, line) => ({ text, cell: at + 1, line: line + 1 }))
  );
  const specifier = /(\b(?:from|import)\s*\(?\s*)(["'])(\.\.?\/[^"']*)\2/g;
  const text = lines.map(({ text }) => text).join("\n").replace(
    specifier,
    (_, before, quote, target) => `${before}${quote}${new URL(target, base).href}${quote}`,
  );
  return {
    // A statement before them, so that `@ts-nocheck` in the first cell is a comment like others.
    text: `export {};\n${text}\n`,
    origins: lines.map(({ cell, line }) => ({ cell, line })),
  };
}

/** What `deno check` said. */
export interface TypeFaults {
  /** Paths of the notebooks that it named; all where it named none. */
  readonly faulty: ReadonlySet<string>;
  /** In its words, but with cells and lines of the notebooks. */
  readonly message: string;
}

/**
 * Runs `deno check` on notebooks, each as one module.
 *
 * @param notebooks any number
 * @returns what is wrong, or null
 */
export async function checkTypes(notebooks: readonly StoredNotebook[]): Promise<TypeFaults | null> {
  const joined = notebooks.map(joinCells);
  const folder = await Deno.makeTempDir();
  const files = notebooks.map((_, at) => join(folder, `${at}.ts`));
  await Promise.all(files.map((file, at) => Deno.writeTextFile(file, joined[at]!.text)));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--lock=deno.lock", "--frozen", "--config=deno.json", ...files],
    cwd: repository,
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(folder, { recursive: true });
  if (success) return null;
  const faulty = new Set<string>();
  const place = new RegExp(
    `${RegExp.escape(pathToFileURL(folder).href)}/(\\d+)\\.ts:(\\d+):(\\d+)`,
    "g",
  );
  const message = new TextDecoder().decode(stderr).trim().replace(
    place,
    (_, file, line, column) => {
      const { path } = notebooks[file]!;
      const { origins } = joined[file]!;
      const origin = origins[line - 2] ?? origins.at(-1);
      faulty.add(path);
      return `${path}, cell ${origin?.cell}, line ${origin?.line}, column ${column}`;
    },
  );
  return { faulty: faulty.size > 0 ? faulty : new Set(notebooks.map(({ path }) => path)), message };
}
