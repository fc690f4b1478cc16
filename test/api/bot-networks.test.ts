/** The other networks of a bot on the wire: a key goes in and never comes out, and a test says what a network has. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeNetwork, faults, openFlyer, openSponsorgate } from '../../emulator/networks/index.js';
import { useSceneStage } from '../cases/scene-stage.js';

const KEY = 'FL-made-up-key-x7Qa';
const at = useSceneStage({ OUTGOING_SCHEMES: 'http,https', OUTGOING_PORTS: '*', OUTGOING_PRIVATE: '1' });

let flyer: FakeNetwork;
beforeEach(async () => {
  flyer = await openFlyer({ key: KEY });
  flyer.offers = [{ id: '11', chat: '-10011', link: 'https://t.me/garden', price: 1.5 }];
  await at.scene.happen({ publisher_bot: 'recipes_bot' });
});
afterEach(() => flyer.close());

const botId = () => Number(at.scene.names.get('recipes_bot', 'id'));
async function post(action: string, asked: object = {}, of = 'publisher') {
  const key = at.scene.names.get(of, 'access');
  const { http, body } = await at.post('/bots', key, { action, bot_id: botId(), ...asked });
  return { http, text: JSON.stringify(body), ...(body as { result: never; message: string }) };
}
const set = (...networks: object[]) => post('set_networks', { networks });
const mine = (more: object = {}) => ({ kind: 'flyer', url: flyer.url, key: KEY, ...more });
const test = async (asked: object = {}) => {
  // One test in five seconds.
  at.stage.clock.pass(5_000);
  return post('test_network', { network_id: 1, ...asked });
};

/** A network has 300 ms: a busy machine may need another try. */
const said = (asked: object = {}) =>
  expect.poll(async () => (await test(asked)).result, { timeout: 15_000, interval: 1_000 });

it('networks are set, read, put in another order and removed, and no answer holds a key', async () => {
  const house = { house: 1, house_networks: [] };
  const none = { outbids: 0, ...house, networks: [] };
  expect((await post('networks')).result).toEqual(none);
  const recent = { listed: 0, done: 0, claimed: 0 };
  const first = { network_id: 1, kind: 'flyer', url: flyer.url, key_end: 'x7Qa', min_price: 1.5, ...recent };
  const second = { network_id: 2, kind: 'tgrass', url: '', key_end: '', min_price: 0, ...recent };
  const answers = [
    await set(mine({ min_price: 1.5 }), { kind: 'tgrass', key: 'secret' }),
    await post('networks'),
  ];
  for (const { result, text } of answers) {
    expect(result).toEqual({ outbids: 0, ...house, networks: [first, second] });
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('secret');
  }
  const turned = [
    { network_id: 2, kind: 'tgrass' },
    { network_id: 1, kind: 'flyer', url: flyer.url, min_price: 2 },
  ];
  const after = await post('set_networks', { networks: turned, outbids: 1 });
  expect(after.result).toEqual({ outbids: 1, ...house, networks: [second, { ...first, min_price: 2 }] });
  expect((await post('set_networks', { networks: [], house: 0 })).result).toEqual({ ...none, house: 0 });
  expect((await set()).result).toEqual({ ...none, house: 0 });
});

it('a test asks the network for the owner, or for a person who is named', async () => {
  await set(mine());
  const offers = [
    {
      title: '11',
      link: expect.stringContaining('https://t.me/garden') as string,
      state: 'pending',
      price: 1.5,
    },
  ];
  await said().toEqual({ is_answered: true, failure: null, offers });
  expect(flyer.heard.at(-1)!.body).toMatchObject({
    key: KEY,
    user_id: Number(at.scene.names.get('publisher', 'id')),
  });
  await said({ user_id: 4321 }).toMatchObject({ is_answered: true });
  expect(flyer.heard.at(-1)!.body).toMatchObject({ user_id: 4321 });
  expect((await post('test_network', { network_id: 1 })).http).toBe(429);
});

it.each([
  ['refuses the key', 'key_refused', () => set(mine({ key: 'FL-another' }))],
  ['is hidden behind a page', 'unavailable', () => ((flyer.instead = faults.shield), set(mine()))],
  ['is dead', 'unavailable', () => ((flyer.instead = faults.dead), set(mine()))],
  ['wants fewer requests', 'limited', () => ((flyer.instead = faults.limit), set(mine()))],
] as const)('a test says that the network %s', async (_how, failure, arrange) => {
  await arrange();
  await said().toEqual({ is_answered: false, failure, offers: [] });
});

it('a service of this interface is a network by its address', async () => {
  const other = await openSponsorgate({ key: KEY });
  other.offers = flyer.offers;
  await set({ kind: 'sponsorgate', url: other.url, key: KEY });
  await said().toMatchObject({ is_answered: true, offers: [{ link: 'https://t.me/garden' }] });
  await other.close();
});

it.each([
  ['networks[0].key', { kind: 'flyer' }],
  ['networks[0].key', { kind: 'flyer', key: '' }],
  ['networks[0].kind', { kind: 'another', key: KEY }],
  ['networks[0].url', { kind: 'sponsorgate', key: KEY }],
  ['networks[0].url', { kind: 'sponsorgate', key: KEY, url: 'nowhere' }],
  ['networks[0].min_price', { kind: 'flyer', key: KEY, min_price: -1 }],
  ['networks[0].network_id', { kind: 'flyer', network_id: 7 }],
])('a wrong list names its field: %s', async (name, network) => {
  const { http, message } = await set(network);
  expect(http).toBe(422);
  expect(message).toContain(name);
});

it('a key is not sent to another address than it was given for', async () => {
  await set(mine());
  const other = await openFlyer({ key: KEY });
  const { http, message } = await set({ kind: 'flyer', network_id: 1, url: other.url });
  expect([http, message]).toEqual([422, expect.stringContaining('networks[0].key')]);
  await test();
  expect(other.heard).toEqual([]);
  await other.close();
});

it('is of the owner alone', async () => {
  await at.scene.happen({ balance: '1', of: 'stranger' });
  await set(mine());
  for (const [action, asked] of [
    ['networks', {}],
    ['set_networks', { networks: [] }],
    ['test_network', { network_id: 1 }],
  ] as const)
    expect((await post(action, asked, 'stranger')).http, action).toBe(403);
});
