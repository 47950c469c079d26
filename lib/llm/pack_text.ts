/**
 * Texts as a database keeps them: deflated where that is smaller.
 *
 * @module
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Packs a text: itself (a TEXT cell), or its UTF-8 bytes deflated (a BLOB cell) where these are
 * fewer. A text with a NUL character is always deflated, because SQLite's TEXT ends there.
 *
 * @param text well-formed Unicode
 * @returns what to store; {@linkcode unpackText} gives the text back
 *
 * @example
 * ```ts
 * import { packText, unpackText } from "./pack_text.ts";
 * const schema = "CREATE TABLE singer (id INTEGER);\n".repeat(20);
 * if (unpackText(packText(schema)) !== schema) throw new Error("Expected the text back");
 * if (packText("SELECT 1") !== "SELECT 1") throw new Error("Expected short texts to stay readable");
 * ```
 */
export function packText(text: string): string | Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const deflated = deflateRawSync(bytes, { level: 9 });
  return deflated.length < bytes.length || text.includes("\0") ? new Uint8Array(deflated) : text;
}

/**
 * Gives a packed text back.
 *
 * @param packed what {@linkcode packText} made
 * @returns the text
 * @throws {Error} when the bytes are damaged
 *
 * @example
 * ```ts
 * import { unpackText } from "./pack_text.ts";
 * if (unpackText("SELECT 1") !== "SELECT 1") throw new Error("Expected the text itself");
 * ```
 */
export function unpackText(packed: string | Uint8Array): string {
  if (typeof packed === "string") return packed;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(inflateRawSync(packed));
}
