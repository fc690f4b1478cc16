/** The hold by the quality of bots, as `docs/quality.md` states it, written down once more. */
const HOUR_MS = 3_600_000;
const MOST_HOURS = 720n;

/** Of a bot of which nothing was announced, and of the advertiser's own: in thousandths. */
export const usualTerms = { thousandths: 1_000n, holdThousandths: 1_000n };

/** What the hold is, by what was announced of the bot: below 1 longer, in whole hours, the half upwards. */
export function longerHold(holdMs: number, thousandths: bigint): number {
  if (thousandths >= 1_000n) return holdMs;
  const usual = BigInt(holdMs / HOUR_MS);
  const hours = (2n * usual * (5_000n - 4n * thousandths) + 1_000n) / 2_000n;
  const most = usual > MOST_HOURS ? usual : MOST_HOURS;
  return Number(hours > most ? most : hours) * HOUR_MS;
}
