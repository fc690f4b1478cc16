/** The links that end users open: smart links, the form, logos. Over plain HTTP, as programs see them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { makePng } from '../../emulator/png.js';
import { initDataOf } from './resource-stage.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let userId = 60_000;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator);
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '1000', of: 'advertiser' });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  userId += 1;
  await stage.platform.users({ id: userId, first_name: 'Emma' });
  await stage.platform.say(userId, 'recipes_bot', '/start');
  return () => stage.close();
});

interface WireSponsor {
  ads_id: string;
  link: string;
  type: string;
  status: string;
  resource_logo: string;
}

interface SponsorsAnswer {
  status: string;
  code: number;
  additional: { sponsors: WireSponsor[]; registration_url?: string };
  data: Record<string, unknown>;
}

async function post(path: string, body: object): Promise<SponsorsAnswer> {
  const headers = { Auth: String(scene.names.get('recipes_bot', 'key')) };
  const response = await fetch(stage.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as SponsorsAnswer;
}

const ask = (more: object = {}) =>
  post('/get-sponsors', {
    chat_id: userId,
    user_id: userId,
    first_name: 'Emma',
    language_code: 'en',
    get_links: 1,
    ...more,
  });

const open = (link: string, init: RequestInit = {}) => fetch(link, { redirect: 'manual', ...init });

async function placeOrder(name: string, create: Record<string, unknown>): Promise<void> {
  const parameters = { languages: null, ...(create['user_parameters'] as object | undefined) };
  await scene.happen({
    order: name,
    create: { price: 5, ...create, user_parameters: parameters },
    then: 'approves',
  });
}

describe('a smart link', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36';
  const desktop =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36';

  beforeEach(async () => {
    await scene.happen({ channel: 'garden' });
    await placeOrder('garden_order', {
      link: 'https://t.me/garden',
      user_parameters: { devicestype: ['mobile'] },
    });
  });

  const smartLink = async () => {
    const { additional } = await ask();
    expect(additional.sponsors).toMatchObject([{ ads_id: '0', type: 'smart_link', status: 'unsubscribed' }]);
    return additional.sponsors[0]?.link ?? '';
  };

  it('takes a program with the right device straight on, and the slot becomes the order', async () => {
    const link = await smartLink();
    const opened = await open(link, { headers: { 'User-Agent': phone } });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://t.me/garden']);
    expect((await ask()).additional.sponsors).toMatchObject([
      { ads_id: String(scene.names.get('garden_order')), type: 'channel' },
    ]);
    expect((await post('/get-user-info', { user_id: userId })).data).toMatchObject({
      device_type: 'mobile',
      device_os: 'Android',
    });
  });

  it('shows a browser a page first, which changes nothing; its plain link goes on', async () => {
    const link = await smartLink();
    const headers = { 'User-Agent': phone, Accept: 'text/html' };
    const page = await open(link, { headers });
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain(`href="${new URL(link).pathname}?go=1"`);
    await smartLink();
    expect((await open(`${link}?go=1`, { headers })).headers.get('location')).toBe('https://t.me/garden');
  });

  it('what the page tells is answered with where to go', async () => {
    const link = await smartLink();
    const body = JSON.stringify({
      platform: 'ios',
      screen: '390x844x3',
      touch_points: 5,
      timezone: 'Asia/Tashkent',
      languages: 'uz',
    });
    const told = await open(link, { method: 'POST', body, headers: { 'User-Agent': phone } });
    expect(await told.json()).toMatchObject({
      status: 'ok',
      code: 200,
      result: { url: 'https://t.me/garden' },
    });
    expect((await post('/get-user-info', { user_id: userId })).data).toMatchObject({
      device_type: 'mobile',
      device_os: 'iOS',
    });
  });

  it('when nothing suits, the slot counts as done', async () => {
    const link = await smartLink();
    const opened = await open(link, { headers: { 'User-Agent': desktop } });
    expect([opened.status, opened.headers.get('location')]).toEqual([200, null]);
    expect(await opened.text()).toContain('Nothing to do here');
    expect((await ask()).status).toBe('ok');
  });

  it('a preview neither fills the slot nor is led on', async () => {
    const link = await smartLink();
    await open(link, { headers: { 'User-Agent': 'TelegramBot (like TwitterBot)' } });
    await smartLink();
  });
});

describe('the form', () => {
  const formLink = async (more: object = {}) => {
    const bot_id = scene.names.get('recipes_bot', 'id');
    const headers = { Auth: String(scene.names.get('publisher', 'access')) };
    const body = JSON.stringify({ action: 'update', bot_id, show_quiz: 1 });
    expect((await fetch(`${stage.url}/bots`, { method: 'POST', headers, body })).status).toBe(200);
    const asked = await ask(more);
    expect(asked.status).toBe('register');
    return asked.additional.registration_url ?? '';
  };

  const initData = (user: number, token = String(scene.names.get('recipes_bot', 'token')), ageSeconds = 0) =>
    initDataOf(user, token, ageSeconds);

  const answer = (link: string, fields: Record<string, string>) =>
    open(link, { method: 'POST', body: new URLSearchParams(fields) });
  const known = async () => (await post('/get-user-info', { user_id: userId })).data;

  it('two answers as a browser sends them, a reload in between, and nobody asks again', async () => {
    const link = await formLink();
    expect(await (await open(link)).text()).toContain('Your gender');
    const first = await answer(link, { gender: 'female', init_data: '', platform: '' });
    expect([first.status, first.headers.get('location')]).toEqual([303, new URL(link).pathname]);
    expect(await (await open(link)).text()).toContain('Your age');
    await answer(link, { age: '5', init_data: initData(userId), platform: 'ios' });
    expect(await (await open(link)).text()).toContain('Thank you!');
    expect(await known()).toMatchObject({
      gender: 'female',
      age_category: 5,
      age_category_info: '18-24',
      device_os: 'iOS',
    });
    expect((await ask()).status).toBe('ok');
  });

  it("speaks the user's language", async () => {
    expect(await (await open(await formLink({ language_code: 'ru' }))).text()).toContain('Ваш пол');
  });

  it.each([
    ['forged', () => `${initData(userId)}0`],
    ["somebody else's", () => initData(userId + 1)],
    ["signed with another bot's token", () => initData(userId, '1:another-token')],
    ['too old', () => initData(userId, undefined, 3_700)],
  ])('init data that is %s is refused, and nothing is stored', async (_name, data) => {
    const link = await formLink();
    const refused = await answer(link, { gender: 'male', init_data: data() });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('not yours');
    expect(await known()).toMatchObject({ gender: '', age_category: 0 });
  });

  it('a link that is forged or expired, or is for something else, opens no form', async () => {
    const link = await formLink();
    expect((await open(link.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status).toBe(410);
    expect((await open(link.replace('/form/', '/r/'))).status).toBe(410);
    stage.clock.pass(3 * 86_400_000);
    expect((await answer(link, { gender: 'male' })).status).toBe(410);
  });

  it('an answer that is none is 422, and stores nothing', async () => {
    const link = await formLink();
    for (const fields of [{}, { gender: 'other' }, { age: '7' }, { gender: 'male', age: 'old' }]) {
      expect((await answer(link, fields)).status).toBe(422);
    }
    expect(await known()).toMatchObject({ gender: '', age_category: 0 });
  });
});

describe('a logo', () => {
  it('is served by us, as a picture, and its address holds no token', async () => {
    const picture = makePng(7);
    const { id } = await stage.platform.chats({
      type: 'channel',
      title: 'Garden',
      username: 'garden',
      photo: picture.toString('base64'),
    });
    await stage.platform.members({ chat: id, user: '@operator_bot', status: 'administrator' });
    await placeOrder('garden_order', { link: 'https://t.me/garden' });
    const logo = (await ask()).additional.sponsors[0]?.resource_logo ?? '';
    expect(logo).toBe(`${stage.url}/logo/${String(scene.names.get('garden_order'))}`);
    const served = await fetch(logo);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toMatch(/^public/);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
    await stage.platform.reset();
    stage.clock.pass(24 * 3_600_000);
    expect((await fetch(logo)).status, 'while the platform does not give it').toBe(200);
  });

  it('of an order that has none is 404, in the envelope', async () => {
    for (const path of ['/logo/1', '/logo/x', '/logo/-1']) {
      const none = await fetch(stage.url + path);
      expect(none.status).toBe(404);
      expect(await none.json()).toMatchObject({ status: 'error', code: 404 });
    }
  });
});
