/** Networks behind one gate, each as it is known. */
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
  type FakeNetwork as Fake,
  type FakeOffer,
  openBotohub,
  openFlyer,
  openPiarflow,
  openSponsorgate,
  openTgrass,
} from '../../emulator/networks/index.js';
import { type GateStage, openGateStage } from './gate-stage.js';

const key = 'a-made-up-key';
const offer = (id: number, more: Partial<FakeOffer> = {}): FakeOffer => ({
  id: String(id),
  chat: `-100${String(id)}`,
  link: `https://t.me/channel${String(id)}`,
  ...more,
});
const garden = offer(11);
const kitchen = offer(12);

const networks: [string, () => Promise<Fake>, (options: NetworkOptions) => Network][] = [
  ['Flyer', openFlyer, flyer],
  ['Tgrass', openTgrass, tgrass],
  ['BotoHub', openBotohub, botohub],
  ['PiarFlow', openPiarflow, piarflow],
];

let fakes: Fake[] = [];
const opened = async (open: () => Promise<Fake>, ...offers: FakeOffer[]) => {
  const fake = await open();
  fake.offers = offers;
  fakes.push(fake);
  return fake;
};
let stage: GateStage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
  for (const fake of fakes) await fake.close();
  fakes = [];
});

describe.each(networks)('%s', (_, open, adapter) => {
  let fake: Fake;
  let network: Network;
  beforeEach(async () => {
    fake = await opened(open, garden, kitchen);
    network = adapter({ key, url: fake.url });
  });

  it('stands behind the gate: one list until it is done', async () => {
    stage = await openGateStage({ networks: [network], unavailable: 'pass' });
    expect(await stage.says('/get')).toEqual([]);
    const links = await stage.links();
    expect(links).toHaveLength(2);
    fake.offers.push(offer(13));
    fake.done.add(garden.id);
    expect(await stage.presses()).toEqual([]);
    expect(await stage.links()).toEqual(links.slice(1));
    fake.done.add(kitchen.id);
    // Tgrass and BotoHub would list a third by now: what was asked at first is done all the same.
    expect(await stage.presses()).toEqual(['/get']);
    expect(await stage.blocks()).toEqual([]);
  });

  it('holds nobody for what was withdrawn', async () => {
    stage = await openGateStage({ networks: [network], unavailable: 'pass' });
    await stage.says('/get');
    fake.withdrawn.add(garden.id).add(kitchen.id);
    expect(await stage.presses()).toEqual(['/get']);
  });

  it('asks for something else once, where what was asked has run out', async () => {
    stage = await openGateStage({ networks: [network], unavailable: 'pass' });
    await stage.says('/get');
    // Its list for this user is another one by now.
    fake.withdrawn.add(garden.id).add(kitchen.id);
    fake.offers.push(offer(13));
    expect(await stage.presses()).toEqual([]);
    expect((await stage.links()).map((link) => link.split('?')[0])).toEqual(['https://t.me/channel13']);
    fake.withdrawn.add('13');
    fake.offers.push(offer(14));
    expect(await stage.presses()).toEqual(['/get']);
  });

  it('cannot take back within seconds what it has said', async () => {
    stage = await openGateStage({ networks: [network], unavailable: 'pass' });
    await stage.says('/get');
    fake.done.add(garden.id);
    await stage.presses();
    fake.done.delete(garden.id);
    fake.done.add(kitchen.id);
    expect(await stage.presses()).toEqual(['/get']);
    fake.done.clear();
    expect(await stage.says('more')).toEqual(['more']);
  });
});

describe('Flyer', () => {
  it('holds nobody who waits for the settlement of what they have done', async () => {
    const fake = await opened(openFlyer, garden);
    stage = await openGateStage({ networks: [flyer({ key, url: fake.url })], unavailable: 'pass' });
    await stage.says('/get');
    fake.held.add(garden.id);
    const update = await stage.presses();
    expect(update).toEqual(['/get']);
  });
});

describe('PiarFlow', () => {
  it('is known by its sponsors, whose links it signs anew at each call', async () => {
    const tracked = offer(15, { chat: '', link: 'https://piarflow.example/track?o=15' });
    const fake = await opened(openPiarflow, tracked);
    stage = await openGateStage({ networks: [piarflow({ key, url: fake.url })], unavailable: 'pass' });
    await stage.says('/get');
    const [link] = await stage.links();
    expect(link).toMatch(/^https:\/\/piarflow\.example\/track\?o=15&sig=/);
    await stage.presses();
    // The link on the button stays, though the network has another by now.
    expect(await stage.links()).toEqual([link]);
    fake.done.add('15');
    expect(await stage.presses()).toEqual(['/get']);
  });
});

describe('several networks behind one gate', () => {
  let one: Fake;
  let two: Fake;
  beforeEach(async () => {
    one = await opened(openTgrass, garden, kitchen);
    // The same channel, known there by its link alone; and one of its own.
    two = await opened(openPiarflow, offer(11, { chat: '', price: 9 }), offer(13, { chat: '', price: 7 }));
  });
  const both = () => [tgrass({ key, url: one.url }), piarflow({ key, url: two.url })];

  it('ask as they stand, no chat twice, and no more than is wanted', async () => {
    stage = await openGateStage({ networks: both(), unavailable: 'pass' });
    await stage.says('/get');
    const links = (await stage.links()).map((link) => link.split('?')[0]);
    expect(links).toEqual([garden.link, kitchen.link, offer(13).link]);
    one.done.add('11').add('12');
    await stage.presses();
    expect((await stage.links()).map((link) => link.split('?')[0])).toEqual([offer(13).link]);
    two.done.add('13');
    expect(await stage.presses()).toEqual(['/get']);
  });

  it('ask the second only where the first has not enough', async () => {
    stage = await openGateStage({ networks: both(), unavailable: 'pass', max: 2 });
    await stage.says('/get');
    expect(await stage.links()).toEqual([garden.link, kitchen.link]);
    expect(two.heard).toEqual([]);
  });

  it('ask for what pays most', async () => {
    stage = await openGateStage({ networks: both(), unavailable: 'pass', max: 2, order: 'price' });
    await stage.says('/get');
    const links = (await stage.links()).map((link) => link.split('?')[0]);
    expect(links[0]).toBe(offer(13).link);
  });

  it('come first as often as their shares say', async () => {
    let first = 0;
    const asking = (network: Network, count: () => void): Network => ({
      ...network,
      list: (request) => {
        count();
        return network.list(request);
      },
    });
    const [left, right] = both() as [Network, Network];
    stage = await openGateStage({
      networks: [
        { network: asking(left, () => (first += 1)), share: 1 },
        { network: right, share: 0.000_001 },
      ],
      unavailable: 'pass',
      max: 1,
      order: 'share',
    });
    await stage.says('/get');
    expect([first, two.heard.length]).toEqual([1, 0]);
  });

  it('ask nobody again for a chat that another has been paid for', async () => {
    stage = await openGateStage({ networks: both(), unavailable: 'pass', max: 2, restMs: { done: 0 } });
    await stage.says('/get');
    one.done.add('11').add('12');
    expect(await stage.presses()).toEqual(['/get']);
    one.offers = [];
    await stage.says('more');
    expect((await stage.links()).map((link) => link.split('?')[0])).toEqual([offer(13).link]);
  });

  it('go on without one that is away, and say so where nothing else is left', async () => {
    one.instead = 'gone';
    stage = await openGateStage({ networks: both(), unavailable: 'hold' });
    expect(await stage.says('/get')).toEqual([]);
    expect(await stage.links()).toHaveLength(2);
    two.done.add('11').add('13');
    expect(await stage.presses()).toEqual(['/get']);
    expect(stage.failures.join()).toContain('tgrass');
  });
});

describe('a service of this interface', () => {
  it.each([
    ['alone, as its own setting says', {}, false, undefined],
    ['alone, as the bot says', { max: 2 }, false, 2],
    ['with another network, four in all', {}, true, 4],
  ])('is asked for sponsors: %s', async (_, options, hasAnother, count) => {
    const service = await opened(openSponsorgate, garden);
    const another = await opened(openTgrass, kitchen);
    const networks = [sponsorgate({ key, url: service.url }), tgrass({ key, url: another.url })];
    stage = await openGateStage({
      ...options,
      networks: hasAnother ? networks : networks.slice(0, 1),
      unavailable: 'pass',
    });
    await stage.says('/get');
    expect(service.heard.map(({ body }) => body['max_sponsors'])).toEqual([count]);
    expect(await stage.links()).toHaveLength(hasAnother ? 2 : 1);
  });
});
