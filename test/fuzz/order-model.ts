/**
 * What an order's info must say after a body was accepted, worked out from the documentation alone: from what it said
 * before and what the body gives. Plain and slow.
 */
import { cleanName } from '../../core/names.js';
import { expect } from 'vitest';
import type { Filters } from '../../core/data/index.js';
import type { Body } from './order-bodies.js';

export type Info = Record<string, unknown>;

export interface Known {
  info: Info;
  decision: 'waiting' | 'approved' | 'rejected';
  reason: string | null;
  /** Not told by info: null is as many as in all. */
  quantityDay: number | null;
  token: string | null;
}

const flags = ['is_on', 'in_archive', 'is_lite', 'priority', 'is_free'];
const numbers = ['quantity_all', 'places', 'price', 'price_premium', 'min_bot_quality'];
const listsOfNumbers = new Set(['languages', 'countries', 'cities', 'devicesos', 'ages']);

const targetingDefaults: Info = {
  gender: 'all',
  only_premium: 0,
  languages: [1, 2, 3, 4, 5],
  ...Object.fromEntries(
    ['countries', 'cities', 'devicestype', 'devicesos', 'ages'].map((name) => [name, []]),
  ),
  ...Object.fromEntries(
    [
      'photo',
      'real_photo',
      'username',
      'bio',
      'first_name',
      'ru_name',
      'rus_name',
      'only_cyrillic',
      'fake_check',
    ].map((name) => [`has_${name}`, 0]),
  ),
  old_account: 0,
  gifts: 0,
  rating: 0,
};
const scheduleDefaults: Info = { start_datetime: null, start_time: null, end_time: null, excluded_days: [] };

/** An order of which nothing was said. */
export const unsaid: Known = {
  decision: 'waiting',
  reason: null,
  quantityDay: null,
  token: null,
  info: {
    name: 'New order',
    track_unsubscriptions: false,
    to_bot_member: 0,
    quantity_now: 0,
    is_on: 1,
    in_archive: 0,
    is_lite: 0,
    sub_speed: 0,
    places: 2,
    priority: 0,
    is_free: 0,
    own_links: 1,
    price: 2,
    price_premium: 4,
    user_parameters: targetingDefaults,
    forbidden_themes: [],
    min_bot_quality: 0,
    theme: null,
    order_schedule: scheduleDefaults,
  },
};

/** A character that a reader sees; text without any says nothing. */
const SEEN = /[^\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/** What was given, with what is as good as absent left out, numbers as numbers. */
function given(body: Body, name: string): unknown {
  const value = body[name];
  return value === null || (typeof value === 'string' && !SEEN.test(value)) ? undefined : value;
}

function toFlag(value: unknown): number {
  return ['1', 'true'].includes(String(value).trim().toLowerCase()) ? 1 : 0;
}

/** @param body one that was accepted */
export function expectedAfter(before: Known, body: Body, filters: Filters): Known {
  const info: Info = { ...before.info };
  for (const name of flags) if (given(body, name) !== undefined) info[name] = toFlag(body[name]);
  for (const name of numbers) if (given(body, name) !== undefined) info[name] = Number(body[name]);
  // What is no character becomes the sign for one.
  if (given(body, 'name') !== undefined) info['name'] = cleanName(String(body['name']));
  if (given(body, 'ads_type') !== undefined) info['ads_type'] = body['ads_type'];
  if (given(body, 'link') !== undefined) info['link'] = body['link'];
  if (given(body, 'forbidden_themes') !== undefined) {
    info['forbidden_themes'] = [...new Set(body['forbidden_themes'] as string[])];
  }
  if (given(body, 'theme') !== undefined && before.decision !== 'approved') info['theme'] = body['theme'];
  if (given(body, 'sub_speed') !== undefined && info['is_lite'] === 1)
    info['sub_speed'] = Number(body['sub_speed']);
  else if (Number(given(body, 'sub_speed') ?? 1) === 0) info['sub_speed'] = 0;
  info['user_parameters'] = targetingAfter(
    before.info['user_parameters'] as Info,
    given(body, 'user_parameters'),
  );
  info['order_schedule'] = scheduleAfter(
    before.info['order_schedule'] as Info,
    given(body, 'order_schedule'),
  );
  watched(info, before.info, body);
  const token =
    info['ads_type'] === 'bot' ? ((given(body, 'bot_token') as string | undefined) ?? before.token) : null;
  const day = given(body, 'quantity_day');
  // An order without a daily limit shows its total as one: sent back as it was got, that sets none.
  const total = before.info['quantity_all'];
  const isAsShown = before.quantityDay === null && Number(day) === total && info['quantity_all'] === total;
  const quantityDay = day === undefined || isAsShown ? before.quantityDay : Number(day);
  const after = { ...before, info, token: token?.trim() ?? null, quantityDay };
  return finish(decided(before, after), filters);
}

/** Only channels are watched, by default from when they are channels, and have bots' own links; only bots have tokens. */
function watched(info: Info, before: Info, body: Body): void {
  const isChannel = info['ads_type'] === 'channel';
  const wanted = given(body, 'track_unsubscriptions');
  const wasWatched = before['ads_type'] !== 'channel' || before['track_unsubscriptions'] === true;
  info['track_unsubscriptions'] = isChannel && (wanted === undefined ? wasWatched : toFlag(wanted) === 1);
  const own = given(body, 'own_links');
  info['own_links'] = !isChannel ? 0 : own === undefined ? before['own_links'] : toFlag(own);
  const code = given(body, 'to_bot_member');
  info['to_bot_member'] =
    info['ads_type'] !== 'bot' ? 0 : code === undefined ? before['to_bot_member'] : toFlag(code);
}

function targetingAfter(before: Info, change: unknown): Info {
  const after: Info = { ...before };
  if (change === undefined) return after;
  for (const [name, initial] of Object.entries(targetingDefaults)) {
    const value = (change as Info)[name];
    if (value === undefined || (typeof value === 'string' && !SEEN.test(value))) continue;
    if (value === null) after[name] = name === 'languages' ? null : initial;
    else if (Array.isArray(value)) {
      const items: unknown[] = listsOfNumbers.has(name) ? value.map(Number) : value;
      after[name] = items.length === 0 ? initial : [...new Set(items)];
    } else if (name.startsWith('has_')) after[name] = toFlag(value);
    else after[name] = name === 'gender' ? value : Number(value);
  }
  return after;
}

function scheduleAfter(before: Info, change: unknown): Info {
  const after: Info = { ...before };
  if (change === undefined) return after;
  for (const [name, initial] of Object.entries(scheduleDefaults)) {
    const value = (change as Info)[name];
    if (value === undefined || (typeof value === 'string' && !SEEN.test(value))) continue;
    if (value === null) after[name] = initial;
    else if (Array.isArray(value)) after[name] = [...new Set(value.map(Number))].sort((a, b) => a - b);
    else after[name] = typeof value === 'string' && /^\d\d:\d\d$/.test(value) ? `${value}:00` : value;
  }
  return after;
}

/** Whether it has to be looked at again. */
function decided(before: Known, after: Known): Known {
  const differs = (names: readonly string[]) =>
    names.some((name) => JSON.stringify(before.info[name]) !== JSON.stringify(after.info[name]));
  const isOther =
    differs(['ads_type', 'to_bot_member']) || !isSame(before, after) || before.token !== after.token;
  const names = Object.keys(after.info).filter((name) => !['is_on', 'in_archive', 'link'].includes(name));
  const isChanged = isOther || differs(names) || before.quantityDay !== after.quantityDay;
  const isAnew = before.decision === 'rejected' ? isChanged : isOther;
  return isAnew ? { ...after, decision: 'waiting', reason: null } : after;
}

function isSame(before: Known, after: Known): boolean {
  return plainLink(before.info['link']) === plainLink(after.info['link']);
}

/** For the links that are used here. */
export function plainLink(link: unknown): string {
  return String(link)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

function finish(known: Known, filters: Filters): Known {
  const { info, decision, reason } = known;
  const targeting = info['user_parameters'] as Record<string, unknown>;
  const base = targeting['only_premium'] === 1 ? info['price_premium'] : info['price'];
  const each = { ...coefficientsOf(targeting, filters), ...ofBots(info['min_bot_quality']) };
  const total = Object.values(each).reduce((product, one) => product * one, 1);
  const status =
    info['in_archive'] === 1
      ? 'Archived'
      : decision === 'rejected'
        ? 'Rejected'
        : decision === 'waiting'
          ? 'Moderation'
          : info['is_on'] === 1
            ? 'Processing'
            : 'Stopped';
  return {
    ...known,
    info: {
      ...info,
      status,
      reason: status === 'Rejected' ? reason : null,
      remains: info['quantity_all'],
      quantity_day: known.quantityDay ?? info['quantity_all'],
      old_price: base,
      real_price: Number(base) * total,
      coefficients: { ...each, total },
    },
  };
}

/** The same order after a moderator's decision. */
export function afterDecision(
  known: Known,
  decision: Known['decision'],
  reason: string | null,
  filters: Filters,
): Known {
  return finish({ ...known, decision, reason }, filters);
}

const fifteen = new Set(['countries', 'devicestype', 'devicesos']);
const ofAges: Record<number, number> = { 1: 1.2, 2: 1.2, 3: 1.5, 4: 1.5, 5: 2, 6: 2.5 };

function coefficientsOf(targeting: Info, { ads }: Filters): Record<string, number> {
  const each: Record<string, number> = {};
  for (const [name, value] of Object.entries(targeting)) {
    const isList = Array.isArray(value);
    if (isList ? value.length === 0 : value === 0) continue;
    if (fifteen.has(name)) each[name] = 1.5;
    else if (name === 'cities') each[name] = 2;
    else if (name === 'ages') each[name] = weighted(value as number[], ads);
    else if (name.startsWith('has_')) each[name] = name === 'has_real_photo' ? 1.4 : 1.1;
    else if (['old_account', 'gifts', 'rating'].includes(name)) each[name] = 1 + Number(value) / 10;
  }
  return each;
}

function ofBots(least: unknown): Record<string, number> {
  return least === 0 ? {} : { min_bot_quality: { 0.8: 1.1, 0.9: 1.2, 1: 1.3 }[Number(least)] ?? NaN };
}

function weighted(ages: readonly number[], ads: Filters['ads']): number {
  const shares = ages.map((age) => ads.ages.find(({ id }) => id === age)?.percentage ?? 0);
  const sum = shares.reduce((all, share) => all + share, 0);
  return ages.reduce((all, age, index) => all + ((ofAges[age] ?? 0) * (shares[index] ?? 0)) / sum, 0);
}

/** That info says what was expected; prices to the micro-unit, links however they are written. */
export function expectInfo(actual: Info, { info }: Known): void {
  const { real_price: price, coefficients, link, ...others } = info;
  expect(actual).toMatchObject(others);
  expect(plainLink(actual['link'])).toBe(plainLink(link));
  expect(Math.abs(Number(actual['real_price']) - Number(price))).toBeLessThan(1e-6);
  const seen = actual['coefficients'] as Record<string, number>;
  expect(Object.keys(seen).sort()).toEqual(Object.keys(coefficients as object).sort());
  for (const [name, value] of Object.entries(coefficients as Record<string, number>)) {
    expect(seen[name]).toBeCloseTo(value, 6);
  }
}
