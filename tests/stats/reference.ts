import assert from "node:assert/strict";
import reference from "./reference.json" with { type: "json" };

/** Values of scipy, statsmodels and numpy, made by make_reference.py. */
export { reference };

/** Asserts agreement to within some digits, relative to the expected value. */
export function assertClose(seen: number, expected: number, tolerance = 1e-12): void {
  const distance = Math.abs(seen - expected);
  assert.ok(
    distance <= tolerance * Math.max(Math.abs(expected), Number.MIN_VALUE) || distance < 1e-15,
    `${seen} is not near ${expected}`,
  );
}

/** The items of a list of [item, how often] pairs; a list of numbers as it is. */
export function spread(values: readonly (number | readonly number[])[]): number[] {
  return values.flatMap((value) =>
    typeof value === "number" ? [value] : Array<number>(value[1]!).fill(value[0]!)
  );
}
