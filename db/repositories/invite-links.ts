import type { InviteLinkStore } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';
import { createUnchanged } from '../unchanged.js';
import type { VisitMarks } from '../visit-marks.js';
import { boundedLimit } from './values.js';

export const MAX_CLAIM_LINKS = 100;
const REMEMBERED_ORDERS = 20_000;

export interface DueLinkRow {
  order_id: number;
  bot_id: number;
  link: string;
  attempts: number;
}

interface UsedRow {
  bot_id: number;
  link: string;
  since_ms: number;
}

/** It is revoked, and kept for a while; what is still to be revoked is due when it was retired, or was tried already. */
export const IS_KEPT_SQL =
  'invite_links.attempts = 0 AND invite_links.due_at_ms > invite_links.revoked_at_ms';

export interface InviteWrites {
  /** Inside a deed: the order's links are used no more, and revoked; those that are not made are forgotten. */
  retire(orderId: number, nowMs: number): void;
}

export function createInviteWrites(connection: Connection, marks: VisitMarks): InviteWrites {
  const forget = connection.prepare<[number]>("DELETE FROM invite_links WHERE order_id = ? AND link = ''");
  const retire = connection.prepare<[number, number, number]>(
    `UPDATE invite_links SET revoked_at_ms = ?, due_at_ms = ?, attempts = 0
     WHERE order_id = ? AND revoked_at_ms IS NULL`,
  );
  return {
    retire: (orderId, nowMs) => {
      forget.run(orderId);
      if (retire.run(nowMs, nowMs, orderId).changes > 0) marks.noteOrders();
    },
  };
}

export function createInviteLinkStore({ connection, executor }: Parts, marks: VisitMarks): InviteLinkStore {
  const want = connection.prepare<[number, number, number, number, number]>(
    `INSERT INTO invite_links (order_id, bot_id, due_at_ms)
     SELECT ?, ?, ? WHERE (SELECT count(*) FROM invite_links WHERE order_id = ? AND revoked_at_ms IS NULL) < ?
     ON CONFLICT (order_id, bot_id) DO UPDATE SET link = '', since_ms = 0, due_at_ms = excluded.due_at_ms,
       attempts = 0, revoked_at_ms = NULL WHERE ${IS_KEPT_SQL}`,
  );
  const isDue = connection.prepare<[number]>(
    'SELECT 1 FROM invite_links WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? LIMIT 1',
  );
  const claim = connection.prepare<[number, number, number], DueLinkRow>(
    `UPDATE invite_links SET due_at_ms = ?, attempts = attempts + 1
     WHERE (order_id, bot_id) IN (SELECT order_id, bot_id FROM invite_links
       WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? ORDER BY due_at_ms LIMIT ?)
     RETURNING order_id, bot_id, link, attempts`,
  );
  const made = connection.prepare<[string, number, number, number]>(
    `UPDATE invite_links SET link = ?, since_ms = ?, due_at_ms = NULL, attempts = 0
     WHERE order_id = ? AND bot_id = ? AND link = ''`,
  );
  const madeInVain = connection.prepare<[number, number, string, number, number]>(
    `INSERT INTO invite_links (order_id, bot_id, link, due_at_ms, revoked_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (order_id, bot_id) DO NOTHING`,
  );
  const retry = connection.prepare<[number, number, number]>(
    'UPDATE invite_links SET due_at_ms = ? WHERE order_id = ? AND bot_id = ? AND due_at_ms IS NOT NULL',
  );
  const keep = connection.prepare<Record<string, number>[]>(
    `UPDATE invite_links SET due_at_ms = revoked_at_ms + @keptMs, attempts = 0
     WHERE order_id = @orderId AND bot_id = @botId AND revoked_at_ms > @nowMs - @keptMs`,
  );
  const forget = connection.prepare<[number, number]>(
    'DELETE FROM invite_links WHERE order_id = ? AND bot_id = ? AND due_at_ms IS NOT NULL',
  );
  const owner = connection.prepare<[string], { order_id: number; bot_id: number }>(
    "SELECT order_id, bot_id FROM invite_links WHERE link = ? AND link <> '' LIMIT 1",
  );
  const used = connection.prepare<[number], UsedRow>(
    `SELECT bot_id, link, since_ms FROM invite_links WHERE order_id = ? AND link <> '' AND revoked_at_ms IS NULL`,
  );
  const remembered = createUnchanged<number, UsedRow[]>(() => marks.orders(), REMEMBERED_ORDERS);

  const linksAt = (botId: number, orderIds: readonly number[], atMs: number): Map<number, string> => {
    const links = new Map<number, string>();
    for (const orderId of orderIds) {
      const row = remembered.get(orderId, () => used.all(orderId)).find((each) => each.bot_id === botId);
      if (row !== undefined && row.since_ms <= atMs) links.set(orderId, row.link);
    }
    return links;
  };

  return {
    want: (orderId, botId, most, nowMs) =>
      executor.run('inviteLinks.want', () => void want.run(orderId, botId, nowMs, orderId, most)),
    claim: async (limit, leaseMs, nowMs) => {
      if ((await executor.ask(() => isDue.get(nowMs))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM_LINKS);
      const rows = await executor.run('inviteLinks.claim', () => claim.all(nowMs + leaseMs, nowMs, bound));
      return rows.map(toDueLink);
    },
    made: ({ orderId, botId }, link, sinceMs) =>
      executor.run(
        'inviteLinks.made',
        () => {
          marks.noteOrders();
          if (made.run(link, sinceMs, orderId, botId).changes > 0) return;
          madeInVain.run(orderId, botId, link, sinceMs, sinceMs);
        },
        { durable: true },
      ),
    retry: ({ orderId, botId }, dueAtMs) =>
      executor.run('inviteLinks.retry', () => void retry.run(dueAtMs, orderId, botId)),
    revoked: ({ orderId, botId }, keptMs, nowMs) =>
      executor.run('inviteLinks.revoked', () => {
        if (keep.run({ orderId, botId, keptMs, nowMs }).changes === 0) forget.run(orderId, botId);
      }),
    forget: ({ orderId, botId }) => executor.run('inviteLinks.forget', () => void forget.run(orderId, botId)),
    ownerOf: (link) =>
      executor.ask(() => {
        const row = owner.get(link);
        return row === undefined ? null : { orderId: row.order_id, botId: row.bot_id };
      }),
    linksAt: (botId, orderIds, atMs) => executor.ask(() => linksAt(botId, orderIds, atMs)),
  };
}

export function toDueLink(row: DueLinkRow) {
  return { orderId: row.order_id, botId: row.bot_id, link: row.link, attempts: row.attempts };
}
