/**
 * What the platform tells of a user unasked, in its updates (`evidence.md`, Who may say what). It holds for all bots and
 * stands above what they say; so it is taken only from what a bot's owner cannot make up.
 */
import type { EndUser, Ports } from '../ports.js';

/** A user as the platform's objects name them, with names cleaned (`core/names.ts`). */
export interface PlatformUser {
  firstName: string;
  /** `''` is none, as of the username. */
  lastName: string;
  username: string;
  /** Absent: the platform does not say. */
  languageCode?: string;
  isPremium?: boolean;
}

/** Learns what the platform tells; of people about whom no bot has ever asked nothing is kept. */
export type PlatformWord = (userId: number, told: PlatformUser) => Promise<void>;

export function createPlatformWord({ store, clock }: Pick<Ports, 'store' | 'clock'>): PlatformWord {
  return async (userId, told) => {
    const known = await store.audience.find(userId);
    if (known === null || saysNothingNew(known, told)) return;
    await store.audience.learn(userId, told, clock.now());
  };
}

/** Most updates are about somebody whose name is known: they need not be written. */
function saysNothingNew(known: EndUser, told: PlatformUser): boolean {
  return (Object.keys(told) as (keyof PlatformUser)[]).every((field) => known[field] === told[field]);
}
