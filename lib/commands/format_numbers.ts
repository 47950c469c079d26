/**
 * Numbers as tables print them. Data keep fractions; only here they become percent.
 *
 * @module
 */

import { roundPercent, undefinedMark, writePoints } from "../figures/format_values.ts";

/**
 * A fraction in [0, 1] as percent, with one decimal where no other number is asked for; a dash where it
 * is null.
 *
 * @example
 * ```ts
 * import { formatPercent } from "./format_numbers.ts";
 * if (formatPercent(1 / 200) !== "0.5 %") throw new Error("Expected half a percent");
 * ```
 */
export function formatPercent(fraction: number | null, decimals = 1): string {
  return fraction === null ? undefinedMark : `${roundPercent(fraction, decimals)} %`;
}

/**
 * A difference of two fractions in percentage points, with its sign; a dash where it is null.
 *
 * @example
 * ```ts
 * import { formatPoints } from "./format_numbers.ts";
 * if (formatPoints(0.55 - 0.52) !== "+3.0") throw new Error("Expected points, no percent");
 * ```
 */
export function formatPoints(difference: number | null): string {
  return writePoints(difference);
}

/**
 * A p value with its sign of relation, such as `= 0.021` or `< 0.001`; a dash where it is null.
 *
 * @example
 * ```ts
 * import { formatP } from "./format_numbers.ts";
 * if (formatP(1e-9) !== "< 0.001") throw new Error("Expected no p of 0");
 * ```
 */
export function formatP(p: number | null): string {
  if (p === null) return undefinedMark;
  return p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`;
}

/**
 * A p value under a heading that says what it is, such as `0.021` or `< 0.001`; a dash where it is null.
 *
 * @example
 * ```ts
 * import { formatPlainP } from "./format_numbers.ts";
 * if (formatPlainP(0.0214) !== "0.021") throw new Error("Expected no sign of equality");
 * ```
 */
export function formatPlainP(p: number | null): string {
  return formatP(p).replace("= ", "");
}

/**
 * A count or a mean with some decimals and a comma between thousands; a dash where it is null.
 *
 * @example
 * ```ts
 * import { formatNumber } from "./format_numbers.ts";
 * if (formatNumber(1234.56, 1) !== "1,234.6") throw new Error("Expected one decimal");
 * ```
 */
export function formatNumber(number: number | null, decimals = 0): string {
  if (number === null) return undefinedMark;
  return number.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/**
 * A stretch of time such as `1 h 05 min`, `3 min 20 s` or `12 s`.
 *
 * @param milliseconds not negative; rounded to seconds
 *
 * @example
 * ```ts
 * import { formatDuration } from "./format_numbers.ts";
 * if (formatDuration(3_900_000) !== "1 h 05 min") throw new Error("Expected hours and minutes");
 * ```
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
