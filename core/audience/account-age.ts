/**
 * How old an account of the platform is, guessed from its id (`decisions.md`, Targeting traits: `old_account`).
 *
 * The platform does not say it. It hands out ids in roughly rising order, so the date is interpolated between points that
 * are publicly known, rounded here. The guess is off by months: ids of one time overlap, and in some weeks hundreds of
 * millions were skipped.
 */

interface KnownPoint {
  id: number;
  atMs: number;
}

const point = (id: number, date: string): KnownPoint => ({ id, atMs: Date.parse(`${date}T00:00:00Z`) });

/** Ids were first handed out in the summer of 2013. */
const before32Bits: readonly KnownPoint[] = [
  point(1, '2013-08-14'),
  point(2_800_000, '2013-11-01'),
  point(7_700_000, '2013-12-31'),
  point(15_800_000, '2014-02-20'),
  point(38_000_000, '2014-03-01'),
  point(46_100_000, '2014-05-15'),
  point(54_800_000, '2014-09-20'),
  point(63_300_000, '2014-10-27'),
  point(101_000_000, '2015-03-10'),
  point(111_000_000, '2015-05-10'),
  point(122_600_000, '2015-08-01'),
  point(133_900_000, '2015-10-07'),
  point(148_700_000, '2016-01-08'),
  point(171_300_000, '2016-03-09'),
  point(222_000_000, '2016-06-08'),
  point(278_900_000, '2016-09-10'),
  point(297_600_000, '2016-12-10'),
  point(352_900_000, '2017-02-24'),
  point(400_200_000, '2017-07-31'),
  point(616_800_000, '2018-06-22'),
  point(760_000_000, '2018-12-01'),
  point(925_000_000, '2019-08-15'),
  point(1_055_000_000, '2020-02-15'),
  point(1_228_000_000, '2020-07-30'),
  point(1_382_500_000, '2020-09-15'),
  point(1_659_000_000, '2021-02-13'),
  point(1_810_000_000, '2021-05-25'),
  point(1_974_000_000, '2021-09-15'),
  point(2_147_483_647, '2021-11-30'),
];

/** Past 32 bits ids went on at five thousand million. */
const after32Bits: readonly KnownPoint[] = [
  point(5_000_000_000, '2021-12-01'),
  point(5_180_000_000, '2022-01-24'),
  point(5_300_000_000, '2022-04-20'),
  point(5_430_000_000, '2022-06-10'),
  point(5_600_000_000, '2022-08-20'),
  point(5_780_000_000, '2022-11-05'),
  point(5_870_000_000, '2023-02-01'),
  point(6_000_000_000, '2023-05-01'),
  point(6_180_000_000, '2023-06-10'),
  point(6_400_000_000, '2023-10-20'),
  point(6_700_000_000, '2024-01-20'),
  point(7_000_000_000, '2024-03-25'),
  point(7_250_000_000, '2024-06-01'),
  point(7_460_000_000, '2024-08-02'),
  point(7_790_000_000, '2024-09-23'),
  point(7_830_000_000, '2025-03-15'),
  point(7_920_000_000, '2025-07-05'),
  point(8_240_000_000, '2025-07-31'),
  point(8_390_000_000, '2025-10-24'),
  point(8_560_000_000, '2025-11-30'),
  point(8_700_000_000, '2026-02-23'),
];

/**
 * When the account of this id was made, approximately (epoch milliseconds). An id above all known points is as young as
 * the last of them at most; undefined for ids that no user has: not positive, or in the range that was skipped.
 */
export function accountCreatedAtMs(userId: number): number | undefined {
  for (const points of [before32Bits, after32Bits]) {
    const last = points.at(-1);
    if (last === undefined || userId > last.id) continue;
    return interpolate(points, userId);
  }
  return after32Bits.at(-1)?.atMs;
}

function interpolate(points: readonly KnownPoint[], userId: number): number | undefined {
  const index = points.findIndex((known) => known.id >= userId);
  const upper = points[index];
  if (upper?.id === userId) return upper.atMs;
  const lower = points[index - 1];
  if (upper === undefined || lower === undefined) return undefined;
  return Math.round(lower.atMs + ((upper.atMs - lower.atMs) * (userId - lower.id)) / (upper.id - lower.id));
}
