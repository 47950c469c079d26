/**
 * Whether two sides found the same.
 *
 * @module
 */

/** What was found first, second and so on: its place in the input and its score. */
export type Ranking = readonly (readonly [place: number, score: number])[];

/**
 * Compares what two sides found for each query. Scores must agree at every rank; places may differ only
 * where scores are too near to each other for single precision to tell them apart.
 *
 * @returns how close they were
 * @throws {Error} naming query and rank
 */
export function requireSameRankings(
  ours: readonly Ranking[],
  theirs: readonly Ranking[],
  tolerance: number,
): string {
  if (ours.length !== theirs.length) {
    throw new Error(`Expected as many results: ours has ${ours.length}, theirs ${theirs.length}`);
  }
  let largest = 0;
  ours.forEach((ranking, query) => {
    const others = theirs[query]!;
    if (ranking.length !== others.length) {
      throw new Error(`Query ${query}: ours found ${ranking.length}, theirs ${others.length}`);
    }
    ranking.forEach(([place, score], rank) => {
      const [otherPlace, otherScore] = others[rank]!;
      const difference = Math.abs(score - otherScore) / Math.max(1, Math.abs(score));
      largest = Math.max(largest, difference);
      const isTie = place === otherPlace || hasNear(ranking, rank, tolerance) ||
        hasNear(others, rank, tolerance) || rank === ranking.length - 1;
      if (difference > tolerance || !isTie) {
        throw new Error(
          `Query ${query}, rank ${rank + 1}: ours is ${place} with ${score}, ` +
            `theirs ${otherPlace} with ${otherScore}`,
        );
      }
    });
  });
  return `same places; scores within ${largest.toExponential(0)}`;
}

/** Whether a neighbour's score is as good as this one's. */
function hasNear(ranking: Ranking, rank: number, tolerance: number): boolean {
  const [, score] = ranking[rank]!;
  return [rank - 1, rank + 1].some((other) =>
    ranking[other] !== undefined &&
    Math.abs(ranking[other][1] - score) <= 2 * tolerance * Math.max(1, Math.abs(score))
  );
}

/** Compares two lists of numbers. */
export function requireSameNumbers(
  ours: ArrayLike<number>,
  theirs: ArrayLike<number>,
  tolerance: number,
): string {
  if (ours.length !== theirs.length) {
    throw new Error(`Expected as many numbers: ours has ${ours.length}, theirs ${theirs.length}`);
  }
  let largest = 0;
  for (let i = 0; i < ours.length; i++) {
    const difference = Math.abs(ours[i]! - theirs[i]!);
    if (!(difference <= tolerance)) {
      throw new Error(`Number ${i}: ours is ${ours[i]}, theirs ${theirs[i]}`);
    }
    largest = Math.max(largest, difference);
  }
  return `numbers within ${largest.toExponential(0)}`;
}
