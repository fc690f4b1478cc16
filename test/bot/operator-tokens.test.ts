/** A token pasted where none is asked for leaves the chat, and is kept nowhere. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { checkedLanguages } from '../../words/index.js';
import { dumpRows } from '../support/dump.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const SECRET = 'stray-token-stray-token';
const token = `7771234:${SECRET}`;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ MODERATOR_IDS: String(moderator.id) });
  await setScene(stage);
  await stage.client.bots({ token, username: 'stray_bot', first_name: 'Stray' });
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

async function expectGone(visitor: Visitor): Promise<void> {
  expect(JSON.stringify(await visitor.messages())).not.toContain(SECRET);
  const rows = await dumpRows(stage.settings.DATABASE_URL);
  expect(rows.filter((row) => row.includes(SECRET))).toEqual([]);
  expect(stage.logged.join('\n')).not.toContain(SECRET);
  await expect(stage.service.bots.info(visitor.id, 7_771_234)).rejects.toThrow();
}

describe.each(checkedLanguages)('in %s', (language) => {
  const words = wordsIn(language);

  it('while something else is asked: it is refused, and the question stands', async () => {
    const { orderId } = await addOrder(stage, 'gardens', advertiserId);
    await stage.service.accounts.setLanguage(advertiserId, language);
    const visitor = new Visitor(stage, advertiserId);
    await visitor.say('/start');
    for (const data of ['bot-search', 'order-search', `order-edit:${String(orderId)}:name`]) {
      await visitor.forge(data);
      const written = await visitor.write(`Use this: ${token} please`);
      await visitor.shows(words.text('error-token-here'), written);
      await expectGone(visitor);
    }
    await visitor.write('Renamed');
    await visitor.shows('Renamed');
    expect((await stage.service.orders.info(advertiserId, orderId)).name).toBe('Renamed');
  });

  it('a reason for a rejection is no place for one either', async () => {
    const waiting = { link: 'https://t.me/waiting', adsType: 'channel', quantityAll: 10 } as const;
    const { orderId } = await stage.service.orders.create(publisherId, waiting);
    const { revision } = await stage.service.orders.info(publisherId, orderId);
    const visitor = new Visitor(stage, moderator.id);
    await visitor.say('/start');
    await stage.service.accounts.setLanguage(moderator.id, language);
    await visitor.forge(`mod:write:${String(orderId)}:${String(revision)}`);
    await visitor.write(token);
    await visitor.shows(words.text('error-token-here'));
    await expectGone(visitor);
    expect((await stage.service.orders.info(publisherId, orderId)).status).toBe('Moderation');
  });

  it('after a command', async () => {
    await stage.service.accounts.setLanguage(advertiserId, language);
    const visitor = new Visitor(stage, advertiserId);
    await visitor.say('/start');
    await visitor.write(`/bots ${token}`);
    await visitor.shows(words.text('error-token-here'));
    await expectGone(visitor);
  });
});

it('what is searched for is sealed', async () => {
  const visitor = new Visitor(stage, advertiserId);
  await visitor.say('/start');
  await visitor.forge('order-search');
  await visitor.write('a private matter');
  await visitor.shows('a private matter');
  const rows = await dumpRows(stage.settings.DATABASE_URL);
  expect(rows.filter((row) => row.includes('search:orders:'))).toHaveLength(1);
  expect(rows.filter((row) => row.includes('private matter'))).toEqual([]);
});
