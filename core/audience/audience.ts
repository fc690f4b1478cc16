/** End users: what is known of them, what a page visit and the form tell, and what the platform tells when asked. */
import { ServiceError } from '../errors.js';
import type { AgeCategory, EndUser, Gender, Ports } from '../ports.js';
import { unknownUser } from '../unknown-user.js';
import { sharedByTooMany } from './suspicion.js';
import { createVouch, type Holder, type Vouching } from './vouching.js';

/** What a person's visit to one of our pages tells. */
export interface PageVisit {
  address: string;
  /** The address, of IPv6 its /64: all of that is one caller's. */
  network: string;
  /** `mobile`, `desktop`, `tablet`, or null when it cannot be told. */
  deviceType: string | null;
  deviceOs: string | null;
  /** A hash over what the browser tells of itself; see the privacy note. */
  fingerprint: string;
}

export interface Audience {
  /** @throws ServiceError `not_found` for a user this bot has never asked about (`interface.md`, Authentication 4) */
  info(botId: number, userId: number): Promise<EndUser>;
  /**
   * Writes down a visit to a page that was opened through a link of this bot, with where the address is; returns the user
   * as known now. The bot may be told of it. Where it shows that too many
   * accounts share a device or an address, all of them are suspicious from then on.
   */
  noteVisit(holder: Holder, visit: PageVisit): Promise<EndUser>;
  /** An answer to the questions, over all bots. */
  answer(userId: number, answers: { gender?: Gender; age?: AgeCategory }): Promise<void>;
  find(userId: number): Promise<EndUser | null>;
  /** In which language a bot's user is spoken to: their own, else the one that the bot says; `''` when nobody knows. */
  language(holder: Holder): Promise<string>;
  /** Who vouches for it that a page is open before the user of its link; see `Vouching`. */
  vouch(holder: Holder, initData: string): Promise<Vouching>;
}

export function createAudience(ports: Ports): Audience {
  const { store, clock, geo, settings } = ports;
  return {
    info: async (botId, userId) => {
      const user = await store.audience.ofBot(botId, userId);
      if (user === null)
        throw new ServiceError('not_found', 'This bot has never asked about a user with this id.');
      return user;
    },
    noteVisit: async ({ botId, userId }, { address, deviceType, deviceOs, fingerprint }) => {
      const nowMs = clock.now();
      const place = geo.lookup(address);
      const sinceMs = nowMs - settings.SUSPICION_WINDOW_HOURS * 3_600_000;
      const shared = await store.audience.noteVisit({ userId, fingerprint, address }, sinceMs, nowMs);
      const tooMany = sharedByTooMany(shared, {
        maxPerFingerprint: settings.SUSPICION_PER_FINGERPRINT,
        maxPerAddress: settings.SUSPICION_PER_ADDRESS,
      });
      const isSuspicious = tooMany.fingerprint || tooMany.address;
      const facts: Partial<EndUser> = {
        ipAddress: address,
        visitedAtMs: nowMs,
        isSuspicious,
        ...(deviceType === null ? {} : { deviceType }),
        ...(deviceOs === null ? {} : { deviceOs }),
        ...place,
      };
      await store.audience.learn(userId, facts, nowMs);
      await store.audience.notePage(botId, userId, {
        ...{ countryId: null, cityId: null, country: '', city: '', ...place },
        ...{ ipAddress: address, deviceType, deviceOs },
      });
      // The earlier accounts of whoever crosses the line are as suspicious as the one that does.
      if (isSuspicious) {
        const sharing = {
          fingerprint: tooMany.fingerprint ? fingerprint : null,
          address: tooMany.address ? address : null,
        };
        await store.audience.markSuspicious(sharing, sinceMs);
      }
      return { ...((await store.audience.find(userId)) ?? unknownUser(userId)), ...facts };
    },
    answer: (userId, answers) => store.audience.learn(userId, answers, clock.now()),
    find: (userId) => store.audience.find(userId),
    language: async ({ botId, userId }) => {
      const nowMs = clock.now();
      const { user, claims } = await store.sponsors.visit(botId, userId, nowMs, nowMs);
      return user?.languageCode || (claims.languageCode ?? '');
    },
    vouch: createVouch(ports),
  };
}
