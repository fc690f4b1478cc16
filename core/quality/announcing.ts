/** Announces, while the quality of bots is read, what a subscriber of each will bring its owner in a week, and for how long that is held. */
import { type Day, DAY_MS, formatDay, HOUR_MS, startOfDay } from '../days.js';
import type { Settings } from '../config.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { PayingFactor, Quality, QualityCause } from '../ports/quality-store.js';
import { ANNOUNCED_DAYS, holdHoursByQuality, isNews, percentOf } from './paying.js';

/** Long after the last join was settled for which somebody had to wait. */
const KEPT_HOURS = 30 * 24;
const ATTRIBUTIONS_KEPT = 4;
const AT_ONCE = 500;

/** A bot, and what was read of it. */
export interface ReadBot {
  botId: number;
  quality: Pick<Quality, 'factor' | 'causes'>;
}

/** The part of an announcement that is worked out of the quality. */
type Factors = Pick<PayingFactor, 'factor' | 'holdFactor'>;

/** What a bot is to pay by, and why; no cause where nothing is known of it any more. */
interface Change extends Factors {
  botId: number;
  /** What holds until then. */
  now: Factors;
  cause: QualityCause | null;
}

type Needs = Pick<Ports, 'store' | 'settings'>;

const USUAL: Factors = { factor: 1, holdFactor: 1 };

/**
 * Announces each factor that differs enough from the one announced last, and notifies the bot's owner; of a bot for which
 * one waits, nothing. A bot that was not read goes back to 1. What the service does not work out by quality, shares or
 * holds, goes back to 1 at once for all bots: once it does again, it begins there. Done again on the same day, it changes
 * nothing.
 * @param read each bot of which something is known
 */
export async function announceFactors(
  { store, settings }: Needs,
  read: readonly ReadBot[],
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<void> {
  const { payingFactors } = store;
  const off = { shares: !settings.QUALITY_PRICE, holds: !settings.QUALITY_HOLD };
  if (off.shares || off.holds) await payingFactors.reset(off, nowMs);
  if (off.shares && off.holds) return;
  const fromDay = today + ANNOUNCED_DAYS;
  const fromMs = startOfDay(fromDay, settings.SERVICE_TIMEZONE);
  // By a clock that was ahead: until then nothing else would be announced.
  await payingFactors.withdraw(fromMs + DAY_MS);
  const changes = changesOf({ settings }, read, await lastOf({ store }), nowMs);
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    const factors = some.map(({ botId, factor, holdFactor }) => ({ botId, fromMs, factor, holdFactor }));
    await payingFactors.announce(factors, await notificationsOf({ store, settings }, some, fromDay), nowMs);
  }
  const keptMs = (KEPT_HOURS + ATTRIBUTIONS_KEPT * settings.ATTRIBUTION_HOURS) * HOUR_MS;
  await payingFactors.forget(nowMs - keptMs);
}

async function lastOf({ store }: Pick<Ports, 'store'>): Promise<Map<number, PayingFactor>> {
  const last = new Map<number, PayingFactor>();
  for await (const page of pagesOf(
    0,
    (after) => store.payingFactors.last(after),
    ({ botId }) => botId,
  ))
    for (const one of page) last.set(one.botId, one);
  return last;
}

function changesOf(
  { settings }: Pick<Ports, 'settings'>,
  read: readonly ReadBot[],
  last: ReadonlyMap<number, PayingFactor>,
  nowMs: number,
): Change[] {
  const known = new Map(read.map(({ botId, quality }) => [botId, quality]));
  return [...new Set([...known.keys(), ...last.keys()])].flatMap((botId) => {
    const { factor, causes } = known.get(botId) ?? { factor: 1, causes: [] };
    const before = last.get(botId);
    if (before !== undefined && before.fromMs > nowMs) return [];
    const now = before ?? USUAL;
    const then: Factors = {
      factor: settings.QUALITY_PRICE ? factor : 1,
      holdFactor: settings.QUALITY_HOLD ? Math.min(1, factor) : 1,
    };
    return isChange(settings, now, then) ? [{ botId, ...then, now, cause: causes[0] ?? null }] : [];
  });
}

/** A hold that is the same in whole hours is no news. */
function isChange({ HOLD_HOURS }: Pick<Settings, 'HOLD_HOURS'>, now: Factors, then: Factors): boolean {
  if (isNews(now.factor, then.factor)) return true;
  const hoursOf = ({ holdFactor }: Factors) => holdHoursByQuality(HOLD_HOURS, holdFactor);
  return isNews(now.holdFactor, then.holdFactor) && hoursOf(now) !== hoursOf(then);
}

/** One for the owner of each bot. */
async function notificationsOf(
  { store, settings }: Needs,
  changes: readonly Change[],
  fromDay: Day,
): Promise<NewNotification[]> {
  const notifications: NewNotification[] = [];
  for (const { botId, cause, ...change } of changes) {
    const bot = await store.bots.find(botId);
    if (bot === null) continue;
    const { reason = null, share = null, others = null } = cause ?? {};
    notifications.push({
      accountId: bot.accountId,
      kind: 'bot_paying_factor',
      facts: {
        botId,
        nickname: bot.nickname,
        fromDay: formatDay(fromDay),
        factor: change.factor,
        ...newsOf(settings, change),
        reason,
        share,
        others,
      },
      dedupeKey: `bot_paying_factor:${String(botId)}:${String(fromDay)}`,
    });
  }
  return notifications;
}

/** What changes for the owner: `percent` of today's share, and the hold in hours; null where it stays as it is. */
function newsOf({ PUBLISHER_SHARE, HOLD_HOURS }: Settings, { now, ...then }: Factors & { now: Factors }) {
  const hoursOf = ({ holdFactor }: Factors) => holdHoursByQuality(HOLD_HOURS, holdFactor);
  const isShare = then.factor !== now.factor;
  const isHold = hoursOf(then) !== hoursOf(now);
  return {
    percent: isShare ? percentOf(PUBLISHER_SHARE, now.factor, then.factor) : null,
    holdHours: isHold ? hoursOf(then) : null,
    holdBefore: isHold ? hoursOf(now) : null,
  };
}
