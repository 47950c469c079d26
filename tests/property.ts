/** Property tests: 500 cases of a fixed seed in the gate, 10,000 of a new one in the nightly mode. */
import fc from "npm:fast-check@4.10.2";
import { getRandomValues } from "node:crypto";

/** Generators of values. */
export const arbitrary = fc;

/** As `deno task test:nightly` says; nothing else is read from outside. */
const isNightly = Deno.args.includes("--nightly");
const cases = isNightly ? 10_000 : 500;
const seed = isNightly ? getRandomValues(new Int32Array(1))[0]! : 20_260_301;

/**
 * Tests that a claim holds for all values; what fails is made small, and its seed is printed. Where
 * values are made `together`, so many at a time are one of the cases each.
 */
export function testProperty<Values extends [unknown, ...unknown[]]>(
  name: string,
  values: { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> },
  holds: (...values: Values) => void | Promise<void>,
  together = 1,
): void {
  Deno.test(name, async () => {
    if (isNightly) console.log(`${name}: ${cases} cases, seed ${seed}`);
    const claim = async (...drawn: unknown[]) => await holds(...drawn as Values);
    const generators = values as readonly fc.Arbitrary<unknown>[];
    await fc.assert(
      fc.asyncProperty(fc.tuple(...generators), (drawn) => claim(...drawn)),
      { numRuns: Math.ceil(cases / together), seed },
    );
  });
}
