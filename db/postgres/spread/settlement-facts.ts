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
import { listsOf } from '../../work/values.js';
import { askedNames } from '../settling-facts.js';

/** Of one target; the latest are looked at. More are none of an honest user's. */
export const MAX_SHOWN = 10 * MAX_IMPRESSIONS;

/** The columns of an impression that its facts are made of. */
const shownColumns =
  'user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, target, kind, has_own_link, replaced';
export type ShownRow = ImpressionRow & { user_id: number; target: string; replaced: string | null };
const columnsOfShown = shownColumns.split(', ') as (keyof ShownRow)[];

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

type Numbers = readonly number[];
/** What the coordinator knows of some subscribers, by their places from 1. */
export const ofService = ofCitus<
  [
    orderIds: Numbers,
    userIds: Numbers,
    days: Numbers,
    advertiserIds: Numbers,
    targets: readonly string[],
    addresses: readonly (string | null)[],
  ],
  Partial<KnownColumns> & { place: number }
>(
  `SELECT asked.place::int AS place, ${wholeKnownColumns}
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[]) WITH ORDINALITY
     AS asked (order_id, user_id, day, advertiser_id, target, address, place)
   ${wholeKnownJoins(askedNames, 'asked.address')}`,
);

const shownLists = columnsOfShown.map(
  (column, index) =>
    `$${String(index + 3)}::${column === 'target' || column === 'replaced' ? 'text' : 'bigint'}[]`,
);
const withBots = ofCitus<
  [places: Numbers, days: Numbers, ...columns: (readonly (number | string | null)[])[]],
  ImpressionFactsRow & { place: number }
>(
  `SELECT impressions.place, ${impressionColumns}
   FROM unnest($1::int[], $2::bigint[], ${shownLists.join(', ')}) AS impressions (place, day, ${shownColumns})
   JOIN bots ON bots.bot_id = impressions.bot_id JOIN accounts ON accounts.account_id = bots.account_id
   LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = impressions.bot_id AND bot_day.day = impressions.day
   LEFT JOIN contacts ON contacts.user_id = impressions.user_id AND contacts.bot_id = impressions.bot_id
   LEFT JOIN subscriptions AS settled ON settled.user_id = impressions.user_id AND settled.order_id = impressions.order_id
   ORDER BY impressions.place, ${impressionOrder}`,
);

/** With the bots of what was shown, on the day of each. Of users who were shown nothing there is nothing to be looked up. */
export function* readBots(rows: readonly (ShownRow & { place: number; day: number })[]) {
  if (rows.length === 0) return [];
  const [places, days, ...columns] = listsOf(rows, 'place', 'day', ...columnsOfShown);
  return yield* withBots.all(places, days, ...columns);
}

export const askSpreadFacts: AskFacts = function* (ask, keys, impressionsSinceMs) {
  const [orderId, userId, day, membershipKey, advertiserId, target] = ask;
  const [own, rows] = yield* together(
    ofUser.get(orderId, userId, membershipKey),
    shown.all(...keys, userId, impressionsSinceMs),
  );
  const [[more], impressions] = yield* together(
    ofService.all([orderId], [userId], [day], [advertiserId], [target], [own?.address ?? null]),
    readBots(rows.map((row) => ({ ...row, place: 0, day }))),
  );
  // Between them they have all the columns.
  return [{ ...own, ...more } as KnownColumns, impressions.slice(0, MAX_IMPRESSIONS)];
};
