/** End users: what is known of them, what a page visit and the form say, and what the platform says when asked. */
import { assertModerator, type Operator, TERMINAL_ID } from '../accounts/index.js';
import { DAY_MS } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { EndUser } from '../ports/audience-store.js';
import type { AgeCategory, Gender } from '../terms/index.js';
import { unknownUser } from '../unknown-user.js';
import { createAcquaintance } from './acquaintance.js';
import { type BotView, createView, noPage, toldOf, withClaims } from './end-user.js';
import { sourcesOf } from './knowledge.js';
import { createPlatformWord } from './platform-word.js';
import { isSuspicious } from './traits.js';
import { createVouch, type Holder, type Vouching } from './vouching.js';

/** What a person's visit to one of our pages shows. */
export interface PageVisit {
  address: string;
  /** The address, of IPv6 its /64: all of that is one caller's. */
  network: string;
  /** `mobile`, `desktop`, `tablet`, or null when it is unknown. */
  deviceType: string | null;
  deviceOs: string | null;
  /** A hash over what the browser says of itself; see the privacy note. */
  fingerprint: string;
}

export type Audience = ReturnType<typeof createAudience>;

export function createAudience(ports: Ports) {
  const { store, clock, geo, settings } = ports;
  const viewIn = createView(ports);

  /** Null when this bot has never asked about this user. */
  const viewFor = async (botId: number, userId: number): Promise<BotView | null> => {
    const nowMs = clock.now();
    const [bot, visit] = await Promise.all([
      store.bots.find(botId),
      store.sponsors.requestContext(botId, userId, nowMs, nowMs),
    ]);
    if (bot === null || !visit.isKnownToBot) return null;
    return viewIn(bot, visit, { userId }, nowMs);
  };

  /** Notes what a page shares with others' pages, and marks all users who share too much. */
  const suspect = async (userId: number, { address, fingerprint }: PageVisit): Promise<void> => {
    const nowMs = clock.now();
    const sinceMs = nowMs - settings.SUSPICION_WINDOW_HOURS * 3_600_000;
    const shared = await store.audience.noteVisit({ userId, fingerprint, address }, sinceMs, nowMs);
    // The person's earlier accounts are as suspicious as the one that crosses the line.
    const sharing = {
      fingerprint: shared.sameFingerprint > settings.SUSPICION_PER_FINGERPRINT ? fingerprint : null,
      address: shared.sameAddress > settings.SUSPICION_PER_ADDRESS ? address : null,
    };
    if (sharing.fingerprint === null && sharing.address === null) return;
    await store.audience.markSuspicious(sharing, sinceMs, nowMs + settings.SUSPICION_DAYS * DAY_MS);
  };

  return {
    ...createAcquaintance(ports),
    /** A user as one bot may see them, with an assumed language where none is known. */
    view: viewIn,
    /** Learns who somebody is as an update names them; see `createPlatformWord`. */
    hear: createPlatformWord(ports),
    /** The sources of what is known of this user, with times. */
    knowledge: (userId: number) => store.audience.knowledgeOf(userId),
    /**
     * What this bot learns of the user; see `toldOf`.
     * @throws ServiceError `not_found` for a user this bot has never asked about (`interface.md`, Authentication 4)
     */
    info: async (botId: number, userId: number) => {
      const [view, page] = await Promise.all([viewFor(botId, userId), store.audience.pageOf(botId, userId)]);
      if (view === null)
        throw new ServiceError('not_found', 'This bot has never asked about a user with this id.');
      const user = toldOf(view, page);
      return { ...user, isSuspicious: isSuspicious(user, clock.now()) };
    },
    /**
     * Writes down a visit to a page that was opened through a link of this bot, with where the address is. The bot may be
     * shown it. For all bots it says where the user is, and on what device, unless the bot could have opened the page
     * itself: the user does not use it, or it has no token and is not trusted. Where visits that the platform vouches for show
     * that too many accounts share a device or an address, all of them are suspicious for `SUSPICION_DAYS`: any other visit
     * can be made by a script, on anybody's behalf.
     * @param vouching who says that it is the user who looks
     * @returns the user with what the page shows, as far as this bot may see them
     */
    noteVisit: async (
      { botId, userId }: Holder,
      visit: PageVisit,
      vouching: Vouching = 'nobody',
    ): Promise<EndUser> => {
      const { address, deviceType, deviceOs } = visit;
      const nowMs = clock.now();
      const place = geo.lookup(address);
      const seen: Partial<EndUser> = {
        ipAddress: address,
        visitedAtMs: nowMs,
        ...(deviceType === null ? {} : { deviceType }),
        ...(deviceOs === null ? {} : { deviceOs }),
        ...place,
      };
      const page = { ...noPage, ...place, ipAddress: address, deviceType, deviceOs };
      await store.audience.notePage(botId, userId, page);
      const view = await viewFor(botId, userId);
      const isStranger = view?.isStranger === true;
      // Such a bot could have opened the page itself, for any user.
      const isLearnt = vouching === 'platform' || !isStranger;
      if (isLearnt) await store.audience.learn(userId, seen, nowMs, sourcesOf(seen, 'page'));
      if (vouching === 'platform') await suspect(userId, visit);
      if (isStranger) return { ...view.user, ...seen };
      return { ...((await store.audience.find(userId)) ?? unknownUser(userId)), ...seen };
    },
    /**
     * An answer that was given to the form of this bot. Under the platform's own signature it is the user's own and holds for
     * all bots; under the bot's token as far as the bot is in contact, since its owner could sign for anybody. Else it is a
     * claim of the bot.
     */
    answer: async (
      { botId, userId, vouching }: Holder & { vouching: Vouching },
      answers: { gender?: Gender; age?: AgeCategory },
    ): Promise<void> => {
      const view = await viewFor(botId, userId);
      const isOwn = vouching === 'platform' || (vouching === 'bot' && view?.isStranger === false);
      if (isOwn) await store.audience.learn(userId, answers, clock.now(), sourcesOf(answers, 'answer'));
      else await store.audience.claim(botId, userId, answers, clock.now());
    },
    /** What this bot knows to be answered; null when it has never asked about this user. */
    ofBot: async (botId: number, userId: number) => {
      const view = await viewFor(botId, userId);
      return view === null ? null : withClaims(view.user, view.claims);
    },
    /** Who vouches for it that a page is open before the user of its link; learns what the data says of them. */
    vouch: createVouch(ports),
    /** Until when a user is suspicious; null: they are not. For moderators. */
    suspicion: async (moderator: Operator, userId: number) => {
      assertModerator(settings, moderator);
      const user = await store.audience.find(userId);
      return user !== null && isSuspicious(user, clock.now()) ? user.suspiciousUntilMs : null;
    },
    /** Ends the suspicion of a user; returns false where there was none. For moderators; it is logged. */
    clearSuspicion: async (moderator: Operator, userId: number) => {
      assertModerator(settings, moderator);
      return store.audience.clearSuspicion(userId, moderator ?? TERMINAL_ID, clock.now());
    },
  };
}
