/**
 * Updates that the store cannot take while it takes others, as over Citus those of a user whose server is away: they are put
 * aside, the stream goes on, and they are performed by themselves, in their order, once the server is back.
 */
import { Bot } from 'grammy';
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPolling } from '../../bot/polling.js';
import { ALLOWED_UPDATES, type UpdateWork } from '../../bot/updates.js';
import { startWebhook } from '../../bot/webhook.js';
import { botIdOf } from '../../core/checkers/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import type { DeferredUpdates } from '../../core/updates.js';
import { bring } from '../support/people.js';
import { openServiceStage, type ServiceStage } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const BOT = botIdOf(operatorToken);
const [ann, ben] = [7, 8];
const SOON = { timeout: 20_000 };
vi.setConfig({ testTimeout: 60_000 });

let stage: ServiceStage;
let chat: number;
let polling: UpdateWork | null = null;
/** Users whose server is away. */
const away = new Set<number>();
/** Users of whom the bot cannot make anything. */
const tripping = new Set<number>();
/** The date of a change that it fails at. */
const FAULTY = 13;
/** What was performed, as `<user> <status>` and what people wrote; and how often was tried what could not be. */
const seen: string[] = [];
let failed = 0;
const logged: string[] = [];
const note = (facts: Record<string, unknown>, message: string) => {
  logged.push(`${message} ${JSON.stringify(facts)}`);
};
const lines = (words: string) => logged.filter((line) => line.startsWith(words));
const log: Log = { info: note, warn: note, error: note };

beforeEach(async () => {
  stage = await openServiceStage();
  away.clear();
  tripping.clear();
  seen.length = 0;
  logged.length = 0;
  failed = 0;
  for (const id of [ann, ben]) await stage.client.users({ id, first_name: `User ${String(id)}` });
  ({ id: chat } = await stage.client.chats({ type: 'channel', title: 'Garden', username: 'garden_one' }));
  await stage.client.members({ chat, user: `@${operatorName}`, status: 'administrator' });
  // The platform keeps such updates from when they are first asked for.
  const bot = await noting();
  await bot.api.getUpdates({ allowed_updates: ALLOWED_UPDATES, timeout: 0 });
});
afterEach(async () => {
  await stop();
  await stage.close();
});

async function stop(): Promise<void> {
  await polling?.stop();
  polling = null;
}

/** A bot that notes what it is told, and cannot store it of those who are away. */
async function noting(): Promise<Bot> {
  const bot = new Bot(operatorToken, { client: { apiRoot: stage.emulator.url } });
  bot.on('chat_member', ({ chatMember: { date, new_chat_member: after } }) => {
    if (date === FAULTY) throw new Error('a fault of ours');
    if (tripping.has(after.user.id)) throw new TypeError('of a field that is not there');
    if (away.has(after.user.id)) {
      failed += 1;
      throw new ServiceError('unavailable', 'The server of the user is away.');
    }
    seen.push(`${String(after.user.id)} ${after.status}`);
  });
  bot.on('message:text', (ctx) => {
    seen.push(ctx.message.text);
  });
  await bot.init();
  return bot;
}

async function poll(deferred: DeferredUpdates = stage.service.updates.deferred): Promise<void> {
  polling = startPolling(await noting(), log, { deferred });
}

const moves = (user: number, ...statuses: ('member' | 'left')[]) =>
  statuses.reduce<Promise<unknown>>(
    (before, status) => before.then(() => stage.client.members({ chat, user, status })),
    Promise.resolve(),
  );
const until = (what: readonly string[]) => expect.poll(() => seen, SOON).toEqual(what);
const oldestMs = () => stage.service.updates.deferred.oldestMs();
const sayAsBen = (text: string) => stage.client.say(ben, operatorName, text);

it('the stream goes on, and they are performed once, when the server is back', async () => {
  away.add(ann);
  await poll();
  await moves(ann, 'member');
  await moves(ben, 'member');
  await until(['8 member']);
  await sayAsBen('hello');
  await until(['8 member', 'hello']);
  // Confirmed to the platform, since it stands in the store.
  await expect.poll(oldestMs, SOON).not.toBeNull();
  await stop();
  expect(await (await noting()).api.getUpdates()).toEqual([]);
  await poll();
  await expect.poll(() => failed, SOON).toBeGreaterThan(1);
  away.clear();
  await until(['8 member', 'hello', '7 member']);
  await expect.poll(oldestMs, SOON).toBeNull();
  expect(lines('updates are deferred: the server of their users is away').length).toBeGreaterThan(0);
  await expect.poll(() => lines('no update is deferred any more'), SOON).toHaveLength(1);
  expect(seen).toHaveLength(3);
});

it('what comes of the same user and chat goes behind them, also after a restart', async () => {
  const { deferred } = stage.service.updates;
  const waiting = async () => (await deferred.ofQueue(`${String(chat)}:${String(ann)}`, 10)).length;
  const { id: other } = await stage.client.chats({ type: 'channel', title: 'Other', username: 'other_one' });
  await stage.client.members({ chat: other, user: `@${operatorName}`, status: 'administrator' });
  away.add(ann);
  await stage.client.hold(operatorName);
  await moves(ann, 'member', 'left');
  await stage.client.release(operatorName);
  await poll();
  await expect.poll(waiting, SOON).toBe(2);
  await stop();
  // The server is back just as the next is told, before anything that is deferred has been tried: it must not overtake.
  away.clear();
  await moves(ann, 'member');
  await stage.client.members({ chat: other, user: ann, status: 'member' });
  await poll({ ...deferred, dueQueues: () => Promise.resolve([]) });
  await until(['7 member']);
  await expect.poll(waiting, SOON).toBe(3);
  await stop();
  await poll();
  await until(['7 member', '7 member', '7 left', '7 member']);
});

it('the platform may bring again what is deferred: it is performed once', async () => {
  away.add(ann);
  await stage.client.hold(operatorName);
  await moves(ann, 'member');
  const [update] = await heldBack();
  await poll();
  await expect.poll(oldestMs, SOON).not.toBeNull();
  await stage.client.redeliver(operatorName, update.update_id);
  await sayAsBen('after');
  await until(['after']);
  away.clear();
  await until(['after', '7 member']);
  await expect.poll(oldestMs, SOON).toBeNull();
  expect(seen).toHaveLength(2);
});

/** Lets what was held back go, and looks at it before the bot does. */
async function heldBack(): Promise<[Update]> {
  await stage.client.release(operatorName);
  const updates = await (await noting()).api.getUpdates();
  return [updates.at(-1)!];
}

it('of updates that a webhook brought, the others are done with, and these stay', async () => {
  const { updates } = stage.service;
  const start = async () => {
    polling = startWebhook(await noting(), log, {
      updates: { ...updates, webhook: () => ({ url: '', secretToken: '' }) },
      prepare: () => Promise.resolve(),
      reach: { answered: () => Promise.resolve(), failed: () => Promise.resolve(), isFailing: false },
      changed: (signal) => stage.service.blocks.changed(signal),
    });
  };
  let nextId = 100;
  const bring = (user: number, status: 'member' | 'left') => {
    const member = { status, user: { id: user, is_bot: false, first_name: 'x' } };
    nextId += 1;
    return updates.keep(BOT, {
      update_id: nextId,
      chat_member: {
        chat: { id: chat, type: 'channel', title: 'Garden' },
        from: member.user,
        date: 1,
        old_chat_member: member,
        new_chat_member: member,
      },
    });
  };
  away.add(ann);
  await bring(ann, 'member');
  await bring(ben, 'member');
  await start();
  await until(['8 member']);
  await expect.poll(async () => (await updates.waiting(10)).length, SOON).toBe(0);
  await stop();
  await start();
  await bring(ann, 'left');
  await bring(ben, 'left');
  await until(['8 member', '8 left']);
  expect(await oldestMs()).toBe(1_000);
  away.clear();
  await until(['8 member', '8 left', '7 member', '7 left']);
  await expect.poll(oldestMs, SOON).toBeNull();
});

it('many of a server that stays away hold up nobody else, cost a bounded number of tries, and go on as one does', async () => {
  const [gone, back, each] = [1_000, 5_000, 250];
  // For so long already that each is tried once a minute.
  const longAgoMs = Date.now() - 3_600_000;
  const defer = (user: number, dueMs: number) =>
    stage.store.updates.defer(BOT, joined(user, user, 1), longAgoMs + dueMs);
  for (let one = 0; one < each; one += 1) {
    away.add(gone + one);
    await defer(gone + one, 0);
    await defer(back + one, 1);
  }
  await poll();
  await expect.poll(() => seen.length, SOON).toBe(each);
  expect(seen.every((line) => Number.parseInt(line, 10) >= back)).toBe(true);
  // Some may be under way still.
  const { deferred } = stage.service.updates;
  await expect.poll(() => deferred.dueQueues(Date.now(), 500), SOON).toEqual([]);
  // None again but by a look that follows a success, of a hundred at most.
  expect(failed).toBeLessThanOrEqual(2 * each);
  away.clear();
  await deferred.add(joined(gone + each, gone + each, 1));
  await expect.poll(() => seen.length, SOON).toBe(2 * each + 1);
});

/** A join, as it stands deferred. */
function joined(updateId: number, user: number, date: number) {
  const member = { status: 'member', user: { id: user, is_bot: false, first_name: 'x' } };
  const change = { from: member.user, date, old_chat_member: member, new_chat_member: member };
  const chatMember = { ...change, chat: { id: chat, type: 'channel', title: 'Garden' } };
  return {
    updateId,
    body: JSON.stringify({ update_id: updateId, chat_member: chatMember }),
    queue: `${String(chat)}:${String(user)}`,
    happenedAtMs: date * 1_000,
  };
}

it('where not even that can be stored, it waits and is not confirmed', async () => {
  away.add(ann);
  let refused = 0;
  const broken: DeferredUpdates = {
    ...stage.service.updates.deferred,
    add: () => {
      refused += 1;
      if (refused === 2) away.clear();
      return Promise.reject(new ServiceError('unavailable', 'The store is away.'));
    },
  };
  await moves(ann, 'member');
  await poll(broken);
  await expect.poll(() => refused, SOON).toBeGreaterThan(0);
  expect(logged.join('\n')).toContain('an update could not be stored');
  await until(['7 member']);
  expect(await oldestMs()).toBeNull();
  expect(refused).toBe(2);
});

it('one that fails for a reason of its own is given up, and those behind it go on', async () => {
  const { deferred } = stage.service.updates;
  await deferred.add(joined(1, ann, FAULTY));
  await deferred.add(joined(2, ann, FAULTY + 1));
  await poll();
  await until(['7 member']);
  expect(lines('an update could not be stored')).toHaveLength(3);
  await expect.poll(oldestMs, SOON).toBeNull();
});

const queues = () => stage.service.updates.deferred.dueQueues(Infinity, 10);
/** Those that are tried within the next half an hour. */
const soon = () => stage.service.updates.deferred.dueQueues(Date.now() + 1_800_000, 10);
/** A join as it may come one day. */
function unheardOf(updateId: number, user: number) {
  const { body, ...rest } = joined(updateId, user, 1);
  return { ...rest, body: body.replaceAll('"status":"member"', '"status":"subscriber"') };
}

it('one that cannot be read is logged once by its shape, and waits alone, for hours', async () => {
  await poll();
  for (const user of [ann, ben, ann]) {
    const { chat_member } = JSON.parse(unheardOf(1, user).body) as Update;
    await bring(stage.client, operatorName, { chat_member });
  }
  await moves(ann, 'member');
  await until(['7 member']);
  await expect.poll(queues, SOON).toHaveLength(3);
  await expect.poll(soon, SOON).toEqual([]);
  const [line, ...others] = lines('an update cannot be read');
  expect(others).toEqual([]);
  const path = 'chat_member.new_chat_member.status: string';
  expect(line).toContain(`"wrong":["${path}","${path.replace('new_', 'old_')}"]`);
  expect(logged.join()).not.toContain('subscriber');
  expect(lines('an update could not be stored')).toEqual([]);
  // It holds up no release of earnings, and is no sign of a server that is away.
  expect(await stage.store.updates.oldestDeferredMs(BOT, 'memberships')).toBeNull();
  expect(lines('updates are deferred')).toEqual([]);
});

it('one that this build trips over is performed by the next, as soon as that starts', async () => {
  tripping.add(ann);
  await poll();
  await moves(ann, 'member');
  await moves(ben, 'member');
  await until(['8 member']);
  await expect.poll(queues, SOON).toHaveLength(1);
  await expect.poll(soon, SOON).toEqual([]);
  expect(lines('an update cannot be read')).toEqual([expect.stringMatching(/chat_member: TypeError at /)]);
  await stop();
  tripping.clear();
  await poll();
  await until(['8 member', '7 member']);
  await expect.poll(queues, SOON).toEqual([]);
});

it('one that cannot be read leaves the queue of its user, and those behind it go on', async () => {
  const { deferred } = stage.service.updates;
  await deferred.add(unheardOf(1, ann));
  await deferred.add(joined(2, ann, 2));
  await poll();
  await until(['7 member']);
  await expect.poll(queues, SOON).toEqual(['unread:1']);
});

it('one that cannot be read is given up after a day, and said to be, unless it holds money', async () => {
  const dayAgoMs = Date.now() - 86_400_000;
  const payment = '{"update_id":2,"message":{"chat":{"id":7,"type":"private"},"successful_payment":null}}';
  await stage.store.updates.defer(BOT, { ...unheardOf(1, ann), queue: 'unread:1' }, dayAgoMs);
  await stage.store.updates.defer(BOT, { ...joined(2, ann, 1), body: payment, queue: 'unread:2' }, dayAgoMs);
  await stage.store.updates.defer(BOT, { ...unheardOf(3, ann), queue: 'unread:3' }, dayAgoMs + 60_000);
  await poll();
  await expect.poll(soon, SOON).toEqual([]);
  expect((await queues()).sort()).toEqual(['unread:2', 'unread:3']);
  expect(lines('an update that cannot be read is given up')).toEqual([
    `an update that cannot be read is given up {"bot":${String(BOT)},"updateId":1}`,
  ]);
});
