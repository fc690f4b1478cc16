/**
 * Random bodies of /orders, made from the schemas that parse them: every documented field is there by itself, within its
 * bounds and at them, also in the spellings that are tolerated. Only what a value has to mean is said here.
 */
import fc from 'fast-check';
import { type Json, schemaOf } from '../../api/reference/schema.js';
import { route } from '../../api/routes/orders.js';
import type { Filters } from '../../core/data/index.js';

export type Body = Record<string, unknown>;

/** What exists for orders to be about. */
export interface Targets {
  channels: readonly string[];
  bots: readonly { link: string; token: string }[];
  sites: readonly string[];
  /** Ids that may be the caller's. */
  orderIds: { max: number };
  filters: Filters;
}

type Meanings = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values of fields whose schema says less than they mean, by the name of the field. */
function meanings({ filters: { ads }, orderIds }: Targets): Meanings {
  const some = (values: readonly { id: number | string }[]) =>
    fc.uniqueArray(fc.constantFrom(...values.map(({ id }) => id)), { maxLength: 4 });
  const price = fc.integer({ min: 900_000, max: 90_000_000 }).map((micros) => micros / 1e6);
  const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
  const time = fc.tuple(two(23), two(59)).map((parts) => parts.join(':'));
  return {
    order_id: fc.oneof(fc.integer({ min: 1, max: orderIds.max }), fc.constantFrom(0, 999_999)),
    price,
    price_premium: price,
    languages: some(ads.languages),
    countries: some(ads.countries),
    cities: some(ads.cities),
    devicestype: some(ads.devicestype),
    devicesos: some(ads.devicesos),
    ages: some(ads.ages),
    forbidden_themes: some(ads.forbidden_themes),
    theme: fc.constantFrom(...ads.forbidden_themes.map(({ id }) => id)),
    start_datetime: fc.tuple(time, two(59)).map(([at, seconds]) => `2030-01-31 ${at}:${seconds}`),
    start_time: time,
    end_time: fc.oneof(
      time,
      time.map((at) => `${at}:30`),
    ),
    name: fc.string({ unit: 'grapheme', maxLength: 40 }),
    search_query: fc.string({ unit: 'grapheme', maxLength: 10 }),
    task_id: fc.string({ maxLength: 30 }),
    status: fc.constantFrom('active', 'Moderation', 'archived', 'sleeping'),
  };
}

/** Values that a schema allows. */
function valuesOf(schema: Json, name: string, known: Meanings): fc.Arbitrary<unknown> {
  const choices = schema['anyOf'] as Json[] | undefined;
  if (choices !== undefined) {
    const weighted = choices.map((choice) => ({
      weight: choice['type'] === 'null' ? 1 : 5,
      arbitrary: valuesOf(choice, name, known),
    }));
    return fc.oneof(...weighted);
  }
  const meant = known[name];
  if (meant !== undefined && schema['type'] !== 'null') return meant;
  const values = schema['enum'] as unknown[] | undefined;
  if (values !== undefined) return spelled(fc.constantFrom(...values));
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return fc.array(valuesOf(schema['items'] as Json, '', known), { maxLength: 6 });
    case 'integer': {
      const { minimum: min = 0, maximum: max = 100 } = schema as { minimum?: number; maximum?: number };
      return spelled(fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)));
    }
    case 'boolean':
      return fc.constantFrom(true, false, 0, 1, 'true', 'false');
    case 'string':
      return fc.string({ maxLength: Math.min(60, Number(schema['maxLength'] ?? 60)) });
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`Nobody knows how to make ${JSON.stringify(schema)} (${name}).`);
  }
}

function objectOf(schema: Json, known: Meanings): fc.Arbitrary<Body> {
  const properties = Object.entries(schema['properties'] as Record<string, Json>);
  const required = new Set(schema['required'] as string[] | undefined);
  const fields = properties.map(([name, field]) => {
    const value = valuesOf(field, name, known);
    // A body that held all fields at once would be refused for one or the other.
    return required.has(name) ? value.map((given) => [name, given] as const) : sometimes(name, value);
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.filter((entry) => entry !== null)));
}

function sometimes(name: string, value: fc.Arbitrary<unknown>) {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: value.map((given) => [name, given] as const) },
  );
}

/** Numbers also as text, flags also as truth values. */
function spelled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const otherwise = value.map((given) =>
    typeof given === 'number' ? (given === 1 || given === 0 ? String(given) : ` ${String(given)}`) : given,
  );
  return fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: otherwise });
}

/** Bodies as somebody who read the documentation would write them. */
function rightBodies(targets: Targets): fc.Arbitrary<Body> {
  const known = meanings(targets);
  const actions = Object.fromEntries(
    Object.entries(route.actions).map(([action, { fields }]) => [
      action,
      objectOf(schemaOf(fields), known).map((fieldsOf): Body => ({ action, ...fieldsOf })),
    ]),
  );
  const { create, update, ...others } = actions;
  if (create === undefined || update === undefined) throw new Error('/orders has lost its actions.');
  const subject = subjects(targets);
  const made = fc.tuple(create, subject).map(([body, about]) => about(body));
  const changed = fc.tuple(update, subject, fc.nat(9)).map(([{ link, ads_type, ...body }, about, chance]) => {
    if (chance === 0) return about(body);
    return { ...body, ...(chance === 1 && link !== undefined ? { ads_type } : {}) };
  });
  return fc.oneof(
    { weight: 5, arbitrary: made },
    { weight: 6, arbitrary: changed },
    ...Object.values(others).map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/** What an order is about goes together: type, link, and the token of a bot. */
function subjects({ channels, bots, sites }: Targets): fc.Arbitrary<(body: Body) => Body> {
  const spelling = fc.constantFrom(
    (link: string) => link,
    (link: string) => link.replace('https://', 'http://'),
    (link: string) => `${link}/`,
    (link: string) => ` ${link}`,
  );
  const channel = fc
    .tuple(fc.constantFrom(...channels), spelling)
    .map(([link, spell]) => ({ ads_type: 'channel', link: spell(link) }));
  const bot = fc
    .tuple(fc.constantFrom(...bots), fc.boolean())
    .map(([{ link, token }, isCode]) =>
      isCode
        ? { ads_type: 'bot', link, bot_token: 'code-of-a-service', to_bot_member: 1 }
        : { ads_type: 'bot', link, bot_token: token, to_bot_member: 0 },
    );
  const site = fc
    .tuple(fc.constantFrom(...sites), spelling)
    .map(([link, spell]) => ({ ads_type: 'resource', link: spell(link) }));
  return fc
    .oneof(channel, bot, site)
    .map((about: Body) => ({ track_unsubscriptions: track, to_bot_member: _, ...body }: Body) => ({
      ...body,
      ...about,
      ...(about['ads_type'] === 'channel' && track !== undefined ? { track_unsubscriptions: track } : {}),
    }));
}

const junk = fc.oneof(
  fc.anything({ maxDepth: 2, withBigInt: false }),
  fc.constantFrom<unknown>('', ' ', '\u0000', '\ud800', -0, -1, 1e308, 2 ** 53, '9'.repeat(400), '__proto__'),
  fc.constantFrom<unknown>(
    null,
    [null],
    [[]],
    {},
    ['1', ''],
    'NaN',
    '0x10',
    '1e3',
    "'; DROP TABLE orders; --",
  ),
);

/** Junk in the place of a field, at the top or one level below. */
function mutations(right: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  return fc.tuple(right, fc.nat(), fc.nat(), junk).map(([body, at, inner, value]) => {
    const names = Object.keys(body);
    const name = names[at % names.length] ?? 'action';
    const group = body[name];
    const isGroup = typeof group === 'object' && group !== null && !Array.isArray(group);
    const innerNames = isGroup ? Object.keys(group) : [];
    const innerName = innerNames[inner % Math.max(1, innerNames.length)];
    if (!isGroup || innerName === undefined) return { ...body, [name]: value };
    return { ...body, [name]: { ...group, [innerName]: value } };
  });
}

export function bodiesOf(targets: Targets): fc.Arbitrary<unknown> {
  const right = rightBodies(targets);
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 4, arbitrary: mutations(right) },
    { weight: 1, arbitrary: junk },
  );
}
