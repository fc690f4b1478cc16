/** An order between its row and the domain. */
import { alwaysOpen, defaultTargeting } from '../../core/orders/index.js';
import { MAX_MICROS } from '../../core/money.js';
import type { AdsType, CheckState, Decision, Order, OrderFields, PauseReason } from '../../core/ports.js';
import { ownValues, type SharedValues } from './shared-values.js';
import { searchText, toFlag } from './values.js';

/** The columns that `OrderFields` fill. */
export interface OrderColumns {
  link: string;
  link_key: string;
  ads_type: AdsType;
  name: string;
  search_text: string;
  is_on: number;
  in_archive: number;
  decision: Decision;
  reason: string | null;
  quantity_all: number;
  quantity_day: number | null;
  /** Read as numbers: prices are at most `MAX_MICROS`, which a double holds exactly; written as bigint. */
  price_micros: number | bigint;
  price_premium_micros: number | bigint;
  real_price_micros: number | bigint;
  coefficients: string;
  bot_token_cipher: string | null;
  to_bot_member: number;
  track_unsubscriptions: number;
  is_lite: number;
  sub_speed: number | null;
  places: Order['places'];
  is_high_priority: number;
  is_free: number;
  own_links: number;
  targeting: string;
  forbidden_themes: string;
  min_bot_quality: Order['minBotQuality'];
  schedule: string;
  theme: string | null;
  resource_id: string;
  resource_name: string;
  logo_file_id: string;
  takes_join_requests: number;
  checker_bot_id: number | null;
}

export interface OrderRow extends OrderColumns {
  order_id: number;
  account_id: number;
  quantity_now: number;
  check_state: CheckState;
  check_errors: number;
  pause_reason: PauseReason | null;
  unseen_since_ms: number | null;
  unseen_cursor: number;
  resolved_at_ms: number;
  revision: number;
  catalog_version: number;
  created_at_ms: number;
}

/** The columns that say how an order stands, beside what its owner set. */
export type StateColumns = Pick<OrderRow, (typeof stateColumnNames)[number]>;

export const stateColumnNames = [
  'check_state',
  'check_errors',
  'pause_reason',
  'unseen_since_ms',
  'unseen_cursor',
  'resolved_at_ms',
  'revision',
  'catalog_version',
] as const;

export const orderColumnNames: readonly (keyof OrderColumns)[] = [
  'link',
  'link_key',
  'ads_type',
  'name',
  'search_text',
  'is_on',
  'in_archive',
  'decision',
  'reason',
  'quantity_all',
  'quantity_day',
  'price_micros',
  'price_premium_micros',
  'real_price_micros',
  'coefficients',
  'bot_token_cipher',
  'to_bot_member',
  'track_unsubscriptions',
  'is_lite',
  'sub_speed',
  'places',
  'is_high_priority',
  'is_free',
  'own_links',
  'targeting',
  'forbidden_themes',
  'min_bot_quality',
  'schedule',
  'theme',
  'resource_id',
  'resource_name',
  'logo_file_id',
  'takes_join_requests',
  'checker_bot_id',
];

/** An order is in the catalog while this holds; the index `orders_running` has the same words. */
export const RUNNING_SQL = `decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all`;

export function isRunning(
  row: Pick<OrderRow, 'decision' | 'is_on' | 'in_archive' | 'quantity_now' | 'quantity_all'>,
): boolean {
  const isMeant = row.decision === 'approved' && row.is_on === 1 && row.in_archive === 0;
  return isMeant && row.quantity_now < row.quantity_all;
}

/** Whether a change adds the order to those that wait for a moderator. */
export function comesToWait(before: OrderRow, { decision, inArchive }: OrderFields): boolean {
  const waited = before.decision === 'waiting' && before.in_archive === 0;
  return decision === 'waiting' && !inArchive && !waited;
}

/**
 * What a change of the check does to the walk of `order-watch.ts`: from a loss on nobody is seen joining, and users have to
 * be checked once it works again. Of a bot no joining is told anyway; but while its token is refused nobody can be asked about.
 */
export function unseenAfter(
  row: OrderRow,
  state: CheckState,
  nowMs: number,
): Pick<OrderRow, 'unseen_since_ms' | 'unseen_cursor'> {
  if (state === 'ok' || !isAskedOf(row)) {
    return { unseen_since_ms: row.unseen_since_ms, unseen_cursor: row.unseen_cursor };
  }
  return { unseen_since_ms: row.unseen_since_ms ?? nowMs, unseen_cursor: 0 };
}

/** Whether the platform is asked about the order's users: of a resource and of a membership service's code it is not. */
function isAskedOf({ ads_type, to_bot_member }: Pick<OrderRow, 'ads_type' | 'to_bot_member'>): boolean {
  return ads_type === 'channel' || (ads_type === 'bot' && to_bot_member === 0);
}

/**
 * What a revision does to the check. Errors of the old resource say nothing of the new one. A bot with another token is the
 * same bot: with the old one its users could not be asked about any more, so they are with the new one.
 */
export function checkAfter(row: OrderRow, fields: OrderFields, nowMs: number): Partial<OrderRow> {
  const isNew = fields.link !== row.link || fields.resource.resourceId !== row.resource_id;
  const isSameBot = fields.link === row.link && row.ads_type === 'bot' && fields.adsType === 'bot';
  if (!isSameBot || row.to_bot_member === 1 || fields.toBotMember) return isNew ? FRESH_CHECK : {};
  const { unseen_since_ms, unseen_cursor } =
    fields.botTokenCipher === row.bot_token_cipher ? row : unseenAfter(row, 'lost', nowMs);
  return { ...(isNew ? FRESH_CHECK : {}), unseen_since_ms, unseen_cursor };
}

/** Of a resource that nobody has asked about yet. */
const FRESH_CHECK = {
  check_state: 'ok',
  check_errors: 0,
  unseen_since_ms: null,
  unseen_cursor: 0,
} as const satisfies Partial<OrderRow>;

/** Whether a change ends bots' own invite links: the order is archived, or leads to another chat. */
export function endsOwnLinks(before: OrderRow, { inArchive, resource }: OrderFields): boolean {
  return (inArchive && before.in_archive === 0) || resource.resourceId !== before.resource_id;
}

/** What an approval ends: the moderators have seen where the link leads now. */
export function pauseAfterApproval({ pause_reason: reason }: OrderRow): PauseReason | null {
  return reason === 'link_moved' ? null : reason;
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
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    link: row.link,
    linkKey: row.link_key,
    adsType: shared.text(row.ads_type),
    name: row.name,
    isOn: row.is_on === 1,
    inArchive: row.in_archive === 1,
    decision: shared.text(row.decision),
    reason: row.reason,
    quantityAll: row.quantity_all,
    quantityDay: row.quantity_day,
    quantityNow: row.quantity_now,
    priceMicros: BigInt(row.price_micros),
    pricePremiumMicros: BigInt(row.price_premium_micros),
    realPriceMicros: BigInt(row.real_price_micros),
    // These four are JSON that `columnsOf` alone writes; a field that came later has its default.
    coefficients: shared.json(row.coefficients) as Order['coefficients'],
    targeting: shared.json(row.targeting, defaultTargeting) as Order['targeting'],
    forbiddenThemes: shared.json(row.forbidden_themes) as Order['forbiddenThemes'],
    schedule: shared.json(row.schedule, alwaysOpen) as Order['schedule'],
    minBotQuality: row.min_bot_quality,
    botTokenCipher: row.bot_token_cipher,
    toBotMember: row.to_bot_member === 1,
    trackUnsubscriptions: row.track_unsubscriptions === 1,
    isLite: row.is_lite === 1,
    subSpeed: row.sub_speed,
    places: row.places,
    isHighPriority: row.is_high_priority === 1,
    isFree: row.is_free === 1,
    ownLinks: row.own_links === 1,
    theme: shared.text(row.theme),
    resource: {
      resourceId: row.resource_id,
      name: row.resource_name,
      logoFileId: row.logo_file_id,
      takesJoinRequests: row.takes_join_requests === 1,
      checkerBotId: row.checker_bot_id,
    },
    checkState: shared.text(row.check_state),
    pauseReason: row.pause_reason,
    revision: row.revision,
    createdAtMs: row.created_at_ms,
  };
}

/** @throws RangeError for a price below zero or beyond `MAX_MICROS` */
export function columnsOf(fields: OrderFields): OrderColumns {
  for (const price of [fields.priceMicros, fields.pricePremiumMicros, fields.realPriceMicros]) {
    if (price < 0n || price > MAX_MICROS)
      throw new RangeError('a price lies between 0 and the largest amount');
  }
  return {
    link: fields.link,
    link_key: fields.linkKey,
    ads_type: fields.adsType,
    name: fields.name,
    search_text: searchText(fields.name, fields.link, fields.linkKey),
    is_on: toFlag(fields.isOn),
    in_archive: toFlag(fields.inArchive),
    decision: fields.decision,
    reason: fields.reason,
    quantity_all: fields.quantityAll,
    quantity_day: fields.quantityDay,
    price_micros: fields.priceMicros,
    price_premium_micros: fields.pricePremiumMicros,
    real_price_micros: fields.realPriceMicros,
    coefficients: JSON.stringify(fields.coefficients),
    bot_token_cipher: fields.botTokenCipher,
    to_bot_member: toFlag(fields.toBotMember),
    track_unsubscriptions: toFlag(fields.trackUnsubscriptions),
    is_lite: toFlag(fields.isLite),
    sub_speed: fields.subSpeed,
    places: fields.places,
    is_high_priority: toFlag(fields.isHighPriority),
    is_free: toFlag(fields.isFree),
    own_links: toFlag(fields.ownLinks),
    targeting: JSON.stringify(fields.targeting),
    forbidden_themes: JSON.stringify(fields.forbiddenThemes),
    min_bot_quality: fields.minBotQuality,
    schedule: JSON.stringify(fields.schedule),
    theme: fields.theme,
    resource_id: fields.resource.resourceId,
    resource_name: fields.resource.name,
    logo_file_id: fields.resource.logoFileId,
    takes_join_requests: toFlag(fields.resource.takesJoinRequests),
    checker_bot_id: fields.resource.checkerBotId,
  };
}
