/** How far back requests look for what a user was shown, over either database. */
import { expect, test } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { createRequestContexts } from '../../core/sponsors/request-contexts.js';
import { BOT, listed, populate, requestRecord } from './makers.js';
import { contract, START_MS } from './run.js';

const USER = 42;

const settings = parseSettings({
  BOT_TOKEN: '123456:abcdefghijk',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});
const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;

contract('request contexts', (stage) => {
  test.each([
    ['a bot whose ranking learns', true, 1],
    ['another bot', false, 0],
  ])(
    'of %s: a join goes to what is young enough, and taste is learned of a week',
    async (_, learns, length) => {
      const { store } = stage();
      const { orderId } = await populate(store);
      await store.sponsors.record(USER, requestRecord({ impressions: [listed(orderId)] }));
      const bot = await store.bots.find(BOT);
      if (bot === null) throw new Error('A bot was expected.');
      const contexts = createRequestContexts({ store, settings }, { learns: () => learns });
      const young = await contexts.read(bot, USER, START_MS + attributionMs);
      expect([await young.impressions(), await young.remembered()]).toMatchObject([
        [{ orderId }],
        [{ orderId }],
      ]);
      const old = await contexts.read(bot, USER, START_MS + attributionMs + 1);
      expect(await old.impressions()).toEqual([]);
      expect(await old.remembered()).toHaveLength(length);
    },
  );
});
