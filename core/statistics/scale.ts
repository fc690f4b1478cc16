/** The next of 1, 2, 4, 5 or 10 times a power of ten, so that the half of it is a plain number too: the top of a chart. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
