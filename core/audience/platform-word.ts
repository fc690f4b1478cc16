/**
 * What the platform tells of a user unasked: in updates, and under its own signature in the init data of pages
 * (`evidence.md`, Who may say what). It holds for all bots and stands above what they say; so it is taken only from what a
 * bot's owner cannot make up.
 */
import type { PlatformUser } from '../platform-user.js';
import type { Ports } from '../ports.js';
import type { EndUser } from '../ports/audience-store.js';
import { sourcesOf } from './knowledge.js';

/** That somebody is still called so is written down once a day. */
const CONFIRMED_MS = 86_400_000;

/** Learns what the platform tells; of people about whom no bot has ever asked nothing is kept. */
export type PlatformWord = (
  userId: number,
  told: PlatformUser,
  source?: 'update' | 'init_data',
) => Promise<void>;

export function createPlatformWord({ store, clock }: Pick<Ports, 'store' | 'clock'>): PlatformWord {
  return async (userId, told, source = 'update') => {
    const known = await store.audience.find(userId);
    const nowMs = clock.now();
    if (known === null || saysNothingNew(known, told, nowMs)) return;
    await store.audience.learn(userId, { ...told, reportedAtMs: nowMs }, nowMs, sourcesOf(told, source));
  };
}

/** Most updates are about somebody whose name is known: they need not be written. */
function saysNothingNew(known: EndUser, told: PlatformUser, nowMs: number): boolean {
  if (known.reportedAtMs === null || nowMs - known.reportedAtMs >= CONFIRMED_MS) return false;
  return (Object.keys(told) as (keyof PlatformUser)[]).every((field) => known[field] === told[field]);
}
