/** Offers of other networks in users' lists, and their counts by the day. */
import { insertAll } from './inserts.js';
import { networkOffers } from '../schema/networks.js';
import { keyedBy } from '../../core/collections.js';
import type {
  KeptOffer,
  ListedOffer,
  NetworkDay,
  NetworkStore,
  OfferState,
} from '../../core/ports/network-store.js';
import type { Parts } from './database.js';
import { type OfferEvent, queueOffers } from './event-queue.js';
import { type ExactRowOf, money, nullableMoney, type RowOf, rowsOf } from './rows.js';
import { exactStatement, statement } from './statement.js';
import { sumsOf } from './sums.js';
import { boundedLimit } from './values.js';

const MAX_LISTED = 1_000;
const MAX_DAYS = 5_000;

const states = ['pending', 'done', 'held', 'gone'] as const satisfies readonly OfferState[];
const isDone = (state: OfferState): boolean => state === 'done' || state === 'held';

type KeptOfferFields = Omit<ListedOffer, 'state'>;
type Row = RowOf<KeptOfferFields> & { state: number; done_at_ms: number | null };

const FIELDS = 'ads_id, network_id, offer_id, chat, link, title, price_micros, listed_at_ms, smart_link';
const COLUMNS = `${FIELDS}, state, done_at_ms`;
const readOffer = rowsOf<KeptOfferFields>()(FIELDS, { priceMicros: nullableMoney });

const held = statement<[userId: number, botId: number, adsIds: readonly number[]], Row>(
  `SELECT ${COLUMNS} FROM network_offers
   WHERE user_id = $1 AND bot_id = $2 AND ads_id = ANY($3::bigint[]) ORDER BY ads_id FOR UPDATE`,
);
const found = statement<[userId: number, botId: number, adsIds: readonly number[]], Row>(
  `SELECT ${COLUMNS} FROM network_offers WHERE user_id = $1 AND bot_id = $2 AND ads_id = ANY($3::bigint[])`,
);
const listed = statement<[userId: number, botId: number, fromMs: number, toMs: number, limit: number], Row>(
  `SELECT ${COLUMNS} FROM network_offers
   WHERE user_id = $1 AND bot_id = $2 AND listed_at_ms BETWEEN $3 AND $4
   ORDER BY listed_at_ms DESC, ads_id LIMIT $5`,
);
const put = insertAll(
  networkOffers,
  'userId, botId, adsId, networkId, offerId, chat, link, title, priceMicros, state, listedAtMs, doneAtMs, smartLink',
  { there: 'replaced' },
);
const daySums = sumsOf('network_days', ['listed', 'done', 'claimed_micros']);
const days = exactStatement<
  [botId: number, fromDay: number, toDay: number, limit: number],
  ExactRowOf<NetworkDay>
>(
  `SELECT network_id, day, listed, done, claimed_micros FROM network_days
   WHERE bot_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, network_id LIMIT $4`,
);

const toNetworkDay = rowsOf<NetworkDay>()('network_id, day, listed, done, claimed_micros', {
  claimedMicros: money,
});

export function createNetworkOffers({
  db,
  dayOf,
  createCounters,
}: Pick<Parts, 'db' | 'dayOf' | 'createCounters'>): NetworkStore {
  const counts = daySums.behind(createCounters, { name: 'networks.days' });

  /** @param before as they were, by their ids */
  const count = (
    botId: number,
    offers: readonly ListedOffer[],
    before: ReadonlyMap<number, Row>,
    nowMs: number,
  ) => {
    for (const { adsId, networkId, state, priceMicros } of offers) {
      const row = before.get(adsId);
      // The operator's networks are below 0: what they bring is no figure of the bot's.
      const sums = counts.of(networkId < 0 ? 0 : botId, networkId, dayOf(nowMs));
      if (row === undefined) sums.listed += 1;
      if (!isDone(state) || (row !== undefined && isDone(stateOf(row)))) continue;
      sums.done += 1;
      sums.claimed_micros += Number(priceMicros ?? 0n);
    }
  };

  return {
    keep: async (botId, userId, offers, nowMs) => {
      const kept = await db.run('networks.keep', function* () {
        const adsIds = offers.map(({ adsId }) => adsId);
        const before = keyedBy(yield* held.all(userId, botId, adsIds), (row) => row.ads_id);
        const fresh = offers.filter((offer) => isFresh(offer, before.get(offer.adsId)));
        if (fresh.length > 0) yield* put.run(fresh.map((offer) => fieldsOf(botId, userId, offer, nowMs)));
        const changed = fresh.flatMap((offer) => eventOf(offer, before.get(offer.adsId), nowMs, dayOf));
        yield* queueOffers(botId, userId, changed, nowMs);
        return { before, fresh };
      });
      count(botId, kept.fresh, kept.before, nowMs);
    },
    find: async (botId, userId, adsIds) => (await db.read(found.all(userId, botId, adsIds))).map(toOffer),
    listed: async (botId, userId, { fromMs, toMs }, limit) => {
      const bound = boundedLimit(limit, MAX_LISTED);
      return (await db.read(listed.all(userId, botId, fromMs, toMs, bound))).map(toOffer);
    },
    days: async (botId, fromDay, toDay) =>
      (await db.read(days.all(botId, fromDay, toDay, MAX_DAYS))).map(toNetworkDay),
  };
}

/** An answer about an earlier listing comes too late, and what is settled stays so until the offer is listed again. */
function isFresh({ listedAtMs }: ListedOffer, row: Row | undefined): boolean {
  if (row === undefined || listedAtMs > row.listed_at_ms) return true;
  return listedAtMs === row.listed_at_ms && stateOf(row) === 'pending';
}

/** One that is done, or that its network offers again after it was: by the network's word the user has left. */
function eventOf(
  offer: KeptOffer,
  row: Row | undefined,
  nowMs: number,
  dayOf: (atMs: number) => number,
): OfferEvent[] {
  const wasDone = row !== undefined && isDone(stateOf(row));
  if (isDone(offer.state)) return wasDone ? [] : [{ offer, status: 'subscribed', doneDay: dayOf(nowMs) }];
  if (!wasDone) return [];
  return [{ offer, status: 'unsubscribed', doneDay: dayOf(row.done_at_ms ?? row.listed_at_ms) }];
}

/** What is written was not done before, in this listing: see `isFresh`. */
function fieldsOf(botId: number, userId: number, offer: ListedOffer, nowMs: number) {
  const { state } = offer;
  return { ...offer, botId, userId, state: states.indexOf(state), doneAtMs: isDone(state) ? nowMs : null };
}

function stateOf({ state }: Row): OfferState {
  return states[state] ?? 'gone';
}

function toOffer(row: Row): ListedOffer {
  return { ...readOffer(row), state: stateOf(row) };
}
