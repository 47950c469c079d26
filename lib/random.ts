/**
 * The seeded generator. Streams are forked by label, so that adding a draw moves no other.
 *
 * @module
 */

/** A seeded source of numbers. */
export interface Random {
  /** The next number, uniform in [0, 1), 32 random bits. */
  next(): number;
  /** An integer, uniform in [low, high], both ends included. */
  integer(low: number, high: number): number;
  /** One item, uniform. Throws RangeError for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A new list in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** An independent generator for a label; drawing from it leaves this one unchanged. */
  fork(label: string): Random;
}

/** FNV-1a over UTF-16 code units with a final avalanche: 32 bits. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Makes a seeded generator (sfc32, seeded by four hashes of the seed's text).
 *
 * @param seed any text or number; equal seeds give equal draws on every machine
 * @returns a generator of its own
 * @see {@link https://pracrand.sourceforge.net/} for sfc32
 *
 * @example
 * ```ts
 * import { createRandom } from "./random.ts";
 * const a = createRandom(7), b = createRandom(7);
 * if (a.next() !== b.next()) throw new Error("Expected equal draws from equal seeds");
 * ```
 */
export function createRandom(seed: string | number): Random {
  const label = String(seed);
  let a = hash32(`a:${label}`), b = hash32(`b:${label}`), c = hash32(`c:${label}`);
  let counter = hash32(`d:${label}`) | 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) word();
  const random: Random = {
    next: () => word() / 2 ** 32,
    integer(low, high) {
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low > high) {
        throw new RangeError(
          `Cannot draw an integer: range is [${low}, ${high}], need two integers, low ≤ high`,
        );
      }
      return low + Math.floor(random.next() * (high - low + 1));
    },
    pick(items) {
      if (items.length === 0) throw new RangeError("Cannot pick from an empty list");
      return items[random.integer(0, items.length - 1)]!;
    },
    shuffle(items) {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = random.integer(0, i);
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      return shuffled;
    },
    fork: (name) => createRandom(`${label}/${name}`),
  };
  return random;
}

/**
 * A seed for one purpose, derived from a run's seed: an integer in [0, 2³¹).
 *
 * @example
 * ```ts
 * import { deriveSeed } from "./random.ts";
 * if (deriveSeed(1, "q3", 2) !== deriveSeed(1, "q3", 2)) throw new Error("Expected one value");
 * if (deriveSeed(1, "q3", 2) === deriveSeed(2, "q3", 2)) throw new Error("Expected another value");
 * ```
 */
export function deriveSeed(...parts: readonly (string | number)[]): number {
  return hash32(parts.map((part) => `${typeof part}:${part}`).join("\u0000")) >>> 1;
}
