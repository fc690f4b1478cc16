/** Announced factors of price and hold for a bot's subscribers: current, past and future ones. */
import { insertAll } from './inserts.js';
import { payingFactors } from '../schema/qualities.js';
import { factorsAt } from '../../core/quality/index.js';
import type { PayingFactor, PayingFactorStore } from '../../core/ports/quality-store.js';
import { durably, type Parts } from './database.js';
import { queueNotifications } from './notifications.js';
import { statement } from './statement.js';

const PAGE = 500;
/** Kept as whole numbers: money is worked out of them. */
const SCALE = 1_000;

type FactorRow = Record<'bot_id' | 'from_ms' | 'thousandths' | 'hold_thousandths', number>;

const last = statement<[afterBotId: number], FactorRow>(
  `SELECT bot_id, from_ms, thousandths, hold_thousandths FROM paying_factors AS last
   WHERE bot_id > $1 AND NOT EXISTS (SELECT 1 FROM paying_factors AS later
     WHERE later.bot_id = last.bot_id AND later.from_ms > last.from_ms)
   ORDER BY bot_id LIMIT ${String(PAGE)}`,
);
const put = insertAll(payingFactors, 'botId, fromMs, thousandths, holdThousandths', { there: 'stays' });
/** At most one waits, so that the other one holds. */
const latest = statement<[botId: number], FactorRow>(
  `SELECT bot_id, from_ms, thousandths, hold_thousandths FROM paying_factors
   WHERE bot_id = $1 ORDER BY from_ms DESC LIMIT 2`,
);
const forgetFollowed = statement<[beforeMs: number]>(
  `DELETE FROM paying_factors WHERE from_ms <= $1 AND EXISTS (SELECT 1 FROM paying_factors AS later
     WHERE later.bot_id = paying_factors.bot_id AND later.from_ms > paying_factors.from_ms AND later.from_ms <= $1)`,
);
/** Nothing before them is left by then, and without a row a bot pays 1. */
const forgetOnes = statement<[beforeMs: number]>(
  `DELETE FROM paying_factors WHERE from_ms <= $1 AND thousandths = ${String(SCALE)} AND hold_thousandths = ${String(SCALE)}`,
);
const withdraw = statement<[afterMs: number]>('DELETE FROM paying_factors WHERE from_ms > $1');
const clear = statement('DELETE FROM paying_factors');
const reset = (column: string) =>
  statement(`UPDATE paying_factors SET ${column} = ${String(SCALE)} WHERE ${column} <> ${String(SCALE)}`);
const [resetShares, resetHolds] = [reset('thousandths'), reset('hold_thousandths')];
const isAsBefore = (column: string) =>
  `${column} = coalesce((SELECT ${column} FROM paying_factors AS before
     WHERE before.bot_id = paying_factors.bot_id AND before.from_ms < paying_factors.from_ms
     ORDER BY before.from_ms DESC LIMIT 1), ${String(SCALE)})`;
/** Of those that wait: nothing else could be announced meanwhile. */
const forgetAlike = statement<[nowMs: number]>(
  `DELETE FROM paying_factors
   WHERE from_ms > $1 AND ${isAsBefore('thousandths')} AND ${isAsBefore('hold_thousandths')}`,
);

/**
 * Of `impressions`: what holds for the impression, in thousandths; null where nothing was announced. It is the rule of
 * `factorsAt` (`core/quality`) once more, since it is read with the impressions of each settlement: the contract compares both.
 */
const ofImpression = (column: string) => `(SELECT ${column} FROM paying_factors
    WHERE paying_factors.bot_id = impressions.bot_id AND paying_factors.from_ms <= impressions.shown_at_ms
    ORDER BY paying_factors.from_ms DESC LIMIT 1)`;
export const PAYING_SQL = ofImpression('thousandths');
export const HOLDING_SQL = ofImpression('hold_thousandths');

/** @param thousandths null: nothing was announced */
export function toFactor(thousandths: number | null): number {
  return (thousandths ?? SCALE) / SCALE;
}

export function createPayingFactorStore({ db }: Pick<Parts, 'db'>): PayingFactorStore {
  return {
    last: async (afterBotId) => (await db.read(last.all(afterBotId))).map(toPayingFactor),
    announce: (factors, queued, nowMs) =>
      durably(db, 'payingFactors.announce', function* () {
        yield* put.run(factors.map(toFields));
        yield* queueNotifications(queued, nowMs);
      }),
    of: async (botId, atMs) => {
      const rows = await db.read(latest.all(botId));
      return factorsAt(rows.map(toPayingFactor), atMs);
    },
    withdraw: async (afterMs) => {
      await db.run('payingFactors.withdraw', withdraw.do(afterMs));
    },
    forget: (beforeMs) =>
      db.run('payingFactors.forget', function* () {
        yield* forgetFollowed.run(beforeMs);
        yield* forgetOnes.run(beforeMs);
      }),
    reset: ({ shares, holds }, nowMs) =>
      db.run('payingFactors.reset', function* () {
        if (shares && holds) yield* clear.run();
        else if (shares) yield* resetShares.run();
        else if (holds) yield* resetHolds.run();
        yield* forgetAlike.run(nowMs);
      }),
  };
}

function toPayingFactor(row: FactorRow): PayingFactor {
  const { bot_id: botId, from_ms: fromMs, thousandths, hold_thousandths: holdThousandths } = row;
  return { botId, fromMs, factor: toFactor(thousandths), holdFactor: toFactor(holdThousandths) };
}

function toFields({ botId, fromMs, factor, holdFactor }: PayingFactor) {
  const [thousandths, holdThousandths] = [Math.round(factor * SCALE), Math.round(holdFactor * SCALE)];
  return { botId, fromMs, thousandths, holdThousandths };
}
