/** When somebody who was known to be out joined while nothing reported it: the slow model of it. */
import type { MembershipUpdate } from '../../core/subscriptions/index.js';
import type { Simulation } from './simulation.js';
import { lastWorthy, type Span } from './worth.js';

/**
 * As late within these spans as an impression still counted; else when the first of them began.
 * @param outMs they were out until then
 * @param untilMs they had come by then
 * @returns null: nothing was unheard meanwhile
 */
export function cameUnheard(
  { model, time }: Simulation,
  { userId, resourceId }: { userId: number; resourceId: string },
  { outMs, untilMs }: { outMs: number; untilMs: number },
  unheard: readonly Span[],
): number | null {
  const spans = unheard
    .filter(({ fromMs, toMs }) => toMs >= outMs && fromMs <= untilMs)
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, outMs), toMs: Math.min(toMs, untilMs) }));
  if (spans.length === 0) return null;
  const shown = [...(model.impressions.get(userId)?.values() ?? [])].flat();
  const there = shown.filter(({ target }) => target === resourceId);
  const shower = (botId: number) => {
    const { hasToken = false, trust = 'unknown' } = model.bots.get(botId) ?? {};
    return { hasToken, trust, contact: model.contacts.get(userId)?.get(botId) ?? null };
  };
  return lastWorthy(there, shower, spans, time.now()) ?? Math.min(...spans.map(({ fromMs }) => fromMs));
}

/** Of a person who left, as an update says; by what is known now. */
export function leaverCame(simulation: Simulation, { userId, resourceId, atMs }: MembershipUpdate) {
  const unheard = simulation.books.unheardSpans(resourceId);
  return (outMs: number): number | null =>
    cameUnheard(simulation, { userId, resourceId }, { outMs, untilMs: atMs }, unheard);
}
