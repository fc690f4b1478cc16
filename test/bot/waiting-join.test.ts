/** Promise: who leaves and comes back while the platform says nothing of their bot is paid for all the same (`evidence.md`, Leaving and returning). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Chat, MODERATOR, Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const [PUBLISHER, ADVERTISER, USER] = [501, 601, 100_001];
/** Of a price of 2. */
const EARNED = 1_400_000n;

let town: Town;
let bot: TownBot;
let chat: Chat;
beforeEach(async () => {
  town = await Town.open(1);
  await town.account(PUBLISHER);
  await town.service.trust.account(PUBLISHER, true, MODERATOR);
  await town.account(ADVERTISER, 1_000_000_000n);
  bot = await town.addBot(PUBLISHER);
  bot.started.add(USER);
  chat = town.chat('garden_news');
  await town.order(ADVERTISER, chat);
});
afterEach(() => town.close());

async function earnings(): Promise<bigint> {
  const { availableMicros, heldMicros } = await town.service.wallet.balance(PUBLISHER);
  return availableMicros + heldMicros;
}

/** The platform's word comes hours after they joined. */
async function joinUnanswered(): Promise<void> {
  bot.isSilent = true;
  await town.ask(bot, USER);
  town.nowMs += MINUTE_MS;
  await town.join(chat, USER);
  town.nowMs += MINUTE_MS;
  await town.leave(chat, USER);
  expect(await earnings()).toBe(0n);
}

async function answer(): Promise<void> {
  delete bot.isSilent;
  town.nowMs += HOUR_MS;
  await town.settleDown();
}

it('once the platform says so, after they are back', async () => {
  await joinUnanswered();
  town.nowMs += MINUTE_MS;
  await town.join(chat, USER);
  expect(await earnings()).toBe(0n);
  await answer();
  expect(await earnings()).toBe(EARNED);
});

it('but not who is out when it says so', async () => {
  await joinUnanswered();
  await answer();
  expect(await earnings()).toBe(0n);
});
