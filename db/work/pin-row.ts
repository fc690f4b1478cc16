/**
 * A pin between its row and the domain. Slots are kept as text, since there is a row for each user of each bot:
 * `12,15,~,~17,-8` are the orders 12 and 15, an open smart link, one that became order 17 (`~0`: nothing suited), and an
 * offer of another network. A leading `!` is mode `task`.
 */
import type { Pin, Slot } from '../../core/ports/sponsor-store.js';

export interface PinRow {
  slots: string;
  pinned_at_ms: number;
  life_seconds: number;
}

const SMART = '~';
const OFFER = '-';
const TASK = '!';

export function toPin(row: PinRow): Pin {
  const isTask = row.slots.startsWith(TASK);
  const text = isTask ? row.slots.slice(1) : row.slots;
  return {
    mode: isTask ? 'task' : 'subscribe',
    slots: text === '' ? [] : text.split(',').map(toSlot),
    pinnedAtMs: row.pinned_at_ms,
    expiresAtMs: endOf(row),
  };
}

/** The live pin of a row; null when there is none, or it has ended. */
export function toLivePin(row: PinRow | undefined, nowMs: number): Pin | null {
  return row === undefined || endOf(row) <= nowMs ? null : toPin(row);
}

/** A life is kept in whole seconds; a part of one is rounded up. */
export function toPinRow({ mode, slots, pinnedAtMs, expiresAtMs }: Pin): PinRow {
  const text = slots.map(fromSlot).join(',');
  return {
    slots: mode === 'task' ? TASK + text : text,
    pinned_at_ms: pinnedAtMs,
    life_seconds: Math.ceil((expiresAtMs - pinnedAtMs) / 1_000),
  };
}

function endOf(row: PinRow): number {
  return row.pinned_at_ms + row.life_seconds * 1_000;
}

function toSlot(text: string): Slot {
  if (text.startsWith(OFFER)) return { kind: 'offer', adsId: Number(text) };
  if (!text.startsWith(SMART)) return { kind: 'order', orderId: Number(text) };
  return { kind: 'smart', orderId: text === SMART ? null : Number(text.slice(1)) };
}

function fromSlot(slot: Slot): string {
  if (slot.kind === 'offer') return String(slot.adsId);
  if (slot.kind === 'order') return String(slot.orderId);
  return slot.orderId === null ? SMART : SMART + String(slot.orderId);
}
