/**
 * Gathering the run files of several folders in one.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { InputError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { auditRun } from "./audit_run.ts";
import { followChain } from "./follow_chain.ts";
import { isBeingWritten } from "./run_lock.ts";
import { readRun } from "./run_reader.ts";

/** A run file to be gathered. */
export interface MergeSource {
  /** Where it is. */
  readonly path: string;
  /** Its place in the merged folder; equal names are the same cell. */
  readonly name: string;
}

/** A run file that was gathered. */
export interface MergedRun {
  /** Its place in the merged folder. */
  readonly name: string;
  /** Where it came from. */
  readonly from: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** Digest of the manifest, which the chain of digests starts from. */
  readonly manifest: string;
  /** Last digest of the chain; that of the manifest before the first episode. */
  readonly last: string;
  /** Episodes finalized. */
  readonly episodes: number;
  /** Length of the stream. */
  readonly total: number;
}

interface FoundRun extends MergedRun {
  readonly digests: readonly string[];
}

/**
 * Copies run files into a folder, each cell once. A file is audited before it is taken. Where the same cell is found twice, equal chains are the same results, and a chain
 * that goes on where the other ends is the same run later: the longer one is taken. Nothing is
 * written before all files are compared.
 *
 * @param sources the files, in order of preference; those of the folder itself are among them where
 * it holds any
 * @param folder the merged folder
 * @returns what the folder holds, sorted by name
 * @throws {InputError} where a file is unsound, being written or there under two names, where a cell is
 * found twice with different contents, naming both files, and where the folder does not take one
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mergeRuns } from "./merge_runs.ts";
 * const folder = await Deno.makeTempDir();
 * const missing = [{ path: `${folder}/a.run.sqlite`, name: "a.run.sqlite" }];
 * await assert.rejects(mergeRuns(missing, `${folder}/all`), /there is no such file/);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function mergeRuns(
  sources: readonly MergeSource[],
  folder: string,
): Promise<readonly MergedRun[]> {
  const taken = new Map<string, FoundRun>(), names = new Map<string, string>();
  for (const source of sources) {
    const before = taken.get(source.name), found = await findRun(source, before);
    requireOneName(source, names);
    taken.set(source.name, before === undefined ? found : chooseLonger(before, found));
  }
  const merged = [...taken.values()].toSorted((a, b) => a.name < b.name ? -1 : 1);
  for (const run of merged) await copyRun(run, join(folder, run.name));
  return merged.map(({ digests: _digests, ...run }) => run);
}

/** What has been found already, byte for byte, needs no second audit. */
async function findRun({ path, name }: MergeSource, before?: FoundRun): Promise<FoundRun> {
  if (isBeingWritten(path)) {
    throw new InputError(`Cannot merge "${path}": a process is writing it; wait for its end`);
  }
  const run = readRun(path), digest = sha256(Deno.readFileSync(path));
  if (digest === before?.sha256) return { ...before, from: path };
  const { violations: [violation] } = await auditRun(run);
  if (violation !== undefined) {
    throw new InputError(`Cannot merge "${path}": ${violation}; see merit audit`);
  }
  const { digests } = followChain(run);
  return {
    name,
    from: path,
    sha256: digest,
    manifest: run.manifestDigest,
    last: digests.at(-1) ?? run.manifestDigest,
    episodes: run.episodes.length,
    total: run.stream.length,
    digests,
  };
}

/** Folders that lie in each other would give a cell twice. */
function requireOneName({ path, name }: MergeSource, names: Map<string, string>): void {
  const real = Deno.realPathSync(path), other = names.get(real) ?? name;
  names.set(real, other);
  if (other === name) return;
  throw new InputError(
    `Cannot merge "${path}" as ${name}: it is taken as ${other}; need folders of which none lies ` +
      "in another",
  );
}

function chooseLonger(one: FoundRun, other: FoundRun): FoundRun {
  const [short, long] = one.digests.length < other.digests.length ? [one, other] : [other, one];
  const parts = short.digests.findIndex((digest, at) => digest !== long.digests[at]);
  if (one.manifest === other.manifest && parts < 0) return long;
  const why = one.manifest === other.manifest
    ? `their results part at episode ${parts + 1} of their order`
    : "they were made from something else each";
  throw new InputError(
    `Cannot merge "${one.from}" and "${other.from}": both are the cell ${one.name}, and ${why}`,
  );
}

/** The copy must be what was compared: a file may change meanwhile. */
async function copyRun(run: FoundRun, path: string): Promise<void> {
  if (run.from === path) return;
  const bytes = await Deno.readFile(run.from);
  if (sha256(bytes) !== run.sha256) {
    throw new InputError(`Cannot merge "${run.from}": it changed meanwhile`);
  }
  const draft = `${path}.${Deno.pid}.new`;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(draft, bytes);
    await Deno.rename(draft, path);
  } catch (cause) {
    await Deno.remove(draft).catch(() => {});
    throw new InputError(`Cannot merge into "${path}": ${(cause as Error).message}`, { cause });
  }
}
