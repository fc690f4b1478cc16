/** Each adapter against its network on a real socket, with the ways that network is known for (networks/README.md). */
import type { Network } from 'sponsorgate-client';
import {
  botohub,
  flyer,
  type NetworkOptions,
  piarflow,
  sponsorgate,
  tgrass,
} from 'sponsorgate-client/networks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeNetwork,
  type FakeOffer,
  type FakeOptions,
  faults,
  of,
  openBotohub,
  openFlyer,
  openPiarflow,
  openSponsorgate,
  openTgrass,
} from '../../emulator/networks/index.js';

const emma = { user: { id: 301, first_name: 'Emma', language_code: 'en' }, chatId: 301, limit: 3 };
const noah = { ...emma, user: { id: 302, first_name: 'Noah' }, chatId: 302 };
const offer = (id: number, more: Partial<FakeOffer> = {}): FakeOffer => ({
  id: String(id),
  chat: `-100${String(id)}`,
  link: `https://t.me/channel${String(id)}`,
  ...more,
});
const garden = offer(11);
const helper = offer(12, { link: 'https://t.me/helper_bot', chat: '12', kind: 'bot', price: 7.5 });

type Adapter = (options: NetworkOptions & { url: string }) => Network;
const networks: [string, (options?: FakeOptions) => Promise<FakeNetwork>, Adapter][] = [
  ['Flyer', openFlyer, flyer],
  ['Tgrass', openTgrass, tgrass],
  ['BotoHub', openBotohub, botohub],
  ['PiarFlow', openPiarflow, piarflow],
  ['a service of this interface', openSponsorgate, sponsorgate],
];

let fake: FakeNetwork;
let network: Network;
const stand = (opened: FakeNetwork, adapter: Adapter, ...offers: FakeOffer[]) => {
  fake = opened;
  fake.offers = offers;
  network = adapter({ key: fake.key, url: fake.url });
};
/** What was listed, each as it stands now; one that is left out is gone. */
const statesOf = async (asked: typeof emma | typeof noah) => {
  const { offers } = await network.list(asked);
  return async () => {
    const checked = await network.check(asked, offers);
    expect(checked.failure).toBeUndefined();
    const byId = new Map(checked.offers.map(({ id, state }) => [id, state]));
    return offers.map(({ id }) => byId.get(id) ?? 'gone');
  };
};
afterEach(() => fake.close());

describe.each(networks)('%s', (_, open, adapter) => {
  beforeEach(async () => stand(await open(), adapter, garden, helper));

  it('lists what is to be done, with its kind', async () => {
    const { state, offers } = await network.list(emma);
    expect(state).toBe('pending');
    expect(offers.map((one) => [one.kind, one.link.split('?')[0], one.state])).toEqual([
      ['channel', garden.link, 'pending'],
      ['bot', helper.link, 'pending'],
    ]);
  });

  it('says how each stands, of one user', async () => {
    const [hers, his] = [await statesOf(emma), await statesOf(noah)];
    fake.done.add(of(emma.user.id, garden.id));
    expect(await hers()).toEqual(['done', 'pending']);
    fake.done.add(of(emma.user.id, helper.id));
    expect(await hers()).toEqual(['done', 'done']);
    expect(await his()).toEqual(['pending', 'pending']);
  });

  it('has nothing where nothing is there', async () => {
    fake.offers = [];
    expect(await network.list(emma)).toMatchObject({ state: 'none', offers: [] });
  });

  it('asks for no more than is wanted', async () => {
    fake.offers = Array.from({ length: 12 }, (_one, index) => offer(20 + index));
    expect((await network.list({ ...emma, limit: 2 })).offers).toHaveLength(2);
  });

  it('holds no user for what was withdrawn', async () => {
    const states = await statesOf(emma);
    fake.withdrawn.add(garden.id);
    fake.done.add(helper.id);
    // Tgrass says that all is done, and not what.
    expect(await states()).toEqual([network.name === 'tgrass' ? 'done' : 'gone', 'done']);
  });

  it('lists each chat once, where the network lists it twice', async () => {
    fake.ways.add('duplicates');
    const { offers } = await network.list({ ...emma, limit: 4 });
    const distinct = new Set(offers.map(({ link }) => link.split('?')[0]));
    expect(distinct.size).toBe(offers.length);
    expect(distinct.size).toBe(2);
  });

  it('repeats what a network says that contradicts itself, and knows each offer again', async () => {
    fake.offers = [garden];
    const states = await statesOf(emma);
    fake.done.add(garden.id);
    fake.ways.add('contradicts');
    const said = [await states(), await states(), await states()].map(([first]) => first);
    expect(new Set(said)).toEqual(new Set(['done', 'pending']));
  });

  it.each(Object.entries(faults).filter(([name]) => name !== 'silent'))(
    'takes no fault for an answer: %s',
    async (_name, fault) => {
      const { offers } = await network.list(emma);
      fake.instead = fault;
      expect(await network.list(emma)).toMatchObject({ state: 'unavailable', offers: [] });
      expect(await network.check(emma, offers)).toMatchObject({ state: 'unavailable', offers: [] });
    },
  );

  it('ends with its caller where the network is slow or silent', async () => {
    const { offers } = await network.list(emma);
    fake.latencyMs = 60_000;
    const asked = { ...emma, signal: AbortSignal.timeout(20) };
    expect((await network.list(asked)).failure?.why).toBe('silent');
    fake.instead = faults.silent;
    expect((await network.check({ ...emma, signal: AbortSignal.timeout(20) }, offers)).failure?.why).toBe(
      'silent',
    );
  });
});

describe('a network that knows more of what is done', () => {
  it('counts by what it is asked to look at', async () => {
    const seen: string[] = [];
    const hasDone = async (userId: number, { id }: FakeOffer) => seen.push(of(userId, id)) > 2;
    stand(await openTgrass({ hasDone }), tgrass, garden);
    const states = await statesOf(emma);
    expect([await states(), await states()]).toEqual([['pending'], ['done']]);
    expect(seen[0]).toBe('301 11');
  });
});

describe('Flyer', () => {
  it('says that a key is of the wrong kind', async () => {
    stand(await openFlyer(), flyer, garden);
    const other = flyer({ key: `${fake.key}-of-type-sub`, url: fake.url });
    expect((await other.list(emma)).failure).toMatchObject({ why: 'key' });
  });

  it('knows no signature after it was withdrawn, waits for no settlement, and says a price', async () => {
    stand(await openFlyer(), flyer, garden, helper);
    const { offers } = await network.list(emma);
    expect(offers.map(({ price }) => price)).toEqual([1, 7.5]);
    fake.held.add(garden.id);
    const unknown = { ...offers[1]!, id: 'made up' };
    const { offers: states } = await network.check(emma, [offers[0]!, unknown]);
    expect(states.map(({ state }) => state)).toEqual(['held', 'gone']);
  });
});

describe('BotoHub', () => {
  it('keeps a list for three minutes, and what it lists then is another', async () => {
    stand(await openBotohub(), botohub, garden, helper, offer(13));
    const states = await statesOf({ ...emma, limit: 2 });
    fake.done.add(garden.id);
    expect(await states()).toEqual(['done', 'pending']);
    const nowMs = Date.now();
    fake.now = () => nowMs + 3 * 60_000;
    expect(await states()).toEqual(['gone', 'pending']);
  });

  it.each([
    ['a list of links alone', { tasks: [garden.link], completed: false, skip: false }, 'pending'],
    ['neither word, where the bot is blocked there', { tasks: [] }, 'none'],
    ['completed, and no list', { completed: true, skip: false }, 'done'],
  ])('may answer %s', async (_how, body, state) => {
    stand(await openBotohub(), botohub);
    fake.instead = { body };
    expect(await network.list(emma)).toMatchObject({ state });
  });
});

describe('PiarFlow', () => {
  it('is known by its sponsors, whose links have a new signature at each call', async () => {
    const tracked = offer(15, { chat: '', link: 'https://piarflow.example/track?o=15' });
    stand(await openPiarflow(), piarflow, tracked);
    const [first, second] = [await network.list(emma), await network.list(emma)];
    expect(first.offers[0]!.link).not.toBe(second.offers[0]!.link);
    expect(first.offers[0]!.id).toBe(second.offers[0]!.id);
    expect(first.offers[0]!.kind).toBe('resource');
    fake.done.add('15');
    expect(await network.check(emma, first.offers)).toMatchObject({ state: 'done' });
  });

  it('passes a user who did what it does not pay for', async () => {
    stand(await openPiarflow(), piarflow);
    fake.instead = {
      body: { status: 'ok', sponsors: [{ link: garden.link, status: 'not_counted', price: 0 }] },
    };
    expect(await network.list(emma)).toMatchObject({ state: 'done', offers: [{ price: 0 }] });
  });
});

describe('a service of this interface', () => {
  it('is asked about all numbered offers at once, whatever their sign, and about each smart link alone', async () => {
    const smart = { ...offer(14), id: '0', chat: '' };
    stand(await openSponsorgate(), sponsorgate, garden, { ...offer(13), id: '-281474976710655' }, smart);
    const { offers } = await network.list({ ...emma, limit: 3 });
    expect(offers).toHaveLength(3);
    fake.done.add('-281474976710655');
    fake.heard.length = 0;
    const { offers: states } = await network.check(emma, offers);
    expect(states.slice(0, 2).map(({ id, state }) => [id, state])).toEqual([
      ['11', 'pending'],
      ['-281474976710655', 'done'],
    ]);
    expect(fake.heard.map(({ body }) => body['ads_ids'] ?? body['links'])).toEqual([
      [11, -281474976710655],
      [smart.link],
    ]);
  });

  it('may have a question first, which the gate asks', async () => {
    stand(await openSponsorgate({ asksGender: true }), sponsorgate, garden);
    expect(await network.list(emma)).toMatchObject({
      state: 'pending',
      offers: [],
      question: { kind: 'gender' },
    });
    expect(await network.list({ ...emma, given: { gender: 'female' } })).toMatchObject({ state: 'pending' });
  });
});
