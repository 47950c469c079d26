/**
 * Checks the Markdown files: relative links and anchors lead somewhere, and the tasks that a text
 * names are in `deno.json`. (Their TypeScript blocks are type-checked by `deno check --doc-only`.)
 *
 * @module
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFiles, markdownPlaces } from "./list_files.ts";

const repository = fileURLToPath(new URL("../", import.meta.url));

/** What a text refers to. */
export interface References {
  /** Targets of links and images as written, without those that name a protocol. */
  readonly links: readonly string[];
  /** Names of tasks, from `deno task NAME` or `deno@VERSION task NAME`, in code too. */
  readonly tasks: readonly string[];
  /** Anchors of the headings, as GitHub and JSR make them. */
  readonly anchors: readonly string[];
}

/** Reads what a Markdown text refers to; links in code are none. */
export function findReferences(text: string): References {
  const prose = text.replace(/^( *)(```+|~~~+)[^]*?^\1\2.*$/gm, "").replace(/(`+)[^`].*?\1/g, "");
  const targets = [
    ...prose.matchAll(/\]\(\s*<?([^\s)>]+)/g),
    ...prose.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm),
    ...prose.matchAll(/\b(?:href|src)="([^"]+)"/g),
  ].map((match) => match[1]!);
  const headings = text.replace(/^( *)(```+|~~~+)[^]*?^\1\2.*$/gm, "").matchAll(
    /^#+ +(.+?) *#*$/gm,
  );
  return {
    links: targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target)),
    tasks: [...text.matchAll(/\bdeno(?:@[\d.]+)? task ([\w:-]+)/g)].map((match) => match[1]!),
    anchors: [...headings].map((match) => toAnchor(match[1]!)),
  };
}

function toAnchor(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return words.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-");
}

async function findFaults(path: string, tasks: ReadonlySet<string>): Promise<string[]> {
  const references = findReferences(await Deno.readTextFile(repository + path));
  const faults = references.tasks.filter((task) => !tasks.has(task))
    .map((task) => `Cannot find the task ${task} that ${path} names`);
  for (const link of references.links) {
    const [file = "", anchor] = decodeURI(link).split("#");
    const target = file === "" ? path : join(dirname(path), file);
    const info = await Deno.stat(repository + target).catch(() => null);
    if (info === null) faults.push(`Cannot find ${target} that ${path} links to`);
    if (info === null || !anchor || !target.endsWith(".md")) continue;
    const { anchors } = findReferences(await Deno.readTextFile(repository + target));
    if (!anchors.includes(anchor)) faults.push(`Cannot find #${anchor} in ${target} for ${path}`);
  }
  return faults;
}

if (import.meta.main) {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${repository}deno.json`));
  const names = new Set(Object.keys(tasks));
  const paths = await listFiles(markdownPlaces, ".md");
  const faults = (await Promise.all(paths.map((path) => findFaults(path, names)))).flat();
  for (const fault of faults) console.error(fault);
  Deno.exit(faults.length > 0 ? 1 : 0);
}
