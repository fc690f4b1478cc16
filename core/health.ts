/** Signs of life: of the store, and of the processes that serve it. */
import { ourBots, updatesBeat } from './checkers/index.js';
import { sayDifference } from './checks/index.js';
import { paymentAges } from './ledger/index.js';
import { ServiceError } from './errors.js';
import type { Ports } from './ports.js';
import { purgeAges } from './purging.js';
import type { CheckRecord } from './ports/check-store.js';
import { type QueuedLine, queuedNames } from './ports/job-store.js';

/** The bot process beats every few seconds; without a beat for this long it counts as gone. */
const FRESH_MS = 30_000;
/**
 * How long a finding is repeated: anybody may ask, as often as they like, and each look at the store is a
 * commit of the one writer.
 */
const REMEMBERED_MS = 1_000;
const DIFFERENCES_MAX = 100;
/** Before the bot process of a new database has asked the platform anything. */
const UNKNOWN = 'not known yet';

export interface Readiness {
  /** `degraded`: requests are answered, but something outside does not answer us; `down`: the service cannot work. */
  state: 'ready' | 'degraded' | 'down';
  /** What was looked at, and what was found: `ok`, or what is wrong in a few words. */
  checks: Record<'store' | 'bot' | 'platform', string>;
}

/** The store's lists, and what the latest daily check found to differ. */
export const listedNames = [...queuedNames, 'differences'] as const;
export type Listed = (typeof listedNames)[number];

export type Health = ReturnType<typeof createHealth>;

/** What an operator who watches the service looks at first. */
export type Figures = Awaited<ReturnType<Health['figures']>>;

function toLines(check: CheckRecord | null, page: { offset: number; limit: number }): QueuedLine[] {
  if (check === null) return [];
  const { differences } = check.outcome;
  return differences.slice(page.offset, page.offset + page.limit).map((difference) => {
    const { accountId = null, botId = null, userId = null, orderId = null } = difference.place;
    const reason = sayDifference(difference);
    return { atMs: check.endedAtMs, accountId, botId, userId, orderId, kind: '', reason };
  });
}

export function createHealth(ports: Pick<Ports, 'store' | 'clock' | 'log' | 'settings' | 'rails'>) {
  const { store, clock, log, settings } = ports;
  const checkStore = async (): Promise<string> => {
    try {
      await store.health.check();
      return 'ok';
    } catch (error) {
      log.error({ error: String(error) }, 'the store is not ready');
      // Anything else may name files and queries: that is for the operator's eyes.
      const words = error instanceof ServiceError ? error.message.replace(/\.$/, '') : 'cannot be used';
      return `${words}; see the log`;
    }
  };

  const checkBot = async (): Promise<string> => {
    const lastMs = await store.health.lastBeatMs('bot').catch(() => null);
    if (lastMs === null) return 'has not been seen';
    const ageSeconds = Math.round((clock.now() - lastMs) / 1_000);
    return ageSeconds * 1_000 <= FRESH_MS ? 'ok' : `was last seen ${String(ageSeconds)} s ago`;
  };

  const checkPlatform = async (): Promise<string> => {
    const reported = await store.health.platform().catch(() => null);
    if (reported === null) return UNKNOWN;
    const seconds = Math.max(0, Math.round((clock.now() - reported.sinceMs) / 1_000));
    return reported.words === null ? 'ok' : `${reported.words}, for ${String(seconds)} s`;
  };

  /** Of those that check who is in. */
  const botFigures = async (nowMs: number) => {
    const loads = await store.orders.checkLoads();
    return Promise.all(
      ourBots(settings).map(async ({ botId, checkerBotId }) => {
        const heardMs = await store.health.lastBeatMs(updatesBeat(checkerBotId));
        const heardAgeMs = heardMs === null ? null : Math.max(0, nowMs - heardMs);
        return {
          botId,
          /** Channel orders that are its own, running or waiting for a moderator. */
          orders: loads.get(checkerBotId) ?? 0,
          /** How old its updates are that have been taken; null: none have been. */
          heardAgeMs,
        };
      }),
    );
  };

  const look = async (): Promise<Readiness> => {
    const [storeState, bot, platform] = await Promise.all([checkStore(), checkBot(), checkPlatform()]);
    const isUp = storeState === 'ok' && bot === 'ok';
    const state = !isUp ? 'down' : platform === 'ok' || platform === UNKNOWN ? 'ready' : 'degraded';
    return { state, checks: { store: storeState, bot, platform } };
  };

  let looking: Promise<Readiness> | null = null;
  let found: { readiness: Readiness; atMs: number } | null = null;

  return {
    /**
     * Whether the service can do its work: the store answers and is migrated, the bot process beats; and whether the
     * platform answers that one. At most a second old; however many ask, the store is looked at once a second.
     */
    ready: async (): Promise<Readiness> => {
      const ageMs = found === null ? Infinity : clock.now() - found.atMs;
      // A clock that was set back makes nothing fresh.
      if (found !== null && ageMs >= 0 && ageMs < REMEMBERED_MS) return found.readiness;
      looking ??= look().finally(() => (looking = null));
      const readiness = await looking;
      found = { readiness, atMs: clock.now() };
      return readiness;
    },
    /** Says that a process lives; every few seconds. */
    beat: (process: string) => store.health.beat(process, clock.now()),
    /**
     * Says what keeps the platform from answering, for everybody who asks `ready`.
     * @param words a few, without a secret; null: it answers
     */
    reportPlatform: (words: string | null, sinceMs: number) =>
      store.health.reportPlatform({ words, sinceMs }),
    /** A page of what a figure counts, at most 100. */
    queued: async (name: Listed, page: { offset: number; limit: number }) =>
      name === 'differences' ? toLines(await store.checks.last(), page) : store.health.queued(name, page),
    /** @throws ServiceError `unavailable` when the store cannot be read */
    figures: async () => {
      const nowMs = clock.now();
      const [
        { outboxes, ...backlogs },
        webhooks,
        beatMs,
        check,
        bots,
        sizes,
        purgeAgesMs,
        paymentAgesMs,
        differences,
      ] = await Promise.all([
        store.health.backlogs(nowMs),
        store.events.backlog(nowMs),
        store.health.lastBeatMs('bot'),
        store.checks.last(),
        botFigures(nowMs),
        store.health.sizes(),
        purgeAges(ports),
        paymentAges(ports),
        store.rails.differences(DIFFERENCES_MAX),
      ]);
      return {
        backlogs: { ...backlogs, outboxes: { ...outboxes, webhooks } },
        /** Our bots, the operator bot first. */
        bots,
        sizes,
        /** Null where there is none. */
        replica: store.health.replica(),
        /** How long rows that have had their day may have been there at most, by table. */
        purgeAgesMs,
        /** Of each way in which money comes, how long ago its list of payments was read; Infinity: never. */
        paymentAgesMs,
        /** What differs between a payment rail and the ledger; counted up to 100. */
        railDifferences: differences.length,
        /** Since the bot process last gave a sign of life; null when it never did. */
        botBeatAgeMs: beatMs === null ? null : Math.max(0, nowMs - beatMs),
        /** The latest that was finished, and how long ago. */
        check: check === null ? null : { ...check, ageMs: Math.max(0, nowMs - check.endedAtMs) },
      };
    },
  };
}
