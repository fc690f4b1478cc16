/** A bot that its owner claims by its token, from an account that added it without; over the real service. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const [FORMER, OWNER] = [501, 502];

let town: Town;
let bot: TownBot;
beforeEach(async () => {
  town = await Town.open(1);
  await town.account(FORMER);
  await town.account(OWNER);
  bot = await town.addBot(FORMER, { token: false });
});
afterEach(() => town.close());

/** While the former account's change waits for a name to be looked up. */
const claim = async () => {
  const token = `${String(bot.botId)}:token-of-a-bot`;
  town.bots.set(bot.botId, { ...bot, accountId: OWNER, token });
  await town.service.bots.add(OWNER, { token, settings: {} });
  return null;
};

it('gets no networks by a change that was under way', async () => {
  vi.spyOn(town.ports.webhookSender, 'fault').mockImplementationOnce(claim);
  const url = 'https://sponsors.example.org';
  const networks = [{ kind: 'sponsorgate', url, key: 'mine', minPriceMicros: 0n } as const];
  const change = town.service.networkSetups.set(FORMER, bot.botId, { outbids: true, networks });
  await expect(change).rejects.toMatchObject({ kind: 'forbidden' });
  const now = await town.service.networkSetups.view(OWNER, bot.botId);
  expect(now).toMatchObject({ outbids: false, networks: [] });
});

it('gets no settings by a change that was under way, and shows its new key to no one else', async () => {
  vi.spyOn(town.ports.webhookSender, 'pictureFault').mockImplementationOnce(claim);
  const settings = { text: 'Mine', image: 'https://pictures.example.org/mine.jpg' };
  const change = town.service.bots.update(FORMER, bot.botId, { settings });
  await expect(change).rejects.toMatchObject({ kind: 'forbidden' });
  const now = await town.service.bots.info(OWNER, bot.botId);
  expect(now.bot).toMatchObject({ accountId: OWNER, settings: { text: null, image: null } });
});
