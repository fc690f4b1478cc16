/** An order as somebody fills it in: what `/orders` takes, whole, so that two of them can be compared field by field. */
import type { Answered, Asked } from '../api/client';
import type { Profile } from '../session/profile';
import type { Kind } from './values';

type Created = Asked<'/orders#create'>;
export type Order = Answered<'/orders#info'>['response'];
export type Parameters = NonNullable<Created['user_parameters']>;
export type Schedule = NonNullable<Created['order_schedule']>;

/** All that an order is created of but for what is not set here. A daily limit of 0 is none, a quality of 0 is any. */
export type OrderForm = Required<Omit<Created, 'is_free' | 'priority' | 'to_bot_member'>>;

export function emptyForm({ price_standard, price_standard_premium }: Profile['service']): OrderForm {
  return {
    link: '',
    ads_type: 'channel',
    name: '',
    bot_token: '',
    quantity_all: 1_000,
    quantity_day: 0,
    price: price_standard,
    price_premium: price_standard_premium,
    is_lite: 0,
    sub_speed: 0,
    places: 2,
    track_unsubscriptions: true,
    own_links: 1,
    is_on: 1,
    user_parameters: {},
    forbidden_themes: [],
    min_bot_quality: 0,
    theme: '',
    order_schedule: { start_datetime: null, start_time: null, end_time: null, excluded_days: [] },
  };
}

/** As the form shows an order that is there. */
export function formOf(order: Order): OrderForm {
  return {
    link: order.link,
    ads_type: order.ads_type,
    name: order.name,
    bot_token: '',
    quantity_all: order.quantity_all,
    quantity_day: order.quantity_day >= order.quantity_all ? 0 : order.quantity_day,
    price: order.price,
    price_premium: order.price_premium,
    is_lite: order.is_lite,
    sub_speed: order.sub_speed,
    places: order.places as 0 | 1 | 2,
    track_unsubscriptions: order.track_unsubscriptions,
    own_links: order.own_links,
    is_on: order.is_on,
    user_parameters: order.user_parameters as Parameters,
    forbidden_themes: order.forbidden_themes,
    min_bot_quality: order.min_bot_quality as OrderForm['min_bot_quality'],
    theme: order.theme ?? '',
    order_schedule: {
      ...order.order_schedule,
      start_time: order.order_schedule.start_time?.slice(0, 5) ?? null,
      end_time: order.order_schedule.end_time?.slice(0, 5) ?? null,
    } as Schedule,
  };
}

/** What is asked of the service for a new order, or its estimate. @param fields of its kind alone */
export function toCreate(form: OrderForm, { fields }: Pick<Kind, 'fields'>): Created {
  const { bot_token, quantity_day, name, theme, link, sub_speed, track_unsubscriptions, own_links, ...rest } =
    form;
  const ofKinds = { ...(bot_token === '' ? {} : { bot_token }), track_unsubscriptions, own_links };
  return {
    ...rest,
    link: link.trim(),
    ...(name === '' ? {} : { name }),
    ...(theme === '' ? {} : { theme }),
    ...(quantity_day === 0 ? {} : { quantity_day: Math.min(quantity_day, form.quantity_all) }),
    ...(form.is_lite === 1 ? { sub_speed } : {}),
    ...Object.fromEntries(Object.entries(ofKinds).filter(([field]) => fields.includes(field))),
  };
}

/** What the form of an order that is there shows: a button of the page starts and stops it. */
export type FieldName = Exclude<keyof OrderForm, 'is_on'>;

/** The fields in which two forms differ. */
export function differences({ is_on: _, ...one }: OrderForm, other: OrderForm): FieldName[] {
  const names = Object.keys(one) as FieldName[];
  return names.filter((name) => said(one[name]) !== said(other[name]));
}

/** Equal where they say the same, in whatever order. */
function said(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What an update sends: only what changed, so that what somebody else changed meanwhile stays. */
export function toChange(
  form: OrderForm,
  names: readonly FieldName[],
  kind: Pick<Kind, 'fields'>,
): Partial<Created> {
  const wire: Record<string, unknown> = toCreate(form, kind);
  const change = names.map((name): [string, unknown] => {
    // An absent limit is as many as are wanted in all.
    if (name === 'quantity_day')
      return [name, form.quantity_day === 0 ? form.quantity_all : form.quantity_day];
    return [name, wire[name] ?? (name === 'sub_speed' ? 0 : undefined)];
  });
  return Object.fromEntries(change.filter(([, value]) => value !== undefined));
}

/** What sends an order back to the moderators. */
export const moderated: ReadonlySet<FieldName> = new Set(['link', 'ads_type', 'bot_token']);
