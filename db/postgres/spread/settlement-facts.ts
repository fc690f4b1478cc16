/**
 * The facts of a settlement over Citus: first what the user's server has, in two statements that it is sent whole, then what goes with
 * it on the coordinator. One statement for both would be taken apart and planned piece by piece, which took ten times as long.
 */
import {
  impressionColumns,
  type ImpressionFactsRow,
  impressionOrder,
  type ImpressionRow,
} from '../../work/impressions.js';
import {
  type AskFacts,
  type KnownAsk,
  type KnownColumns,
  MAX_IMPRESSIONS,
  placeholders,
  type ShownKeys,
  userKnownColumns,
  userKnownJoins,
  wholeKnownColumns,
  wholeKnownJoins,
} from '../../work/settlement-facts.js';
import { apartOfCitus, ofCitus, together } from '../../work/statement.js';

/** Of one target; the latest are looked at. More are none of an honest user's. */
export const MAX_SHOWN = 10 * MAX_IMPRESSIONS;

/** The columns of an impression that its facts are made of. */
const shownColumns =
  'order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, target, kind, has_own_link, replaced';
export type ShownRow = ImpressionRow & { target: string; replaced: string | null };
export const columnsOfShown = shownColumns.split(', ') as (keyof ShownRow)[];

const ofUser = apartOfCitus<
  [orderId: number, userId: number, membershipKey: KnownAsk[3]],
  Partial<KnownColumns>
>(
  `SELECT ${userKnownColumns} FROM (SELECT 1 AS row) AS one
   ${userKnownJoins({ ...placeholders, membershipKey: '$3' })}`,
);
const shown = apartOfCitus<[...ShownKeys, userId: number, sinceMs: number], ShownRow>(
  `SELECT ${shownColumns}
   FROM impressions
   WHERE user_id = $3 AND target IN ($1, $2) AND seen_at_ms >= $4 ORDER BY shown_at_ms DESC LIMIT ${String(MAX_SHOWN)}`,
);

const whole = { ...placeholders, advertiserId: '$4', target: '$5' };
const ofService = ofCitus<
  [
    orderId: number,
    userId: number,
    day: number,
    advertiserId: number,
    target: string,
    address: string | null,
  ],
  Partial<KnownColumns>
>(`SELECT ${wholeKnownColumns} FROM (SELECT 1 AS row) AS one ${wholeKnownJoins(whole, '$6')}`);
const withBots = ofCitus<
  [userId: number, day: number, ...lists: (readonly (number | string | null)[])[]],
  ImpressionFactsRow
>(
  `SELECT ${impressionColumns}
   FROM (SELECT $1::bigint AS user_id, one.* FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
     $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], $12::bigint[], $13::text[])
     AS one (${shownColumns}))
     AS impressions
   JOIN bots ON bots.bot_id = impressions.bot_id JOIN accounts ON accounts.account_id = bots.account_id
   LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = impressions.bot_id AND bot_day.day = $2
   LEFT JOIN contacts ON contacts.user_id = impressions.user_id AND contacts.bot_id = impressions.bot_id
   LEFT JOIN subscriptions AS settled ON settled.user_id = impressions.user_id AND settled.order_id = impressions.order_id
   ORDER BY ${impressionOrder} LIMIT ${String(MAX_IMPRESSIONS)}`,
);

const listsOf = (rows: readonly ShownRow[]) => columnsOfShown.map((column) => rows.map((row) => row[column]));

/** Of a user who was shown nothing there is nothing to be looked up. */
function* facing(userId: number, day: number, rows: readonly ShownRow[]) {
  return rows.length === 0 ? [] : yield* withBots.all(userId, day, ...listsOf(rows));
}

export const askSpreadFacts: AskFacts = function* (ask, keys, impressionsSinceMs) {
  const [orderId, userId, day, membershipKey, advertiserId, target] = ask;
  const [own, rows] = yield* together(
    ofUser.get(orderId, userId, membershipKey),
    shown.all(...keys, userId, impressionsSinceMs),
  );
  const [more, impressions] = yield* together(
    ofService.get(orderId, userId, day, advertiserId, target, own?.address ?? null),
    facing(userId, day, rows),
  );
  // Between them they have all the columns.
  return [{ ...own, ...more } as KnownColumns, impressions];
};
