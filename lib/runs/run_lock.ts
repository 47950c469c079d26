/**
 * One writer for a run file.
 *
 * @module
 */
import { InputError } from "../errors.ts";

/** Who writes a run, as its lock file says it; null where that is not known. */
interface Holder {
  readonly pid: number | null;
  readonly host: string | null;
}

/**
 * Takes the lock of a run file, which no second writer gets until it is given back. The lock is the
 * system's own, on a file beside the run that names the process, so it ends with its process
 * however that ends; what a killed process left behind is taken over. Readers need no lock.
 *
 * @param path the run file, there or not
 * @returns the lock; disposing of it gives it back and removes its file
 * @throws {InputError} where another writer holds it, on this machine or perhaps on another, and
 * where no file can be made or locked beside the run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lockRun } from "./run_lock.ts";
 * const folder = await Deno.makeTempDir();
 * {
 *   using _lock = lockRun(`${folder}/a.run.sqlite`);
 *   assert.throws(() => lockRun(`${folder}/a.run.sqlite`), new RegExp(`process ${Deno.pid}`));
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function lockRun(path: string): Disposable {
  const lockPath = `${followLinks(path)}.lock`;
  for (;;) {
    const file = openLock(path, lockPath);
    try {
      requireLock(path, lockPath, file);
      if (isFileAt(lockPath, file)) {
        requireOwnHost(path, lockPath, file);
        nameHolder(path, lockPath, file);
        return { [Symbol.dispose]: () => giveBack(lockPath, file) };
      }
    } catch (error) {
      file.close();
      throw error;
    }
    // Its last holder removed the file while this one waited for nothing but the lock on it.
    file.close();
  }
}

/** A run reached by a link has the lock of the file itself. */
function followLinks(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function openLock(path: string, lockPath: string): Deno.FsFile {
  try {
    return Deno.openSync(lockPath, { read: true, write: true, create: true });
  } catch (cause) {
    throw cannotMake(path, lockPath, cause);
  }
}

function cannotMake(path: string, lockPath: string, cause: unknown): InputError {
  return new InputError(
    `Cannot write run file "${path}": cannot make "${lockPath}": ${(cause as Error).message}`,
    { cause },
  );
}

function requireLock(path: string, lockPath: string, file: Deno.FsFile): void {
  let isOurs: boolean;
  try {
    isOurs = file.tryLockSync(true) || (pause(), file.tryLockSync(true));
  } catch (cause) {
    throw new InputError(
      `Cannot write run file "${path}": cannot lock "${lockPath}": ${(cause as Error).message}; ` +
        "choose a folder on a file system with locks",
      { cause },
    );
  }
  if (isOurs) return;
  const { pid, host } = readHolder(file);
  const holder = `process ${pid ?? "of unknown id"}${host === null ? "" : ` on ${host}`}`;
  throw new InputError(
    `Cannot write run file "${path}": ${holder} is writing it; wait for it or stop it`,
  );
}

/** Whoever asks {@linkcode isBeingWritten} holds the lock for a moment. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

/**
 * Tells whether a process of this machine is writing a run file.
 *
 * @param path the run file, there or not
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isBeingWritten, lockRun } from "./run_lock.ts";
 * const path = `${await Deno.makeTempDir()}/a.run.sqlite`;
 * const lock = lockRun(path);
 * assert.equal(isBeingWritten(path), true);
 * lock[Symbol.dispose]();
 * assert.equal(isBeingWritten(path), false);
 * ```
 */
export function isBeingWritten(path: string): boolean {
  try {
    using file = Deno.openSync(`${followLinks(path)}.lock`);
    return !file.tryLockSync(false);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Some shared folders keep the locks of one machine from the others. */
function requireOwnHost(path: string, lockPath: string, file: Deno.FsFile): void {
  const { pid, host } = readHolder(file), own = hostName();
  if (host === null || own === null || host === own) return;
  throw new InputError(
    `Cannot write run file "${path}": process ${pid} on ${host} was writing it, this is ${own}; ` +
      `if that process has ended, delete "${lockPath}"`,
  );
}

/** False where the file was removed, or replaced by another, since it was opened. */
function isFileAt(path: string, file: Deno.FsFile): boolean {
  try {
    const there = Deno.statSync(path), opened = file.statSync();
    return there.ino === opened.ino && there.dev === opened.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function readHolder(file: Deno.FsFile): Holder {
  const bytes = new Uint8Array(1024);
  try {
    file.seekSync(0, Deno.SeekMode.Start);
    const count = file.readSync(bytes) ?? 0;
    const { pid, host } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, count)));
    return {
      pid: typeof pid === "number" ? pid : null,
      host: typeof host === "string" ? host : null,
    };
  } catch {
    // Just made, written by something else, or on a system that keeps others from reading it.
    return { pid: null, host: null };
  }
}

function nameHolder(path: string, lockPath: string, file: Deno.FsFile): void {
  const holder: Holder = { pid: Deno.pid, host: hostName() };
  try {
    file.truncateSync(0);
    file.seekSync(0, Deno.SeekMode.Start);
    file.writeSync(new TextEncoder().encode(JSON.stringify(holder)));
  } catch (cause) {
    throw cannotMake(path, lockPath, cause);
  }
}

/** Null where this process may not ask. */
function hostName(): string | null {
  const { state } = Deno.permissions.querySync({ name: "sys", kind: "hostname" });
  return state === "granted" ? Deno.hostname() : null;
}

/** The file goes while it is still locked, so that nobody's lock but this one's goes with it. */
function giveBack(lockPath: string, file: Deno.FsFile): void {
  try {
    Deno.removeSync(lockPath);
  } catch {
    // Gone, or in a folder that takes no changes any more: a file that nobody locks harms nobody.
  }
  file.close();
}
