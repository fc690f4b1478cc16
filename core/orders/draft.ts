/**
 * From what an advertiser says to the fields of an order: defaults, the rules that bind fields together, and the price.
 * Pure but for sealing; what was ignored or is worth knowing comes back as remarks.
 */
import { BOT_TOKEN_SHAPE, isBotToken } from '../bot-token.js';
import { type AgePercentages, adThemes, type Filters, type FilterValue } from '../data/index.js';
import { type PlainTopic, ServiceError, faultOf } from '../errors.js';
import { hasField, isKindField, kindsWith, linkNeeded } from '../kinds/index.js';
import { parseMoney, toDecimal } from '../money.js';
import type { Ports } from '../ports.js';
import type { OrderFields, Resource } from '../ports/order-store.js';
import {
  fieldDefaults,
  type FlagName,
  flagNames,
  keptNames,
  listNames,
  mergeSchedule,
  mergeTargeting,
  type OrderChange,
  orderFields,
  type OrderInput,
  rowOf,
  rulebook,
} from '../terms/index.js';
import { type ParsedLink, parseLink } from './links.js';
import { basePriceOf, priceOf } from './pricing.js';

/** Bounds of an order's fields, and of what is asked about orders (`interface.md`, POST /orders and Limits). */
export const orderBounds = {
  quantityAll: orderFields.quantityAll,
  quantityDay: orderFields.quantityDay,
  subSpeed: orderFields.subSpeed,
  nameLength: orderFields.name,
  searchLength: { max: 255 },
  listLimit: { min: 1, max: 100, default: 15 },
  /** A whole price; more would not be a price but a slip of the hand. */
  price: { max: 1_000_000 },
} as const;

export const DEFAULT_ORDER_NAME = orderFields.name.default;

/** What an order's secret (bot token, membership code) is sealed for; moved to another column it does not open. */
export const ORDER_TOKEN_PURPOSE = 'order-token';

export interface Draft {
  fields: OrderFields;
  remarks: string[];
}

type Needs = Pick<Ports, 'vault' | 'settings' | 'membershipService'>;

export const unknownResource: Resource = {
  resourceId: '',
  name: '',
  logoFileId: '',
  takesJoinRequests: false,
  checkerBotId: null,
  inviteLink: '',
};

/** @throws ServiceError `invalid`, `invalid_parameter` or `price_too_low`, naming the field by its wire name */
export function draftOrder(ports: Needs, input: OrderInput, percentages: AgePercentages): Draft {
  const { settings } = ports;
  const blank: OrderFields = {
    ...fieldDefaults(),
    link: '',
    linkKey: '',
    adsType: input.adsType,
    decision: 'waiting',
    reason: null,
    quantityAll: input.quantityAll,
    priceMicros: parseMoney(settings.PRICE_STANDARD),
    pricePremiumMicros: parseMoney(settings.PRICE_STANDARD_PREMIUM),
    realPriceMicros: 0n,
    coefficients: {},
    botTokenCipher: null,
    resource: unknownResource,
  };
  return applyChange(ports, blank, input, percentages);
}

/**
 * The fields after a change, priced again where the change touches the price. Approval and resource stay as they were:
 * they are the caller's to settle.
 * @throws ServiceError as `draftOrder`
 */
export function applyChange(
  ports: Needs,
  current: OrderFields,
  change: OrderChange,
  percentages: AgePercentages,
): Draft {
  const remarks: string[] = [];
  const ofLink = linkFields(current, change);
  assertPrice('price', change.priceMicros, ports.settings.PRICE_MIN);
  assertPrice('price_premium', change.pricePremiumMicros, ports.settings.PRICE_MIN_PREMIUM);
  const merged: OrderFields = {
    ...current,
    ...given(change),
    // Rules have the last word.
    ...ofLink,
    ...secretFields(ports, current, change, remarks),
    ...unsubscriptionFields(current, change),
    ...paceFields(current, change, remarks),
    ...fieldsOfOtherKinds(current, change, remarks),
    targeting: mergeTargeting(current.targeting, change.targeting ?? {}),
    schedule: scheduleAfter(current, change),
  };
  const isPriced = current.realPriceMicros > 0n && !touchesPrice(change);
  return {
    fields: isPriced
      ? merged
      : { ...merged, ...priceOf(merged, basePriceOf(merged.targeting, merged), percentages) },
    remarks,
  };
}

/**
 * Ids and codes in an order must be among those that /filters shows (`interface.md`, GET /filters).
 * @throws ServiceError `invalid` naming every unknown value with its path on the wire
 */
export function assertKnownValues(change: OrderChange, { ads }: Filters): void {
  const targeting = change.targeting ?? {};
  const theme = typeof change.theme === 'string' ? [change.theme] : [];
  const faults = [
    ...listNames.flatMap((name) => {
      const { wire, filter } = rulebook[name];
      return unknown(`user_parameters.${wire}`, targeting[name], ads[filter]);
    }),
    ...unknown('forbidden_themes', change.forbiddenThemes, ads.forbidden_themes),
    ...theme
      .filter((code) => adThemes.every((known) => known.code !== code))
      .map(() => 'theme: is not among filters.bots.forbidden_themes of /filters'),
  ];
  if (faults.length > 0)
    throw new ServiceError('invalid', `${faults.join('; ')}.`, {
      faults: faults.map((fault) => faultOf(fault, { topic: 'not_offered' })),
    });
}

function unknown(
  path: string,
  values: readonly (number | string)[] | null | undefined,
  known: readonly FilterValue[],
): string[] {
  if (values === null || values === undefined || values.length === 0) return [];
  const ids = new Set<number | string>(known.map(({ id }) => id));
  const list = `filters.ads.${path.replace('user_parameters.', '')}`;
  return values.flatMap((value, index) =>
    ids.has(value) ? [] : [`${path}[${String(index)}]: is not among ${list} of /filters`],
  );
}

/** Lists lose their doubles. */
function given(change: OrderChange): Partial<OrderFields> {
  const values = keptNames.map((name) => [name, change[name]] as const);
  return Object.fromEntries(
    values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...new Set<unknown>(value)] : value]),
  );
}

/**
 * The link must be one that an order of this type can lead to. Another way of writing the same link is no change, so the
 * one that is there stays; what is not a full link yet is stored as one, since users get to press it.
 */
function linkFields(current: OrderFields, change: OrderChange): Pick<OrderFields, 'link' | 'linkKey'> {
  const adsType = change.adsType ?? current.adsType;
  const link = (change.link ?? current.link).trim();
  const parsed = parseLink(link);
  if (parsed.kind === 'invalid') {
    throw new ServiceError('invalid', `link: ${parsed.reason}.`, { topic: 'link_unknown' });
  }
  const needed = linkNeeded({ adsType }, parsed.kind);
  if (needed !== null) throw clash('link', `an order of type ${adsType} needs ${needed.text}.`, needed.topic);
  if (isSameLink(current.link, parsed)) return { link: current.link, linkKey: parsed.key };
  return { link: /^https?:\/\//i.test(link) ? link : parsed.link, linkKey: parsed.key };
}

/** Same target and, for a bot, same start payload. */
function isSameLink(link: string, other: Exclude<ParsedLink, { kind: 'invalid' }>): boolean {
  const parsed = parseLink(link);
  if (parsed.kind === 'invalid' || parsed.key !== other.key) return false;
  return parsed.kind !== 'username' || parsed.link.toLowerCase() === other.link.toLowerCase();
}

function clash(field: string, message: string, topic: PlainTopic): ServiceError {
  return new ServiceError('invalid_parameter', `${field}: ${message}`, { topic });
}

function assertPrice(field: string, price: bigint | undefined, minimum: string): void {
  const minimumMicros = parseMoney(minimum);
  if (price !== undefined && price < minimumMicros) {
    const message = `${field}: the minimum is ${toDecimal(minimumMicros)}.`;
    throw new ServiceError('price_too_low', message, { topic: 'price_too_low' });
  }
}

type Secret = Pick<OrderFields, 'botTokenCipher' | 'toBotMember'>;

function secretFields(ports: Needs, current: OrderFields, change: OrderChange, remarks: string[]): Secret {
  const adsType = change.adsType ?? current.adsType;
  if (!hasField({ adsType }, 'botToken')) {
    if (change.botToken !== undefined)
      remarks.push(`bot_token is used for orders of type ${kindsWith('botToken')} only and was ignored.`);
    return { botTokenCipher: null, toBotMember: false };
  }
  const toBotMember = change.toBotMember ?? current.toBotMember;
  if (toBotMember && !ports.membershipService.isConfigured) {
    throw new ServiceError(
      'invalid_parameter',
      'to_bot_member: no membership service is set up here; give a bot token.',
      { topic: 'no_membership_service' },
    );
  }
  const isOtherKind = toBotMember !== current.toBotMember;
  if (change.botToken === undefined && (current.botTokenCipher === null || isOtherKind)) {
    const wanted = toBotMember ? 'the code of the bot in the membership service' : 'the token of the bot';
    throw clash('bot_token', `an order of type ${adsType} needs ${wanted}.`, 'token_needed');
  }
  if (!toBotMember && change.botToken !== undefined && !isBotToken(change.botToken)) {
    throw new ServiceError('invalid', BOT_TOKEN_SHAPE, { topic: 'token_refused' });
  }
  return { botTokenCipher: sealed(ports, current.botTokenCipher, change.botToken), toBotMember };
}

/** The same token given again keeps its cipher, so that it does not look like a change. */
function sealed({ vault }: Needs, cipher: string | null, token: string | undefined): string | null {
  if (token === undefined) return cipher;
  if (cipher !== null && vault.open(cipher, ORDER_TOKEN_PURPOSE) === token) return cipher;
  return vault.seal(token, ORDER_TOKEN_PURPOSE);
}

function unsubscriptionFields(
  current: OrderFields,
  change: OrderChange,
): Pick<OrderFields, 'trackUnsubscriptions'> {
  const adsType = change.adsType ?? current.adsType;
  if (!hasField({ adsType }, 'trackUnsubscriptions')) {
    if (change.trackUnsubscriptions !== undefined) {
      throw clash(
        'track_unsubscriptions',
        `only for orders of type ${kindsWith('trackUnsubscriptions')}, and this one is of type ${adsType}.`,
        'of_other_kind',
      );
    }
    return { trackUnsubscriptions: false };
  }
  const isNew = !hasField(current, 'trackUnsubscriptions');
  return { trackUnsubscriptions: change.trackUnsubscriptions ?? (isNew || current.trackUnsubscriptions) };
}

function paceFields(
  current: OrderFields,
  change: OrderChange,
  remarks: string[],
): Pick<OrderFields, 'isLite' | 'subSpeed'> {
  const isLite = change.isLite ?? current.isLite;
  const isIgnored = !isLite && typeof change.subSpeed === 'number';
  if (isIgnored) remarks.push('sub_speed means something only with is_lite 1 and was ignored.');
  return {
    isLite,
    subSpeed: isIgnored || change.subSpeed === undefined ? current.subSpeed : change.subSpeed,
  };
}

/** Of an order of another kind they are off, such as links of bots' own: only a chat can be joined by one. */
function fieldsOfOtherKinds(
  current: OrderFields,
  change: OrderChange,
  remarks: string[],
): Partial<Record<FlagName, boolean>> {
  const adsType = change.adsType ?? current.adsType;
  const others = flagNames
    .filter(isKindField)
    .filter((name) => !hasField({ adsType }, name) && !ruledElsewhere.has(name));
  for (const name of others.filter((one) => change[one] === true)) {
    const { wire } = rowOf(name);
    remarks.push(`${wire} means something only for orders of type ${kindsWith(name)} and was ignored.`);
  }
  return Object.fromEntries(others.map((name) => [name, false]));
}

/** These are of some kinds alone, too, and more than that. */
const ruledElsewhere: ReadonlySet<FlagName> = new Set(['toBotMember', 'trackUnsubscriptions']);

function scheduleAfter(current: OrderFields, change: OrderChange): OrderFields['schedule'] {
  const schedule = mergeSchedule(current.schedule, change.schedule ?? {});
  if (schedule.excludedDays.length < 7) return schedule;
  throw clash(
    'order_schedule.excluded_days',
    'with all seven days excluded the order would never be shown.',
    'all_days_excluded',
  );
}

function touchesPrice(change: OrderChange): boolean {
  return (
    change.priceMicros !== undefined ||
    change.pricePremiumMicros !== undefined ||
    change.targeting !== undefined ||
    change.minBotQuality !== undefined
  );
}
