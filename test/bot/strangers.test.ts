/**
 * Nobody reads or changes through the operator bot what isn't theirs: people who write their own messenger can press
 * any button with any ids in it. Every button that the bot knows is pressed by a stranger, by a moderator and by an
 * administrator with the ids of somebody else's things: it is refused at the press, nothing is asked, they read nothing
 * of it, and nothing changes. The same press by the owner is not refused, so the ids were right.
 */
import type { Update } from 'grammy/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../bot/operator/actions.js';
import { pressNames } from '../../bot/operator/press.js';
import { dumpRows } from '../support/dump.js';
import { type Call, type FedBot, startFedBot } from './fed-bot.js';
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
import { type Press, presses } from './stranger-presses.js';
import { administratorId, HIDDEN, StrangerScene } from './stranger-scene.js';
import { writtenWords } from './written-words.js';

const strangerId = 666_001;
/** People who do not own a thing, or are not of the staff it is for. */
const intruders = [strangerId, moderator.id, administratorId];

const words = writtenWords('en');
const refusals = ['error-403', 'error-forbidden-or-not-foundorder'].map((key) => words.get(key));
const stale = words.get('error-stale');

let stage: ServiceStage;
let bot: FedBot;
let scene: Scene;
let things: StrangerScene;
let orderId: number;
let secrets: string[];
let updateId = 1;

beforeAll(async () => {
  stage = await openServiceStage({
    STARS_RATE: '1.5',
    ADMIN_IDS: String(administratorId),
    ORDERS_WAITING_MAX: '1000',
    BOTS_MAX: '1000',
    BOTS_PER_HOUR: '1000',
    OUTGOING_PRIVATE: '1',
  });
  const { service } = stage;
  scene = await setScene(stage);
  things = new StrangerScene(stage);
  ({ orderId } = await addOrder(stage, 'hidden_gardens'));
  for (const accountId of [strangerId, administratorId])
    await service.accounts.open({ accountId, firstName: 'Mallory', username: '', language: 'en' });
  secrets = [
    HIDDEN,
    'petras_bot',
    'Petra’s bot',
    scene.token,
    (await service.bots.info(publisherId, scene.botId)).apiKey,
    await service.accounts.revealKey(publisherId, 'access'),
    await service.accounts.revealKey(publisherId, 'statistics'),
    await service.accounts.revealKey(advertiserId, 'access'),
  ];
  bot = await startFedBot(stage);
  // What they are called is written down when they come; after that nothing of theirs changes by itself.
  for (const id of [...intruders, publisherId, advertiserId]) await bot.hand(say('/start', id));
});

afterAll(async () => {
  await bot.stop();
  await stage.close();
});

const person = (id: number) => ({ id, first_name: 'Mallory' });

function say(text: string, accountId = strangerId): Update {
  const from = { ...person(accountId), is_bot: false, language_code: 'en' };
  const chat = { ...person(accountId), type: 'private' as const };
  const entities = text.startsWith('/')
    ? [{ type: 'bot_command' as const, offset: 0, length: text.split(' ', 1)[0]?.length ?? 0 }]
    : [];
  return { update_id: updateId++, message: { message_id: updateId, date: 0, from, chat, text, entities } };
}

function press(data: string, accountId = strangerId): Update {
  const from = { ...person(accountId), is_bot: false, language_code: 'en' };
  const message = {
    message_id: 5,
    date: 0,
    chat: { ...person(accountId), type: 'private' as const },
    text: 'forged',
  };
  return { update_id: updateId++, callback_query: { id: '1', from, chat_instance: '1', data, message } };
}

/** What the bot does about one press. */
async function pressed(data: string, accountId: number): Promise<Call[]> {
  bot.calls.splice(0);
  await bot.hand(press(data, accountId));
  return bot.calls.splice(0);
}

const noteOf = (calls: readonly Call[]) =>
  calls.find(({ method }) => method === 'answerCallbackQuery')?.payload['text'];

const isAsked = async (accountId: number) =>
  (await stage.service.sessions.read(`dialogue:${String(accountId)}`)) !== null;

/**
 * All rows but the stranger's own; drafts and dialogues are everybody's own, and how often somebody asked or was shown
 * something is written in its own good time.
 */
const rows = async () => {
  const all = await dumpRows(stage.settings.DATABASE_URL, {
    without: ['sessions', 'versions', 'limit_takes', 'bot_days', 'order_days', 'pair_days'],
  });
  return all.filter((row) => !row.includes(`"account_id":"${String(strangerId)}"`));
};

function expectNoSecrets(what: string): void {
  const said = JSON.stringify(bot.calls.splice(0));
  for (const secret of secrets) expect(said.includes(secret), `${what} tells ${secret}`).toBe(false);
}

const dataOf = (name: string, args: string) => (args === '' ? name : `${name}:${args}`);

async function expectRefused(data: string, intruder: number): Promise<void> {
  const calls = await pressed(data, intruder);
  const what = `${data} by ${String(intruder)}`;
  // An answer that stays until it is read, and nothing else: no screen, no message, no file.
  expect(
    calls.map(({ method }) => method),
    what,
  ).toEqual(['answerCallbackQuery']);
  const expected = data.startsWith('hook-again:') ? [stale, ...refusals] : refusals;
  expect(expected, what).toContain(noteOf(calls));
  expect(await isAsked(intruder), `${what} asks something`).toBe(false);
}

/** Somebody else's ids, for a button that acts on the presser's own things whatever stands in its data. */
const foreignTails = () => {
  const ids = [scene.botId, orderId, publisherId].map(String);
  return ['', ...ids.map((id) => `:${id}`), ...ids.map((id) => `:${id}:1`), ':access', ':statistics', ':1'];
};

const names = Object.keys(presses).sort();
const kindOf = (kind: Press['kind']) => names.filter((name) => presses[name]?.kind === kind);

describe('a stranger in the operator bot', () => {
  it('is tried on every button that the bot knows', () => {
    expect([...pressNames].sort()).toEqual(names);
    // An offered answer is read by the dialogue that offered it.
    expect([...names, 'say'].sort()).toEqual(Object.keys(actions).sort());
    expect(kindOf('theirs').length).toBeGreaterThan(75);
  });

  it.each(kindOf('theirs'))('is refused at the press of %s, and its owner is not', async (name) => {
    const entry = presses[name];
    if (entry?.kind !== 'theirs') throw new Error('not one of these');
    const { ownerId, args } = await entry.make(things);
    const before = await rows();
    bot.calls.splice(0);
    for (const data of args.map((tail) => dataOf(name, tail)))
      for (const intruder of intruders.filter((id) => id !== ownerId)) await expectRefused(data, intruder);
    expect(await rows(), `${name} changes something`).toEqual(before);
    for (const data of args.map((tail) => dataOf(name, tail))) {
      const calls = await pressed(data, ownerId);
      const note = noteOf(calls);
      expect([...refusals, stale], `${data} by its owner`).not.toContain(note);
      expect(calls.length, `${data} by its owner`).toBeGreaterThan(0);
      await bot.hand(say('/cancel', ownerId));
    }
    expect(bot.complaints, name).toEqual([]);
  });

  it.each(kindOf('own'))('finds only their own behind %s', async (name) => {
    const before = await rows();
    bot.calls.splice(0);
    for (const tail of foreignTails()) {
      await bot.hand(press(`${name}${tail}`));
      if (!(await isAsked(strangerId))) continue;
      // It asks something: what is answered must not reach the owner's things either.
      await bot.hand(say('7'));
      await bot.hand(say('https://example.org/mine'));
      await bot.hand(say('/cancel'));
    }
    expectNoSecrets(name);
    expect(await rows(), `${name} changes something`).toEqual(before);
    expect(bot.complaints, name).toEqual([]);
  });

  it('gets nowhere with bad, absent or strange arguments', async () => {
    const before = await rows();
    bot.calls.splice(0);
    for (const name of kindOf('theirs'))
      for (const tail of [
        '',
        ':',
        ':x',
        ':0',
        ':-1',
        ':1e99',
        ':d',
        `:${String(orderId)}:x:y:z`,
        ':__proto__',
      ])
        await bot.hand(press(`${name}${tail}`));
    expectNoSecrets('a strange argument');
    expect(await rows()).toEqual(before);
    expect(bot.complaints).toEqual([]);
  });

  it('cannot answer what was never asked', async () => {
    const before = await rows();
    bot.calls.splice(0);
    for (const answer of ['say:yes', 'say:all', 'say:', 'say:default', `say:${String(orderId)}`]) {
      const calls = await pressed(answer, strangerId);
      expect(calls.map(({ method }) => method)).toEqual(['answerCallbackQuery']);
      expect(noteOf(calls)).toBe(stale);
    }
    expect(await rows()).toEqual(before);
  });

  it.each(['bot', 'order', 'mod', 'access', 'mod:ok', 'key'])('opening a deep link %s', async (word) => {
    const before = await rows();
    bot.calls.splice(0);
    for (const payload of [
      `${word}_${String(scene.botId)}`,
      `${word}-${String(orderId)}`,
      `${word}:${String(orderId)}:1`,
      String(orderId),
    ])
      await bot.hand(say(`/start ${payload}`));
    const commands = [
      '/queue',
      '/payouts',
      '/orders',
      '/bots',
      '/wallet',
      '/admin',
      `/order ${String(orderId)}`,
    ];
    for (const command of commands) await bot.hand(say(command));
    expectNoSecrets(word);
    expect(await rows(), `${word} changes something`).toEqual(before);
    expect(bot.complaints, word).toEqual([]);
  });
});
