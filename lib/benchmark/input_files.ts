/**
 * Reads the files of a benchmark and remembers each one's hash, because other data give other
 * scores.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";
import { InputError } from "../errors.ts";

/** A file that was read: enough to tell whether another run read the same. */
export interface InputFile {
  /** Relative to the benchmark's directory, with forward slashes. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Size of the file. */
  readonly bytes: number;
}

/** Reads files of one directory and lists what it read. */
export interface InputReader {
  /** Where a path of the directory lies. */
  locate(path: string): string;
  /** Whether a file of that path is there. */
  exists(path: string): Promise<boolean>;
  /** Text of a UTF-8 file without its byte order mark. */
  readText(path: string): Promise<string>;
  /** Text of a file that may be UTF-8 or Windows-1252 (a superset of printable Latin-1). */
  readLooseText(path: string): Promise<string>;
  /** Hashes a file without keeping it in memory. */
  hash(path: string): Promise<void>;
  /** Names of the regular files in a folder, sorted, without hidden ones; empty where there is no folder. */
  list(path: string): Promise<readonly string[]>;
  /** Every file read so far, in order of path. */
  inputs(): readonly InputFile[];
}

function unreadable(path: string, cause: unknown): InputError {
  const reason = cause instanceof Deno.errors.NotFound
    ? "there is no such file"
    : cause instanceof Error
    ? cause.message
    : String(cause);
  return new InputError(`Cannot read ${path}: ${reason}`, { cause });
}

/**
 * Makes a reader for one directory. Paths are relative to it; an absolute path is taken as it is.
 *
 * @param directory folder of the benchmark
 * @returns a reader that has read nothing yet; its methods throw InputError for files that cannot
 * be read or decoded
 *
 * @example
 * ```ts
 * import { createInputReader } from "./input_files.ts";
 * const directory = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${directory}/a.txt`, "abc");
 * const reader = createInputReader(directory);
 * await reader.readText("a.txt");
 * const [file] = reader.inputs();
 * if (!file?.sha256.startsWith("ba7816bf")) throw new Error("Expected the SHA-256 of abc");
 * await Deno.remove(directory, { recursive: true });
 * ```
 */
export function createInputReader(directory: string): InputReader {
  const files = new Map<string, InputFile>();
  const locate = (path: string) => isAbsolute(path) ? path : join(directory, path);
  const record = (path: string, sha256: string, bytes: number) => {
    const name = relative(directory, locate(path)).replaceAll("\\", "/");
    files.set(name, { path: name, sha256, bytes });
  };
  const readBytes = async (path: string): Promise<Uint8Array> => {
    try {
      const bytes = await Deno.readFile(locate(path));
      record(path, createHash("sha256").update(bytes).digest("hex"), bytes.length);
      return bytes;
    } catch (cause) {
      throw unreadable(locate(path), cause);
    }
  };
  return {
    locate,
    async exists(path) {
      try {
        return (await Deno.stat(locate(path))).isFile;
      } catch {
        return false;
      }
    },
    async readText(path) {
      const bytes = await readBytes(path);
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch (cause) {
        throw new InputError(`Cannot read ${locate(path)}: it holds bytes that are not UTF-8`, {
          cause,
        });
      }
    },
    async readLooseText(path) {
      const bytes = await readBytes(path);
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch {
        return new TextDecoder("windows-1252").decode(bytes);
      }
    },
    async hash(path) {
      const hash = createHash("sha256");
      let bytes = 0;
      try {
        using file = await Deno.open(locate(path));
        for await (const chunk of file.readable) {
          hash.update(chunk);
          bytes += chunk.length;
        }
      } catch (cause) {
        throw unreadable(locate(path), cause);
      }
      record(path, hash.digest("hex"), bytes);
    },
    async list(path) {
      const names: string[] = [];
      try {
        for await (const entry of Deno.readDir(locate(path))) {
          if (entry.isFile && !entry.name.startsWith(".")) names.push(entry.name);
        }
      } catch (cause) {
        if (!(cause instanceof Deno.errors.NotFound)) throw unreadable(locate(path), cause);
      }
      return names.sort();
    },
    inputs: () => [...files.values()].sort((a, b) => a.path < b.path ? -1 : 1),
  };
}
