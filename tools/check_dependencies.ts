/**
 * Checks the npm packages that the sources name: each pinned exactly, each imported in one file,
 * and the same ones in `deno.lock`. With `--write` it first makes the lock anew, without fetching
 * the packages.
 *
 * `deno.json` switches the automatic lock off, because `deno task` fetches everything in it before
 * any task: hundreds of megabytes for an embedder that the demo never loads. The tasks name the
 * lock (`--lock=deno.lock --frozen`), and Deno then fetches only what is imported.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { listFiles } from "./list_files.ts";

const repository = fileURLToPath(new URL("../", import.meta.url));
const lockPath = `${repository}deno.lock`;

/** `npm:`, scope and name, version, path within. */
const pinned = /^(npm:(?:@[^/@]+\/)?[^/@]+)@(\d+\.\d+\.\d+(?:-[\w.]+)?)(?:\/[\w./-]+)?$/;

/**
 * What is wrong with the npm packages that sources name.
 *
 * @param sources texts by path; those under `tests/` may share a package with others
 * @param locked the specifiers in the lock, without paths within packages
 * @returns one message a fault
 */
export function findFaults(
  sources: Readonly<Record<string, string>>,
  locked: readonly string[],
): string[] {
  const faults: string[] = [];
  const owners = new Map<string, string>();
  const needed = new Set<string>();
  for (const [path, text] of Object.entries(sources)) {
    for (const specifier of findSpecifiers(text)) {
      const [, name, version] = pinned.exec(specifier) ?? [];
      if (name === undefined) {
        faults.push(`Cannot use ${specifier} in ${path}: need npm:name@1.2.3`);
        continue;
      }
      needed.add(`${name}@${version}`);
      if (path.startsWith("tests/")) continue;
      const owner = owners.get(name) ?? path;
      owners.set(name, owner);
      if (owner !== path) faults.push(`Cannot import ${name} in ${path}: ${owner} does already`);
    }
  }
  for (const specifier of needed) {
    if (!locked.includes(specifier)) faults.push(`Cannot find ${specifier} in deno.lock`);
  }
  for (const specifier of locked) {
    if (!needed.has(specifier)) faults.push(`Cannot find the locked ${specifier} in any source`);
  }
  return faults;
}

function findSpecifiers(text: string): string[] {
  return [...text.matchAll(/(["'])(npm:[@\w].*?)\1/g)].map((match) => match[2]!);
}

async function readSources(): Promise<Record<string, string>> {
  const places = ["cli.ts", "mod.ts", "lib", "experiments", "bench", "tools", "tests"];
  const paths = (await listFiles(places, ".ts")).filter((path) => !path.startsWith("tests/tools/"));
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path, await Deno.readTextFile(repository + path)]),
    ),
  );
}

async function writeLock(specifiers: readonly string[]): Promise<void> {
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(entry, specifiers.map((name) => `import "${name}";\n`).join(""));
  await Deno.remove(lockPath).catch(() => {});
  const files = [`--config=${repository}deno.json`, `--lock=${lockPath}`, "--entrypoint", entry];
  const install = new Deno.Command(Deno.execPath(), {
    args: ["install", "--lockfile-only", ...files],
  });
  const { success, stderr } = await install.output();
  await Deno.remove(entry);
  if (!success) throw new Error(`Cannot write ${lockPath}: ${new TextDecoder().decode(stderr)}`);
}

if (import.meta.main) {
  const sources = await readSources();
  if (Deno.args.includes("--write")) {
    await writeLock(Object.values(sources).flatMap(findSpecifiers));
  }
  const lock: { specifiers?: object } = JSON.parse(await Deno.readTextFile(lockPath));
  const faults = findFaults(sources, Object.keys(lock.specifiers ?? {}));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error("To make the lock anew: deno task lock");
  Deno.exit(faults.length > 0 ? 1 : 0);
}
