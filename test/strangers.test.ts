/**
 * Strangers reveal nothing (`docs/evidence.md`): two worlds differ only in what other bots and the platform reported about
 * users; to bots of which they are strangers, every answer about them is the same, byte by byte. A run is a schedule of
 * requests, joins and reports; `STRANGERS_RUNS=10000 npx vitest run test/strangers.test.ts` plays that many.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languageIdOf } from '../core/data/index.js';
import type { Observation } from '../core/ports/subscription-store.js';
import { updateOrder } from '../core/subscriptions/update-order.js';
import type { SponsorRequest } from '../core/sponsors/index.js';
import { requestRecord } from './contract/makers.js';
import { type Chat, Town, type TownBot } from '../tools/simulation/zoo/town.js';

const RUNS = Number(process.env['STRANGERS_RUNS'] ?? 40);
const LIMIT_MS = 60_000 + RUNS * 400;
const [PUBLISHER, RIVAL, ADVERTISER] = [501, 502, 601];
const CHATS = 5;
/** Joins count from two seconds before a list. */
const LONG_BEFORE_MS = 60_000;
const DAY_MS = 86_400_000;

const kinds = ['denied', 'silent', 'refused', 'tokenless'] as const;
type Kind = (typeof kinds)[number];

interface World {
  town: Town;
  bots: Record<Kind, TownBot>;
  rival: TownBot;
  chats: Chat[];
  orderIds: number[];
}

async function openWorld(): Promise<World> {
  const environment = { UNTRUSTED_LISTS_DAY: '100000', UNTRUSTED_SUBSCRIBERS_DAY: '100000' };
  const town = await Town.open(1, { environment });
  for (const account of [PUBLISHER, RIVAL]) await town.account(account);
  await town.account(ADVERTISER, 1_000_000_000_000_000n);
  const chats = Array.from({ length: CHATS }, (_, at) => town.chat(`chat_${String(at)}`));
  const demands = [{}, { onlyPremium: true }, { gender: 'male' }, { hasUsername: true }, {}];
  const orderIds: number[] = [];
  for (const [at, chat] of chats.entries()) {
    const more = { priceMicros: BigInt(9 - at) * 1_000_000n, targeting: { languages: null, ...demands[at] } };
    orderIds.push(await town.order(ADVERTISER, chat, more));
  }
  const languages = { targeting: { languages: [languageIdOf('en') ?? 0] } };
  orderIds.push(await town.orderFor(ADVERTISER, 'https://example.com/shop', 'resource'));
  orderIds.push(await town.orderFor(ADVERTISER, 'https://example.com/laden', 'resource', languages));
  await giveHistory(town, orderIds);
  const bot = (token = true) => town.addBot(PUBLISHER, { token });
  const bots = {
    denied: await bot(),
    silent: await bot(),
    refused: await bot(),
    tokenless: await bot(false),
  };
  bots.silent.isSilent = true;
  bots.refused.token = 'revoked';
  const settings = { settings: { genderQuestion: true, useSmartLink: true } };
  await town.service.bots.update(PUBLISHER, bots.silent.botId, settings);
  await town.service.bots.update(PUBLISHER, bots.tokenless.botId, settings);
  return { town, bots, rival: await town.addBot(RIVAL), chats, orderIds };
}

/**
 * How often an order was joined moves its place in lists, and is no secret of a user: with a long past on each day, what the
 * runs add moves none.
 */
async function giveHistory({ sql, nowMs }: Town, orderIds: readonly number[]): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS);
  const days = Array.from({ length: 120 }, (_, at) => today - 40 + at);
  for (const [at, orderId] of orderIds.entries()) {
    const values = days.map(
      (day) => `(${String(orderId)}, ${String(day)}, 100000000, ${String(9_000_000 - at * 100_000)})`,
    );
    await sql(`INSERT INTO order_days (order_id, day, impressions, subscribers) VALUES ${values.join(', ')}`);
  }
}

/** What one of the worlds alone is told of the user, whom they all know to be a stranger to the bot that asks. */
interface Report {
  what:
    | 'traits'
    | 'answers'
    | 'member'
    | 'found'
    | 'lost'
    | 'claims'
    | 'contact'
    | 'list'
    | 'settled'
    | 'page';
  chat: number;
  odd: boolean;
}

type Step =
  | { kind: 'report'; report: Report }
  | { kind: 'pass'; seconds: number }
  /** In both worlds, told by an update. */
  | { kind: 'join'; chat: number }
  | { kind: 'ask'; request: Partial<SponsorRequest> & { said: Partial<SponsorRequest['user']> } }
  | { kind: 'read'; links: string[] }
  | { kind: 'info' };

const chatIndex = fc.nat(CHATS - 1);
const said = fc.record(
  {
    gender: fc.constantFrom('male' as const, 'female' as const),
    isPremium: fc.boolean(),
    username: fc.constantFrom('', 'somebody'),
    languageCode: fc.constantFrom('en', 'ru'),
  },
  { requiredKeys: [] },
);
const request = fc.record(
  {
    said,
    action: fc.constantFrom('subscribe' as const, 'newtask' as const, 'task' as const),
    maxSponsors: fc.integer({ min: 1, max: 6 }),
    getLinks: fc.boolean(),
  },
  { requiredKeys: ['said', 'action'] },
);
const whats = [
  'traits',
  'answers',
  'member',
  'found',
  'lost',
  'claims',
  'contact',
  'list',
  'settled',
  'page',
] as const;
const report = fc.record({ what: fc.constantFrom(...whats), chat: chatIndex, odd: fc.boolean() });
const links = fc.array(
  chatIndex.map((at) => `https://t.me/chat_${String(at)}`),
  { maxLength: 2 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('report' as const), report }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat(70) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), chat: chatIndex }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), request }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), links }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('info' as const) }) },
);

let worlds: readonly [World, World];
let userId = 300_000;
let updateId = 0;

beforeAll(async () => {
  worlds = [await openWorld(), await openWorld()];
});
afterAll(async () => {
  for (const { town } of worlds) await town.close();
});

/** As the platform numbers what happened then. */
function update(happenedAtMs: number): Pick<Observation, 'updateId' | 'atMs'> {
  const atMs = Math.floor(happenedAtMs / 1_000) * 1_000;
  return { updateId: updateOrder(atMs, ++updateId, 0), atMs };
}

async function observe({ town, chats }: World, at: number, observation: Partial<Observation>): Promise<void> {
  const resourceId = String(chats[at]?.chatId);
  const given = { userId, resourceId, state: 'in', updateId: null, atMs: town.nowMs } as const;
  await town.store.memberships.observe([{ ...given, ...observation }]);
}

/** Updates that one world hears alone are of long before: joins since a list was given are no secret. */
async function tell(world: World, { what, chat, odd }: Report, beganAtMs: number): Promise<void> {
  const { town, rival, chats, orderIds } = world;
  const { store, nowMs } = town;
  const orderId = orderIds[chat] ?? 0;
  const target = String(chats[chat]?.chatId);
  const longBefore = update(beganAtMs - LONG_BEFORE_MS);
  const asked = { botId: rival.botId, userId, chatId: userId };
  const record = requestRecord({ botId: rival.botId, nowMs, notesUser: true, isFirstForBot: true });
  if (what === 'traits') {
    const facts = { isPremium: odd, username: odd ? 'known' : '', firstName: 'Known', languageCode: 'en' };
    await store.audience.learn(userId, { ...facts, traitsAtMs: nowMs, reportedAtMs: nowMs }, nowMs);
  } else if (what === 'answers')
    await store.audience.learn(userId, { gender: odd ? 'male' : 'female' }, nowMs);
  else if (what === 'member') await observe(world, chat, { ...longBefore, wasIn: false });
  else if (what === 'found') await observe(world, chat, { state: odd ? 'in' : 'out' });
  else if (what === 'lost')
    await observe(world, chat, { ...longBefore, state: 'out', wasIn: true, isRemoved: odd });
  else if (what === 'claims') await store.audience.claim(rival.botId, userId, { gender: 'male' }, nowMs);
  else if (what === 'contact') await store.contacts.answer(asked, odd ? 'yes' : 'no', nowMs);
  else if (what === 'list')
    await store.sponsors.record(userId, {
      ...record,
      impressions: [
        { orderId, priceMicros: 1_000_000n, how: 'listed', hasOwnLink: false, target, adsType: 'channel' },
      ],
    });
  else if (what === 'settled')
    await town.sql(
      `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms)
       VALUES (${String(userId)}, ${String(orderId)}, 0, ${odd ? '1' : '2'}, 0, 0, ${String(nowMs)})
       ON CONFLICT DO NOTHING`,
    );
  else
    await store.audience.learn(
      userId,
      { countryId: 7, country: 'Latvia', deviceOs: 'iOS', deviceType: 'mobile', visitedAtMs: nowMs },
      nowMs,
    );
}

/** What the bot that asks sees of a step. */
async function take(world: World, bot: TownBot, one: Step): Promise<unknown> {
  const { town } = world;
  const { sponsors, audience, contacts } = town.service;
  if (one.kind === 'pass') {
    town.nowMs += one.seconds * 1_000;
    return null;
  }
  if (one.kind === 'join') {
    town.nowMs += 5_000;
    const resourceId = String(world.chats[one.chat]?.chatId);
    const known = (await town.store.memberships.known(userId, [resourceId])).get(resourceId);
    // A member cannot join: they leave first, which is no join.
    if (known?.state === 'in')
      await observe(world, one.chat, { ...update(town.nowMs - 2_000), state: 'out', wasIn: true });
    await observe(world, one.chat, { ...update(town.nowMs), wasIn: false });
    return null;
  }
  if (one.kind === 'read')
    return sponsors.subscriptions(bot.botId, { userId, links: one.links, orderIds: [] });
  if (one.kind === 'info') return audience.info(bot.botId, userId).catch((error: unknown) => String(error));
  if (one.kind === 'report') return null;
  const { said: profile, ...more } = one.request;
  const answer = await sponsors.request(bot.botId, {
    chatId: userId,
    user: { userId, ...(bot.token === null ? { firstName: 'Somebody', isPremium: false } : {}), ...profile },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
    ...more,
  });
  await contacts.idle();
  const [block] = await town.store.blocks.claim('test', 1, 1_000, town.nowMs);
  if (block !== undefined)
    await town.store.blocks.failed(block, { reason: '', retryAtMs: null, shown: null });
  return [answer, block?.content];
}

it(
  'answers about strangers do not differ by what others reported of them',
  async () => {
    let lists = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(step, { minLength: 3, maxLength: 14 }),
        async (kind, steps) => {
          userId += 1;
          const [plain, told] = worlds;
          const beganAtMs = plain.town.nowMs;
          for (const one of steps) {
            if (one.kind === 'report') await tell(told, one.report, beganAtMs);
            const answers = [
              await take(plain, plain.bots[kind], one),
              await take(told, told.bots[kind], one),
            ].map((answer) => JSON.stringify(answer));
            expect(answers[1], JSON.stringify(one)).toBe(answers[0]);
            if (one.kind === 'ask' && answers[0]?.includes('t.me/') === true) lists += 1;
          }
          for (const { town } of worlds) town.nowMs += 2 * LONG_BEFORE_MS;
        },
      ),
      { numRuns: RUNS },
    );
    // Most runs list something, or nothing was compared.
    expect(lists).toBeGreaterThan(RUNS);
  },
  LIMIT_MS,
);
