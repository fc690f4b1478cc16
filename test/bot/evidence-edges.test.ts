/**
 * The edges of what is paid for, through the whole service: each bound is tried on both of its sides. The town of the zoo
 * is the stage, so a bound holds whichever part of the service keeps it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../core/platform.js';
import { type Chat, START_MS, Town, type TownBot } from '../../tools/simulation/zoo/town.js';
import { showBlocks } from '../../tools/simulation/zoo/town-blocks.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PUBLISHER = 501;
const ADVERTISER = 601;
const USER = 100_001;
/** Of a price of 2, which `Town.order` offers. */
const EARNED = 1_400_000n;

let town: Town;
/** Whether users use a bot, as it was asked by the bot's token. */
let questions: { token: string; userId: number }[];
/** Tokens of bots of which the platform does not say who uses them. */
let unheard: Set<string | null>;
afterEach(() => town.close());

interface Stage {
  bot: TownBot;
  chat: Chat;
  orderId: number;
}

/** One trusted publisher with one bot, and one order for a channel. */
async function stage(environment: Record<string, string> = {}): Promise<Stage> {
  questions = [];
  unheard = new Set();
  // The service keeps what it is given: questions are counted where they leave it.
  const platform = (real: Platform): Platform => ({
    ...real,
    hasStarted: (token, userId, options) => {
      questions.push({ token, userId });
      const failure = { kind: 'unavailable', description: 'away', retryAfterMs: null } as const;
      if (unheard.has(token)) return Promise.resolve({ ok: false, failure });
      return real.hasStarted(token, userId, options);
    },
  });
  town = await Town.open(1, { environment, platform });
  await town.account(PUBLISHER);
  await town.service.trust.account(PUBLISHER, true, 9_001);
  await town.account(ADVERTISER, 1_000_000_000n);
  const bot = await town.addBot(PUBLISHER);
  bot.started.add(USER);
  const chat = town.chat('garden_news');
  return { bot, chat, orderId: await town.order(ADVERTISER, chat) };
}

async function earnings(): Promise<bigint> {
  const { availableMicros, heldMicros } = await town.service.wallet.balance(PUBLISHER);
  return availableMicros + heldMicros;
}

describe('the attribution time', () => {
  it.each([
    { minutes: 24 * 60, paid: EARNED },
    { minutes: 24 * 60 + 1, paid: 0n },
  ])('of 24 hours has passed $minutes minutes after the list: $paid is earned', async ({ minutes, paid }) => {
    const { bot, chat } = await stage();
    await town.ask(bot, USER);
    town.nowMs = START_MS + minutes * MINUTE_MS;
    await town.join(chat, USER);

    expect(await earnings()).toBe(paid);
  });
});

describe('a list that is shown again', () => {
  const joinsAtMs = START_MS + DAY_MS + 5 * MINUTE_MS;

  it('after ten minutes moves the end of the attribution time', async () => {
    const { bot, chat } = await stage();
    await town.ask(bot, USER);
    town.nowMs = START_MS + 10 * MINUTE_MS;
    await town.ask(bot, USER);
    town.nowMs = joinsAtMs;
    await town.join(chat, USER);

    expect(await earnings()).toBe(EARNED);
  });

  it('within ten minutes writes no impression', async () => {
    const { bot } = await stage();
    await town.ask(bot, USER);
    town.nowMs = START_MS + 9 * MINUTE_MS;
    await town.ask(bot, USER);

    expect(await town.sql('SELECT seen_at_ms AS "seenAtMs" FROM impressions')).toMatchObject([
      { seenAtMs: START_MS },
    ]);
  });

  it('in mode newtask at another price within ten minutes is paid at that price', async () => {
    const { bot, chat, orderId } = await stage();
    await town.ask(bot, USER, { action: 'newtask' });
    await town.service.orders.update(ADVERTISER, orderId, { priceMicros: 3_000_000n });
    town.nowMs = START_MS + 5 * MINUTE_MS;
    await town.ask(bot, USER, { action: 'newtask' });
    await town.join(chat, USER);

    expect(await earnings()).toBe((EARNED * 3n) / 2n);
  });
});

describe('an order whose chat removes subscribers', () => {
  /** Users join by the order and are removed by an administrator; returns why the order is paused. */
  async function remove(count: number): Promise<string | null | undefined> {
    const { bot, chat, orderId } = await stage();
    for (let userId = USER; userId < USER + count; userId++) {
      bot.started.add(userId);
      await town.ask(bot, userId);
      await town.join(chat, userId);
      await town.leave(chat, userId, 'other');
    }
    return (await town.store.orders.find(orderId))?.pauseReason;
  }

  it.each([
    { count: 5, reason: null },
    { count: 6, reason: 'removes_subscribers' },
  ])('is paused by more than five: $count removed, $reason', async ({ count, reason }) => {
    expect(await remove(count)).toBe(reason);
  });
});

describe('a chat_id that is a group', () => {
  it.each([
    { botIsIn: true, userIsIn: true, paid: EARNED },
    { botIsIn: false, userIsIn: true, paid: 0n },
    { botIsIn: true, userIsIn: false, paid: 0n },
    { botIsIn: false, userIsIn: false, paid: 0n },
  ])(
    'proves the contact where bot ($botIsIn) and user ($userIsIn) are in it: $paid is earned',
    async ({ botIsIn, userIsIn, paid }) => {
      const { bot, chat } = await stage();
      const group = town.chat('a_group', { isGroup: true });
      if (botIsIn) group.members.add(bot.botId);
      if (userIsIn) group.members.add(USER);
      await town.ask(bot, USER, { chatId: group.chatId, getLinks: true });
      await town.join(chat, USER);

      expect(await earnings()).toBe(paid);
    },
  );
});

describe('a block in a group', () => {
  it.each([
    { userIsIn: true, paid: EARNED },
    { userIsIn: false, paid: 0n },
  ])(
    'counts as delivered where the user ($userIsIn) is in that very group, however known to the bot: $paid',
    async ({ userIsIn, paid }) => {
      const { bot, chat } = await stage();
      await town.ask(bot, USER, { action: 'newtask', getLinks: true, maxSponsors: 1 });
      expect(await town.store.contacts.find(bot.botId, USER)).toMatchObject({ state: 'yes' });
      await town.sql('DELETE FROM impressions');
      const group = town.chat('a_group', { isGroup: true });
      group.members.add(bot.botId);
      if (userIsIn) group.members.add(USER);
      await town.ask(bot, USER, { chatId: group.chatId, getLinks: false });
      const proofs = await town.sql<{ proof: number }>('SELECT proof FROM impressions');
      expect(proofs.map(({ proof }) => proof === 2)).toEqual([userIsIn]);
      await town.join(chat, USER);

      expect(await earnings()).toBe(paid);
    },
  );
});

describe('a contact', () => {
  /** Counts questions about this user's contact, from now on. */
  function countQuestions(bot: TownBot): () => number {
    const before = questions.length;
    return () =>
      questions.slice(before).filter(({ token, userId }) => token === bot.token && userId === USER).length;
  }

  it.each([
    { hours: 30 * 24 - 1, times: 0, paid: EARNED },
    { hours: 30 * 24 + 1, times: 1, paid: 0n },
  ])(
    'holds for 30 days (CONTACT_DAYS): $hours hours later it is asked about $times times',
    async ({ hours, times, paid }) => {
      const { bot } = await stage();
      await town.ask(bot, USER);
      // They stop using the bot, and a second sponsor comes.
      bot.started.delete(USER);
      town.nowMs = START_MS + hours * HOUR_MS;
      const second = town.chat('city_life');
      await town.order(ADVERTISER, second);
      const asked = countQuestions(bot);
      await town.ask(bot, USER);
      await town.join(second, USER);

      expect(asked()).toBe(times);
      expect(await earnings()).toBe(paid);
    },
  );

  it('holds for as long as CONTACT_DAYS says', async () => {
    const { bot } = await stage({ CONTACT_DAYS: '2' });
    await town.ask(bot, USER);
    town.nowMs = START_MS + 2 * DAY_MS + MINUTE_MS;
    const asked = countQuestions(bot);
    await town.ask(bot, USER);

    expect(asked()).toBe(1);
  });
});

describe('a bot of which the platform does not say who uses it', () => {
  /** Another bot shows the same order, as the latest. */
  async function showAfter(getLinks: boolean): Promise<{ other: TownBot; chat: Chat }> {
    const { bot, chat, orderId } = await stage();
    const other = await town.addBot(ADVERTISER);
    await town.ask(bot, USER);
    town.nowMs = START_MS + MINUTE_MS;
    unheard.add(other.token);
    const request = { chatId: USER, user: { userId: USER }, action: 'subscribe', getLinks } as const;
    const ask = (excludeOrderIds: number[]) =>
      town.service.sponsors.request(other.botId, { ...request, excludeOrderIds, excludeResourceIds: [] });
    await ask([]);
    // A block is taken back before it arrives.
    if (!getLinks) await ask([orderId]);
    return { other, chat };
  }

  async function earningsAt(nowMs: number): Promise<bigint> {
    town.nowMs = nowMs;
    await town.settleDown();
    return earnings();
  }

  it.each([
    { by: 'block', word: null },
    { by: 'block', word: 'yes' },
    { by: 'list', word: null },
  ] as const)(
    'holds up another’s proven list for ten minutes after the join by a $by; a page says: $word',
    async ({ by, word }) => {
      const { other, chat } = await showAfter(by === 'list');
      await town.join(chat, USER);
      const joinedAtMs = town.nowMs;
      const endMs = joinedAtMs + 10 * MINUTE_MS;
      if (word !== null) await town.service.contacts.tell({ ...other, userId: USER, chatId: USER }, word);
      for (let nowMs = joinedAtMs; nowMs < endMs; nowMs += 5_000) expect(await earningsAt(nowMs)).toBe(0n);

      expect(await earningsAt(endMs - 1)).toBe(0n);
      expect(await earningsAt(endMs)).toBe(EARNED);
    },
  );

  it('holds it up no longer where the join comes as its contact is done with', async () => {
    const { other, chat } = await showAfter(false);
    const { contacts } = town.store;
    const { settled } = contacts;
    contacts.settled = async (contact) => {
      contacts.settled = settled;
      await town.join(chat, USER);
      await settled(contact);
    };
    await town.service.contacts.tell({ ...other, userId: USER, chatId: USER }, 'yes');

    expect(await earningsAt(town.nowMs + 10 * MINUTE_MS)).toBe(EARNED);
  });
});

describe('a block that arrives after its user has joined', () => {
  /** The platform says too late for the list that the user uses the bot; they join while the block is on its way. */
  async function joinBeforeBlock(): Promise<void> {
    const { bot, chat } = await stage();
    unheard.add(bot.token);
    const request = { chatId: USER, user: { userId: USER }, action: 'subscribe', getLinks: false } as const;
    await town.service.sponsors.request(bot.botId, {
      ...request,
      excludeOrderIds: [],
      excludeResourceIds: [],
    });
    await town.service.contacts.tell({ ...bot, userId: USER, chatId: USER }, 'yes');
    await town.join(chat, USER);
  }

  /** The bot process looks at what waits. */
  async function lookAtContact(): Promise<void> {
    const [due] = await town.service.contacts.claim(1);
    await town.service.contacts.perform(due!);
  }

  it('pays for the join as soon as it has arrived', async () => {
    await joinBeforeBlock();
    await lookAtContact();
    expect(await earnings()).toBe(0n);
    await town.settleDown();

    expect(await earnings()).toBe(EARNED);
  });

  it('pays for it where the block arrives as its contact is looked at', async () => {
    await joinBeforeBlock();
    const { contacts } = town.store;
    const { retry } = contacts;
    contacts.retry = async (contact, dueAtMs) => {
      contacts.retry = retry;
      await showBlocks(town);
      await retry(contact, dueAtMs);
    };
    await lookAtContact();

    expect(await earnings()).toBe(EARNED);
  });
});
