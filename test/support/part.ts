/**
 * Of many cases that are alike the suite tries a part, another with each run, so that it stays quick; `npm run test:whole`
 * tries them all. The seed that each run prints chooses the part.
 */

export const isWhole = process.env['WHOLE'] === '1';

/** @returns `count` of them, as the seed says; all of them in a whole run */
export function partOf<T>(all: readonly T[], count: number): T[] {
  if (isWhole) return [...all];
  const first = seedOf() % all.length;
  return [...all, ...all].slice(first, first + Math.min(count, all.length));
}

/** @returns each of one list with one of the others; all pairs in a whole run */
export function pairsOf<A, B>(all: readonly A[], others: readonly B[]): [A, B][] {
  return all.flatMap((one, row) => {
    const beside = isWhole
      ? others
      : others.filter((_, column) => (row + column + seedOf()) % others.length === 0);
    return beside.map((other): [A, B] => [one, other]);
  });
}

/** How many of `inAll` random cases are tried. @param share of them, where the run is not a whole one */
export function timesOf(inAll: number, share: number): number {
  return isWhole ? inAll : Math.ceil(inAll * share);
}

export function seedOf(): number {
  return Number(process.env['FC_SEED'] ?? 0);
}
