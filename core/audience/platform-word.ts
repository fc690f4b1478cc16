/**
 * What the platform says of a user unasked: in updates, and under its own signature in the init data of pages
 * (`evidence.md`, Who may say what). It holds for all bots and stands above what they say; so it is taken only from what a
 * bot's owner cannot make up.
 */
import type { PlatformUser } from '../platform.js';
import type { Ports } from '../ports.js';
import type { EndUser } from '../ports/audience-store.js';
import { sourcesOf } from './knowledge.js';

/** That somebody is still called so is written down once a day. */
const CONFIRMED_MS = 86_400_000;

/** Learns what the platform says; of people that no bot has ever asked about nothing is kept. */
export function createPlatformWord({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  return async (userId: number, reported: PlatformUser, source: 'update' | 'init_data' = 'update') => {
    const known = await store.audience.find(userId);
    const nowMs = clock.now();
    if (known === null || saysNothingNew(known, reported, nowMs)) return;
    await store.audience.learn(
      userId,
      { ...reported, reportedAtMs: nowMs },
      nowMs,
      sourcesOf(reported, source),
    );
  };
}

/** Most updates are about somebody whose name is known: they need not be written. */
function saysNothingNew(known: EndUser, reported: PlatformUser, nowMs: number): boolean {
  if (known.reportedAtMs === null || nowMs - known.reportedAtMs >= CONFIRMED_MS) return false;
  return (Object.keys(reported) as (keyof PlatformUser)[]).every((field) => known[field] === reported[field]);
}
