/** What an impression is worth as evidence, written down once more for the slow model. */
import { ATTRIBUTION_MS, type Impression, type Shower } from './impressions.js';

const DAY_MS = 86_400_000;

/** What says whether a bot shows what it says. */
export type Vouching = Pick<Shower, 'hasToken' | 'trust' | 'contact'>;

/** A time in which joins of a chat went unseen. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** What an impression is worth as evidence, at this moment. */
export function worthOf(
  show: Impression,
  { hasToken, trust, contact }: Vouching,
  atMs: number,
): 'all' | 'untrusted' | 'open' | 'nothing' {
  if (trust === 'refused') return 'nothing';
  if (!hasToken) return trust === 'trusted' ? 'all' : 'untrusted';
  if (show.proof === 'contact' || show.proof === 'delivered') return 'all';
  if (contact?.state === 'no') return 'nothing';
  // That the user uses the bot does not say that this block reached them.
  if (contact?.state === 'yes' && show.proof === 'list') return 'all';
  return contact === null || atMs < contact.untilMs ? 'open' : 'nothing';
}

/**
 * Of a resource that was opened through this bot's link while another bot had shown it, too: a yes that was a day old by then
 * has to be said again, whatever was proven before.
 */
export function worthOfOpening(
  show: Impression,
  vouching: Vouching,
  openedMs: number,
  atMs: number,
): ReturnType<typeof worthOf> {
  const worth = worthOf(show.proof === 'block' ? show : { ...show, proof: 'list' }, vouching, atMs);
  const { hasToken, contact } = vouching;
  const isOld = contact !== null && contact.atMs + DAY_MS <= openedMs;
  return worth === 'all' && hasToken && isOld ? 'open' : worth;
}

/** As late in these spans as one of these impressions still counted, by the best of them. */
export function lastWorthy(
  shown: readonly Impression[],
  shower: (botId: number) => Vouching,
  spans: readonly Span[],
  atMs: number,
): number | null {
  for (const worth of ['all', 'open', 'untrusted']) {
    let lastMs = -Infinity;
    for (const show of shown) {
      if (worthOf(show, shower(show.botId), atMs) !== worth) continue;
      for (const { fromMs, toMs } of spans) {
        const untilMs = Math.min(toMs, show.seenMs + ATTRIBUTION_MS);
        if (untilMs >= fromMs && untilMs >= show.firstMs) lastMs = Math.max(lastMs, untilMs);
      }
    }
    if (lastMs > -Infinity) return lastMs;
  }
  return null;
}
