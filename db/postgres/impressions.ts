/** That a bot showed an order to a user. */
import {
  IS_NEWER_SQL,
  IS_NEWER_UNPROVEN_SQL,
  IS_OTHER_SQL,
  MAX_REPLACED,
  PROOF_SQL,
  REPLACED_COLUMNS,
  requirePrice,
  targetValues,
  toProofNumber,
  type WrittenImpression,
} from '../work/impressions.js';
import { present, type ResourceKey } from '../work/values.js';
import { ofPostgres } from '../work/statement.js';

/** What was replaced before, and what is now; of immutable functions alone, as Citus demands of an upsert. */
const REPLACED_WITH_SQL = `(CASE WHEN jsonb_array_length(impressions.replaced::jsonb) >= ${String(MAX_REPLACED)}
    THEN impressions.replaced::jsonb - 0 ELSE coalesce(impressions.replaced::jsonb, '[]') END
  || ('[[' || excluded.seen_at_ms::text || ',' || ${REPLACED_COLUMNS.map((column) => `impressions.${column}::text`).join(" || ',' || ")}
  || ']]')::jsonb)::text`;

/** What becomes of an impression that is there; `how` says how it is shown now. */
const newValues = (how: string): Record<string, string> => {
  const isListed = `${how} IN ('listed', 'unconfirmed') AND excluded.seen_at_ms >= impressions.seen_at_ms`;
  const isNewer = `((${how} = 'engaged' AND excluded.shown_at_ms > impressions.shown_at_ms)
    OR (${how} = 'listed' AND ${IS_NEWER_SQL}) OR (${how} = 'unconfirmed' AND ${IS_NEWER_UNPROVEN_SQL}))`;
  return {
    shown_at_ms: `CASE WHEN ${isNewer} THEN excluded.shown_at_ms ELSE impressions.shown_at_ms END`,
    price_micros: `CASE WHEN ${isListed} THEN excluded.price_micros ELSE impressions.price_micros END`,
    proof: `CASE WHEN ${how} IN ('repeated', 'engaged') THEN impressions.proof ELSE ${PROOF_SQL} END`,
    has_own_link: `CASE WHEN ${isListed} THEN excluded.has_own_link ELSE impressions.has_own_link END`,
    replaced: `CASE WHEN ${isNewer} OR (${isListed} AND ${IS_OTHER_SQL})
      THEN ${REPLACED_WITH_SQL} ELSE impressions.replaced END`,
  };
};

function changesSql(how: string): string {
  return Object.entries(newValues(how))
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
}

/**
 * Writes impressions, as `NewImpression` says. Of two requests that cross, the one that came later in time says how it was last.
 * A row comes back for each, with `is_new` where it is the first of its kind.
 * @param asked a part of the `WITH`: who, in which bot, when and how proven, order ids, prices, how (text), and where they lead
 */
export function writeImpressionsSql(asked: string): string {
  const changed = newValues('how');
  return `INSERT INTO impressions (user_id, target, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms,
      price_micros, proof, kind, has_own_link)
    SELECT user_id, target, order_id, bot_id, now_ms, now_ms, now_ms, price_micros, proof, kind, has_own_link
    FROM ${asked} ORDER BY user_id, order_id, bot_id
    ON CONFLICT (user_id, target, order_id, bot_id) DO UPDATE SET
      seen_at_ms = GREATEST(impressions.seen_at_ms, excluded.seen_at_ms), (${Object.keys(changed).join(', ')}) = (SELECT
        ${Object.values(changed).join(', ')}
      FROM ${asked} WHERE ${asked}.user_id = excluded.user_id AND ${asked}.order_id = excluded.order_id
        AND ${asked}.bot_id = excluded.bot_id)
    RETURNING user_id, bot_id, order_id, xmax = 0 AS is_new`;
}

const put = ofPostgres<
  [
    userId: number,
    orderId: number,
    botId: number,
    nowMs: number,
    priceMicros: bigint,
    proof: number,
    how: string,
    target: ResourceKey,
    kind: number,
    hasOwnLink: number,
  ],
  { is_new: boolean }
>(
  `INSERT INTO impressions (user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof,
     target, kind, has_own_link)
   VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $8, $9, $10)
   ON CONFLICT (user_id, target, order_id, bot_id) DO UPDATE SET
     seen_at_ms = GREATEST(impressions.seen_at_ms, excluded.seen_at_ms), ${changesSql('$7::text')}
   RETURNING xmax = 0 AS is_new`,
);

/** Inside other work. @returns whether it is the first of its kind */
export function* writeImpression(impression: WrittenImpression) {
  const { userId, botId, orderId, priceMicros, how, proof, nowMs } = impression;
  requirePrice(priceMicros);
  const { target, kind, hasOwnLink } = targetValues(impression);
  const values = [userId, orderId, botId, nowMs, priceMicros, toProofNumber(proof), how] as const;
  const row = yield* put.get(...values, target, kind, hasOwnLink);
  return present(row, 'the impression').is_new;
}
