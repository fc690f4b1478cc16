/** Where the platform refuses a bot's token, its owner is told once, in their language, by the processes as they run. */
import { randomBytes } from 'node:crypto';
import type { Message } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Emulator, openEmulator, operatorBot } from '../cases/stage.js';
import { removeFolder } from '../support/service-process.js';
import { createProcesses, type Processes } from '../support/service-processes.js';
import { openServiceOver, type ServiceOver } from '../support/service-over.js';

const advertiserId = 700;
const owners = [
  {
    id: 701,
    language_code: 'en',
    first_name: 'Petra',
    nickname: 'petras_bot',
    told: 'rejects the token of @petras_bot',
  },
  {
    id: 702,
    language_code: 'ru',
    first_name: 'Пётр',
    nickname: 'petrs_bot',
    told: 'не принимает токен @petrs_bot',
  },
] as const;

let emulator: Emulator;
let processes: Processes;
let over: ServiceOver;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.client.bots(operatorBot);
  await emulator.client.users({ id: advertiserId, first_name: 'Albert' });
  for (const { id, first_name, language_code } of owners)
    await emulator.client.users({ id, first_name, language_code });
  processes = await createProcesses({ BOT_TOKEN: operatorBot.token, PLATFORM_API_ROOT: emulator.url });
  over = await openServiceOver(processes.environment);
  await Promise.all([processes.start('bot'), advertise()]);
}, 60_000);

afterAll(async () => {
  await processes.stop('bot');
  await over.close();
  await emulator.close();
  await removeFolder(processes.folder);
});

/** An order that every bot can show. */
async function advertise(): Promise<void> {
  const { accounts, orders, moderation } = over.service;
  await accounts.open({ accountId: advertiserId, firstName: 'Albert', username: '', language: 'en' });
  const booking = { reference: 'test', note: '', bookedBy: null };
  await over.store.ledger.deposit(advertiserId, 1_000_000_000n, booking, Date.now());
  const { orderId } = await orders.create(advertiserId, {
    link: 'https://example.org/page',
    adsType: 'resource',
    quantityAll: 1_000,
    targeting: { languages: null },
  });
  const outcome = await moderation.approve(null, orderId, 1);
  expect(outcome.kind).toBe('decided');
}

const newToken = (botId: number) => `${String(botId)}:${randomBytes(24).toString('base64url')}`;

/** A user of the publisher's bot asks for something. */
async function ask(botId: number, userId: number): Promise<string> {
  const answer = await over.service.sponsors.request(botId, {
    chatId: userId,
    user: { userId, firstName: 'Ulla', languageCode: 'en', isPremium: false },
    action: 'subscribe',
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
  return answer.status;
}

async function notifications(ownerId: number, told: string): Promise<Message[]> {
  const messages = await emulator.client.messages(ownerId, operatorBot.username);
  return messages.filter(({ text }) => text?.includes(told) === true);
}

it.each(owners)(
  '$first_name is told about @$nickname in $language_code',
  async (owner) => {
    const { client } = emulator;
    const { id, nickname, told } = owner;
    const said = await client.say(id, operatorBot.username, '/start');
    await client.waitForMessage(id, operatorBot.username, () => true, { after: said });
    const botId = 9_000_000 + id;
    const token = newToken(botId);
    await client.bots({ token, username: nickname, first_name: 'A bot' });
    await over.service.bots.add(id, { token, settings: {} });
    const users = Array.from({ length: 5 }, (_, at) => id * 100 + at);
    for (const userId of users) await client.users({ id: userId, first_name: 'Ulla' });
    await client.revoke(nickname);
    // Several blocks meet the refusal at once.
    expect(await Promise.all(users.slice(0, 4).map((userId) => ask(botId, userId)))).toContain('warning');
    const notification = await client.waitForMessage(
      id,
      operatorBot.username,
      ({ text }) => text?.includes(told) === true,
      { timeoutMs: 20_000 },
    );
    expect(JSON.stringify(notification)).toContain(`bot:${String(botId)}`);
    expect((await over.service.bots.info(id, botId)).bot.isTokenInvalid).toBe(true);
    // Nobody is held back for a block that cannot be shown, and nothing more is told.
    expect(await Promise.all(users.map((userId) => ask(botId, userId)))).toEqual(users.map(() => 'ok'));

    // A new token is another matter: when that one is refused too, they are told again.
    const second = newToken(botId);
    await client.bots({ token: second, username: nickname, first_name: 'A bot' });
    await over.service.bots.update(id, botId, { token: second, settings: {} });
    expect(await notifications(id, told)).toHaveLength(1);
    await client.revoke(nickname);
    await ask(botId, users[4] ?? 0);
    await client.waitForChat(id, operatorBot.username, (messages) => {
      const found = messages.filter(({ text }) => text?.includes(told) === true);
      return found.length === 2 ? found : undefined;
    });
    const everybody = [advertiserId, ...owners.map((one) => one.id).filter((other) => other !== id)];
    for (const other of everybody) expect(await notifications(other, told)).toEqual([]);
  },
  60_000,
);
