/** Changing the secret that seals: everything stored is opened by the new one alone afterwards, wherever it is. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SettingsError } from '../../core/config.js';
import { requireOwnDatabase } from '../../core/installation.js';
import { parseMoney } from '../../core/money.js';
import { createService, type Service } from '../../core/service.js';
import type { Store } from '../../core/ports.js';
import { lostValues } from '../../core/secrets/index.js';
import { createVault, type Vault } from '../../core/vault.js';
import { openStore } from '../../db/index.js';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { Visitor } from './operator-stage.js';
import {
  openServiceStage,
  publisherId,
  advertiserId,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { createDatabase } from '../support/database.js';
import { dumpRows } from '../support/dump.js';

const first = Buffer.alloc(32, 7);
const second = Buffer.alloc(32, 8);

let stage: ServiceStage;
let scene: Scene;

beforeEach(async () => {
  stage = await openServiceStage({
    OUTGOING_PRIVATE: '1',
    SECRETS_KEY: first.toString('base64'),
    WITHDRAWAL_MIN: '100',
  });
  scene = await setScene(stage);
});

afterEach(() => stage.close());

function serviceWith(secrets: Buffer[], store: Store = stage.store): Service {
  const { settings, infrastructure } = stage;
  return createService({ store, settings, ...infrastructure, vault: createVault(secrets) });
}

/** After a start with the second secret alone, as `rotate-secrets --lost` allows it. */
function serviceAfterLoss(): Service {
  const { settings, store, infrastructure } = stage;
  return createService({ store, settings, ...infrastructure, vault: createVault([second], lostValues) });
}

/** Every text of every table that was sealed by this vault: its place. */
async function sealedBy({ prefix }: Vault): Promise<string[]> {
  const rows = await dumpRows(stage.settings.DATABASE_URL);
  return rows.flatMap((row) => {
    const [table = '', values = '{}'] = row.split(/ (.*)/s);
    return Object.entries(JSON.parse(values) as Record<string, unknown>).flatMap(([column, value]) =>
      typeof value === 'string' && value.includes(prefix) ? [`${table}.${column}`] : [],
    );
  });
}

const request = { amountMicros: parseMoney('150'), details: 'card 4222' };

async function fill(): Promise<{ botKey: string; accessKey: string; withdrawalRequestId: string }> {
  const { service } = stage;
  await service.webhooks.set(publisherId, scene.botId, 'https://127.0.0.1/events');
  const token = '777:orders-token-orders-token-orders';
  await stage.client.bots({ token, username: 'ordered_bot', first_name: 'Ordered' });
  const order = { link: 'https://t.me/ordered_bot', adsType: 'bot', name: 'Bot', quantityAll: 5 } as const;
  await service.orders.create(advertiserId, { ...order, botToken: token });
  const asked = await service.withdrawals.ask(advertiserId, {
    amountMicros: parseMoney('500'),
    details: 'card 4111',
    requestKey: 'once',
  });
  expect(asked.kind).toBe('asked');
  const { withdrawalRequestId } = await service.cabinet.withdrawalRequests.ask(advertiserId, request);
  // Somebody has looked for something, and is in the middle of a question, and of an order.
  const bot = await stage.startBot();
  const publisher = new Visitor(stage, publisherId);
  await publisher.say('/start');
  await publisher.forge('order-search');
  await publisher.write('flowers');
  await publisher.shows('flowers');
  await publisher.say('/start');
  await publisher.press('My bots');
  await publisher.press('Add a bot');
  await publisher.press('With its token');
  await publisher.shows('token');
  const advertiser = new Visitor(stage, advertiserId);
  await advertiser.say('/orders');
  await advertiser.go('New order', 'What shall be advertised');
  await advertiser.say('@gardens');
  await advertiser.go('channel or chat', 'order’s name');
  await advertiser.say('Gardening');
  await advertiser.go('500', 'How many a day');
  await advertiser.go('No limit', 'How much for a subscriber');
  await advertiser.say('2,5');
  expect(await stage.store.sessions.read(`draft:${String(advertiserId)}`)).not.toBeNull();
  await bot.stop();
  const { apiKey } = await service.bots.info(publisherId, scene.botId);
  return {
    botKey: apiKey,
    accessKey: await service.accounts.revealKey(publisherId, 'access'),
    withdrawalRequestId,
  };
}

it('seals everything anew beside the running service, and the old secret is needed no more', async () => {
  const { botKey, accessKey, withdrawalRequestId } = await fill();
  const places = new Set(await sealedBy(createVault([first])));
  expect([...places].sort()).toEqual(
    expect.arrayContaining([
      'bots.token_cipher',
      'keys.cipher',
      'orders.bot_token_cipher',
      'sessions.value',
      'webhooks.url_cipher',
      'withdrawals.details_cipher',
    ]),
  );
  const both = serviceWith([second, first]);
  const count = await both.secrets.stale();
  expect(count).toBeGreaterThan(places.size);
  expect(await both.secrets.reseal()).toEqual({ resealed: count, unreadable: 0 });
  expect(await both.secrets.reseal()).toEqual({ resealed: 0, unreadable: 0 });
  expect(await both.secrets.stale()).toBe(0);
  expect(await sealedBy(createVault([first]))).toEqual([]);

  const after = serviceWith([second]);
  expect(await after.accounts.authenticate(botKey)).toMatchObject({ kind: 'bot', botId: scene.botId });
  expect(await after.accounts.authenticate(accessKey)).toMatchObject({
    kind: 'access',
    accountId: publisherId,
  });
  expect(await after.cabinet.withdrawalRequests.read(advertiserId, withdrawalRequestId)).toEqual(request);
  expect((await after.bots.info(publisherId, scene.botId)).apiKey).toBe(botKey);
  expect(await after.webhooks.view(publisherId, scene.botId)).toMatchObject({
    url: 'https://127.0.0.1/events',
  });
  const cipher = await stage.store.bots.tokenCipher(scene.botId);
  expect(createVault([second]).open(cipher ?? '', 'bot-token')).toBe(scene.token);
});

it('a process that still runs with both reads on meanwhile, and what was half done goes on', async () => {
  const { botKey } = await fill();
  const { store } = stage;
  let commits = 0;
  const failing: Store = {
    ...store,
    secrets: {
      ...store.secrets,
      replaceSealed: (values) => {
        commits += 1;
        if (commits > 1) return Promise.reject(new Error('the power went out'));
        return store.secrets.replaceSealed(values);
      },
    },
  };
  const count = await serviceWith([second, first]).secrets.stale();
  await expect(serviceWith([second, first], failing).secrets.reseal()).rejects.toThrow('power');
  const running = serviceWith([first, second]);
  expect(await running.accounts.authenticate(botKey)).toMatchObject({ botId: scene.botId });
  expect(await running.webhooks.view(publisherId, scene.botId)).toMatchObject({
    url: 'https://127.0.0.1/events',
  });
  const { resealed, unreadable } = await serviceWith([second, first]).secrets.reseal();
  expect(resealed).toBeGreaterThan(0);
  expect(resealed).toBeLessThan(count);
  expect(unreadable).toBe(0);
  expect(await sealedBy(createVault([first]))).toEqual([]);
});

it('what changed meanwhile is left as it is, and what no secret opens is told', async () => {
  const vault = createVault([second, first]);
  const [before] = await stage.store.secrets.sealedOtherwise('keys', vault.prefix, null, 1);
  if (before === undefined) throw new Error('There is no key.');
  const changed = await stage.service.accounts.replaceKey(publisherId, 'access');
  const values = await stage.store.secrets.sealedOtherwise('keys', vault.prefix, null, 500);
  const stale = { ...before, sealed: 'what was there before' };
  expect(await stage.store.secrets.replaceSealed([{ before: stale, sealed: 'x', hash: 'y' }])).toBe(0);
  expect(await stage.service.accounts.revealKey(publisherId, 'access')).toBe(changed);
  const stranger = serviceWith([Buffer.alloc(32, 9)]);
  const { resealed, unreadable } = await stranger.secrets.reseal();
  expect(resealed).toBe(0);
  expect(unreadable).toBeGreaterThanOrEqual(values.length);
  expect(await stage.service.accounts.revealKey(publisherId, 'access')).toBe(changed);
});

describe('a database', () => {
  const requireOwn = (secrets: Buffer[], store: Store = stage.store) =>
    requireOwnDatabase({ store, vault: createVault(secrets), settings: stage.settings });

  it('keeps to the secret that sealed it, until it is sealed anew', async () => {
    await requireOwn([first]);
    await expect(requireOwn([second])).rejects.toThrow(/^SECRETS_KEY is not that of this database/);
    await requireOwn([second, first]);
    await serviceWith([second, first]).secrets.reseal();
    await requireOwn([second]);
    await expect(requireOwn([first])).rejects.toThrow(SettingsError);
  });

  it('from before there was a probe is taken by no other secret than that of its keys', async () => {
    await expect(requireOwn([second])).rejects.toThrow(
      /\d+ of its keys, tokens and addresses were sealed under/,
    );
    await requireOwn([second, first]);
    await expect(requireOwn([first])).rejects.toThrow(SettingsError);
  });

  it('that is new is taken by one of two secrets at once', async () => {
    const database = await createDatabase({});
    const stores = await Promise.all([1, 2].map(() => openStore({ DATABASE_URL: database.url })));
    const taken = await Promise.allSettled(
      stores.map((store, index) => requireOwn([index === 0 ? first : second], store)),
    );
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  it('knows its secret for as long as it is there', async () => {
    await requireOwn([first]);
    const clock = { now: () => Date.now() + 100 * 365 * 86_400_000 };
    const inACentury = await openStore({ DATABASE_URL: stage.settings.DATABASE_URL }, { clock });
    await stage.store.sessions.write('old', 'a draft', Date.now());
    expect((await inACentury.sponsors.purge(0, 1_000)).gone).toBeGreaterThan(0);
    await inACentury.close();
    expect(await stage.store.sessions.read('old')).toBeNull();
    await expect(requireOwn([second])).rejects.toThrow(SettingsError);
  });
});

describe('a secret that is lost', () => {
  it('keeps no withdrawal from its owner and the administrators', async () => {
    await fill();
    const { withdrawals, people } = serviceAfterLoss();
    const [withdrawal] = await withdrawals.list(advertiserId, { beforeId: null, limit: 5 });
    expect(withdrawal).toMatchObject({ state: 'waiting', details: '—' });
    const page = { state: 'waiting', offset: 0, limit: 5 } as const;
    expect(await withdrawals.queue(null, page)).toMatchObject({ total: 1 });
    await withdrawals.refuse(null, withdrawal?.withdrawalId ?? 0, 'Ask again, with your card.');
    expect(await people.export(advertiserId)).toMatchObject({ withdrawals: [{ details: '—' }] });
  });

  it('keeps no one from giving a token and an address again, and no user from their bot', async () => {
    await fill();
    const { accounts, bots, orders, webhooks, sponsors, contacts } = serviceAfterLoss();
    const action = 'subscribe' as const;
    const asked = { chatId: 901, user: { userId: 901 }, action, excludeResourceIds: [], excludeOrderIds: [] };
    expect(await sponsors.request(scene.botId, asked)).toMatchObject({ status: 'ok' });
    await contacts.idle();
    expect(await stage.store.bots.find(scene.botId)).toMatchObject({ isTokenInvalid: true });
    const shown = await bots.info(publisherId, scene.botId);
    expect([shown.apiKey, await accounts.revealKey(publisherId, 'access')]).toEqual(['—', '—']);
    await bots.changeKey(publisherId, scene.botId);
    const { bot } = await bots.update(publisherId, scene.botId, { token: scene.token, settings: {} });
    expect(bot).toMatchObject({ isTokenInvalid: false });
    expect(await webhooks.view(publisherId, scene.botId)).toMatchObject({ url: null });
    await webhooks.set(publisherId, scene.botId, 'https://127.0.0.1/again');
    const [ordered] = (await stage.store.orders.findMany([1, 2, 3])).filter(
      ({ adsType }) => adsType === 'bot',
    );
    await orders.update(advertiserId, ordered?.orderId ?? 0, {
      botToken: '777:orders-token-orders-token-orders',
    });
  });
});

describe('at the terminal', () => {
  beforeEach(() => {
    stubAdminEnvironment(stage);
  });
  afterEach(() => vi.unstubAllEnvs());

  it('another secret is refused by what uses it, until it is said that the right one is lost', async () => {
    const botKey = (await stage.service.bots.info(publisherId, scene.botId)).apiKey;
    await admin('accounts');
    vi.stubEnv('SECRETS_KEY', second.toString('base64'));
    const keys = [
      'keys',
      '--user',
      String(publisherId),
      '--kind',
      'bot',
      '--bot',
      String(scene.botId),
      '--yes',
    ];
    for (const words of [['accounts'], keys, ['rotate-secrets']])
      expect(await failing(...words), words.join(' ')).toMatch(/^SECRETS_KEY is not that of this database/);
    expect((await stage.service.bots.info(publisherId, scene.botId)).apiKey).toBe(botKey);
    expect(await failing('rotate-secrets', '--lost')).toContain('--yes');
    await admin('rotate-secrets', '--lost', '--yes');
    expect(await admin('accounts')).toContain(String(publisherId));
    await admin(...keys);
    const under = serviceWith([second]);
    const replaced = (await under.bots.info(publisherId, scene.botId)).apiKey;
    expect(await under.accounts.authenticate(replaced)).toMatchObject({ botId: scene.botId });
  });
});
