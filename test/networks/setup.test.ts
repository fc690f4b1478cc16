/** The networks of a bot: whose they are, what is kept of their keys, and what a list makes of them; over the real service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { Offer } from '../../core/ports/network-store.js';
import type { NetworkAccess, NetworkAnswer } from '../../core/ports/networks.js';
import { type Chat, Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const [PUBLISHER, OTHER, ADVERTISER] = [501, 502, 601];
const USER = 300_001;

let town: Town;
let bot: TownBot;
let ours: Chat;
/** What each network says, by its key; and who was asked with which key. */
const answers = new Map<string, NetworkAnswer>();
let asked: string[] = [];
/** The offers that were asked about last. */
let checked: string[] = [];

const offer = (name: string, more: Partial<Offer> = {}): Offer => ({
  offerId: name,
  chat: '',
  link: `https://t.me/${name}`,
  title: name,
  priceMicros: null,
  state: 'pending',
  ...more,
});
const offers = (...all: Offer[]): NetworkAnswer => ({ ok: true, offers: all });
const wanted = (key: string, more: object = {}) => ({
  kind: 'flyer' as const,
  url: '',
  key,
  minPriceMicros: 0n,
  ...more,
});

async function open(environment: Record<string, string> = {}): Promise<void> {
  answers.clear();
  asked = [];
  const ask = ({ key }: NetworkAccess): Promise<NetworkAnswer> => {
    asked.push(key);
    return Promise.resolve(answers.get(key) ?? offers());
  };
  town = await Town.open(1, {
    environment,
    networks: {
      list: ask,
      check: (access, _, given) => {
        checked = given.map(({ offerId }) => offerId);
        return ask(access);
      },
    },
  });
  await town.account(PUBLISHER);
  await town.account(OTHER);
  await town.account(ADVERTISER, 1_000_000_000n);
  bot = await town.addBot(PUBLISHER);
  bot.started.add(USER);
  ours = town.chat('ours');
  await town.order(ADVERTISER, ours, { targeting: { languages: null } });
}
beforeEach(() => open());
afterEach(() => town.close());

const set = (networks: ReturnType<typeof wanted>[] | object[], outbids = false) =>
  town.service.networkSetups.set(PUBLISHER, bot.botId, { outbids, networks: networks as never });
const links = (more: Record<string, unknown> = {}) => town.ask(bot, USER, more);

it('a bot without networks asks none', async () => {
  expect(await links()).toEqual(['https://t.me/ours']);
  expect(asked).toEqual([]);
});

it('what our sponsors leave free goes to the networks, in their order, and stays on the list', async () => {
  answers.set('key-one', offers(offer('one')));
  answers.set('key-two', offers(offer('two'), offer('three')));
  await set([wanted('key-two'), wanted('key-one')]);
  const list = ['ours', 'two', 'three', 'one'].map((name) => `https://t.me/${name}`);
  expect(await links()).toEqual(list);
  answers.set('key-one', offers(offer('one'), offer('later')));
  expect(await links()).toEqual(list);
  answers.set('key-two', offers(offer('two', { state: 'done', priceMicros: 2n }), offer('three')));
  await links();
  await town.store.flush();
  const { networks } = await town.service.networkSetups.view(PUBLISHER, bot.botId);
  expect(networks.map(({ recent }) => recent)).toEqual([
    { listed: 2, done: 1, claimedMicros: 0n },
    { listed: 1, done: 0, claimedMicros: 0n },
  ]);
});

it('an offer that is done is an event for the publisher’s server, named as in the answer, and books nothing', async () => {
  await town.store.events.setWebhook(PUBLISHER, bot.botId, 'sealed', town.nowMs);
  answers.set('key', offers(offer('one', { priceMicros: 2_000_000n })));
  await set([wanted('key', { kind: 'sponsorgate', url: 'https://sponsors.example.org' })]);
  await links();
  answers.set('key', offers(offer('one', { priceMicros: 2_000_000n, state: 'done' })));
  await links().then(() => links());
  const [event, ...more] = await town.store.events.recent(PUBLISHER, bot.botId, 10);
  expect(more).toEqual([]);
  const said = { userId: USER, status: 'subscribed', network: 'sponsors.example.org' };
  expect(event).toMatchObject({ ...said, link: 'https://t.me/one' });
  expect(event?.adsId).toBeLessThan(0);
  const nothing = { availableMicros: 0n, heldMicros: 0n, reservedMicros: 0n };
  expect(await town.store.ledger.balance(PUBLISHER)).toEqual(nothing);
});

it('a full list asks none, and a setting lets a higher known price take the place of ours', async () => {
  await town.service.bots.update(PUBLISHER, bot.botId, { settings: { maxSponsors: 1 } });
  answers.set(
    'key',
    offers(offer('cheap', { priceMicros: 1n }), offer('dear', { priceMicros: 90_000_000n })),
  );
  await set([wanted('key')]);
  expect(await links({ action: 'newtask' })).toEqual(['https://t.me/ours']);
  expect(asked).toEqual([]);
  await set([wanted('key', { networkId: 1 })], true);
  expect(await links({ action: 'newtask' })).toEqual(['https://t.me/dear']);
});

it('what pays less than the minimum, is excluded, or leads where another place does is left out', async () => {
  const all = [offer('low', { priceMicros: 1n }), offer('fine', { priceMicros: 5n }), offer('unknown')];
  answers.set(
    'key',
    offers(...all, offer('kept-away', { chat: '-1005' }), offer('same', { chat: String(ours.chatId) })),
  );
  await set([wanted('key', { minPriceMicros: 2n })]);
  expect(await links({ excludeResourceIds: ['5'] })).toEqual(
    ['ours', 'fine', 'unknown'].map((name) => `https://t.me/${name}`),
  );
});

it('an offer has a negative id, names its network, and is asked about by id or link', async () => {
  answers.set('key', offers(offer('one_bot')));
  await set([wanted('key')]);
  const { sponsors } = await town.service.sponsors.request(bot.botId, {
    chatId: USER,
    user: { userId: USER },
    action: 'newtask',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  const [, offered] = sponsors ?? [];
  expect(offered).toMatchObject({
    network: 'flyer',
    type: 'bot',
    status: 'unsubscribed',
    availableNow: true,
  });
  expect(offered?.orderId).toBeLessThan(0);
  answers.set('key', offers(offer('one_bot', { state: 'done' })));
  const about = (query: { links?: string[]; orderIds?: number[] }) =>
    town.service.sponsors.subscriptions(bot.botId, { userId: USER, links: [], orderIds: [], ...query });
  asked = [];
  expect(await about({ links: ['https://t.me/ours'] })).toMatchObject([{ status: 'unsubscribed' }]);
  expect(asked).toEqual([]);
  expect(await about({ links: ['t.me/one_bot'] })).toMatchObject([{ ...offered, status: 'subscribed' }]);
  expect(await about({ orderIds: [offered?.orderId ?? 0] })).toMatchObject([{ status: 'subscribed' }]);
});

it('keys are sealed, and shown to no one; one that is not sent again stays, with its network alone', async () => {
  const view = await set([wanted('a-secret-key'), wanted('other-key', { kind: 'tgrass' })]);
  expect(view.networks).toMatchObject([
    { networkId: 1, keyEnd: '-key' },
    { networkId: 2, keyEnd: '' },
  ]);
  expect(
    JSON.stringify(view, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('secret');
  const [row] = await town.sql('SELECT networks_cipher FROM bots WHERE networks_cipher IS NOT NULL');
  expect(JSON.stringify(row)).not.toContain('secret');
  await set([wanted('', { networkId: 1, key: undefined })]);
  answers.set('a-secret-key', offers(offer('one')));
  expect(await town.service.networkSetups.test(PUBLISHER, bot.botId, 1, USER)).toEqual(offers(offer('one')));
  await expect(
    set([wanted('', { networkId: 1, key: undefined, url: 'https://example.org' })]),
  ).rejects.toThrow('networks[0].key: give the key');
  // The number of one that was removed is not given again, even when all were: its days and offers are its own.
  expect((await set([wanted('third')])).networks).toMatchObject([{ networkId: 3 }]);
  expect((await set([])).networks).toEqual([]);
  expect((await set([wanted('short-key')])).networks).toMatchObject([{ networkId: 4, keyEnd: '' }]);
});

it('they belong to the owner of the bot, and a test has its pace', async () => {
  await set([wanted('key')]);
  const { networkSetups } = town.service;
  const foreign = { outbids: false, networks: [] };
  await expect(networkSetups.view(OTHER, bot.botId)).rejects.toThrow('not one of your bots');
  await expect(networkSetups.set(OTHER, bot.botId, foreign)).rejects.toThrow('not one of your bots');
  await expect(networkSetups.test(OTHER, bot.botId, 1, USER)).rejects.toThrow('not one of your bots');
  await networkSetups.test(PUBLISHER, bot.botId, 1, USER);
  await expect(networkSetups.test(PUBLISHER, bot.botId, 1, USER)).rejects.toThrow('Try again in 5 s.');
});

it('what is wrong with them is said by field', async () => {
  const nine = Array.from({ length: 9 }, (_, at) => wanted(`key-${String(at)}`));
  await expect(set(nine)).rejects.toThrow('networks: at most 8');
  await expect(set([wanted('key', { kind: 'sponsorgate' })])).rejects.toThrow('networks[0].url');
  await expect(set([wanted('key', { minPriceMicros: parseMoney('-1') })])).rejects.toThrow(
    'networks[0].min_price',
  );
  await expect(set([wanted('key', { networkId: 5 })])).rejects.toThrow('networks[0].network_id');
});

it('a removed network holds no user', async () => {
  answers.set('key', offers(offer('one')));
  await set([wanted('key')]);
  expect(await links()).toHaveLength(2);
  await set([]);
  expect(await links()).toEqual(['https://t.me/ours']);
});

it('keys that no secret opens any more cost the bot its networks, and not its sponsors', async () => {
  await set([wanted('key')]);
  const { networksCipher } = town.store.bots;
  town.store.bots.networksCipher = async (botId) =>
    (await networksCipher(botId))?.replace(/^\w+/, '00000000') ?? null;
  await town.service.bots.update(PUBLISHER, bot.botId, { settings: { maxSponsors: 4 } });
  expect(await links()).toEqual(['https://t.me/ours']);
});

it('of all that a user was offered the latest alone are asked about', async () => {
  await set([wanted('key')]);
  for (let list = 0; list < 5; list += 1) {
    answers.set(
      'key',
      offers(...Array.from({ length: 8 }, (_, at) => offer(`chat_${String(list)}_${String(at)}`))),
    );
    town.nowMs += 1_000;
    await links({ action: 'newtask', maxSponsors: 9 });
  }
  checked = [];
  const query = { userId: USER, links: [], orderIds: [] };
  expect(await town.service.sponsors.subscriptions(bot.botId, query)).toHaveLength(41);
  expect(checked).toHaveLength(20);
  expect(checked.every((offerId) => /^chat_[234]_/.test(offerId))).toBe(true);
});

describe('a smart link', () => {
  const visitOn = (deviceType: 'mobile' | 'desktop') => ({
    address: '192.0.2.7',
    network: '192.0.2.7',
    deviceType,
    deviceOs: 'Linux',
    fingerprint: 'a browser',
  });
  const follow = (link: string, deviceType: 'mobile' | 'desktop') =>
    town.service.links.follow(link.replace(/^.*\/r\//, ''), visitOn(deviceType));
  const isSmart = (link: string) => link.includes('/r/');
  const smartLink = async (more: Record<string, unknown> = {}) => (await links(more)).find(isSmart) ?? '';
  const mobileOrder = (name: string) =>
    town.order(ADVERTISER, town.chat(name), { targeting: { languages: null, deviceTypes: ['mobile'] } });

  beforeEach(async () => {
    await town.service.bots.update(PUBLISHER, bot.botId, { settings: { useSmartLink: true } });
    await set([wanted('key')]);
  });

  it('that no order suits becomes an offer of a network, which stays and is checked in its place', async () => {
    await mobileOrder('for_mobiles');
    answers.set('key', offers(offer('one'), offer('two')));
    await links({ maxSponsors: 3 });
    const smart = await smartLink();
    answers.set('key', offers(offer('one'), offer('ours'), offer('two')));
    const lead = { kind: 'redirect', url: 'https://t.me/two' };
    const opened = await Promise.all([follow(smart, 'desktop'), follow(smart, 'desktop')]);
    expect(opened).toMatchObject([lead, lead]);
    expect(await follow(smart, 'mobile')).toMatchObject(lead);
    const list = ['ours', 'two', 'one'].map((name) => `https://t.me/${name}`);
    expect(await links()).toEqual(list);
    const about = { userId: USER, links: [smart], orderIds: [] };
    const subscriptions = () => town.service.sponsors.subscriptions(bot.botId, about);
    expect(await subscriptions()).toMatchObject([{ link: 'https://t.me/two', status: 'unsubscribed' }]);
    answers.set('key', offers(offer('one'), offer('two', { state: 'done' })));
    expect(await subscriptions()).toMatchObject([{ network: 'flyer', status: 'subscribed' }]);
    expect(await links()).toEqual(['https://t.me/ours', 'https://t.me/one']);
    // What the network withdraws leads nowhere, and holds no user.
    await set([]);
    expect(await links()).toEqual(['https://t.me/ours']);
  });

  it('finds an offer that is withdrawn gone', async () => {
    await mobileOrder('for_mobiles');
    answers.set('key', offers());
    const smart = await smartLink();
    answers.set('key', offers(offer('two')));
    expect(await follow(smart, 'desktop')).toMatchObject({ kind: 'redirect' });
    await set([]);
    expect(await follow(smart, 'desktop')).toEqual({ kind: 'gone' });
  });

  it('never leads to the chat of an offer in the same list', async () => {
    await mobileOrder('offered_by_link');
    const byId = town.chat('offered_by_id');
    await town.order(ADVERTISER, byId, { targeting: { languages: null, deviceTypes: ['mobile'] } });
    const chat = String(byId.chatId).replace(/^-100/, '');
    answers.set('key', offers(offer('offered_by_link'), offer('another_name', { chat })));
    expect(await follow(await smartLink(), 'mobile')).toEqual({ kind: 'nothing' });
  });

  it('of newtask becomes an offer that is left to do, which stays and is found by the link', async () => {
    await mobileOrder('for_mobiles');
    answers.set('key', offers(offer('one')));
    const newtask = { action: 'newtask', maxSponsors: 3 };
    const smart = await smartLink(newtask);
    // Neither what the list has nor what an order of it leads to.
    answers.set('key', offers(offer('one'), offer('ours'), offer('two'), offer('three')));
    const lead = (name: string) => ({ kind: 'redirect', url: `https://t.me/${name}` });
    expect(await follow(smart, 'desktop')).toMatchObject(lead('two'));
    answers.set('key', offers(offer('three')));
    expect(await follow(smart, 'desktop')).toMatchObject(lead('two'));
    const about = { userId: USER, links: [smart], orderIds: [] };
    const found = () => town.service.sponsors.subscriptions(bot.botId, about);
    answers.set('key', offers(offer('two'), offer('three')));
    const two = { network: 'flyer', link: 'https://t.me/two' };
    expect(await found()).toMatchObject([{ ...two, status: 'unsubscribed' }]);
    answers.set('key', offers(offer('two', { state: 'done' }), offer('three')));
    expect(await found()).toMatchObject([{ link: 'https://t.me/two', status: 'subscribed' }]);
    expect(await follow(smart, 'desktop')).toMatchObject(lead('three'));
    // A place of its own takes the offer from the link.
    town.nowMs += 4 * 3_600_000;
    answers.set('key', offers(offer('three'), offer('four')));
    expect(await links({ ...newtask, maxSponsors: 2 })).toContain('https://t.me/three');
    expect(await follow(smart, 'desktop')).toMatchObject(lead('four'));
  });

  it('of newtask never leads to an order of the list', async () => {
    await mobileOrder('for_mobiles');
    expect(await follow(await smartLink({ action: 'newtask' }), 'desktop')).toEqual({ kind: 'nothing' });
  });

  it('outside of pinned lists leads elsewhere once an offer leads where it led', async () => {
    const first = await mobileOrder('first');
    const newtask = { action: 'newtask' };
    const smart = await smartLink(newtask);
    expect(await follow(smart, 'mobile')).toMatchObject({ url: 'https://t.me/first' });
    const second = await mobileOrder('second');
    expect(await follow(smart, 'mobile')).toMatchObject({ url: 'https://t.me/first' });
    answers.set('key', offers(offer('first')));
    expect(await links({ ...newtask, excludeOrderIds: [first, second] })).toContain('https://t.me/first');
    expect(await follow(smart, 'mobile')).toMatchObject({ url: 'https://t.me/second' });
  });
});

describe('keys of the operator', () => {
  beforeEach(async () => {
    await town.close();
    await open({ HOUSE_NETWORKS: 'flyer house-key, sponsorgate other-key https://sponsors.example.org' });
    answers.set('house-key', offers(offer('from_house', { priceMicros: 90_000_000n })));
  });
  const view = () => town.service.networkSetups.view(PUBLISHER, bot.botId);
  const list = (...names: string[]) => names.map((name) => `https://t.me/${name}`);

  it('fill what is free in bots that have none, and their figures are the operator’s alone', async () => {
    expect(await links()).toEqual(list('ours', 'from_house'));
    answers.set('house-key', offers(offer('from_house', { state: 'done', priceMicros: 90_000_000n })));
    expect(await links()).toEqual(list('ours'));
    await town.store.flush();
    expect(await town.service.networkSetups.house()).toEqual([
      { name: 'flyer', listed: 1, done: 1, claimedMicros: 90_000_000n },
      { name: 'sponsors.example.org', listed: 0, done: 0, claimedMicros: 0n },
    ]);
    const shown = await view();
    expect(shown).toMatchObject({ usesHouse: true, houseNetworks: ['flyer', 'sponsors.example.org'] });
    expect(shown.networks).toEqual([]);
    const day = Math.floor(town.nowMs / 86_400_000);
    expect(await town.store.networks.days(bot.botId, day - 1, day + 1)).toEqual([]);
  });

  it('take no place of ours, whatever the bot’s own networks may', async () => {
    await set([], true);
    await town.service.bots.update(PUBLISHER, bot.botId, { settings: { maxSponsors: 1 } });
    expect(await links()).toEqual(list('ours'));
    expect(asked).toEqual([]);
  });

  it('give way to networks of the bot’s own', async () => {
    expect(await links()).toEqual(list('ours', 'from_house'));
    answers.set('key', offers(offer('own')));
    asked = [];
    await set([wanted('key')]);
    expect(await links()).toEqual(list('ours'));
    expect(await links({ action: 'newtask' })).toEqual(list('ours', 'own'));
    expect(new Set(asked)).toEqual(new Set(['key']));
  });

  it('are refused by the publisher, and then hold no user; a later change of networks keeps the refusal', async () => {
    expect(await links()).toEqual(list('ours', 'from_house'));
    const refusal = { outbids: false, usesHouse: false, networks: [] };
    const refused = await town.service.networkSetups.set(PUBLISHER, bot.botId, refusal);
    expect(refused.usesHouse).toBe(false);
    expect(await links()).toEqual(list('ours'));
    await set([]);
    expect(await view()).toMatchObject({ usesHouse: false });
    asked = [];
    expect(await links({ action: 'newtask' })).toEqual(list('ours'));
    expect(asked).toEqual([]);
  });
});
