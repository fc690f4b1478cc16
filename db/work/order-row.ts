/** An order between its row and the domain. */
import { type orders } from '../schema/orders.js';
import { type RowIn } from './inserts.js';
import { type CheckRecord, isRunning } from '../../core/orders/index.js';
import {
  type FieldValues,
  type KeptName,
  keptNames,
  type OrderField,
  rowOf,
  type Schedule,
  type Targeting,
} from '../../core/terms/index.js';
import { MAX_MICROS } from '../../core/money.js';
import { objectOf } from '../../core/collections.js';
import type {
  CheckState,
  Decision,
  Order,
  OrderFields,
  PauseReason,
  Resource,
} from '../../core/ports/order-store.js';
import { type ColumnOf, columnOf } from './rows.js';
import { codeLists, coefficients, schedules, type StoredJson, targetings } from './stored-json.js';
import { madeOnce, searchText, toFlag } from './values.js';

type Prices = 'price_micros' | 'price_premium_micros' | 'real_price_micros';

/** What the schema has only as text. Prices are at most `MAX_MICROS`, which a double holds exactly: read as a number, written as bigint. */
type Worded = Record<Prices, number | bigint> & {
  ads_type: Order['adsType'];
  places: Order['places'];
  decision: Decision;
  check_state: CheckState;
  pause_reason: PauseReason | null;
};

/** The last two are written, and looked at, by what they are about alone (`shortfalls.ts`, `accounts.ts`). */
export type OrderRow = Omit<
  RowIn<typeof orders>,
  keyof Worded | 'short_notified_at_ms' | 'stopped_by_block'
> &
  Worded;

export const stateColumnNames = [
  ...(['check_state', 'check_errors', 'pause_reason', 'unseen_since_ms', 'unseen_cursor'] as const),
  ...([
    'rights_at_ms',
    'lost_at_ms',
    'lost_before_ms',
    'resolved_at_ms',
    'revision',
    'catalog_version',
  ] as const),
] as const;

/** The columns of an order's state, without what its owner set. */
export type StateColumns = Pick<OrderRow, (typeof stateColumnNames)[number]>;

const derivedNames = [
  ...(['link_key', 'search_text', 'decision', 'reason', 'real_price_micros', 'coefficients'] as const),
  ...(['bot_token_cipher', 'resource_id', 'resource_name', 'logo_file_id', 'takes_join_requests'] as const),
  ...(['checker_bot_id', 'resource_link'] as const),
] as const;

/** Each field that is set has a column of its own. */
type SetColumns = Pick<OrderRow, ColumnOf<KeptName>>;

/** The columns that `OrderFields` fill. */
export type OrderColumns = SetColumns & Pick<OrderRow, (typeof derivedNames)[number]>;

const setColumns = keptNames.map((name) => ({ name, kind: rowOf(name).kind, column: columnOf(name) }));

export const orderColumnNames: readonly (keyof OrderColumns)[] = [
  ...setColumns.map(({ column }) => column),
  ...derivedNames,
];

/** `isRunning` of `core/orders/status.ts`; the index `orders_running` has the same words. */
export const RUNNING_SQL = `decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all`;

/** Whether the order is in the catalog. */
export function runs(
  row: Pick<OrderRow, 'decision' | 'is_on' | 'in_archive' | 'quantity_now' | 'quantity_all'>,
): boolean {
  const { decision, quantity_now: quantityNow, quantity_all: quantityAll } = row;
  return isRunning({
    decision,
    isOn: row.is_on === 1,
    inArchive: row.in_archive === 1,
    quantityNow,
    quantityAll,
  });
}

type CheckColumns = Omit<StateColumns, 'pause_reason' | 'resolved_at_ms' | 'revision' | 'catalog_version'>;

export function toCheck(row: CheckColumns): CheckRecord {
  return {
    state: row.check_state,
    errors: row.check_errors,
    unseenSinceMs: row.unseen_since_ms,
    unseenCursor: row.unseen_cursor,
    rightsAtMs: row.rights_at_ms,
    lostAtMs: row.lost_at_ms,
    lostBeforeMs: row.lost_before_ms,
  };
}

export function checkColumns(check: CheckRecord): CheckColumns {
  return {
    check_state: check.state,
    check_errors: check.errors,
    unseen_since_ms: check.unseenSinceMs,
    unseen_cursor: check.unseenCursor,
    rights_at_ms: check.rightsAtMs,
    lost_at_ms: check.lostAtMs,
    lost_before_ms: check.lostBeforeMs,
  };
}

/** Whether a row holds all of these already. */
export function hasAll(row: OrderRow, columns: Partial<OrderRow>): boolean {
  return Object.entries(columns).every(([name, value]) => row[name as keyof OrderRow] === value);
}

export function toOrder(row: OrderRow): Order {
  return toKeptOrder(row, ownValues);
}

/** An order that is kept with many others. */
export function toKeptOrder(row: OrderRow, shared: SharedValues): Order {
  const order: Order = {
    orderId: row.order_id,
    accountId: row.account_id,
    linkKey: row.link_key,
    decision: shared.text(row.decision),
    reason: row.reason,
    quantityNow: row.quantity_now,
    realPriceMicros: BigInt(row.real_price_micros),
    coefficients: shared.json(row.coefficients, coefficients),
    botTokenCipher: row.bot_token_cipher,
    resource: {
      resourceId: row.resource_id,
      name: row.resource_name,
      logoFileId: row.logo_file_id,
      takesJoinRequests: row.takes_join_requests === 1,
      checkerBotId: row.checker_bot_id,
      inviteLink: row.resource_link,
    },
    checkState: shared.text(row.check_state),
    pauseReason: row.pause_reason,
    revision: row.revision,
    createdAtMs: row.created_at_ms,
    ...BLANK,
  };
  // Each column holds what `columnsOf` alone writes there.
  const values: Record<KeptName, unknown> = order;
  for (const { name, kind, column } of setColumns) values[name] = read(kind, row[column], shared);
  return order;
}

/**
 * Every order has the names of its fields from the beginning, and gets their values then. One that grew by a name at a
 * time would be a table of its own to the engine: 40 µs to make instead of 1, 1.4 KB instead of 0.5, read 20 times slower.
 */
const BLANK = objectOf<FieldValues>(keptNames.map((name) => [name, null]));

function read(kind: OrderField['kind'], kept: SetColumns[keyof SetColumns], shared: SharedValues): unknown {
  if (kind === 'flag' || kind === 'truth') return kept === 1;
  if (kind === 'choice' || kind === 'code') return shared.text(kept as string | null);
  if (kind === 'price') return BigInt(kept ?? 0);
  if (kind === 'codes') return shared.json(kept as string, codeLists);
  if (kind === 'targeting') return shared.json(kept as string, targetings);
  return kind === 'schedule' ? shared.json(kept as string, schedules) : kept;
}

/** @throws RangeError for a price below zero or beyond `MAX_MICROS` */
export function columnsOf(fields: OrderFields): OrderColumns {
  for (const price of [fields.priceMicros, fields.pricePremiumMicros, fields.realPriceMicros]) {
    if (price < 0n || price > MAX_MICROS)
      throw new RangeError('a price lies between 0 and the largest amount');
  }
  const set = setColumns.map(({ name, kind, column }) => [column, kept(kind, fields[name])]);
  return {
    ...(Object.fromEntries(set) as SetColumns),
    link_key: fields.linkKey,
    search_text: searchText(fields.name, fields.link, fields.linkKey),
    decision: fields.decision,
    reason: fields.reason,
    real_price_micros: fields.realPriceMicros,
    coefficients: coefficients.write(fields.coefficients),
    bot_token_cipher: fields.botTokenCipher,
    ...resourceColumns(fields.resource),
  };
}

export function resourceColumns(resource: Resource) {
  return {
    resource_id: resource.resourceId,
    resource_name: resource.name,
    logo_file_id: resource.logoFileId,
    takes_join_requests: toFlag(resource.takesJoinRequests),
    checker_bot_id: resource.checkerBotId,
    resource_link: resource.inviteLink,
  };
}

function kept(kind: OrderField['kind'], value: FieldValues[KeptName]): string | number | bigint | null {
  if (typeof value === 'boolean') return toFlag(value);
  if (typeof value !== 'object' || value === null) return value;
  if (kind === 'targeting') return targetings.write(value as Targeting);
  return kind === 'schedule' ? schedules.write(value as Schedule) : codeLists.write(value as string[]);
}

/** So many different ones are known at a time. */
const KNOWN = 1_000;
const NOTHING: readonly never[] = Object.freeze([]);

/**
 * What many orders have in common, kept once: a process holds all that run in memory, and their words, schedules and demands are
 * mostly the same.
 */
export interface SharedValues {
  /** The same text, each time it comes. */
  text<Text extends string | null>(text: Text): Text;
  /** What a JSON text of a kind holds, the same each time it comes: not to be changed. */
  json<Value>(text: string, kind: StoredJson<Value>): Value;
}

/** Nothing is shared: it may be changed. */
const ownValues: SharedValues = {
  text: (text) => text,
  json: (text, kind) => kind.read(text),
};

export function createSharedValues(): SharedValues {
  const texts = madeOnce(KNOWN, (text: string | null) => text);
  const readerOf = madeOnce(KNOWN, (kind: StoredJson<unknown>) =>
    madeOnce(KNOWN, (text: string) => shareNothing(kind.read(text) as Record<string, unknown>)),
  );
  return {
    text: <Text extends string | null>(text: Text) => texts(text) as Text,
    // What a kind's reader made.
    json: <Value>(text: string, kind: StoredJson<Value>) => readerOf(kind)(text) as Value,
  };
}

/** Lists of nothing are one, too. */
function shareNothing(value: Record<string, unknown>): unknown {
  if (isNothing(value)) return NOTHING;
  for (const [key, inner] of Object.entries(value)) if (isNothing(inner)) value[key] = NOTHING;
  return value;
}

function isNothing(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
