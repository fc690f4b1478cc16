/** Who may say what about a user, and who is told (`evidence.md`, Who may say what about a user). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let userId = 70_000;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator);
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { balance: '1000', of: 'advertiser' },
    { publisher_bot: 'recipes_bot' },
    { publisher_bot: 'stories_bot', of: 'stranger' },
    ...['garden', 'attic', 'cellar'].map((channel) => ({ channel })),
  ])
    await scene.happen(happening);
  userId += 10;
  return () => stage.close();
});

const botId = (bot: string) => Number(scene.names.get(bot, 'id'));

async function post(bot: string, path: string, body: object) {
  const headers = { Auth: String(scene.names.get(bot, 'key')) };
  const response = await fetch(stage.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  await stage.service.contacts.idle();
  return { http: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

const ask = (bot: string, more: object = {}) =>
  post(bot, '/get-sponsors', { chat_id: userId, user_id: userId, get_links: 1, max_sponsors: 10, ...more });
const info = async (bot: string, user = userId) =>
  (await post(bot, '/get-user-info', { user_id: user })).body['data'] as Record<string, unknown>;

/** An order that `more` targets; of nobody in particular otherwise. */
const order = (name: string, channel: string, more: Record<string, unknown> = {}) => {
  const create = { link: `https://t.me/${channel}`, price: 5, user_parameters: { languages: null, ...more } };
  return scene.happen({ order: name, create, then: 'approves' });
};

/** Ids of the orders shown. */
async function shown(bot: string, more: object = {}): Promise<number[]> {
  const { additional } = (await ask(bot, more)).body as { additional: { sponsors: { ads_id: string }[] } };
  return additional.sponsors.map(({ ads_id }) => Number(ads_id)).sort((one, other) => one - other);
}

const id = (name: string) => Number(scene.names.get(name));
const tellContact = (bot: string, word: 'yes' | 'no', user = userId) =>
  stage.store.contacts.answer({ botId: botId(bot), userId: user, chatId: user }, word, stage.clock.now());
const page = {
  ipAddress: '203.0.113.9',
  countryId: 7,
  cityId: 1,
  country: 'Latvia',
  city: 'Riga',
  deviceType: 'mobile',
  deviceOs: 'iOS',
};
const NO_PAGE = { country: '', city: '', device_type: '', device_os: '', ip_address: '' };

describe('/get-user-info', () => {
  const platform = { firstName: 'Emma', lastName: '', username: 'emma', languageCode: 'de', isPremium: true };
  const known = {
    ...platform,
    gender: 'female',
    age: 6,
    suspiciousUntilMs: Number.MAX_SAFE_INTEGER,
  } as const;
  const claims = { first_name: 'Eve', last_name: 'Made-up', username: 'eve', language_code: 'en' };
  const own = { first_name: 'Eve', last_name: 'Made-up', username: 'eve', lang_code: 'en' };
  const reported = { first_name: 'Emma', last_name: '', username: 'emma', lang_code: 'de', gender: 'female' };
  const nothing = { ...own, gender: '', age_category: 0, is_suspicious: false, ...NO_PAGE };

  it('before contact: the bot’s own claims alone', async () => {
    await order('first', 'garden');
    await stage.store.audience.learn(userId, { ...known, ...page }, stage.clock.now());
    await stage.service.bots.update(Number(scene.names.get('stranger', 'id')), botId('stories_bot'), {
      settings: { genderQuestion: true },
    });
    // The question comes before any list, and so before the platform is asked.
    await stage.store.audience.learn(userId, { gender: null }, stage.clock.now());
    await ask('stories_bot', claims);
    await stage.store.audience.learn(userId, known, stage.clock.now());
    expect(await info('stories_bot')).toMatchObject(nothing);
  });

  it('once in contact: what the platform and the user said, before the claims; no other bot’s pages', async () => {
    await stage.store.audience.learn(userId, { ...known, ...page }, stage.clock.now());
    await stage.store.audience.notePage(botId('recipes_bot'), userId, page);
    await tellContact('stories_bot', 'yes');
    await ask('stories_bot', claims);
    const everywhere = { ...reported, age_category: 6, is_suspicious: true, ...NO_PAGE };
    expect(await info('stories_bot')).toMatchObject(everywhere);
    await stage.store.audience.notePage(botId('stories_bot'), userId, { ...page, city: 'Ogre' });
    const seen = { ip_address: '203.0.113.9', country: 'Latvia', device_type: 'mobile', device_os: 'iOS' };
    expect(await info('stories_bot')).toMatchObject({ ...reported, ...seen, city: 'Ogre' });
  });

  it('the platform says no: the bot’s own claims alone, not even its pages', async () => {
    await stage.store.audience.learn(userId, { ...known, ...page }, stage.clock.now());
    await stage.store.audience.notePage(botId('stories_bot'), userId, page);
    await ask('stories_bot', claims);
    await tellContact('stories_bot', 'no');
    expect(await info('stories_bot')).toMatchObject(nothing);
  });

  it('a bot without a token is told once a moderator trusts it', async () => {
    const identity = { botId: 7_900, name: 'Tokenless', nickname: 'tokenless_bot', settings: {} };
    const { apiKey } = await stage.service.bots.add(Number(scene.names.get('stranger', 'id')), identity);
    scene.names.set('tokenless_bot', { id: 7_900, key: apiKey });
    await stage.store.audience.learn(userId, { ...known, ...page }, stage.clock.now());
    await ask('tokenless_bot', claims);
    expect(await info('tokenless_bot')).toMatchObject(nothing);
    await stage.store.bots.update(7_900, { trust: 'trusted' }, stage.clock.now());
    expect(await info('tokenless_bot')).toMatchObject({ ...reported, ...NO_PAGE });
    await stage.store.bots.update(7_900, { trust: 'refused' }, stage.clock.now());
    expect(await info('tokenless_bot')).toMatchObject(nothing);
  });
});

describe('a claim', () => {
  it('moves nothing in another bot', async () => {
    await order('for_men', 'garden', { gender: 'male' });
    await order('for_all', 'attic');
    await order('for_premium', 'cellar', { only_premium: 1 });
    for (const bot of ['recipes_bot', 'stories_bot']) await tellContact(bot, 'yes');
    const made = {
      gender: 'male',
      first_name: 'Ivan',
      username: 'ivan',
      is_premium: true,
      language_code: 'ru',
    };
    await ask('stories_bot', made);
    expect(await shown('recipes_bot')).toEqual([id('for_all')]);
    expect(await info('recipes_bot')).toMatchObject({ gender: '', first_name: '', lang_code: '' });
  });

  it('matches a demand in its own bot at once, but of an untrusted bot without a token', async () => {
    await order('for_men', 'garden', { gender: 'male' });
    await order('for_all', 'attic');
    expect(await shown('stories_bot', { gender: 'male' })).toEqual([id('for_men'), id('for_all')]);
    const identity = { botId: 7_902, name: 'Tokenless', nickname: 'tokenless_bot', settings: {} };
    const { apiKey } = await stage.service.bots.add(Number(scene.names.get('stranger', 'id')), identity);
    scene.names.set('tokenless_bot', { id: 7_902, key: apiKey });
    const profile = { first_name: 'Eve', language_code: 'en', is_premium: false };
    expect(await shown('tokenless_bot', { gender: 'male', ...profile })).toEqual([id('for_all')]);
  });

  it('gives way to what the platform tells in an update, of whom a bot has asked about', async () => {
    await ask('recipes_bot', { first_name: 'Eve', last_name: 'Made-up' });
    const reported = { firstName: 'Emma', lastName: '', username: 'emma', languageCode: 'de' };
    const update = (user: number) =>
      stage.service.membership.observe({
        userId: user,
        resourceId: String(scene.names.get('garden', 'id')),
        state: 'in',
        wasIn: false,
        updateId: user,
        atMs: stage.clock.now(),
        chat: { title: 'Garden' },
        user: reported,
      });
    await update(userId);
    await update(userId + 1);
    expect(await stage.store.audience.find(userId)).toMatchObject(reported);
    expect(await stage.store.audience.find(userId + 1)).toBeNull();
    await tellContact('recipes_bot', 'yes');
    expect(await info('recipes_bot')).toMatchObject({ first_name: 'Emma', last_name: '', lang_code: 'de' });
  });
});

describe('a page', () => {
  const seen = {
    address: '192.0.2.8',
    network: '192.0.2.8',
    deviceType: 'desktop',
    deviceOs: 'Windows',
    fingerprint: 'f',
  };
  const open = (bot: string, vouching: 'platform' | 'bot' | 'nobody', user = userId) =>
    stage.service.audience.noteVisit({ botId: botId(bot), userId: user }, seen, vouching);
  const known = async () => (await stage.store.audience.find(userId))?.deviceOs;

  it('opened by a bot that the user does not use says nothing of them elsewhere', async () => {
    await ask('recipes_bot');
    await ask('stories_bot');
    await tellContact('stories_bot', 'no');
    await stage.store.audience.learn(userId, page, stage.clock.now());
    // Neither does a crowd behind one device make any of them suspicious.
    for (let user = userId; user < userId + 8; user++) {
      await ask('stories_bot', { user_id: user, chat_id: user });
      await tellContact('stories_bot', 'no', user);
      expect(await open('stories_bot', 'bot', user)).toMatchObject({
        deviceOs: 'Windows',
        suspiciousUntilMs: null,
      });
    }
    expect(await known()).toBe('iOS');
    await tellContact('recipes_bot', 'yes');
    await open('recipes_bot', 'nobody');
    expect(await stage.store.audience.find(userId)).toMatchObject({
      deviceOs: 'Windows',
      suspiciousUntilMs: null,
    });
  });

  it('of a bot without a token says something once it is trusted, or the platform vouches', async () => {
    const identity = { botId: 7_901, name: 'Tokenless', nickname: 'tokenless_bot', settings: {} };
    const { apiKey } = await stage.service.bots.add(Number(scene.names.get('stranger', 'id')), identity);
    scene.names.set('tokenless_bot', { id: 7_901, key: apiKey });
    await ask('tokenless_bot', { first_name: 'Eve' });
    await stage.store.audience.learn(userId, page, stage.clock.now());
    await open('tokenless_bot', 'nobody');
    expect(await known()).toBe('iOS');
    await open('tokenless_bot', 'platform');
    expect(await known()).toBe('Windows');
    await stage.store.audience.learn(userId, page, stage.clock.now());
    await stage.store.bots.update(7_901, { trust: 'trusted' }, stage.clock.now());
    await open('tokenless_bot', 'nobody');
    expect(await known()).toBe('Windows');
  });
});

describe('an answer', () => {
  const worker = 'test';
  const turnkey = (more: object = {}) => ask('recipes_bot', { get_links: 0, ...more });

  beforeEach(async () => {
    await order('first', 'garden');
    await stage.service.bots.update(Number(scene.names.get('publisher', 'id')), botId('recipes_bot'), {
      settings: { genderQuestion: true, ageQuestion: true },
    });
  });

  /** What the bot process does: the block arrives. */
  async function deliver(): Promise<void> {
    const nowMs = stage.clock.now();
    const [claimed] = await stage.store.blocks.claim(worker, 1, 60_000, nowMs);
    if (claimed === undefined) throw new Error('There is no block to deliver.');
    const { chatId } = claimed;
    const sent = { chatId, messageId: 5, contentHash: 'h', isPhoto: false, sentAtMs: nowMs };
    await stage.store.blocks.fulfilled(claimed, sent, nowMs);
  }
  const answers = async () => {
    const { gender, age } = (await stage.store.audience.find(userId)) ?? {};
    return { gender, age };
  };

  it('to the question on the user’s screen is the user’s own, and no other is', async () => {
    await turnkey();
    await deliver();
    await turnkey({ gender: 'female', age: 'c5' });
    expect(await answers()).toEqual({ gender: 'female', age: null });
  });

  it('is a claim while the question is on its way, and without one', async () => {
    await tellContact('recipes_bot', 'yes');
    await turnkey();
    await turnkey({ gender: 'male' });
    expect(await answers()).toEqual({ gender: null, age: null });
    expect(await info('recipes_bot')).toMatchObject({ gender: 'male' });
  });

  it('to a question in a group is a claim: anybody may have pressed', async () => {
    await tellContact('recipes_bot', 'yes');
    await turnkey({ chat_id: -100_500 });
    await deliver();
    await turnkey({ chat_id: -100_500, gender: 'male' });
    expect(await answers()).toEqual({ gender: null, age: null });
  });

  it('in links mode is a claim', async () => {
    await tellContact('recipes_bot', 'yes');
    expect((await ask('recipes_bot')).body['status']).toBe('gender');
    await ask('recipes_bot', { gender: 'male' });
    expect(await answers()).toEqual({ gender: null, age: null });
  });
});

describe('to a bot that the user does not use', () => {
  /** The user of one bot, of whom much is known, and somebody of whom nobody knows anything. */
  async function twoUsers(): Promise<{ known: number; unknown: number }> {
    const [known, unknown] = [userId, userId + 1];
    for (const [user, name] of [
      [known, 'known'],
      [unknown, 'unknown'],
    ] as const)
      await stage.platform.users({ id: user, first_name: name });
    await stage.platform.say(known, '@recipes_bot', '/start');
    await ask('recipes_bot', { first_name: 'Emma', language_code: 'en' });
    const chat = Number(scene.names.get('garden', 'id'));
    await stage.platform.members({ chat, user: known, status: 'member' });
    await ask('recipes_bot', { first_name: 'Emma', language_code: 'en' });
    await stage.store.audience.learn(
      known,
      { firstName: 'Emma', gender: 'male', age: 5, languageCode: 'en', isPremium: true, ...page },
      stage.clock.now(),
    );
    await tellContact('stories_bot', 'no', known);
    return { known, unknown };
  }

  const answerAbout = async (user: number, path: string, more: object) => {
    const { text, http } = await post('stories_bot', path, { user_id: user, ...more });
    return `${String(http)} ${text}`
      .replaceAll(/\/(r|form)\/[\w-]+/g, '/$1/<token>')
      .replaceAll(String(user), '<id>');
  };

  it('everything is answered as of a user nobody knows', async () => {
    await order('first', 'garden');
    await order('second', 'attic');
    await order('for_men', 'cellar', { gender: 'male' });
    const { known, unknown } = await twoUsers();
    expect((await stage.store.orders.find(id('first')))?.quantityNow).toBe(1);
    const requests: [path: string, more: (user: number) => object][] = [
      ['/get-sponsors', (user) => ({ chat_id: user, get_links: 1, max_sponsors: 10 })],
      ['/get-sponsors', (user) => ({ chat_id: user, get_links: 1, max_sponsors: 10 })],
      ['/get-user-subscriptions', () => ({})],
      ['/get-user-info', () => ({})],
      ['/get-sponsors', (user) => ({ chat_id: user, get_links: 1, action: 'newtask', max_sponsors: 10 })],
      ['/get-sponsors', (user) => ({ chat_id: user, get_links: 1, max_sponsors: 10, gender: 'male' })],
    ];
    for (const [path, more] of requests) {
      const expected = await answerAbout(unknown, path, more(unknown));
      expect(await answerAbout(known, path, more(known))).toBe(expected);
    }
    expect(await answerAbout(known, '/get-sponsors', requests[0]?.[1](known) ?? {})).toContain('garden');
  });

  it('questions are asked as of a user nobody knows, and of nobody else less often for it', async () => {
    await order('first', 'garden');
    const { known, unknown } = await twoUsers();
    await stage.service.bots.update(Number(scene.names.get('stranger', 'id')), botId('stories_bot'), {
      settings: { genderQuestion: true, ageQuestion: true },
    });
    for (let times = 1; times <= 4; times++) {
      const of = (user: number) =>
        answerAbout(user, '/get-sponsors', { chat_id: user, get_links: 1, max_sponsors: 10 });
      const expected = await of(unknown);
      expect(expected).toContain(times <= 3 ? '"status":"gender"' : '"status":"warning"');
      expect([times, await of(known)]).toEqual([times, expected]);
    }
    expect(await stage.store.audience.find(known)).toMatchObject({ askedOnDay: null, askedTimes: 0 });
  });

  it('a bot of whose contact nobody knows asks three times by itself, and spares nobody another bot’s question', async () => {
    await order('first', 'garden');
    await tellContact('recipes_bot', 'yes');
    for (const [bot, owner] of [
      ['stories_bot', 'stranger'],
      ['recipes_bot', 'publisher'],
    ] as const) {
      const settings = { settings: { genderQuestion: true } };
      await stage.service.bots.update(Number(scene.names.get(owner, 'id')), botId(bot), settings);
    }
    const request = { chat_id: userId, get_links: 1, max_sponsors: 10 };
    const statuses = async (bot: string) => {
      const told: unknown[] = [];
      for (let times = 1; times <= 4; times++)
        told.push((await post(bot, '/get-sponsors', { user_id: userId, ...request })).body['status']);
      return told;
    };
    const expected = ['gender', 'gender', 'gender', 'warning'];
    expect(await statuses('stories_bot')).toEqual(expected);
    expect(await stage.store.audience.find(userId)).toMatchObject({ askedOnDay: null, askedTimes: 0 });
    expect(await statuses('recipes_bot')).toEqual(expected);
    expect(await stage.store.audience.find(userId)).toMatchObject({ askedTimes: 3 });
    // With the list the platform was asked about the contact, and nobody asks more on this day.
    expect(await statuses('stories_bot')).toEqual(['warning', 'warning', 'warning', 'warning']);
    stage.clock.pass(86_400_000);
    expect(await statuses('recipes_bot')).toEqual(expected);
  });

  it('a no that is asked about again tells nothing before it is answered', async () => {
    await order('first', 'garden');
    await order('second', 'attic');
    const { known } = await twoUsers();
    const request = { chat_id: known, get_links: 1, action: 'newtask', max_sponsors: 10 };
    stage.clock.pass(11_000);
    await stage.platform.faults({ method: 'sendChatAction', kind: '500', times: 100 });
    expect(await answerAbout(known, '/get-sponsors', request)).toContain('garden');
    const asked = await stage.store.contacts.find(botId('stories_bot'), known);
    expect(asked).toMatchObject({ state: 'unknown', wasNo: true });
    expect(await answerAbout(known, '/get-sponsors', request)).toContain('garden');
  });
});
