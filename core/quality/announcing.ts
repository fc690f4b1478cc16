/** Announces, while the quality of bots is read, what a subscriber of each will bring its owner in a week. */
import { type Day, formatDay, startOfDay } from '../days.js';
import type { NewNotice, PayingFactor, Ports } from '../ports.js';
import { ANNOUNCED_DAYS, isWorthTelling, percentOf } from './paying.js';
import type { Quality, QualityCause } from './quality.js';

const HOUR_MS = 3_600_000;
/** Long after the last join was settled for which somebody had to wait. */
const KEPT_HOURS = 30 * 24;
const ATTRIBUTIONS_KEPT = 4;
const AT_ONCE = 500;

/** A bot, and what was read of it. */
export interface ReadBot {
  botId: number;
  quality: Pick<Quality, 'factor' | 'causes'>;
}

/** What a bot is to pay by, and why; no cause where nothing is known of it any more. */
interface Change extends PayingFactor {
  cause: QualityCause | null;
  percent: number;
}

type Needs = Pick<Ports, 'store' | 'settings'>;

/**
 * Announces each factor that differs enough from the one announced last, and tells the bot's owner; of a bot for which
 * one waits, nothing. A bot that was not read goes back to 1. Where the service does not pay by quality, everything
 * announced is forgotten: once it does again, it begins at 1. Done again on the same day, it changes nothing.
 * @param read each bot of which something is known
 */
export async function announceFactors(
  { store, settings }: Needs,
  read: readonly ReadBot[],
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<void> {
  const { payingFactors } = store;
  if (!settings.QUALITY_PRICE) return payingFactors.clear();
  const last = await lastOf({ store });
  const fromDay = today + ANNOUNCED_DAYS;
  const fromMs = startOfDay(fromDay, settings.SERVICE_TIMEZONE);
  const changes = changesOf(read, last, nowMs).map(({ now, ...change }): Change => {
    const percent = percentOf(settings.PUBLISHER_SHARE, now, change.factor);
    return { ...change, fromMs, percent };
  });
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    await payingFactors.announce(some, await noticesOf({ store }, some, fromDay), nowMs);
  }
  const keptMs = (KEPT_HOURS + ATTRIBUTIONS_KEPT * settings.ATTRIBUTION_HOURS) * HOUR_MS;
  await payingFactors.forget(nowMs - keptMs);
}

async function lastOf({ store }: Pick<Ports, 'store'>): Promise<Map<number, PayingFactor>> {
  const last = new Map<number, PayingFactor>();
  for (let after = 0; ;) {
    const page = await store.payingFactors.last(after);
    for (const one of page) last.set(one.botId, one);
    const end = page.at(-1);
    if (end === undefined) return last;
    after = end.botId;
  }
}

function changesOf(read: readonly ReadBot[], last: ReadonlyMap<number, PayingFactor>, nowMs: number) {
  const known = new Set(read.map(({ botId }) => botId));
  const found = [
    ...read.map(({ botId, quality }) => ({
      ...{ botId, factor: quality.factor, cause: quality.causes[0] ?? null },
    })),
    ...[...last.keys()]
      .filter((botId) => !known.has(botId))
      .map((botId) => ({ ...{ botId, factor: 1, cause: null } })),
  ];
  return found.flatMap((one) => {
    const before = last.get(one.botId);
    if (before !== undefined && before.fromMs > nowMs) return [];
    const now = before?.factor ?? 1;
    return isWorthTelling(now, one.factor) ? [{ ...one, now }] : [];
  });
}

/** One for the owner of each bot. */
async function noticesOf(
  { store }: Pick<Ports, 'store'>,
  changes: readonly Change[],
  fromDay: Day,
): Promise<NewNotice[]> {
  const notices: NewNotice[] = [];
  for (const { botId, factor, percent, cause } of changes) {
    const bot = await store.bots.find(botId);
    if (bot === null) continue;
    const { reason = null, share = null, others = null } = cause ?? {};
    notices.push({
      accountId: bot.accountId,
      kind: 'bot_paying_factor',
      facts: {
        ...{ botId, nickname: bot.nickname, fromDay: formatDay(fromDay), factor, percent },
        ...{ reason, share, others },
      },
      dedupeKey: `bot_paying_factor:${String(botId)}:${String(fromDay)}`,
    });
  }
  return notices;
}
