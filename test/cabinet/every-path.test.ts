/**
 * Every path that a session opens, as the list of routes has them: with the session and the key of somebody else, with keys of
 * another kind, and with the owner's own session from another site. A path that is added without its attack fails here, but for
 * one that takes nothing: that is asked as it is.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Handler } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { parseMoney } from '../../core/money.js';
import { initDataOf } from '../api/resource-stage.js';
import { Scene } from '../cases/scene.js';
import {
  type Emulator,
  moderatorId,
  openEmulator,
  openStage,
  operatorBot,
  type Stage,
} from '../cases/stage.js';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { BrowserUser, OWN_PAGE, signedIn, type Told } from './browser-user.js';

type Owner = 'advertiser' | 'publisher' | 'moderator';

/** What its owner may ask; a stranger gets 403, or (`isOpen`) an answer that has nothing of the owner's. */
interface Attack {
  of: Owner;
  asks: object;
  isOpen?: true;
}

/** Stands in what only its owner may read. */
const CANARY = 'canary';
const settings = {
  ADMIN_IDS: String(moderatorId),
  WITHDRAWAL_MIN: '1',
  OUTGOING_SCHEMES: 'http,https',
  OUTGOING_PORTS: '*',
  OUTGOING_PRIVATE: '1',
};

let emulator: Emulator;
let rail: CryptoPay;
let stage: Stage;
let scene: Scene;
let attacks: Record<string, Attack[]>;

beforeAll(async () => {
  [emulator, rail] = await Promise.all([openEmulator(), openCryptoPay()]);
});
afterAll(async () => {
  await emulator.close();
  await rail.close();
});
beforeEach(async () => {
  stage = await openStage(emulator, { ...settings, CRYPTO_PAY_TOKEN: rail.token, CRYPTO_PAY_ROOT: rail.url });
  scene = new Scene(stage);
  await scene.open();
  attacks = { ...takingNothing, ...(await prepare()) };
  return () => stage.close();
});

/** `POST /orders info`; raw paths and those of one command by method and path alone. */
const opened = routes
  .filter(({ access }) => access !== 'public' && access.some((kind) => kind !== 'bot'))
  .flatMap((route) => {
    const name = `${route.method.toUpperCase()} ${route.path}`;
    return route.kind === 'actions'
      ? Object.keys(route.actions).map((action) => `${name} ${action}`)
      : [name];
  });

/** Of these a stranger can name nothing: they must see nothing of the owner's in the answer. */
const takingNothing: Record<string, Attack[]> = Object.fromEntries(
  routes
    .filter((route) => route.access !== 'public' && route.kind === 'json' && namesNothing(route.handler))
    .map((route) => [
      `${route.method.toUpperCase()} ${route.path}`,
      [{ of: 'advertiser', asks: {}, isOpen: true }],
    ]),
);

it('has an attack on every path', () => {
  expect(opened.length).toBeGreaterThan(55);
  expect(Object.keys(attacks).sort()).toEqual([...opened].sort());
});

it('a stranger’s session and key open nothing of the owner’s', async () => {
  const before = await asOwnersSee();
  let stranger = await userOf('stranger');
  for (const [name, attack] of eachAttack()) {
    const kind = routeOf(name).access.includes('access') ? 'access' : 'statistics';
    const byKey = () =>
      ask(new BrowserUser(stage), name, attack, { Auth: String(scene.names.get('stranger', kind)) });
    const isEnd = name.endsWith(' sign_out');
    // A key has no session that could be ended.
    for (const told of [await ask(stranger, name, attack), ...(isEnd ? [] : [await byKey()])]) {
      expect([200, 403, 404, 409], `${name}: ${JSON.stringify(told.body)}`).toContain(told.http);
      if (attack.isOpen !== true) expect(told.http, name).not.toBe(200);
      expect(JSON.stringify(told.body), name).not.toContain(CANARY);
    }
    if (isEnd) stranger = await userOf('stranger');
  }
  expect(await asOwnersSee()).toEqual(before);
});

it('its owner gets through by the same words, so that each attack is one', async () => {
  const users = await owners();
  for (const [name, attack] of eachAttack()) {
    const told = await ask(users[attack.of], name, attack);
    expect([200, 409], `${name}: ${JSON.stringify(told.body)}`).toContain(told.http);
    if (name.endsWith(' sign_out')) users[attack.of] = await userOf(attack.of);
  }
});

it('a key of another kind opens nothing', async () => {
  for (const [name, attack] of eachAttack()) {
    const { access } = routeOf(name);
    for (const kind of (['access', 'statistics'] as const).filter((each) => !access.includes(each))) {
      const Auth = String(scene.names.get(attack.of, kind));
      const told = await ask(new BrowserUser(stage), name, attack, { Auth });
      expect(told.http, `${name}, ${kind}`).toBe(401);
    }
    // What the messenger signs is worth a session at its own door, and nothing elsewhere.
    const Auth = initDataOf(Number(scene.names.get(attack.of, 'id')), operatorBot.token);
    expect((await ask(new BrowserUser(stage), name, attack, { Auth })).http, name).toBe(401);
  }
});

describe('another site', () => {
  it.each([
    ['says so', { 'Sec-Fetch-Site': 'cross-site' }],
    ['is a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['names its origin', { Origin: 'https://evil.example' }],
    ['hides its origin', { Origin: 'null' }],
    ['is a link that somebody opened', { 'Sec-Fetch-Site': 'none' }],
  ])('does nothing with the session of a reader: it %s', async (_, headers) => {
    const before = await asOwnersSee();
    const users = await owners();
    for (const [name, attack] of eachAttack()) {
      const told = await ask(users[attack.of], name, attack, headers);
      expect([told.http, told.cookie], name).toEqual([401, null]);
    }
    expect(await asOwnersSee()).toEqual(before);
  });

  it.each(['cross-site', 'same-site'])('lets nobody into an account of its own: %s', async (site) => {
    const { ticket } = await stage.service.cabinet.signIn.ticket(Number(scene.names.get('stranger', 'id')));
    const reader = new BrowserUser(stage);
    const told = await reader.ask('/session', { action: 'use_ticket', ticket }, { 'Sec-Fetch-Site': site });
    expect([told.http, told.cookie]).toEqual([403, null]);
    // The ticket is good still, for our own page.
    expect((await reader.ask('/session', { action: 'use_ticket', ticket })).http).toBe(200);
  });
});

function eachAttack(): [string, Attack][] {
  return Object.entries(attacks).flatMap(([name, each]) =>
    each.map((attack): [string, Attack] => [name, attack]),
  );
}

function namesNothing({ fields }: Handler): boolean {
  return fields instanceof z.ZodObject && Object.keys(fields.shape).length === 0;
}

function routeOf(name: string): { access: readonly string[] } {
  const found = routes.find(({ path }) => path === name.split(' ')[1]);
  if (found === undefined || found.access === 'public') throw new Error(`${name} is no path of a session.`);
  return { access: found.access };
}

async function owners(): Promise<Record<Owner, BrowserUser>> {
  return {
    advertiser: await userOf('advertiser'),
    publisher: await userOf('publisher'),
    moderator: await userOf('moderator'),
  };
}

function userOf(name: string): Promise<BrowserUser> {
  return signedIn(stage, Number(scene.names.get(name, 'id')));
}

/** @param headers in the place of what our own page would say */
async function ask(
  user: BrowserUser,
  name: string,
  { asks }: Attack,
  headers: Record<string, string> = OWN_PAGE,
): Promise<Told> {
  const [method, path = '', action] = name.split(' ');
  if (method === 'POST') return user.ask(path, action === undefined ? asks : { action, ...asks }, headers);
  const { url, ...query } = { url: path, ...asks } as Record<string, string>;
  const { Auth, ...others } = headers;
  const response = await user.read(`${url ?? ''}?${new URLSearchParams(query).toString()}`, {
    ...others,
    ...(Auth === undefined ? {} : { Auth }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  return { http: response.status, body: { text }, cookie: response.headers.get('set-cookie') };
}

/** What must be as it was after an attack. */
async function asOwnersSee(): Promise<unknown> {
  const { service } = stage;
  const [ada, pavel] = [
    Number(scene.names.get('advertiser', 'id')),
    Number(scene.names.get('publisher', 'id')),
  ];
  return Promise.all([
    ...['first', 'second'].map((order) => service.orders.info(ada, Number(scene.names.get(order)))),
    service.bots.info(pavel, Number(scene.names.get('recipes_bot', 'id'))),
    ...[ada, pavel].flatMap((id) => [
      service.accounts.profile(id),
      service.accounts.revealKey(id, 'access'),
      service.accounts.revealKey(id, 'statistics'),
      service.wallet.balance(id),
      service.withdrawals.list(id, { beforeId: null, limit: 10 }),
      service.webhooks.view(id, 0),
    ]),
    service.networkSetups.view(pavel, Number(scene.names.get('recipes_bot', 'id'))),
  ]);
}

/** What the owners have, and what is asked about it. */
async function prepare(): Promise<Record<string, Attack[]>> {
  for (const of of ['advertiser', 'publisher', 'stranger']) await scene.happen({ balance: '100', of });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  await scene.happen({ channel: 'garden' });
  await scene.happen({ channel: 'walks' });
  const name = `Order of a ${CANARY}`;
  await scene.happen({ order: 'first', create: { link: 'https://t.me/garden', name }, then: 'approves' });
  await scene.happen({ order: 'second', create: { link: 'https://t.me/walks', name } });
  const order_id = Number(scene.names.get('first'));
  const waiting = Number(scene.names.get('second'));
  const bot_id = Number(scene.names.get('recipes_bot', 'id'));
  const [ada, pavel] = [await userOf('advertiser'), await userOf('publisher')];
  const accountId = Number(scene.names.get('publisher', 'id'));
  const adjusted = { account_id: accountId, amount: -5 };
  const { withdrawalRequests, sessions } = stage.service.cabinet;
  const amountMicros = parseMoney('5');
  const byRail = { amountMicros, details: '', rail: 'crypto_pay' } as const;
  for (const request of [byRail, { amountMicros, details: `Card of a ${CANARY}` }])
    await withdrawalRequests.confirm(
      accountId,
      (await withdrawalRequests.ask(accountId, request)).withdrawalRequestId,
    );
  const [withdrawal, sent] = await stage.service.withdrawals.list(accountId, { beforeId: null, limit: 2 });
  const withdrawal_id = withdrawal?.withdrawalId;
  const deposit = { rail: 'crypto_pay', amountMicros: parseMoney('500') } as const;
  const { depositId: deposit_id } = await stage.service.deposits.ask(accountId, deposit);
  const address = { url: `http://127.0.0.1:9/${CANARY}` };
  await pavel.ask('/webhooks', { action: 'set', bot_id, ...address });
  const imported = { address: 'http://127.0.0.1:9', access_key: CANARY };
  await pavel.ask('/imports', { action: 'begin', ...imported, address: address.url });
  const network = { kind: 'flyer', url: `http://127.0.0.1:9/${CANARY}` };
  await pavel.ask('/bots', { action: 'set_networks', bot_id, networks: [{ ...network, key: CANARY }] });
  const { body } = await ada.ask('/orders', { action: 'report', order_id });
  const task_id = (body['response'] as { task_id: string } | undefined)?.task_id;
  const file = await ada.ask('/orders', { action: 'download_id', order_id });
  const url = `/orders/download_id/${(file.body['response'] as { file_id: string }).file_id}`;
  const session_id = (await sessions.list(Number(scene.names.get('advertiser', 'id'))))[0]?.sessionId;

  // A report of an order is made once a minute.
  stage.clock.pass(60_001);
  const own = (of: Owner, asks: object = {}): Attack[] => [{ of, asks, isOpen: true }];
  const foreign = (of: Owner, asks: object): Attack[] => [{ of, asks }];
  const ordered = {
    ads_type: 'resource',
    quantity_all: 100,
    name: 'Mine',
    user_parameters: { languages: null },
  };
  const decided = { order_id: waiting, revision: 0 };
  return {
    'POST /orders create': own('advertiser', { ...ordered, link: 'https://example.org/new' }),
    'POST /orders list': own('advertiser'),
    'POST /orders info': foreign('advertiser', { order_id }),
    'POST /orders update': foreign('advertiser', { order_id, is_on: 0 }),
    'POST /orders duplicate': foreign('advertiser', { order_id }),
    'POST /orders report': foreign('advertiser', { order_id }),
    'POST /orders check_report': foreign('advertiser', { task_id }),
    'POST /orders download_id': foreign('advertiser', { order_id }),
    'GET /orders/download_id/:fileId': foreign('advertiser', { url }),
    'POST /bots add': foreign('publisher', { bot_id, bot_name: 'Mine', bot_nickname: 'recipes_bot' }),
    'POST /bots list': own('publisher'),
    'POST /bots info': foreign('publisher', { bot_id }),
    'POST /bots update': foreign('publisher', { bot_id, is_on: 0 }),
    'POST /bots change_api_key': foreign('publisher', { bot_id }),
    'POST /bots networks': foreign('publisher', { bot_id }),
    'POST /bots set_networks': foreign('publisher', { bot_id, networks: [{ network_id: 1, ...network }] }),
    'POST /bots test_network': foreign('publisher', { bot_id, network_id: 1 }),
    'POST /get-balance': own('publisher'),
    'GET /statistic': [
      ...own('advertiser', { action: 'allads' }),
      ...foreign('advertiser', { action: 'ads', ads_id: order_id }),
    ],
    'POST /toggle-exclusion': foreign('advertiser', {
      action: 'exclude',
      context: 'advertiser',
      ads_id: order_id,
      bot_id,
    }),
    'POST /account info': own('advertiser'),
    'POST /account update': own('advertiser', { language: 'ru' }),
    'POST /account keys': own('advertiser'),
    'POST /account replace_key': own('advertiser', { kind: 'statistics' }),
    'POST /account referrals': own('advertiser'),
    'POST /account sessions': own('advertiser'),
    'POST /account end_session': foreign('advertiser', { session_id }),
    'POST /account sign_out': own('advertiser'),
    'POST /wallet info': own('publisher'),
    'POST /wallet history': own('publisher'),
    'POST /wallet days': own('publisher'),
    'GET /wallet/statement.xlsx': own('publisher', { month: '2026-01' }),
    'POST /wallet withdrawals': own('publisher'),
    'POST /wallet withdraw': own('publisher', { amount: 5, details: 'Card 1' }),
    'POST /wallet withdrawal_check': foreign('publisher', { withdrawal_id }),
    'POST /wallet cancel_withdrawal': foreign('publisher', { withdrawal_id }),
    'POST /wallet deposit': own('publisher', { rail: 'crypto_pay', amount: 500 }),
    'POST /wallet deposit_info': foreign('publisher', { deposit_id }),
    'POST /payouts rails': foreign('moderator', {}),
    'POST /payouts send': foreign('moderator', { withdrawal_id: sent?.withdrawalId, amount: 5 }),
    'POST /payouts switch': foreign('moderator', { is_on: 0 }),
    'POST /imports begin': [{ of: 'publisher', asks: { ...imported, is_real: 0 }, isOpen: true }],
    'POST /imports state': [{ of: 'publisher', asks: {}, isOpen: true }],
    'POST /webhooks info': foreign('publisher', { bot_id }),
    'POST /webhooks set': foreign('publisher', { bot_id, url: 'http://127.0.0.1:9/mine' }),
    'POST /webhooks test': foreign('publisher', { bot_id }),
    'POST /webhooks retry': foreign('publisher', { bot_id }),
    'POST /webhooks dead': foreign('publisher', { bot_id }),
    'POST /webhooks resend': foreign('publisher', { bot_id }),
    'POST /webhooks clear': foreign('publisher', { bot_id }),
    'POST /exclusions list': [
      { of: 'advertiser', asks: { context: 'advertiser', ads_id: order_id } },
      { of: 'publisher', asks: { context: 'publisher', bot_id } },
    ],
    'POST /exclusions set': [
      { of: 'advertiser', asks: { context: 'advertiser', ads_id: order_id, bot_id, is_excluded: 1 } },
      { of: 'publisher', asks: { context: 'publisher', ads_id: order_id, bot_id, is_excluded: 1 } },
    ],
    'POST /forecast order': own('advertiser', { ...ordered, link: 'https://example.org/new' }),
    'POST /forecast link': own('advertiser', { link: 'https://example.org/new' }),
    'POST /figures orders': [...own('advertiser'), ...foreign('advertiser', { order_id })],
    'POST /figures bots': [...own('publisher'), ...foreign('publisher', { bot_id })],
    'POST /figures overview': [...own('advertiser'), ...own('publisher')],
    'POST /figures silent_bots': own('publisher'),
    'POST /figures quality': foreign('publisher', { bot_id }),
    'GET /live': own('advertiser'),
    'POST /moderation queue': foreign('moderator', {}),
    'POST /moderation card': foreign('moderator', { order_id: waiting }),
    'POST /moderation reasons': foreign('moderator', {}),
    'POST /moderation log': foreign('moderator', {}),
    'POST /moderation queued': foreign('moderator', { name: 'notices_failed' }),
    'POST /moderation status': foreign('moderator', {}),
    'POST /moderation approve': foreign('moderator', decided),
    'POST /moderation reject': foreign('moderator', { ...decided, reason: 'No.' }),
    'POST /moderation block_link': foreign('moderator', { order_id: waiting }),
    'POST /moderation unblock_link': foreign('moderator', { order_id: waiting }),
    'POST /moderation dispute': foreign('moderator', { user_id: 2001, order_id }),
    'POST /moderation pause': foreign('moderator', { order_id, reason: 'No.' }),
    'POST /moderation resume': foreign('moderator', { order_id }),
    'POST /trust bots': foreign('moderator', {}),
    'POST /trust publishers': foreign('moderator', {}),
    'POST /trust bot': foreign('moderator', { bot_id }),
    'POST /trust decide_bot': foreign('moderator', { bot_id, is_trusted: 1 }),
    'POST /trust publisher': foreign('moderator', { account_id: accountId }),
    'POST /trust decide_publisher': foreign('moderator', { account_id: accountId, is_trusted: 1 }),
    'POST /trust refuse_publisher': foreign('moderator', { account_id: accountId }),
    'POST /trust accounts': foreign('moderator', {}),
    'POST /trust account': foreign('moderator', { account_id: accountId }),
    'POST /trust note_account': foreign('moderator', { account_id: accountId, text: 'No.' }),
    'POST /trust waiting': foreign('moderator', {}),
    'POST /trust block_account': foreign('moderator', { account_id: accountId, is_blocked: 0 }),
    'POST /trust user': foreign('moderator', { user_id: 2001 }),
    'POST /trust clear_suspicion': foreign('moderator', { user_id: 2001 }),
    'POST /payouts account': foreign('moderator', { account_id: accountId }),
    'POST /payouts adjust': foreign('moderator', { ...adjusted, note: 'Mine.', reference: 'once' }),
    'POST /reversals preview': foreign('moderator', { account_id: accountId, reason: 'Mine.' }),
    'POST /reversals begin': foreign('moderator', { account_id: accountId, reason: 'Mine.', amount: 0 }),
    'POST /reversals state': foreign('moderator', { account_id: accountId }),
    'POST /payouts list': foreign('moderator', {}),
    'POST /payouts card': foreign('moderator', { withdrawal_id }),
    'POST /payouts refuse': foreign('moderator', { withdrawal_id, note: 'No.' }),
    'POST /payouts begin': foreign('moderator', { withdrawal_id, amount: 60 }),
    'POST /payouts take_back': foreign('moderator', { withdrawal_id, note: 'No.' }),
    'POST /payouts pay': foreign('moderator', { withdrawal_id, amount: 60 }),
  };
}
