/**
 * Chats that orders have left (`evidence.md`, An impression keeps its target): a user who was shown one may join while our
 * rights there, or our bot process, are away, and is looked for as in the chat to which the order leads now.
 */
import { insertInto, type RowIn } from './inserts.js';
import { formerPlaces } from '../schema/orders.js';
import { type AdsType, isChat } from '../../core/kinds/index.js';
import type { CheckState, OrderFields } from '../../core/ports/order-store.js';
import type { FormerPlace } from '../../core/ports/order-watch-store.js';
import type { OrderRow } from './order-row.js';
import { statement } from './statement.js';
import { noteUnheard } from './unheard-spans.js';

/** Of an order, the last ones: more are none of an honest advertiser's. */
const MAX_PLACES = 20;
/** The operator bot is kept as this. */
const OPERATOR = 0;

/** One that is walked. */
type UnseenRow = RowIn<typeof formerPlaces> & { ads_type: AdsType; unseen_since_ms: number };

type Rights = [target: string, checkerBotId: number, atMs: number];

const keep = insertInto(
  formerPlaces,
  'orderId, target, adsType, checkerBotId, leftAtMs, rightsAtMs, lostAtMs, unseenSinceMs',
  {
    there: {
      sets: `ads_type = excluded.ads_type, checker_bot_id = excluded.checker_bot_id, left_at_ms = excluded.left_at_ms,
        rights_at_ms = excluded.rights_at_ms, lost_at_ms = excluded.lost_at_ms, unseen_cursor = 0,
        unseen_since_ms = coalesce(former_places.unseen_since_ms, excluded.unseen_since_ms),
        revision = former_places.revision + 1`,
    },
  },
);
const forgetOldest = statement<[orderId: number]>(
  `DELETE FROM former_places WHERE order_id = $1 AND left_at_ms <
     (SELECT left_at_ms FROM former_places WHERE order_id = $1 ORDER BY left_at_ms DESC LIMIT 1 OFFSET ${String(MAX_PLACES - 1)})`,
);
const IS_NEWS = 'target = $1 AND checker_bot_id = $2 AND coalesce(rights_at_ms, 0) <= $3';
const lose = statement<Rights>(
  `UPDATE former_places SET rights_at_ms = $3, lost_at_ms = coalesce(lost_at_ms, $3), unseen_cursor = 0,
     unseen_since_ms = coalesce(unseen_since_ms, $3), revision = revision + 1 WHERE ${IS_NEWS}`,
);
const lostSince = statement<Rights, { since_ms: number | null }>(
  `SELECT min(lost_at_ms) AS since_ms FROM former_places WHERE ${IS_NEWS}`,
);
const regain = statement<Rights>(
  `UPDATE former_places SET rights_at_ms = $3, lost_at_ms = NULL, revision = revision + 1 WHERE ${IS_NEWS}`,
);
const look = statement<[checkerBotId: number, sinceMs: number]>(
  `UPDATE former_places SET unseen_since_ms = coalesce(unseen_since_ms, $2), unseen_cursor = 0, revision = revision + 1
   WHERE checker_bot_id = $1`,
);
const unseen = statement<[limit: number], UnseenRow>(
  `SELECT * FROM former_places
   WHERE unseen_since_ms IS NOT NULL AND lost_at_ms IS NULL ORDER BY order_id LIMIT $1`,
);
const walked = statement<[orderId: number, target: string, revision: number, cursor: number | null]>(
  `UPDATE former_places SET unseen_cursor = coalesce($4::bigint, 0),
     unseen_since_ms = CASE WHEN $4::bigint IS NULL THEN NULL ELSE unseen_since_ms END
   WHERE order_id = $1 AND target = $2 AND revision = $3`,
);

/** Inside other work: the order leads elsewhere from now on. */
export function* keepFormerPlace(
  row: OrderRow,
  fields: Pick<OrderFields, 'adsType' | 'resource'>,
  nowMs: number,
) {
  const { order_id: orderId, ads_type: adsType, resource_id: target } = row;
  const stays = fields.resource.resourceId === target && fields.adsType === adsType;
  if (stays || target === '' || !isChat({ adsType })) return;
  const place = { orderId, target, adsType, checkerBotId: row.checker_bot_id ?? OPERATOR };
  const lostAtMs = row.check_state === 'lost' ? (row.lost_at_ms ?? nowMs) : null;
  const rights = { rightsAtMs: row.rights_at_ms, lostAtMs, unseenSinceMs: row.unseen_since_ms };
  yield* keep.run({ ...place, ...rights, leftAtMs: nowMs });
  yield* forgetOldest.run(orderId);
}

/** Inside other work: what an update says of our rights in a chat holds for those that have left it, too. */
export function* turnFormerPlaces(
  target: string,
  checkerBotId: number | null,
  state: CheckState,
  atMs: number,
) {
  const rights: Rights = [target, checkerBotId ?? OPERATOR, atMs];
  if (state === 'lost') {
    yield* lose.run(...rights);
    return;
  }
  const sinceMs = (yield* lostSince.get(...rights))?.since_ms ?? null;
  if (sinceMs === null) return;
  yield* noteUnheard.run(target, Math.min(sinceMs, atMs), atMs);
  yield* regain.run(...rights);
}

/** Inside other work: updates of this bot of ours are lost. */
export const lookAtFormerPlaces = (checkerBotId: number | null, sinceMs: number) =>
  look.run(checkerBotId ?? OPERATOR, sinceMs);

export { unseen as unseenFormerPlaces, walked as formerPlaceWalked };

export function toFormerPlace({ target, ads_type, checker_bot_id, revision }: UnseenRow): FormerPlace {
  const checkerBotId = checker_bot_id === OPERATOR ? null : checker_bot_id;
  return { target, adsType: ads_type, checkerBotId, revision };
}
