/** JSON that an older version of the service stored has a value for whatever came later. */
import { expect, test } from 'vitest';
import { alwaysOpen, defaultTargeting } from '../../core/terms/index.js';
import { ADVERTISER, BOT, populate, show, requestRecord } from './makers.js';
import { contract, type Stage, START_DAY, START_MS } from './run.js';

const USER = 9_001;

interface Kind {
  name: string;
  /** Stores a row of a version before. */
  sql: string;
  read: (stage: Stage) => Promise<unknown>;
  then: unknown;
}

const order = ({ store }: Stage) => store.orders.find(1);
const claimed = async ({ store }: Stage) =>
  (await store.blocks.claim('w', 1, 1_000, START_MS + 60_000))[0]?.content;
const block = (content: string) => `UPDATE blocks SET content = '${content}'`;
const outcome = (text: string) =>
  `INSERT INTO daily_checks (day, lease_until_ms, ended_at_ms, took_ms, outcome) VALUES (1, 0, 5, 5, '${text}')`;
const counts = { differing: 0, differingMoney: 0, entries: 0, subscribers: 0, orders: 0, bots: 0 };

const kinds: Kind[] = [
  {
    name: 'what an order demands',
    sql: `UPDATE orders SET targeting = '{"gender":"male","countries":null}'`,
    read: async (stage) => (await order(stage))?.targeting,
    then: { ...defaultTargeting(), gender: 'male' },
  },
  {
    name: 'an order for users of every language, which null says',
    sql: `UPDATE orders SET targeting = '{"languages":null}'`,
    read: async (stage) => (await order(stage))?.targeting,
    then: { ...defaultTargeting(), languages: null },
  },
  {
    name: 'when an order is shown',
    sql: `UPDATE orders SET schedule = '{}'`,
    read: async (stage) => (await order(stage))?.schedule,
    then: alwaysOpen(),
  },
  {
    name: 'the coefficients of a price',
    sql: `UPDATE orders SET coefficients = '{}'`,
    read: async (stage) => (await order(stage))?.coefficients,
    then: {},
  },
  {
    name: 'themes that an order avoids',
    sql: `UPDATE orders SET forbidden_themes = 'null'`,
    read: async (stage) => (await order(stage))?.forbiddenThemes,
    then: [],
  },
  {
    name: 'what a notification tells',
    sql: `INSERT INTO notifications (account_id, kind, facts, dedupe_key, queued_at_ms, due_at_ms)
      VALUES (${String(ADVERTISER)}, 'deposit', '{}', 'old', 1, 1)`,
    read: async ({ store }) => (await store.notifications.claim('w', 1, 1_000, START_MS))[0]?.facts,
    then: {},
  },
  {
    name: 'a block',
    sql: block('{}'),
    read: claimed,
    then: { kind: 'sponsors', language: 'en', buttons: [] },
  },
  {
    name: 'the buttons of a block',
    sql: block('{"kind":"sponsors","language":"uz","buttons":[{"text":"Join"},{}]}'),
    read: claimed,
    then: {
      kind: 'sponsors',
      language: 'uz',
      buttons: [
        { text: 'Join', url: '' },
        { text: '', url: '' },
      ],
    },
  },
  { name: 'a question', sql: block('{"kind":"age"}'), read: claimed, then: { kind: 'age', language: 'en' } },
  {
    name: 'a form',
    sql: block('{"kind":"form"}'),
    read: claimed,
    then: { kind: 'form', language: 'en', url: '' },
  },
  {
    name: 'what a page told of a user',
    sql: `UPDATE user_bots SET page = '{}'`,
    read: ({ store }) => store.audience.pageOf(BOT, USER),
    then: {
      ipAddress: '',
      countryId: null,
      cityId: null,
      country: '',
      city: '',
      deviceType: null,
      deviceOs: null,
    },
  },
  {
    name: 'what is counted of a day',
    sql: `INSERT INTO daily_shares (day, shares) VALUES (${String(START_DAY)}, '{}')`,
    read: async ({ store }) => (await store.audience.sharesOf(START_DAY)).languages.size,
    then: 0,
  },
  {
    name: 'what a daily check found',
    sql: outcome('{}'),
    read: async ({ store }) => (await store.checks.last())?.outcome,
    then: { ...counts, differences: [], checked: null, fullDay: null },
  },
  {
    name: 'a difference that a daily check found',
    sql: outcome('{"differences":[{"subject":"entry","found":"7"}]}'),
    read: async ({ store }) => (await store.checks.last())?.outcome,
    then: {
      ...counts,
      checked: null,
      fullDay: null,
      differences: [{ subject: 'entry', place: {}, expected: 0n, found: 7n }],
    },
  },
  {
    name: "what was found of a bot's quality",
    sql: `INSERT INTO bot_qualities (bot_id, at_ms, factor, found) VALUES (${String(BOT)}, 5, 1, '{}')`,
    read: ({ store }) => store.quality.find(BOT),
    then: { factor: 1, causes: [], joins: 0, curve: [], readAtMs: 5 },
  },
];

contract('stored JSON', (stage) => {
  test.each(kinds)('$name', async ({ sql, read, then }) => {
    const { store } = stage();
    await populate(store);
    const content = { kind: 'gender', language: 'en' } as const;
    await show(store, USER, 1, BOT, START_MS, { ...requestRecord(), block: { chatId: USER, content } });
    await store.audience.claim(BOT, USER, { languageCode: 'en' }, START_MS);
    await stage().sql(sql);
    expect(await read(stage())).toEqual(then);
  });
});
