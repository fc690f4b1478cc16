/**
 * Nobody reads or changes through the operator bot what isn't theirs: whoever writes their own messenger can press any
 * button with any ids in it. Every button there is in the code is pressed by a stranger with the ids of somebody else's
 * bot and order, and what it asks then is answered: they read nothing of it, and nothing changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Update } from 'grammy/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpRows } from '../support/dump.js';
import { type FedBot, startFedBot } from './fed-bot.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const strangerId = 666_001;

const folder = path.resolve(import.meta.dirname, '../../bot/operator');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** The names of all buttons, read from the code, so that a new one is tried without being told. */
const buttons = [
  ...new Set(
    sources.flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/onPress\(\s*\w+,\s*'([^']+)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
].sort();

let stage: ServiceStage;
let bot: FedBot;
let scene: Scene;
let theirs: { orderId: number; waitingId: number };
let secrets: string[];
let updateId = 1;

beforeAll(async () => {
  stage = await openServiceStage({ STARS_RATE: '1.5' });
  const { service } = stage;
  scene = await setScene(stage);
  const { orderId } = await addOrder(stage, 'hidden_gardens');
  const { orderId: waitingId } = await service.orders.create(advertiserId, {
    link: 'https://example.org/hidden-page',
    adsType: 'resource',
    name: 'Hidden page',
    quantityAll: 50,
  });
  theirs = { orderId, waitingId };
  secrets = [
    'hidden_gardens',
    'hidden-page',
    'Hidden page',
    'petras_bot',
    'Petra’s bot',
    scene.token,
    (await service.bots.info(publisherId, scene.botId)).apiKey,
    await service.accounts.revealKey(publisherId, 'access'),
    await service.accounts.revealKey(publisherId, 'statistics'),
    await service.accounts.revealKey(advertiserId, 'access'),
  ];
  bot = await startFedBot(stage);
  await bot.hand(say('/start'));
});

afterAll(async () => {
  await bot.stop();
  await stage.close();
});

const from = { id: strangerId, is_bot: false, first_name: 'Mallory', language_code: 'en' } as const;
const chat = { id: strangerId, type: 'private', first_name: 'Mallory' } as const;

function say(text: string): Update {
  const entities = text.startsWith('/')
    ? [{ type: 'bot_command' as const, offset: 0, length: text.split(' ', 1)[0]?.length ?? 0 }]
    : [];
  return { update_id: updateId++, message: { message_id: updateId, date: 0, from, chat, text, entities } };
}

function press(data: string): Update {
  const message = { message_id: 5, date: 0, chat, text: 'forged' };
  return { update_id: updateId++, callback_query: { id: '1', from, chat_instance: '1', data, message } };
}

/** All rows but the stranger's own; drafts and dialogues are everybody's own. */
const rows = async () => {
  const all = await dumpRows(stage.settings.DATABASE_URL, {
    without: ['sessions', 'versions', 'limit_takes'],
  });
  return all.filter((row) => !row.includes(`"account_id":"${String(strangerId)}"`));
};

const said = () => JSON.stringify(bot.calls.splice(0));

async function expectNothing(before: string[], what: string): Promise<void> {
  const words = said();
  for (const secret of secrets) expect(words.includes(secret), `${what} tells ${secret}`).toBe(false);
  expect(await rows(), `${what} changes something`).toEqual(before);
  expect(bot.complaints, what).toEqual([]);
}

/** What may follow an id: the arguments that the buttons of each kind take. */
const tails = () => [
  '',
  ':0',
  ':1',
  ':1:0',
  ':1:1',
  ':0:0',
  `:${String(theirs.orderId)}:1:0`,
  `:${String(scene.botId)}:1:0`,
  ':1:spam',
  ':all',
  ':all:1',
  ':name',
  ':link',
  ':url',
  ':games:0',
  ':get_links:1',
  ':languages:1:0',
  ':gender:male',
];

describe('a stranger in the operator bot', () => {
  it('is tried on every button', () => {
    expect(buttons.length).toBeGreaterThan(60);
    for (const known of ['bot-key', 'bot-on', 'order-on', 'mod:ok', 'report', 'order-copy'])
      expect(buttons).toContain(known);
  });

  it.each(buttons)(
    'pressing %s',
    async (name) => {
      const before = await rows();
      const { orderId, waitingId } = theirs;
      for (const id of [scene.botId, orderId, waitingId, publisherId])
        for (const tail of tails()) {
          const data = `${name}:${String(id)}${tail}`;
          await bot.hand(press(data));
          if ((await stage.service.sessions.read(`dialogue:${String(strangerId)}`)) === null) continue;
          // It asks something: what is answered must not reach the owner's things either.
          await bot.hand(say('7'));
          await bot.hand(say('https://example.org/mine'));
          await bot.hand(say('/cancel'));
        }
      await expectNothing(before, name);
    },
    60_000,
  );

  it.each(['bot', 'order', 'mod', 'access', 'mod:ok', 'key'])('opening a deep link %s', async (word) => {
    const before = await rows();
    const { orderId } = theirs;
    for (const payload of [
      `${word}_${String(scene.botId)}`,
      `${word}-${String(orderId)}`,
      `${word}:${String(orderId)}:1`,
      String(orderId),
    ])
      await bot.hand(say(`/start ${payload}`));
    for (const command of ['/queue', '/orders', '/bots', '/wallet', '/admin', `/order ${String(orderId)}`])
      await bot.hand(say(command));
    await expectNothing(before, word);
  });

  it('the same buttons do work for those whose things they are', async () => {
    const asPublisher = { ...from, id: publisherId };
    const query = press(`bot:${String(scene.botId)}`);
    query.callback_query = { ...query.callback_query!, from: asPublisher, message: undefined! };
    const message = { message_id: 5, date: 0, chat: { ...chat, id: publisherId }, text: 'x' };
    query.callback_query.message = message;
    await bot.hand(query);
    expect(said()).toContain('petras_bot');
    const asModerator = press(`mod:card:${String(theirs.waitingId)}`);
    asModerator.callback_query = {
      ...asModerator.callback_query!,
      from: { ...from, id: moderator.id },
      message: { ...message, chat: { ...chat, id: moderator.id } },
    };
    await bot.hand(asModerator);
    expect(said()).toContain('hidden-page');
  });
});
