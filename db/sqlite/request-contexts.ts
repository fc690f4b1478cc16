/** Request contexts are read and written at once, on the one connection (`db/postgres/request-contexts.ts` does it for many at a time). */
import type { Parts } from './parts.js';
import type { InvalidationLog } from './invalidation-log.js';
import { type PinRow, toLivePin } from '../work/context-row.js';
import { writeOne } from '../work/request-record.js';
import type { ContextShapes } from '../work/sponsors.js';
import { createContextReader } from './context-reader.js';
import type { Connection } from './connection.js';
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

export function createRequestContexts(parts: Parts, marks: InvalidationLog): ContextShapes {
  const { connection, executor, perform, dayOf } = parts;
  const impressions = createImpressionWrites(connection);
  const pinOf = connection.prepare<[number, number], PinRow>(
    'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = ? AND bot_id = ?',
  );
  function* writeImpression(impression: WrittenImpression) {
    return impressions.write(impression);
  }

  return {
    contextMark: (userId) =>
      new Promise((resolve) => {
        resolve(marks.of(userId));
      }),
    requestContext: createContextReader(parts),
    record: (userId, what, waitsUntil) => {
      const record = () => {
        const counted = perform(writeOne({ userId, what }, { writeImpression, dayOf }));
        if (counted !== null) return { kind: 'recorded', counted } as const;
        const pin = toLivePin(pinOf.get(userId, what.botId), what.nowMs);
        return { kind: 'pinned', pin: present(pin, 'the list that is alive') } as const;
      };
      return executor.run('sponsors.record', record, { waitsUntil });
    },
    writeImpression,
  };
}

type Keys = [userId: number, target: ResourceKey, orderId: number, botId: number];
type Values = [
  ...Keys,
  firstShownAtMs: number,
  shownAtMs: number,
  seenAtMs: number,
  priceMicros: bigint,
  proof: number,
  kind: number,
  hasOwnLink: number,
];

/** What was replaced before, and what is now. */
const replacedWith = (nowMs: string) => `json_insert(
  CASE WHEN json_array_length(replaced) >= ${String(MAX_REPLACED)} THEN json_remove(replaced, '$[0]')
    ELSE coalesce(replaced, '[]') END, '$[#]', json_array(${nowMs}, ${REPLACED_COLUMNS.join(', ')}))`;

function createImpressionWrites(connection: Connection) {
  const repeat = connection.prepare<[number, ...Keys]>(
    'UPDATE impressions SET seen_at_ms = ? WHERE user_id = ? AND target = ? AND order_id = ? AND bot_id = ?',
  );
  const engage = connection.prepare<[number, number, number, ...Keys]>(
    `UPDATE impressions SET replaced = ${replacedWith('?')}, seen_at_ms = ?, shown_at_ms = ?
     WHERE user_id = ? AND target = ? AND order_id = ? AND bot_id = ?`,
  );
  const columns =
    '(user_id, target, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, kind, has_own_link)';
  // Nearly all are new: asking each what has become of it would take as long again as writing it.
  const insert = connection.prepare<Values>(
    `INSERT INTO impressions ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, target, order_id, bot_id) DO NOTHING`,
  );
  const renewWhere = (isNewer: string) =>
    connection.prepare<Values>(
      `INSERT INTO impressions ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, target, order_id, bot_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms,
       replaced = CASE WHEN (${isNewer}) OR ${IS_OTHER_SQL}
         THEN ${replacedWith('excluded.seen_at_ms')} ELSE replaced END,
       shown_at_ms = CASE WHEN ${isNewer} THEN excluded.shown_at_ms ELSE shown_at_ms END,
       price_micros = excluded.price_micros, proof = ${PROOF_SQL}, kind = excluded.kind,
       has_own_link = excluded.has_own_link`,
    );
  const renew = renewWhere(IS_NEWER_SQL);
  const renewUnproven = renewWhere(IS_NEWER_UNPROVEN_SQL);
  return {
    /** Inside a command. Returns whether it is the first of its kind. */
    write: (impression: WrittenImpression): boolean => {
      const { userId, botId, orderId, priceMicros, how, proof, nowMs } = impression;
      requirePrice(priceMicros);
      const { target, kind, hasOwnLink } = targetValues(impression);
      const keys: Keys = [userId, target, orderId, botId];
      if (how === 'repeated' && repeat.run(nowMs, ...keys).changes > 0) return false;
      if (how === 'engaged' && engage.run(nowMs, nowMs, nowMs, ...keys).changes > 0) return false;
      const values: Values = [
        ...keys,
        nowMs,
        nowMs,
        nowMs,
        priceMicros,
        toProofNumber(proof),
        kind,
        hasOwnLink,
      ];
      if (insert.run(...values).changes > 0) return true;
      (how === 'unconfirmed' ? renewUnproven : renew).run(...values);
      return false;
    },
  };
}
