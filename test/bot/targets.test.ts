/** Promise: who joins what they were shown is paid for, whatever the order has become since (`evidence.md`, Joins). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Chat, MODERATOR, START_MS, Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const MINUTE_MS = 60_000;
const PUBLISHER = 501;
const ADVERTISER = 601;
const USERS = Array.from({ length: 60 }, (_, index) => 100_001 + index);
/** Of a price of 2. */
const EARNED = 1_400_000n;
const PRICE = 2_000_000n;

let town: Town;
let bot: TownBot;
let chat: Chat;
let orderId: number;
beforeEach(async () => {
  town = await Town.open(1);
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

async function change(fields: object): Promise<void> {
  await town.service.orders.update(ADVERTISER, orderId, fields);
  const { revision = 0 } = (await town.store.orders.find(orderId)) ?? {};
  await town.service.moderation.approve(MODERATOR, orderId, revision, undefined);
}

describe('an order that is led elsewhere while its lists are on the screens', () => {
  beforeEach(async () => {
    for (const userId of USERS) expect(await town.ask(bot, userId)).toHaveLength(1);
    town.nowMs += MINUTE_MS;
  });

  it.each([
    { what: 'link', fields: () => ({ link: `https://t.me/${town.chat('other_news').username}` }) },
    { what: 'kind', fields: () => ({ link: 'https://example.com/shop', adsType: 'resource' }) },
  ])('pays for all 60 who join where it led: another $what', async ({ fields }) => {
    await change({ ...fields(), priceMicros: 4n * PRICE });
    town.nowMs += MINUTE_MS;
    for (const userId of USERS) await town.join(chat, userId);
    expect(await earnings()).toBe(60n * EARNED);
  });

  it('pays for those whom a press finds there, by the link that the pinned list keeps', async () => {
    town.holdsUpdates = true;
    const other = town.chat('other_news');
    await change({ link: `https://t.me/${other.username}` });
    const [userId = 0, second = 0] = USERS;
    town.nowMs += MINUTE_MS;
    expect(await town.ask(bot, userId)).toEqual(['https://t.me/garden_news']);
    await town.join(other, userId);
    expect(await town.ask(bot, userId), 'the new chat is not what they were shown').toHaveLength(1);
    await town.join(chat, userId);
    town.nowMs += MINUTE_MS;
    expect(await town.ask(bot, userId)).toEqual([]);
    expect(await earnings()).toBe(EARNED);
    await town.join(chat, second);
    await town.deliverUpdates();
    expect(await earnings(), 'and the updates pay for nobody twice').toBe(2n * EARNED);
  });

  it('is not lost by answers about where it led', async () => {
    await change({ link: `https://t.me/${town.chat('other_news').username}` });
    chat.hasRights = false;
    for (const userId of USERS.slice(0, 5)) {
      town.nowMs += MINUTE_MS;
      await town.ask(bot, userId);
    }
    expect(await town.store.orders.find(orderId)).toMatchObject({ checkState: 'ok' });
  });

  it('takes a charge back from who leaves where it led, and not from who leaves where it leads', async () => {
    const [userId = 0] = USERS;
    const other = town.chat('other_news');
    await change({ link: `https://t.me/${other.username}` });
    await town.join(chat, userId);
    await town.join(other, userId);
    expect(await earnings()).toBe(EARNED);
    town.nowMs = START_MS + 60 * MINUTE_MS;
    await town.leave(other, userId);
    expect(await earnings()).toBe(EARNED);
    await town.leave(chat, userId);
    expect(await earnings()).toBe(0n);
  });
});

describe('two orders for one chat', () => {
  const RIVAL = 602;
  const SECOND = 502;
  const CHEAP = 500_000n;
  const [userId = 0] = USERS;
  let other: TownBot;
  let cheapId: number;

  beforeEach(async () => {
    await town.account(RIVAL, 1_000_000_000n);
    await town.account(SECOND);
    other = await town.addBot(SECOND);
    other.started.add(userId);
    cheapId = await town.order(RIVAL, chat, { priceMicros: CHEAP });
  });

  /** Each bot shows one of them, for whichever reason: at the moment the other is excluded. */
  const show = (inBot: TownBot, excluded: number) =>
    town.ask(inBot, userId, { action: 'newtask', excludeOrderIds: [excluded] });
  const press = (inBot: TownBot, id: number) =>
    town.service.sponsors.subscriptions(inBot.botId, { userId, links: [], orderIds: [id] });
  const paid = async () => {
    const spent = async (accountId: number) =>
      1_000_000_000n - (await town.service.wallet.balance(accountId)).availableMicros;
    return { dear: await spent(ADVERTISER), cheap: await spent(RIVAL) };
  };
  const reasons = () =>
    town.sql('SELECT order_id AS "orderId", reason FROM subscriptions WHERE reason IS NOT NULL');

  const ways = [
    { way: 'the update comes first', presses: [] },
    { way: 'a press of the one bot comes first', presses: ['dear'] },
    { way: 'a press of the other comes first', presses: ['cheap'] },
    { way: 'both press first', presses: ['dear', 'cheap'] },
  ] as const;

  async function joinIn(presses: readonly ('dear' | 'cheap')[], link?: string): Promise<void> {
    town.holdsUpdates = true;
    town.nowMs += MINUTE_MS;
    await town.join(chat, userId, link);
    for (const which of presses) await (which === 'dear' ? press(bot, orderId) : press(other, cheapId));
    town.nowMs += MINUTE_MS;
    await town.deliverUpdates();
    for (const [inBot, id] of [
      [bot, orderId],
      [other, cheapId],
    ] as const)
      await press(inBot, id);
  }

  it.each(ways)('the one that was shown last pays its price: $way', async ({ presses }) => {
    await show(other, orderId);
    town.nowMs += MINUTE_MS;
    await show(bot, cheapId);
    await joinIn(presses);
    expect(await paid()).toEqual({ dear: PRICE, cheap: 0n });
    expect(await reasons()).toEqual([{ orderId: cheapId, reason: 'paid_elsewhere' }]);
  });

  it.each(ways)('whichever has the lower number: $way', async ({ presses }) => {
    await show(bot, cheapId);
    town.nowMs += MINUTE_MS;
    await show(other, orderId);
    await joinIn(presses);
    expect(await paid()).toEqual({ dear: 0n, cheap: CHEAP });
    expect(await reasons()).toEqual([{ orderId, reason: 'paid_elsewhere' }]);
  });

  it.each(ways)('the one whose own link was used, though shown earlier: $way', async ({ presses }) => {
    const stranger = USERS[1] ?? 0;
    await town.ask(bot, stranger, { action: 'newtask', excludeOrderIds: [cheapId] });
    await town.makeOwnLinks();
    town.nowMs += MINUTE_MS;
    const [link = ''] = await show(bot, cheapId);
    expect(link).toContain('/+');
    town.nowMs += MINUTE_MS;
    await show(other, orderId);
    await joinIn(presses, link);
    expect(await paid()).toEqual({ dear: PRICE, cheap: 0n });
  });

  it('one without money keeps the other from nothing', async () => {
    await show(bot, cheapId);
    town.nowMs += MINUTE_MS;
    await show(other, orderId);
    const { availableMicros } = await town.service.wallet.balance(RIVAL);
    await town.sql(`UPDATE ledger_accounts SET balance_micros = 0 WHERE owner_id = ${String(RIVAL)}`);
    expect(availableMicros).toBeGreaterThan(0n);
    await joinIn(['cheap']);
    expect((await paid()).dear).toBe(PRICE);
    expect(await reasons()).toEqual([{ orderId: cheapId, reason: 'no_money' }]);
  });
});
