import type { AsOf } from '../../core/ports/as-of.js';
import type { DueInviteLink, InviteLinkStore } from '../../core/ports/invite-link-store.js';
import { boundedLimit } from './values.js';
import type { inviteLinks } from '../schema/orders.js';
import { durably, type Parts, type Reader } from './database.js';
import type { RowIn } from './inserts.js';
import { type RowOf, rowsOf } from './rows.js';
import { statement, touchOrders } from './statement.js';

const MAX_CLAIM_LINKS = 100;

/** It is revoked, and kept for a while; what is still to be revoked is due when it was retired, or was tried already. */
const IS_KEPT_SQL = 'invite_links.attempts = 0 AND invite_links.due_at_ms > invite_links.revoked_at_ms';

type UsedLink = Pick<RowIn<typeof inviteLinks>, 'link' | 'since_ms'>;

/** Pairs of bot and order, most of them without a link; then all are forgotten, which costs one read each. */
const REMEMBERED_PAIRS = 50_000;

const toDueLink = rowsOf<DueInviteLink>()('order_id, bot_id, link, attempts', {});

/** A row more or less than `most`, where two are wanted at the same moment, does no harm. */
const want = statement<[orderId: number, botId: number, dueAtMs: number, most: number, lists: number]>(
  `INSERT INTO invite_links (order_id, bot_id, due_at_ms, lists)
   SELECT $1::bigint, $2::bigint, $3::bigint, $5::bigint
   WHERE (SELECT count(*) FROM invite_links WHERE order_id = $1::bigint AND revoked_at_ms IS NULL) < $4::bigint
   ON CONFLICT (order_id, bot_id) DO UPDATE SET link = '', since_ms = 0, due_at_ms = excluded.due_at_ms,
     attempts = 0, revoked_at_ms = NULL, lists = excluded.lists WHERE ${IS_KEPT_SQL}`,
);
/** Of a link that is still to be made; of one that is there nothing changes. */
const shownMore = statement<[lists: number, orderId: number, botId: number]>(
  `UPDATE invite_links SET lists = lists + $1
   WHERE order_id = $2 AND bot_id = $3 AND link = '' AND revoked_at_ms IS NULL`,
);
const isDue = statement<[nowMs: number]>(
  'SELECT 1 FROM invite_links WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1 LIMIT 1',
);
const claim = statement<[untilMs: number, nowMs: number, limit: number], RowOf<DueInviteLink>>(
  `WITH due AS MATERIALIZED (SELECT order_id, bot_id FROM invite_links
     WHERE due_at_ms IS NOT NULL AND due_at_ms <= $2 ORDER BY lists DESC, due_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED)
   UPDATE invite_links SET due_at_ms = $1, attempts = attempts + 1
   WHERE (order_id, bot_id) IN (SELECT order_id, bot_id FROM due)
   RETURNING order_id, bot_id, link, attempts`,
);
const made = statement<[link: string, sinceMs: number, orderId: number, botId: number]>(
  `UPDATE invite_links SET link = $1, since_ms = $2, due_at_ms = NULL, attempts = 0
   WHERE order_id = $3 AND bot_id = $4 AND link = ''`,
);
const madeInVain = statement<[orderId: number, botId: number, link: string, atMs: number]>(
  `INSERT INTO invite_links (order_id, bot_id, link, due_at_ms, revoked_at_ms) VALUES ($1, $2, $3, $4, $4)
   ON CONFLICT (order_id, bot_id) DO NOTHING`,
);
const retry = statement<[dueAtMs: number, orderId: number, botId: number]>(
  'UPDATE invite_links SET due_at_ms = $1 WHERE order_id = $2 AND bot_id = $3 AND due_at_ms IS NOT NULL',
);
const keep = statement<[orderId: number, botId: number, keptMs: number, nowMs: number]>(
  `UPDATE invite_links SET due_at_ms = revoked_at_ms + $3::bigint, attempts = 0
   WHERE order_id = $1 AND bot_id = $2 AND revoked_at_ms > $4::bigint - $3::bigint`,
);
const forget = statement<[orderId: number, botId: number]>(
  'DELETE FROM invite_links WHERE order_id = $1 AND bot_id = $2 AND due_at_ms IS NOT NULL',
);
const owner = statement<[link: string], { order_id: number; bot_id: number }>(
  "SELECT order_id, bot_id FROM invite_links WHERE link = $1 AND link <> '' LIMIT 1",
);
const used = statement<[botId: number, orderIds: readonly number[]], UsedLink & { order_id: number }>(
  `SELECT order_id, link, since_ms FROM invite_links
   WHERE bot_id = $1 AND order_id = ANY ($2::bigint[]) AND link <> '' AND revoked_at_ms IS NULL`,
);
const forgetUnmade = statement<[orderId: number]>(
  "DELETE FROM invite_links WHERE order_id = $1 AND link = ''",
);
const retire = statement<[nowMs: number, orderId: number, usedUntilMs: number]>(
  `UPDATE invite_links SET revoked_at_ms = $1, due_at_ms = $1, attempts = 0
   WHERE order_id = $2 AND link <> '' AND since_ms <= $3 AND revoked_at_ms IS NULL`,
);

/** Inside other work: the order's links are used no more, and revoked; those that are not made are forgotten. */
export function* retireLinks(orderId: number, nowMs: number) {
  yield* forgetUnmade.run(orderId);
  yield* retireMade(orderId, Number.MAX_SAFE_INTEGER, nowMs);
}

function* retireMade(orderId: number, usedUntilMs: number, nowMs: number) {
  if ((yield* retire.run(nowMs, orderId, usedUntilMs)) > 0) yield* touchOrders();
}

/** Moves when an order's links may have been written, by whatever process. */
export type OrdersMark = (asOf: AsOf | undefined) => number | Promise<number>;

/** Each list asks for the links of its orders, and hardly any changes: they are remembered while the mark stands still. */
function createUsedLinks(db: Reader, ordersMark: OrdersMark): InviteLinkStore['linksAt'] {
  const remembered = new Map<string, UsedLink | null>();
  let knownMark = -1;

  const read = async (botId: number, orderIds: readonly number[], mark: number) => {
    const rows = await db.read(used.all(botId, orderIds));
    const found = new Map<number, UsedLink>(rows.map((row) => [row.order_id, row]));
    // What was read before a change must not be remembered after it.
    if (mark !== knownMark) return found;
    if (remembered.size + orderIds.length > REMEMBERED_PAIRS) remembered.clear();
    for (const orderId of orderIds) remembered.set(keyOf(botId, orderId), found.get(orderId) ?? null);
    return found;
  };

  return async (botId, orderIds, atMs, asOf) => {
    const mark = await ordersMark(asOf);
    if (mark > knownMark) {
      remembered.clear();
      knownMark = mark;
    }
    const links = new Map<number, string>();
    const add = (orderId: number, one: UsedLink | null) => {
      if (one !== null && one.since_ms <= atMs) links.set(orderId, one.link);
    };
    const missing: number[] = [];
    for (const orderId of orderIds) {
      const known = mark === knownMark ? remembered.get(keyOf(botId, orderId)) : undefined;
      if (known === undefined) missing.push(orderId);
      else add(orderId, known);
    }
    if (missing.length > 0) for (const [orderId, one] of await read(botId, missing, mark)) add(orderId, one);
    return links;
  };
}

const keyOf = (botId: number, orderId: number) => `${String(botId)}:${String(orderId)}`;

export function createInviteLinkStore({ db }: Parts, ordersMark: OrdersMark): InviteLinkStore {
  return {
    want: ({ orderId, botId, lists }, most, nowMs) =>
      db.run('inviteLinks.want', function* () {
        const added = yield* shownMore.run(lists, orderId, botId);
        if (added === 0) yield* want.run(orderId, botId, nowMs, most, lists);
      }),
    claim: async (limit, leaseMs, nowMs) => {
      if ((await db.read(isDue.get(nowMs))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM_LINKS);
      const rows = await db.run('inviteLinks.claim', claim.all(nowMs + leaseMs, nowMs, bound));
      return rows.map(toDueLink);
    },
    made: ({ orderId, botId }, link, sinceMs) =>
      durably(db, 'inviteLinks.made', function* () {
        yield* touchOrders();
        if ((yield* made.run(link, sinceMs, orderId, botId)) > 0) return;
        yield* madeInVain.run(orderId, botId, link, sinceMs);
      }),
    retry: ({ orderId, botId }, dueAtMs) => db.run('inviteLinks.retry', retry.do(dueAtMs, orderId, botId)),
    revoked: ({ orderId, botId }, keptMs, nowMs) =>
      db.run('inviteLinks.revoked', function* () {
        const kept = yield* keep.run(orderId, botId, keptMs, nowMs);
        if (kept === 0) yield* forget.run(orderId, botId);
      }),
    end: (orderId, usedUntilMs, nowMs) =>
      durably(db, 'inviteLinks.end', () => retireMade(orderId, usedUntilMs, nowMs)),
    forget: ({ orderId, botId }) => db.run('inviteLinks.forget', forget.do(orderId, botId)),
    ownerOf: async (link) => {
      const row = await db.read(owner.get(link));
      return row === undefined ? null : { orderId: row.order_id, botId: row.bot_id };
    },
    linksAt: createUsedLinks(db, ordersMark),
  };
}
