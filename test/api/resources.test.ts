/** Opening resources: what is done for the user, and what is paid for. Over plain HTTP, as browsers and programs do it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, operatorBot, type Stage } from '../cases/stage.js';
import { sqlOver } from '../support/database.js';
import { browserHeaders, initDataOf, passIn, platformKey, signedDataOf } from './resource-stage.js';

const LINK = 'https://example.org/game?x=1';
const TOKENLESS = 7_900_001;

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let lastUser = 600_000;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator, { PLATFORM_PUBLIC_KEY: platformKey.publicHex });
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '1000', of: 'advertiser' });
  for (const bot of ['recipes_bot', 'stories_bot']) await scene.happen({ publisher_bot: bot });
  const create = { ads_type: 'resource', link: LINK, price: 5, user_parameters: { languages: null } };
  await scene.happen({ order: 'site', create, then: 'approves' });
  return () => stage.close();
});

const sql = <T = Record<string, unknown>>(text: string) => sqlOver<T>(stage.settings.DATABASE_URL, text);
const part = (name: string, fact: string) => String(scene.names.get(name, fact));
const orderId = () => Number(scene.names.get('site'));
const paid = async () => (await stage.store.orders.find(orderId()))?.quantityNow;

/** A user whom nobody has met; with contact they have started the bot. */
async function newUser(startedBot: string | null = 'recipes_bot'): Promise<number> {
  lastUser += 1;
  await stage.platform.users({ id: lastUser, first_name: 'Emma' });
  if (startedBot !== null) await stage.platform.say(lastUser, startedBot, '/start');
  return lastUser;
}

interface Asked {
  status: string;
  additional: { sponsors: { link: string; status: string }[] };
}

async function ask(userId: number, key = part('recipes_bot', 'key')): Promise<Asked> {
  const user = { user_id: userId, chat_id: userId, first_name: 'Emma', language_code: 'en', get_links: 1 };
  const init = { method: 'POST', headers: { Auth: key }, body: JSON.stringify(user) };
  const asked = (await (await fetch(`${stage.url}/get-sponsors`, init)).json()) as Asked;
  // What the platform says of the user's contact is asked in the background.
  await stage.service.contacts.idle();
  return asked;
}

const linkFor = async (userId: number, key?: string) =>
  (await ask(userId, key)).additional.sponsors[0]?.link ?? '';

const open = (link: string, headers: Record<string, string>, method = 'GET') =>
  fetch(link, { method, headers, redirect: 'manual' });

/** The page's script, on a device of its own. */
const tell = (link: string, hints: Record<string, unknown>, address = '192.0.2.1') => {
  const init = { method: 'POST', body: JSON.stringify({ screen: link.slice(-9), ...hints }) };
  return fetch(link, { ...init, headers: browserHeaders(address) });
};

/** A person opens the link in a browser. */
async function visit(link: string, address = '192.0.2.1', hints: Record<string, unknown> = {}) {
  const page = await open(link, browserHeaders(address));
  expect(page.status).toBe(200);
  return tell(link, { pass: passIn(await page.text()), ...hints }, address);
}

async function reasonOf(userId: number): Promise<string | null | undefined> {
  const found = await sql<{ reason: string | null }>(
    `SELECT reason FROM subscriptions WHERE user_id = ${String(userId)}`,
  );
  return found[0]?.reason;
}

describe('the page of a resource', () => {
  it('is the sponsor done for the user; only its script, once, makes a subscriber', async () => {
    const userId = await newUser();
    const asked = await ask(userId);
    expect(asked.status).toBe('warning');
    const link = asked.additional.sponsors[0]?.link ?? '';
    const page = await open(link, browserHeaders('192.0.2.1'));
    const text = await page.text();
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).toContain(`<noscript><meta http-equiv="refresh" content="0;url=${LINK}"`);
    expect((await ask(userId)).status).toBe('ok');
    expect(await paid()).toBe(0);
    for (let times = 0; times < 3; times++) {
      const told = await tell(link, { pass: passIn(text) });
      expect(await told.json()).toMatchObject({ code: 200, result: { url: LINK } });
    }
    expect(await paid()).toBe(1);
    expect((await ask(userId)).status).toBe('ok');
  });

  it.each([
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { Purpose: 'prefetch' }],
    ['a page prepared in advance', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['the preview of the messenger', 'GET', { 'User-Agent': 'TelegramBot (like TwitterBot)' }],
    ['curl', 'GET', { 'User-Agent': 'curl/8.5.0' }],
  ])('%s is led on, and does nothing for the user', async (_name, method, headers) => {
    const userId = await newUser();
    const link = await linkFor(userId);
    const opened = await open(link, { ...browserHeaders('192.0.2.1'), ...headers }, method);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, LINK]);
    expect((await ask(userId)).status).toBe('warning');
    expect(await paid()).toBe(0);
  });

  it('a person with a program that reads no pages is led on; nobody pays', async () => {
    const userId = await newUser();
    const link = await linkFor(userId);
    const opened = await open(link, { ...browserHeaders('192.0.2.1'), Accept: '*/*' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, LINK]);
    expect((await ask(userId)).status).toBe('ok');
    expect(await paid()).toBe(0);
  });

  it('what tells without a page of ours, served to it a short while ago, is refused', async () => {
    const [userId, otherId] = [await newUser(), await newUser()];
    const [link, other] = [await linkFor(userId), await linkFor(otherId)];
    const pass = passIn(await (await open(link, browserHeaders('192.0.2.1'))).text());
    const forged = pass.slice(0, -1) + (pass.endsWith('A') ? 'B' : 'A');
    for (const wrong of [{}, { pass: '' }, { pass: forged }, { pass: `z${pass}` }])
      expect((await tell(link, wrong)).status).toBe(422);
    expect((await tell(other, { pass })).status).toBe(422);
    const curl = { ...browserHeaders('192.0.2.1'), 'User-Agent': 'curl/8.5.0' };
    const init = { method: 'POST', headers: curl, body: JSON.stringify({ pass }) };
    expect((await fetch(link, init)).status).toBe(422);
    stage.clock.pass(601_000);
    expect((await tell(link, { pass })).status).toBe(422);
    expect(await sql('SELECT * FROM openings')).toEqual([]);
    expect(await paid()).toBe(0);
  });

  it('a link that is forged or has expired leads nowhere', async () => {
    const link = await linkFor(await newUser());
    const pass = passIn(await (await open(link, browserHeaders('192.0.2.1'))).text());
    const forged = `${link.slice(0, -1)}${link.endsWith('a') ? 'b' : 'a'}`;
    expect((await open(forged, browserHeaders('192.0.2.1'))).status).toBe(410);
    stage.clock.pass(10 * 86_400_000);
    const headers = { ...browserHeaders('192.0.2.1'), 'Accept-Language': 'ru' };
    const expired = await open(link, headers);
    expect(expired.status).toBe(410);
    expect(await expired.text()).toContain('Ссылка устарела');
    await tell(link, { pass });
    expect(await paid()).toBe(0);
  });

  it('is told to its own bot alone', async () => {
    const userId = await newUser();
    await visit(await linkFor(userId), '192.0.2.77');
    const page = await stage.store.audience.pageOf(Number(part('recipes_bot', 'id')), userId);
    expect(page).toMatchObject({ ipAddress: '192.0.2.77', deviceType: 'mobile', deviceOs: 'Android' });
    expect(await stage.store.audience.pageOf(Number(part('stories_bot', 'id')), userId)).toBeNull();
  });

  it('is there in under 50 ms at the median', async () => {
    const link = await linkFor(await newUser());
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      const startedAt = performance.now();
      await (await open(link, browserHeaders('192.0.2.1'))).text();
      times.push(performance.now() - startedAt);
    }
    expect(times.sort((a, b) => a - b)[10]).toBeLessThan(50);
  });
});

describe('whose an opening is', () => {
  it('of a user who does not use the bot it is nobody’s, however often they come', async () => {
    for (let index = 0; index < 5; index++) {
      const userId = await newUser(null);
      const link = await linkFor(userId);
      for (let times = 0; times < 4; times++)
        expect((await visit(link, `192.0.2.${String(index)}`)).status).toBe(200);
      expect(await reasonOf(userId)).toBeUndefined();
    }
    expect(await paid()).toBe(0);
  });

  it.each(['a page', 'its script'])(
    'that nothing proves (%s) takes the user from no other bot',
    async (by) => {
      const userId = await newUser('stories_bot');
      const first = await linkFor(userId);
      if (by === 'a page') await open(first, browserHeaders('192.0.2.1'));
      else await visit(first);
      // Done where it was opened, and nowhere else.
      const honest = await ask(userId, part('stories_bot', 'key'));
      expect(honest.status).toBe('warning');
      await visit(honest.additional.sponsors[0]?.link ?? '', '192.0.2.2');
      expect(await paid()).toBe(1);
      const [counted] = await sql<{ bot_id: number }>('SELECT bot_id FROM subscriptions');
      expect(counted?.bot_id).toBe(Number(part('stories_bot', 'id')));
    },
  );

  it('once it is settled, it stays with its bot', async () => {
    const userId = await newUser();
    await stage.platform.say(userId, 'stories_bot', '/start');
    const [first, second] = [await linkFor(userId), await linkFor(userId, part('stories_bot', 'key'))];
    await visit(first);
    expect((await visit(second)).status).toBe(200);
    const [opening] = await sql<{ bot_id: number }>('SELECT bot_id FROM openings');
    expect(opening?.bot_id).toBe(Number(part('recipes_bot', 'id')));
    expect(await paid()).toBe(1);
  });

  it.each([
    ['an address', () => '192.0.2.0'],
    ['a /64 of addresses', (index: number) => `2001:db8:0:1::${String(index + 1)}`],
  ])('from %s three a day are paid for', async (_name, addressOf) => {
    const userIds: number[] = [];
    for (let index = 0; index < 6; index++) {
      const userId = await newUser();
      userIds.push(userId);
      await visit(await linkFor(userId), addressOf(index));
    }
    expect(await paid()).toBe(3);
    expect(await Promise.all(userIds.map(reasonOf))).toEqual([
      ...[null, null, null],
      ...['shared_address', 'shared_address', 'shared_address'],
    ]);
    await visit(await linkFor(await newUser()), '2001:db8:0:2::1');
    expect(await paid()).toBe(4);
    stage.clock.pass(86_400_000);
    await visit(await linkFor(await newUser()), addressOf(0));
    expect(await paid()).toBe(5);
  });
});

describe('through a smart link', () => {
  it('a resource is opened on its own page, and counts there', async () => {
    const mobile = { action: 'update', order_id: orderId(), user_parameters: { devicestype: ['mobile'] } };
    const init = { method: 'POST', headers: { Auth: part('advertiser', 'access') } };
    expect((await fetch(`${stage.url}/orders`, { ...init, body: JSON.stringify(mobile) })).status).toBe(200);
    const userId = await newUser();
    const smart = await linkFor(userId);
    const page = await open(smart, browserHeaders('192.0.2.1'));
    expect(passIn(await page.text())).toBe('');
    const told = (await (await tell(smart, {})).json()) as { result: { url: string } };
    expect(told.result.url).toMatch(new RegExp(`^${stage.url}/r/r-`));
    expect(await paid()).toBe(0);
    // The link goes on leading there.
    const again = await open(`${smart}?go=1`, browserHeaders('192.0.2.1'));
    expect([again.status, again.headers.get('location')]).toEqual([302, told.result.url]);
    await visit(told.result.url);
    expect(await paid()).toBe(1);
    expect((await ask(userId)).status).toBe('ok');
  });
});

describe('inside the messenger', () => {
  const botId = () => Number(part('recipes_bot', 'id'));

  it("the platform's own signature is its word that the user uses the bot", async () => {
    const userId = await newUser(null);
    const told = await visit(await linkFor(userId), '192.0.2.1', {
      init_data: signedDataOf(userId, botId()),
    });
    expect(told.status).toBe(200);
    expect(await paid()).toBe(1);
    expect(await stage.store.contacts.find(botId(), userId)).toMatchObject({ state: 'yes' });
  });

  it("a signature under the bot's own token proves nothing: its owner can make it", async () => {
    const userId = await newUser(null);
    const init_data = initDataOf(userId, part('recipes_bot', 'token'));
    expect((await visit(await linkFor(userId), '192.0.2.1', { init_data })).status).toBe(200);
    expect(await reasonOf(userId)).toBeUndefined();
    expect(await stage.store.contacts.find(botId(), userId)).toMatchObject({ state: 'no' });
  });

  it.each([
    ['forged', (userId: number) => initDataOf(userId, '1:another')],
    ["somebody else's", (userId: number) => initDataOf(userId + 1, part('recipes_bot', 'token'))],
    ["somebody else's, by the platform's key", (userId: number) => signedDataOf(userId + 1, botId())],
    ["of another bot, by the platform's key", (userId: number) => signedDataOf(userId, botId() + 1)],
    ["too old, by the platform's key", (userId: number) => signedDataOf(userId, botId(), 3_700)],
  ])('what is %s is refused, and nothing is noted', async (_name, dataOf) => {
    const userId = await newUser();
    const link = await linkFor(userId);
    const refused = await visit(link, '192.0.2.1', { init_data: dataOf(userId) });
    expect(refused.status).toBe(403);
    expect(await sql('SELECT * FROM openings')).toEqual([]);
  });
});

describe('through a bot without a token', () => {
  let key: string;
  beforeEach(async () => {
    const identity = { botId: TOKENLESS, name: 'Quiet', nickname: 'quiet_bot', settings: { getLinks: true } };
    const { apiKey } = await stage.service.bots.add(Number(part('publisher', 'id')), identity);
    key = apiKey;
  });

  it.each([
    ['unsigned', () => '', undefined],
    ["signed by the platform's key", (userId: number) => signedDataOf(userId, TOKENLESS), null],
    ['signed for the operator bot', (userId: number) => initDataOf(userId, operatorBot.token), null],
    ['signed by nobody we know', (userId: number) => initDataOf(userId, '1:another'), undefined],
  ])('an opening that is %s', async (_name, dataOf, reason) => {
    const userId = await newUser(null);
    const told = await visit(await linkFor(userId, key), '192.0.2.1', { init_data: dataOf(userId) });
    expect(told.status).toBe(200);
    expect(await reasonOf(userId)).toBe(reason);
    expect(await paid()).toBe(reason === null ? 1 : 0);
  });
});
