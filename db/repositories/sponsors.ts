import type { Pin, Show, SponsorStore, Standing, Visit, VisitRecord } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { Purge } from '../purge.js';
import type { BlockWishes } from './block-wishes.js';
import { type MembershipRow, toMembership } from './memberships.js';
import { type PinRow, toLivePin, toPinRow } from './pin-row.js';
import { createShowWrites, type ShowRow, toShow } from './shows.js';
import { type StandingRow, standingColumns, toStanding } from './standing-row.js';
import { factsOf, toEndUser, type UserRow, type UserWrites } from './user-row.js';
import { boundedLimit } from './values.js';

const MAX_SHOWS = 500;
const MAX_STANDINGS = 1_000;
const MAX_MEMBERSHIPS = 1_000;

/** One row for all that is found by key; a side without a row is null. */
interface VisitRow extends Omit<UserRow, 'user_id'> {
  user_id: number | null;
  known_bot_id: number | null;
  slots: string | null;
  pinned_at_ms: number;
  life_seconds: number;
  has_block: number;
}

export function createSponsorStore(
  parts: Parts,
  { users, wishes, purge }: { users: UserWrites; wishes: BlockWishes; purge: Purge },
): SponsorStore {
  const { connection, executor, dayOf, clock } = parts;
  const shows = createShowWrites(connection);
  const byKeys = connection.prepare<[userId: number, botId: number], VisitRow>(
    `SELECT users.*, user_bots.bot_id AS known_bot_id, pins.slots, pins.pinned_at_ms, pins.life_seconds,
       (blocks.shown_message_id IS NOT NULL OR (blocks.content IS NOT NULL AND blocks.due_at_ms IS NOT NULL)) AS has_block
     FROM (SELECT ? AS user_id, ? AS bot_id) AS who
     LEFT JOIN users ON users.user_id = who.user_id
     LEFT JOIN user_bots ON user_bots.user_id = who.user_id AND user_bots.bot_id = who.bot_id
     LEFT JOIN pins ON pins.user_id = who.user_id AND pins.bot_id = who.bot_id
     LEFT JOIN blocks ON blocks.bot_id = who.bot_id AND blocks.user_id = who.user_id`,
  );
  const showsSince = connection.prepare<[number, number], ShowRow>(
    `SELECT order_id, bot_id, first_shown_at_ms, shown_at_ms, price_micros FROM shows
     WHERE user_id = ? AND shown_at_ms >= ? ORDER BY shown_at_ms DESC LIMIT ${String(MAX_SHOWS)}`,
  );
  const standings = connection.prepare<[number], StandingRow>(
    `SELECT ${standingColumns} FROM subscriptions WHERE user_id = ?
     ORDER BY at_ms DESC LIMIT ${String(MAX_STANDINGS)}`,
  );
  const memberships = connection.prepare<[number], MembershipRow>(
    `SELECT resource_id, state, had_left, since_ms, checked_at_ms, update_id FROM memberships WHERE user_id = ?
     ORDER BY checked_at_ms DESC LIMIT ${String(MAX_MEMBERSHIPS)}`,
  );
  const shownBy = connection.prepare<
    [number, number, number, number, number],
    ShowRow & Nullable<StandingRow>
  >(
    `SELECT shows.order_id, shows.bot_id, first_shown_at_ms, shown_at_ms, shows.price_micros,
       standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
       standing.changed_at_ms, standing.hold_until_ms
     FROM shows LEFT JOIN subscriptions AS standing
       ON standing.user_id = shows.user_id AND standing.order_id = shows.order_id
     WHERE shows.user_id = ? AND shows.bot_id = ? AND shown_at_ms BETWEEN ? AND ?
     ORDER BY shown_at_ms DESC LIMIT ?`,
  );
  const noteBot = connection.prepare<[number, number]>(
    'INSERT INTO user_bots (user_id, bot_id) VALUES (?, ?) ON CONFLICT (user_id, bot_id) DO NOTHING',
  );
  const pinOf = connection.prepare<[number, number], PinRow>(
    'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = ? AND bot_id = ?',
  );
  const savePin = connection.prepare<[number, number, string, number, number]>(
    `INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
       life_seconds = excluded.life_seconds`,
  );
  const unpin = connection.prepare<[number, number]>('DELETE FROM pins WHERE user_id = ? AND bot_id = ?');

  const writePin = (userId: number, botId: number, pin: Pin) => {
    const row = toPinRow(pin);
    savePin.run(userId, botId, row.slots, row.pinned_at_ms, row.life_seconds);
  };

  const visit = (botId: number, userId: number, sinceMs: number, nowMs: number): Visit => {
    const row = byKeys.get(userId, botId);
    const pin = row === undefined || row.slots === null ? undefined : { ...row, slots: row.slots };
    return {
      user: row === undefined || row.user_id === null ? null : toEndUser({ ...row, user_id: row.user_id }),
      isKnownToBot: row !== undefined && row.known_bot_id !== null,
      pin: toLivePin(pin, nowMs),
      shows: showsSince.all(userId, sinceMs).map(toShow),
      standings: standings.all(userId).map(toStanding),
      memberships: memberships.all(userId).map(toMembership),
      hasBlock: row?.has_block === 1,
    };
  };

  const record = (userId: number, what: VisitRecord): { kind: 'recorded' } | { kind: 'pinned'; pin: Pin } => {
    const { botId, nowMs, pin } = what;
    const livePin = pin === null ? null : toLivePin(pinOf.get(userId, botId), nowMs);
    if (livePin !== null) return { kind: 'pinned', pin: livePin };
    if (what.sighting !== null) users.change(userId, factsOf(what.sighting), nowMs);
    if (what.askedOnDay !== null) users.noteAsked(userId, what.askedOnDay, nowMs);
    if (what.isFirstForBot) noteBot.run(userId, botId);
    if (what.unpin) unpin.run(userId, botId);
    if (pin !== null) writePin(userId, botId, pin);
    for (const { orderId, priceMicros } of what.shows) {
      shows.write({ userId, botId, orderId, priceMicros, nowMs, day: dayOf(nowMs), isNewList: pin !== null });
    }
    if (what.block !== undefined) wishes.wish(botId, userId, what.block, nowMs);
    return { kind: 'recorded' };
  };

  const fillSlot = (
    botId: number,
    userId: number,
    index: number,
    { orderId, priceMicros }: { orderId: number; priceMicros: bigint },
    nowMs: number,
  ): number | null => {
    const pin = toLivePin(pinOf.get(userId, botId), nowMs);
    const slot = pin?.slots[index];
    const isOpen = slot?.kind === 'smart' && slot.orderId === null;
    if (slot?.kind === 'smart' && slot.orderId !== null) return slot.orderId;
    if (pin !== null && isOpen) {
      writePin(userId, botId, { ...pin, slots: pin.slots.with(index, { kind: 'smart', orderId }) });
    }
    const day = dayOf(nowMs);
    if (orderId !== 0) shows.write({ userId, botId, orderId, priceMicros, nowMs, day, isNewList: true });
    return isOpen ? orderId : null;
  };

  return {
    visit: (botId, userId, sinceMs, nowMs) => executor.ask(() => visit(botId, userId, sinceMs, nowMs)),
    record: (userId, what) => executor.run('sponsors.record', () => record(userId, what)),
    fillSlot: (botId, userId, index, fill, nowMs) =>
      executor.run('sponsors.fillSlot', () => fillSlot(botId, userId, index, fill, nowMs)),
    shownBy: (botId, userId, { fromMs, toMs }, limit) =>
      executor.ask(() =>
        shownBy.all(userId, botId, fromMs, toMs, boundedLimit(limit, MAX_STANDINGS)).map(toShowWithStanding),
      ),
    purge: (beforeMs, limit) => purge.run({ nowMs: clock.now(), showsBeforeMs: beforeMs, limit }),
  };
}

/** The columns of a side of a join that may be without a row. */
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

function toShowWithStanding(row: ShowRow & Nullable<StandingRow>): { show: Show; standing: Standing | null } {
  const { standing_bot_id, state, paid_micros, at_ms, changed_at_ms, hold_until_ms, order_id } = row;
  const hasStanding = standing_bot_id !== null && state !== null && paid_micros !== null && at_ms !== null;
  return {
    show: toShow(row),
    standing: hasStanding
      ? toStanding({ order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms, hold_until_ms })
      : null,
  };
}
