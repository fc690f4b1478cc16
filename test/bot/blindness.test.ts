/** Promise: who joins while nobody can tell is paid for as if they had been asked about first (`evidence.md`, Joins). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Chat, MODERATOR, Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PUBLISHER = 501;
const ADVERTISER = 601;
const USERS = [100_001, 100_002, 100_003, 100_004, 100_005, 100_006];
/** Of a price of 2. */
const EARNED = 1_400_000n;

let town: Town;
let bot: TownBot;
let chat: Chat;
let orderId: number;
beforeEach(async () => {
  town = await Town.open(1);
  town.hearsUpdates = true;
  await town.account(PUBLISHER);
  await town.service.trust.account(PUBLISHER, true, MODERATOR);
  await town.account(ADVERTISER, 1_000_000_000n);
  bot = await town.addBot(PUBLISHER);
  for (const userId of USERS) bot.started.add(userId);
  chat = town.chat('garden_news');
  orderId = await town.order(ADVERTISER, chat);
});
afterEach(() => town.close());

async function earnings(): Promise<bigint> {
  const { availableMicros, heldMicros } = await town.service.wallet.balance(PUBLISHER);
  return availableMicros + heldMicros;
}

/** They are shown the sponsor, and nobody asks the platform about them first. */
async function showUnasked(): Promise<void> {
  for (const userId of USERS) {
    expect(await town.ask(bot, userId)).toHaveLength(1);
    const known = await town.store.memberships.known(userId, [String(chat.chatId)]);
    // A sample is asked about all the same.
    if (known.size > 0) await town.sql(`DELETE FROM memberships WHERE user_id = ${String(userId)}`);
  }
}

async function turnRights(hasRights: boolean): Promise<void> {
  chat.hasRights = hasRights;
  await town.service.membership.rights(chat.chatId, hasRights, { atMs: town.nowMs });
}

it('while our rights were gone for twenty minutes: all six are paid for once they are back', async () => {
  await showUnasked();
  town.nowMs += MINUTE_MS;
  await turnRights(false);
  town.nowMs += 15 * MINUTE_MS;
  for (const userId of USERS) await town.join(chat, userId);
  town.nowMs += 5 * MINUTE_MS;
  await turnRights(true);
  await town.checkUnseen();
  expect(await earnings()).toBe(6n * EARNED);
});

it('also who presses the button before they are looked for', async () => {
  await showUnasked();
  town.nowMs += MINUTE_MS;
  await turnRights(false);
  town.nowMs += 15 * MINUTE_MS;
  for (const userId of USERS) await town.join(chat, userId);
  town.nowMs += 5 * MINUTE_MS;
  await turnRights(true);
  for (const userId of USERS) await town.ask(bot, userId);
  expect(await earnings(), 'an update of then may be under way').toBe(0n);
  town.nowMs += 10_000;
  for (const userId of USERS) await town.ask(bot, userId);
  expect(await earnings()).toBe(6n * EARNED);
});

it('who was in before, and was shown it after they were back, was a member before', async () => {
  await turnRights(false);
  town.nowMs += 15 * MINUTE_MS;
  await turnRights(true);
  town.nowMs += MINUTE_MS;
  await showUnasked();
  // As if they had been in all the time.
  for (const userId of USERS) chat.members.add(userId);
  town.nowMs += MINUTE_MS;
  for (const userId of USERS) await town.ask(bot, userId);
  town.nowMs += 20 * MINUTE_MS;
  for (const userId of USERS) await town.ask(bot, userId);
  expect(await earnings()).toBe(0n);
  expect(await town.sql('SELECT DISTINCT reason FROM subscriptions')).toEqual([{ reason: 'member_before' }]);
});

it.each([
  { what: 'an hour, and its updates come', hours: 1, isLost: false },
  { what: 'more than a day, and its updates are lost', hours: 26, isLost: true },
])('while the bot process is away for $what', async ({ hours, isLost }) => {
  await showUnasked();
  town.holdsUpdates = true;
  town.hearsUpdates = false;
  town.nowMs += 5 * MINUTE_MS;
  for (const userId of USERS) await town.join(chat, userId);
  town.nowMs += 15 * MINUTE_MS;
  for (const userId of USERS) await town.ask(bot, userId);
  expect(await earnings()).toBe(0n);
  town.nowMs += hours * HOUR_MS;
  if (isLost) town.loseUpdates();
  else await town.deliverUpdates();
  town.hearsUpdates = true;
  await town.hear();
  await town.checkUnseen();
  expect(await earnings()).toBe(6n * EARNED);
});

it.each([
  { when: 'before it left', isLostFirst: true },
  { when: 'after that', isLostFirst: false },
])('in a chat that the order has left, where our rights were lost $when', async ({ isLostFirst }) => {
  await showUnasked();
  town.nowMs += MINUTE_MS;
  if (isLostFirst) await turnRights(false);
  const moved = town.chat('moved_here');
  await town.service.orders.update(ADVERTISER, orderId, { link: `https://t.me/${moved.username}` });
  town.nowMs += MINUTE_MS;
  if (!isLostFirst) await turnRights(false);
  town.nowMs += 15 * MINUTE_MS;
  for (const userId of USERS) await town.join(chat, userId);
  town.nowMs += 5 * MINUTE_MS;
  await turnRights(true);
  await town.checkUnseen();
  expect(await earnings()).toBe(6n * EARNED);
});

it.each([
  { when: 'while the bot process was away', isAway: true },
  { when: 'between the loss of our rights and its update', isAway: false },
])('who was known to be out, and was first shown it $when, is paid for', async ({ isAway }) => {
  const resourceId = String(chat.chatId);
  const outAt = USERS.map((userId) => ({ userId, resourceId, state: 'out' as const, updateId: null }));
  await town.store.memberships.observe(outAt.map((one) => ({ ...one, atMs: town.nowMs })));
  town.nowMs += HOUR_MS;
  await town.hear();
  const lostAtMs = town.nowMs;
  town.hearsUpdates = false;
  town.holdsUpdates = isAway;
  town.nowMs += 5 * HOUR_MS;
  for (const userId of USERS) expect(await town.ask(bot, userId)).toHaveLength(1);
  chat.hasRights = isAway;
  town.nowMs += 5 * MINUTE_MS;
  for (const userId of USERS) await town.join(chat, userId);
  town.nowMs += 26 * HOUR_MS;
  if (isAway) town.loseUpdates();
  else {
    await town.service.membership.rights(chat.chatId, false, { atMs: lostAtMs });
    await turnRights(true);
  }
  town.hearsUpdates = true;
  await town.hear();
  await town.checkUnseen();
  expect(await earnings()).toBe(6n * EARNED);
});

/** They were asked about before they were shown it, and were out. */
async function showAsked(): Promise<void> {
  town.hearsUpdates = false;
  for (const userId of USERS) expect(await town.ask(bot, userId)).toHaveLength(1);
  expect(await town.sql('SELECT DISTINCT state FROM memberships')).toEqual([{ state: 1 }]);
}

it.each([
  { who: 'were asked about first', show: showAsked },
  { who: 'were not', show: showUnasked },
])(
  'who were removed before anybody looked are paid for by the update of that, where they $who',
  async ({ show }) => {
    await show();
    town.nowMs += MINUTE_MS;
    await turnRights(false);
    town.nowMs += 15 * MINUTE_MS;
    for (const userId of USERS) await town.join(chat, userId);
    await turnRights(true);
    town.nowMs += MINUTE_MS;
    for (const userId of USERS) await town.leave(chat, userId, 'other');
    expect(await earnings()).toBe(6n * EARNED);
  },
);

it('but members from before are not, when they leave', async () => {
  await turnRights(false);
  town.nowMs += 15 * MINUTE_MS;
  await turnRights(true);
  town.nowMs += MINUTE_MS;
  await showUnasked();
  for (const userId of USERS) chat.members.add(userId);
  town.nowMs += MINUTE_MS;
  for (const userId of USERS) await town.leave(chat, userId, 'other');
  expect(await earnings()).toBe(0n);
});
