/** The numbers of a bot's networks: none is given twice, since figures and offers are kept by them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const PUBLISHER = 501;
const USER = 300_001;

let town: Town;
let bot: TownBot;

beforeEach(async () => {
  const offer = { offerId: 'one', chat: '', link: 'https://t.me/one', title: 'One', priceMicros: null };
  const list = () =>
    Promise.resolve({ ok: true as const, offers: [{ ...offer, state: 'pending' as const }] });
  town = await Town.open(1, { networks: { list, check: list } });
  await town.account(PUBLISHER);
  bot = await town.addBot(PUBLISHER);
});
afterEach(() => town.close());

const set = (key: string) =>
  town.service.networkSetups.set(PUBLISHER, bot.botId, {
    outbids: false,
    networks: [{ kind: 'flyer', url: '', key, minPriceMicros: 0n }],
  });

it('two lists that are set at once share none', async () => {
  const setups = await Promise.all(['key-one', 'key-two'].map(set));
  const ids = setups.flatMap(({ networks }) => networks.map(({ networkId }) => networkId));
  expect(ids.sort()).toEqual([1, 2]);
});

it('they outlive the secret that sealed them', async () => {
  await set('key-one');
  bot.started.add(USER);
  expect(await town.ask(bot, USER, {})).toEqual(['https://t.me/one']);
  await town.store.flush();
  await town.sql("UPDATE bots SET networks_cipher = '00000000' || substr(networks_cipher, 9)");
  const nothing = { listed: 0, done: 0, claimedMicros: 0n };
  expect((await set('key-two')).networks).toMatchObject([{ networkId: 2, recent: nothing }]);
});
