/**
 * Python's text forms of SQLite values: the official evaluators sort cells by them.
 *
 * @module
 */
import type { Cell } from "../domain.ts";

/** Python writes a float without exponent where its decimal exponent is in [-4, 16). */
const leastPlainExponent = -4;
const mostPlainExponent = 15;

function floatText(value: number): string {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (Number.isNaN(value)) return "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", exponentText] = Math.abs(value).toExponential().split("e");
  const exponent = Number(exponentText);
  const digits = mantissa.replace(".", "");
  if (exponent < leastPlainExponent || exponent > mostPlainExponent) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

const byteEscapes: Readonly<Record<number, string>> = {
  9: "\\t",
  10: "\\n",
  13: "\\r",
  92: "\\\\",
};

function bytesText(bytes: Uint8Array): string {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  const body = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === quote) return `\\${quote}`;
    if (byteEscapes[byte] !== undefined) return byteEscapes[byte];
    return byte >= 32 && byte < 127 ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `b${quote}${body.join("")}${quote}`;
}

/**
 * What Python's `str()` gives for a value as its `sqlite3` module returns it.
 *
 * @param cell INTEGER as `bigint`, REAL as `number`
 * @see {@link https://docs.python.org/3/library/functions.html#repr}
 *
 * @example
 * ```ts
 * import { pythonText } from "./python_text.ts";
 * const texts = [1n, 1, 1e16, 1e-5, null].map(pythonText).join(" ");
 * if (texts !== "1 1.0 1e+16 1e-05 None") throw new Error(`Unexpected ${texts}`);
 * ```
 */
export function pythonText(cell: Cell): string {
  if (cell === null) return "None";
  if (typeof cell === "number") return floatText(cell);
  if (typeof cell === "object") return bytesText(cell);
  return String(cell);
}

/**
 * What Python's `str(type())` gives for a value as its `sqlite3` module returns it.
 *
 * @example
 * ```ts
 * import { pythonTypeText } from "./python_text.ts";
 * if (pythonTypeText(1n) !== "<class 'int'>") throw new Error("Expected an int");
 * ```
 */
export function pythonTypeText(cell: Cell): string {
  if (cell === null) return "<class 'NoneType'>";
  if (typeof cell === "bigint") return "<class 'int'>";
  if (typeof cell === "number") return "<class 'float'>";
  return typeof cell === "string" ? "<class 'str'>" : "<class 'bytes'>";
}

/** Puts surrogates, which stand for the highest code points, after all other code units. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Compares texts as Python does, by code point; JavaScript's own order is by UTF-16 code unit.
 *
 * @returns negative, 0 or positive
 *
 * @example
 * ```ts
 * import { compareCodePoints } from "./python_text.ts";
 * if (compareCodePoints("\u{1F600}", "\uFF21") <= 0) throw new Error("Expected U+1F600 last");
 * ```
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = rankUnit(a.charCodeAt(i)) - rankUnit(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
