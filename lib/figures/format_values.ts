/**
 * Numbers as figures and tables print them. Rows hold fractions in [0, 1]; only here they become
 * percent.
 *
 * @module
 */

/** What stands for a number that is undefined. */
export const undefinedMark = "–";

/**
 * A fraction as a number of percent, rounded so that no binary residue shows.
 *
 * @example
 * ```ts
 * import { toPercent } from "./format_values.ts";
 * if (toPercent(0.575) !== 57.5) throw new Error("Expected no residue");
 * ```
 */
export function toPercent(fraction: number): number {
  return Number((fraction * 100).toFixed(6));
}

/**
 * Rounds a fraction to percent with a fixed number of decimals, halves away from zero: 49/80 is 61.25 %
 * and so 61.3, although its double times 100 may fall on either side of the half.
 *
 * @param fraction any finite number
 * @param decimals at most 3; 1 by default
 * @returns the number of percent without its sign
 *
 * @example
 * ```ts
 * import { roundPercent } from "./format_values.ts";
 * if (roundPercent(41 / 80) !== "51.3") throw new Error("Expected a half to be rounded up");
 * ```
 */
export function roundPercent(fraction: number, decimals = 1): string {
  const scale = 10 ** decimals;
  return (Math.round(toPercent(Math.abs(fraction) * scale)) / scale).toFixed(decimals);
}

/**
 * A fraction in percent with one decimal, without the sign %; a dash where it is null.
 *
 * @example
 * ```ts
 * import { writePercent } from "./format_values.ts";
 * if (writePercent(1 / 200) !== "0.5") throw new Error("Expected half a percent");
 * ```
 */
export function writePercent(fraction: number | null): string {
  return fraction === null ? undefinedMark : writeFixed(fraction);
}

/**
 * A difference of fractions in percentage points with its sign; a dash where it is null.
 *
 * @example
 * ```ts
 * import { writePoints } from "./format_values.ts";
 * if (writePoints(0.55 - 0.52) !== "+3.0") throw new Error("Expected points, not a ratio");
 * if (writePoints(-0.0001) !== "0.0") throw new Error("Expected no sign before a zero");
 * ```
 */
export function writePoints(difference: number | null): string {
  if (difference === null) return undefinedMark;
  const text = writeFixed(difference);
  return difference > 0 && text !== "0.0" ? `+${text}` : text;
}

/**
 * An interval in brackets, each end written by a function; empty where it is undefined.
 *
 * @example
 * ```ts
 * import { writeInterval, writePercent } from "./format_values.ts";
 * const text = writeInterval({ low: 0.4, high: 0.6 }, writePercent);
 * if (text !== "[40.0, 60.0]") throw new Error(`Expected both ends, got ${text}`);
 * ```
 */
export function writeInterval(
  { low, high }: { readonly low: number | null; readonly high: number | null },
  write: (value: number) => string,
): string {
  return low === null || high === null ? "" : `[${write(low)}, ${write(high)}]`;
}

/** One decimal, a true minus sign, and none before a zero. */
function writeFixed(fraction: number): string {
  const text = roundPercent(fraction);
  return fraction < 0 && text !== "0.0" ? `−${text}` : text;
}
