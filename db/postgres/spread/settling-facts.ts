/**
 * The facts of many settlements over Citus, as `settlement-facts.ts` has them of one: first what the servers of all these users
 * have, each in a part of the same statement, then what goes with it on the coordinator. Where one of those servers is away all
 * of that fails, and each is then asked about alone.
 */
import { isOpened } from '../../../core/kinds/index.js';
import { type KnownColumns, MAX_IMPRESSIONS } from '../../work/settlement-facts.js';
import { apartOfCitus, together } from '../../work/statement.js';
import { type Asked, linkTargetAt, membershipKeyOf, type ReadKnown, targetOf } from '../settling-facts.js';
import { MAX_SHOWN, ofService, readBots, type ShownRow } from './settlement-facts.js';

type Numbers = readonly number[];
type Known = Partial<KnownColumns>;

const users = apartOfCitus<[userIds: Numbers], Known & { user_id: number }>(
  `SELECT user_id, language_code AS user_language, suspicious_until_ms FROM users WHERE user_id = ANY($1::bigint[])`,
);
const members = apartOfCitus<
  [userIds: Numbers, membershipKeys: readonly string[]],
  Known & { user_id: number; resource_id: string }
>(
  `SELECT user_id, resource_id, state AS member_state, had_left, since_ms, checked_at_ms, update_id, joined_at_ms,
     joined_again, joined_by_bot, was_removed
   FROM memberships WHERE user_id = ANY($1::bigint[]) AND resource_id = ANY($2::text[])`,
);
const opened = apartOfCitus<
  [userIds: Numbers, orderIds: Numbers],
  Known & { user_id: number; order_id: number }
>(
  `SELECT user_id, order_id, bot_id AS opened_by_bot, ran_at_ms, is_signed, address
   FROM openings WHERE user_id = ANY($1::bigint[]) AND order_id = ANY($2::bigint[])`,
);

/** Where the user was shown the order, and the language that the bot says. */
type Shown = ShownRow & { language_code: string | null };

const shown = apartOfCitus<[userIds: Numbers, targets: readonly string[], sinceMs: number], Shown>(
  `SELECT latest.user_id, order_id, latest.bot_id, first_shown_at_ms, shown_at_ms, latest.seen_at_ms, price_micros, proof, target, kind, has_own_link, replaced,
     user_bots.language_code
   FROM (SELECT *, row_number() OVER (PARTITION BY user_id, target ORDER BY shown_at_ms DESC) AS nth FROM impressions
     WHERE user_id = ANY($1::bigint[]) AND target = ANY($2::text[]) AND seen_at_ms >= $3) AS latest
   LEFT JOIN user_bots ON user_bots.user_id = latest.user_id AND user_bots.bot_id = latest.bot_id
   WHERE nth <= ${String(MAX_SHOWN)}`,
);

const targetsOf = (each: Asked) => [targetOf(each), linkTargetAt(each)];
const pairOf = (userId: number, other: number | string) => `${String(userId)}:${String(other)}`;
function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}
const distinct = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** Only what was shown of the kind that is opened asks for that, whatever its order is by now. */
function* readOpened(there: readonly Asked[]) {
  const opening = there.filter(({ ask }) => isOpened(ask.shown));
  if (opening.length === 0) return [];
  return yield* opened.all(
    distinct(opening.map(({ ask }) => ask.userId)),
    distinct(opening.map(({ ask }) => ask.shown.orderId)),
  );
}

/** What the servers of the users have, by place. */
function* readOfUsers(there: readonly Asked[]) {
  const userIds = distinct(there.map(({ ask }) => ask.userId));
  const sinceMs = Math.min(...there.map(({ ask }) => ask.at.impressionsSinceMs));
  const [known, joined, openings, impressions] = yield* together(
    users.all(userIds),
    members.all(userIds, distinct(there.map(membershipKeyOf))),
    readOpened(there),
    shown.all(userIds, distinct(there.flatMap(targetsOf)), sinceMs),
  );
  const byUser = new Map(known.map((row) => [row.user_id, row]));
  const byChat = new Map(joined.map((row) => [pairOf(row.user_id, row.resource_id), row]));
  const byOrder = new Map(openings.map((row) => [pairOf(row.user_id, row.order_id), row]));
  const ofUser = grouped(impressions, (row) => row.user_id);
  return there.map((each) => {
    const { userId, shown, at } = each.ask;
    const { orderId } = shown;
    const targets = targetsOf(each);
    const all = ofUser.get(userId) ?? [];
    return {
      day: at.day,
      known: {
        ...nothingOfUser,
        ...byUser.get(userId),
        ...byChat.get(pairOf(userId, membershipKeyOf(each))),
        ...byOrder.get(pairOf(userId, orderId)),
      },
      impressions: all.filter(
        (row) => row.seen_at_ms >= at.impressionsSinceMs && targets.includes(row.target),
      ),
    };
  });
}

/** What is not there is null. */
const nothingOfUser = { resource_id: null, opened_by_bot: null, ran_at_ms: null, address: null } as const;

export const readSpread: ReadKnown = function* (there) {
  if (there.length === 0) return [];
  const ofUsers = yield* readOfUsers(there);
  const rows = ofUsers.flatMap(({ impressions, day }, place) =>
    impressions.map((row) => ({ ...row, place, day })),
  );
  const [more, impressions] = yield* together(
    ofService.all(
      there.map(({ ask }) => ask.shown.orderId),
      there.map(({ ask }) => ask.userId),
      there.map(({ ask }) => ask.at.day),
      there.map(({ order }) => order.account_id),
      there.map(targetOf),
      ofUsers.map(({ known }) => known.address ?? null),
    ),
    readBots(rows),
  );
  const byPlace = new Map(more.map((row) => [row.place, row]));
  const shownAt = grouped(impressions, (row) => row.place);
  return ofUsers.map(({ known, impressions }, place) => ({
    // Between them they have all the columns.
    known: { ...known, ...byPlace.get(place + 1) } as KnownColumns,
    shown: (shownAt.get(place) ?? []).slice(0, MAX_IMPRESSIONS),
    said: new Map(impressions.map((row) => [row.bot_id, row.language_code ?? ''])),
  }));
};
