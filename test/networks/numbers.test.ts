/** The networks of a bot, set from two windows at once. */
import { expect, it } from 'vitest';
import { Town } from '../../tools/simulation/zoo/town.js';

const PUBLISHER = 501;

it('two lists that are set at once share no number', async () => {
  const town = await Town.open(1);
  await town.account(PUBLISHER);
  const { botId } = await town.addBot(PUBLISHER);
  const set = (key: string) =>
    town.service.networkSetups.set(PUBLISHER, botId, {
      outbids: false,
      networks: [{ kind: 'flyer', url: '', key, minPriceMicros: 0n }],
    });
  const setups = await Promise.all(['key-one', 'key-two'].map(set));
  const ids = setups.flatMap(({ networks }) => networks.map(({ networkId }) => networkId));
  expect(ids.sort()).toEqual([1, 2]);
  await town.close();
});
