/** The bot process, as its operator runs it, asks the platform about users whom a publisher's bot has met. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceOver } from '../support/service-over.js';
import { createProcesses, type Processes } from '../support/service-processes.js';
import { type Emulator, openEmulator, operatorBot } from '../cases/stage.js';
import { removeFolder } from '../support/service-process.js';

const publisherId = 501;
const bot = { token: '9000000001:token-of-a-publishers-bot', username: 'petras_bot', first_name: 'Petra' };
const user = { id: 601, first_name: 'Ulla', bio: 'I sail.', photos: 1, gifts: 12, rating: 3 };

let emulator: Emulator;
let processes: Processes;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.client.bots(operatorBot);
  await emulator.client.bots(bot);
  await emulator.client.users(user);
  processes = await createProcesses({ BOT_TOKEN: operatorBot.token, PLATFORM_API_ROOT: emulator.url });
}, 60_000);

afterAll(async () => {
  await processes.stop('bot');
  await emulator.close();
  await removeFolder(processes.folder);
});

it('of a new user are there soon, with nobody asking for them', async () => {
  const over = await openServiceOver(processes.environment);
  const { service, store } = over;
  await service.accounts.open({ accountId: publisherId, firstName: 'Petra', username: '', language: 'en' });
  const { bot: added } = await service.bots.add(publisherId, { token: bot.token, settings: {} });
  await emulator.client.say(user.id, bot.username, '/start');
  await service.sponsors.request(added.botId, {
    chatId: user.id,
    user: { userId: user.id, firstName: user.first_name },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  const signal = AbortSignal.timeout(20_000);
  await processes.start('bot');
  const find = async () => {
    for (;;) {
      const changed = store.health.changed(signal);
      const known = await store.audience.find(user.id);
      if (known?.traitsAtMs != null || signal.aborted) return known;
      await changed;
    }
  };
  const told = { hasBio: true, gifts: 12, rating: 3, hasPhoto: true, hasRealPhoto: false };
  expect(await find()).toMatchObject(told);
  await over.close();
}, 60_000);
