/** Each path of the cabinet with a session, a key and init data that are somebody else's, or nobody's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { initDataOf } from '../api/resource-stage.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, moderatorId, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { BrowserUser, resultOf, signedIn } from './browser-user.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
/** Somebody who owns nothing. */
let mallory: BrowserUser;
let ada: BrowserUser;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, { ADMIN_IDS: String(moderatorId), WITHDRAWAL_MIN: '1' });
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '100', of: 'advertiser' });
  await scene.happen({ balance: '100', of: 'publisher' });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  await scene.happen({ channel: 'garden' });
  await scene.happen({ order: 'first', create: { link: 'https://t.me/garden' }, then: 'approves' });
  mallory = await signedIn(stage, Number(scene.names.get('stranger', 'id')));
  ada = await signedIn(stage, Number(scene.names.get('advertiser', 'id')));
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

const orderId = () => Number(scene.names.get('first'));
const botId = () => Number(scene.names.get('recipes_bot', 'id'));

/** Everything that names a thing of somebody's. */
const foreign: [path: string, body: () => object][] = [
  ['/orders', () => ({ action: 'info', order_id: orderId() })],
  ['/orders', () => ({ action: 'update', order_id: orderId(), is_on: 0 })],
  ['/orders', () => ({ action: 'duplicate', order_id: orderId() })],
  ['/orders', () => ({ action: 'report', order_id: orderId() })],
  ['/orders', () => ({ action: 'download_id', order_id: orderId() })],
  ['/figures', () => ({ action: 'orders', order_id: orderId() })],
  ['/figures', () => ({ action: 'bots', bot_id: botId() })],
  ['/exclusions', () => ({ action: 'list', context: 'advertiser', ads_id: orderId() })],
  ['/exclusions', () => ({ action: 'list', context: 'publisher', bot_id: botId() })],
  [
    '/exclusions',
    () => ({ action: 'set', context: 'advertiser', ads_id: orderId(), bot_id: botId(), is_excluded: 1 }),
  ],
  ['/bots', () => ({ action: 'info', bot_id: botId() })],
  ['/bots', () => ({ action: 'update', bot_id: botId(), is_on: 0 })],
  ['/bots', () => ({ action: 'change_api_key', bot_id: botId() })],
  ['/webhooks', () => ({ action: 'info', bot_id: botId() })],
  ['/webhooks', () => ({ action: 'set', bot_id: botId(), url: 'https://evil.example/' })],
  ['/webhooks', () => ({ action: 'clear', bot_id: botId() })],
  ['/webhooks', () => ({ action: 'test', bot_id: botId() })],
  ['/webhooks', () => ({ action: 'dead', bot_id: botId() })],
  ['/webhooks', () => ({ action: 'resend', bot_id: botId() })],
  ['/wallet', () => ({ action: 'cancel_withdrawal', withdrawal_id: 1 })],
  ['/account', () => ({ action: 'end_session', session_id: '0'.repeat(24) })],
];

it.each(foreign)('%s %j is refused to a stranger’s session', async (path, body) => {
  const { http, body: said } = await mallory.ask(path, body());
  expect([http, said['status']]).toEqual([403, 'error']);
});

it('nobody ends a session of somebody else’s', async () => {
  const sessions = resultOf(await ada.ask('/account', { action: 'sessions' }))['sessions'] as {
    session_id: string;
  }[];
  const session_id = sessions[0]?.session_id;
  expect((await mallory.ask('/account', { action: 'end_session', session_id })).http).toBe(403);
  expect((await ada.ask('/account', { action: 'info' })).http).toBe(200);
});

describe('what is for moderators and administrators', () => {
  const duties = ['/moderation', '/trust', '/payouts'];
  const actions = routes.flatMap((route) =>
    route.kind === 'actions' && duties.includes(route.path)
      ? Object.keys(route.actions).map((action) => [route.path, action] as const)
      : [],
  );
  const everything = {
    order_id: 1,
    revision: 0,
    reason: 'no',
    bot_id: 1,
    account_id: 1,
    is_trusted: 1,
    is_blocked: 1,
    withdrawal_id: 1,
    note: 'no',
  };

  it('are many', () => {
    expect(actions.length).toBeGreaterThan(18);
  });

  it.each(actions)('%s %s is refused to everybody else, by session and by key', async (path, action) => {
    expect((await mallory.ask(path, { action, ...everything })).http).toBe(403);
    const key = String(scene.names.get('advertiser', 'access'));
    const byKey = await new BrowserUser(stage).ask(path, { action, ...everything }, { Auth: key });
    expect(byKey.http).toBe(403);
  });
});

describe('every path with a key', () => {
  const withKey = routes.filter(({ access }) => access !== 'public');
  const ask = (path: string, method: string, headers: Record<string, string>) =>
    fetch(stage.url + path.replace(/:\w+/g, 'x'), {
      method: method.toUpperCase(),
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      ...(method === 'post' ? { body: '{}' } : {}),
    });

  it.each(withKey.map(({ path, method }) => [method, path] as const))(
    '%s %s takes no forged cookie, no key of another kind, and no init data for one',
    async (method, path) => {
      const forged = `${(77).toString(36)}-${'0'.repeat(24)}-${'A'.repeat(43)}`;
      for (const headers of [
        { Cookie: `cabinet_session=${forged}` },
        { Cookie: `cabinet_session=${ada.cookie.slice(0, -2)}xx` },
        { Cookie: 'cabinet_session=' },
        { Auth: initDataOf(5, stage.settings.BOT_TOKEN) },
        { Auth: 'sg_access_forged' },
      ])
        expect((await ask(path, method, headers)).status).toBe(401);
    },
  );

  it('what is for bots alone takes no session', async () => {
    for (const path of ['/get-sponsors', '/get-user-info', '/get-user-subscriptions'])
      expect((await ada.ask(path, { user_id: 5, chat_id: 5, first_name: 'E' })).http).toBe(401);
  });
});

describe('money that leaves', () => {
  const asked = { action: 'withdraw', amount: 5, details: 'Card 1' };
  const waiting = async () =>
    (resultOf(await ada.ask('/wallet', { action: 'withdrawals' }))['withdrawals'] as unknown[]).length;

  it('is only asked about in the chat, whether a session or a key asks for it, and leaves once', async () => {
    const { withdrawalWishes } = stage.service.cabinet;
    const accountId = Number(scene.names.get('advertiser', 'id'));
    const key = String(scene.names.get('advertiser', 'access'));
    const before = await stage.service.wallet.balance(accountId);
    const bySession = resultOf(await ada.ask('/wallet', asked));
    const byKey = resultOf(await new BrowserUser(stage).ask('/wallet', asked, { Auth: key }));
    expect(await waiting()).toBe(0);
    expect(await stage.service.wallet.balance(accountId)).toEqual(before);

    const wishId = String(bySession['wish_id']);
    // What one person asked for, no other confirms.
    expect(await withdrawalWishes.confirm(moderatorId, wishId)).toBeNull();
    expect((await withdrawalWishes.confirm(accountId, wishId))?.kind).toBe('asked');
    expect(await withdrawalWishes.confirm(accountId, wishId)).toBeNull();
    expect(await waiting()).toBe(1);
    stage.clock.pass(3_600_001);
    expect(await withdrawalWishes.confirm(accountId, String(byKey['wish_id']))).toBeNull();
  });

  it('is refused beyond what is there, and below the least', async () => {
    for (const [amount, words] of [
      [1_000_000, 'amount: must be at most'],
      [0.5, 'amount: must be at least'],
    ] as const) {
      const { http, body } = await ada.ask('/wallet', { ...asked, amount });
      expect(http).toBe(422);
      expect(body['message']).toContain(words);
    }
  });
});

describe('two who change one order', () => {
  it('are told of each other: the second loses nothing and overwrites nothing', async () => {
    const info = async () =>
      (await ada.ask('/orders', { action: 'info', order_id: orderId() })).body['response'] as {
        revision: number;
        name: string;
      };
    const { revision } = await info();
    const rename = (name: string) =>
      ada.ask('/orders', { action: 'update', order_id: orderId(), if_revision: revision, name });
    expect((await rename('First')).http).toBe(200);
    const second = await rename('Second');
    expect([second.http, second.body['error_code']]).toEqual([409, undefined]);
    expect((await info()).name).toBe('First');
  });
});
