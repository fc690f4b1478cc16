/** What was shown to a person, and what of it they left alone. */
import { NEWER_AFTER_MS } from '../../core/evidence/index.js';
import { LEFT_ALONE_MS, leftAlone } from '../../core/sponsors/request-contexts.js';
import type { Person } from './population.js';

/** As the stores keep it: one for each order and bot, which a new list makes newer after a while. */
export function noteShown(
  { shows }: Person,
  { orderId, botId }: { orderId: number; botId: number },
  atMs: number,
) {
  const known = shows.get(`${String(orderId)}:${String(botId)}`);
  if (known === undefined)
    shows.set(`${String(orderId)}:${String(botId)}`, { orderId, firstShownAtMs: atMs, shownAtMs: atMs });
  else if (atMs - known.shownAtMs >= NEWER_AFTER_MS) known.shownAtMs = atMs;
}

export function shownOf({ shows, settled }: Person, nowMs: number): Map<number, number> {
  return leftAlone(
    [...shows.values()].filter(({ shownAtMs }) => nowMs - shownAtMs < LEFT_ALONE_MS),
    settled,
  );
}
