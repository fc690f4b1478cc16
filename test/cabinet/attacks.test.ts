/** Forged sessions and keys, money that leaves, and two who change one order; `every-path.test.ts` has what is somebody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { initDataOf } from '../api/resource-stage.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, moderatorId, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { BrowserUser, resultOf, signedIn } from './browser-user.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let ada: BrowserUser;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, { ADMIN_IDS: String(moderatorId), WITHDRAWAL_MIN: '1' });
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '100', of: 'advertiser' });
  await scene.happen({ balance: '100', of: 'publisher' });
  await scene.happen({ channel: 'garden' });
  await scene.happen({ order: 'first', create: { link: 'https://t.me/garden' }, then: 'approves' });
  ada = await signedIn(stage, Number(scene.names.get('advertiser', 'id')));
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

const orderId = () => Number(scene.names.get('first'));

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
    const { withdrawalRequests } = stage.service.cabinet;
    const accountId = Number(scene.names.get('advertiser', 'id'));
    const key = String(scene.names.get('advertiser', 'access'));
    const before = await stage.service.wallet.balance(accountId);
    const bySession = resultOf(await ada.ask('/wallet', asked));
    const byKey = resultOf(await new BrowserUser(stage).ask('/wallet', asked, { Auth: key }));
    expect(await waiting()).toBe(0);
    expect(await stage.service.wallet.balance(accountId)).toEqual(before);

    const withdrawalRequestId = String(bySession['wish_id']);
    // What one person asked for, no other confirms.
    expect(await withdrawalRequests.confirm(moderatorId, withdrawalRequestId)).toBeNull();
    expect((await withdrawalRequests.confirm(accountId, withdrawalRequestId))?.kind).toBe('asked');
    expect((await withdrawalRequests.confirm(accountId, withdrawalRequestId))?.kind).toBe('already');
    expect(await withdrawalRequests.confirm(moderatorId, withdrawalRequestId)).toBeNull();
    expect(await waiting()).toBe(1);
    stage.clock.pass(3_600_001);
    expect(await withdrawalRequests.confirm(accountId, String(byKey['wish_id']))).toBeNull();
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
