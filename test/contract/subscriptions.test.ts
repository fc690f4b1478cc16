import { expect, test } from 'vitest';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import {
  addBot,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  leave,
  populate,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';
import { daysIn } from '../spans.js';

const SHARE = (PRICE * 7n) / 10n;
const HOLD_UNTIL_MS = START_MS + 3_600_000;
const range = { fromDay: START_DAY - 10, toDay: START_DAY + 10 };
const always = { fromMs: 0, toMs: START_MS * 2 };

contract('subscriptions', (stage) => {
  test('the facts are what the store knows at that moment', async () => {
    const { store } = stage();
    const order = await populate(store, { quantityDay: 5, name: 'Facts' }, 3n * PRICE);
    const { orderId } = order;
    await addBot(store, BOT + 1, ADVERTISER);
    await show(store, 1, orderId, BOT, START_MS - 90_000_000);
    await show(store, 2, orderId, BOT, START_MS - 90_000_000);
    await show(store, 2, orderId, BOT, START_MS + 1);
    await show(store, 2, orderId, BOT + 1, START_MS + 3);
    await store.audience.learn(2, { languageCode: 'ru' }, START_MS);
    await store.memberships.observe([
      { userId: 2, resourceId: '-1001', state: 'in', updateId: 1, atMs: START_MS + 4 },
    ]);
    const seen: SettlementFacts[] = [];
    const look = (userId: number) =>
      settle(store, orderId, userId, {
        decide: (facts) => {
          seen.push(facts);
          return { kind: 'none' };
        },
      });
    expect(await look(2)).toEqual({ settlement: { kind: 'none' }, subscriptionStatus: null });
    await look(1);
    const traits = {
      hasToken: true,
      trust: 'unknown',
      isAccountTrusted: false,
      payingFactor: 1,
      holdFactor: 1,
      isBlockTested: false,
    };
    const where = { target: '-1001', adsType: 'channel', hasOwnLink: false };
    const bot = { ...traits, subscribersToday: 0, takenOverToday: 0 };
    expect(seen[0]).toEqual({
      order: {
        orderId,
        accountId: ADVERTISER,
        adsType: 'channel',
        isFree: false,
        quantityAll: 10,
        quantityDay: 5,
        quantityNow: 0,
        today: 0,
        name: 'Facts',
        takesJoinRequests: false,
        tracksUnsubscriptions: true,
        target: '-1001',
      },
      impressions: [
        {
          orderId,
          ...where,
          botId: BOT + 1,
          firstShownAtMs: START_MS + 3,
          shownAtMs: START_MS + 3,
          seenAtMs: START_MS + 3,
          priceMicros: PRICE,
          proof: 'contact',
          bot: { ...bot, accountId: ADVERTISER },
          contact: null,
          isSettled: false,
          replaced: [],
        },
        {
          orderId,
          ...where,
          botId: BOT,
          firstShownAtMs: START_MS - 90_000_000,
          shownAtMs: START_MS + 1,
          seenAtMs: START_MS + 1,
          priceMicros: PRICE,
          proof: 'contact',
          bot: { ...bot, accountId: PUBLISHER },
          contact: null,
          isSettled: false,
          replaced: [
            {
              untilMs: START_MS + 1,
              shownAtMs: START_MS - 90_000_000,
              priceMicros: PRICE,
              hasOwnLink: false,
            },
          ],
        },
      ],
      subscriptionStatus: null,
      isJoinFound: false,
      unheard: [],
      membership: {
        resourceId: '-1001',
        state: 'in',
        hadLeft: false,
        sinceMs: START_MS + 4,
        checkedAtMs: START_MS + 4,
        join: { atMs: START_MS + 4, isAgain: false, byBotId: null },
        wasRemoved: false,
        isBarred: false,
        isUnreported: false,
      },
      opening: null,
      suspiciousUntilMs: null,
      isPaidFor: false,
      walletMicros: 3n * PRICE,
      withdrawing: [],
      userLanguage: 'ru',
    });
    expect(seen[1]).toMatchObject({ impressions: [], membership: null, userLanguage: '' });
    expect(await settle(store, 99, 1)).toEqual({ settlement: { kind: 'none' }, subscriptionStatus: null });
  });

  test('a counted subscriber moves money, quantity and every figure, in one durable step', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await show(store, 1, orderId);
    commits.length = 0;
    const notifications = (facts: SettlementFacts) => [
      {
        accountId: facts.order.accountId,
        kind: 'order_finished' as const,
        facts: { orderId },
        dedupeKey: 'done',
      },
    ];
    const { settlement, subscriptionStatus } = await settle(store, orderId, 1, { notifications });
    expect(settlement).toMatchObject({ kind: 'counted' });
    expect(subscriptionStatus).toEqual({
      orderId,
      botId: BOT,
      state: 'subscribed',
      priceMicros: PRICE,
      atMs: START_MS + 1_000,
    });
    expect(commits).toEqual([{ names: ['subscriptions.settle'], isDurable: true }]);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({
      availableMicros: 9n * PRICE,
      heldMicros: 0n,
    });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: SHARE, heldMicros: 0n });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
    expect(await store.bots.find(BOT)).toMatchObject({
      profitMicros: SHARE,
      profitOwnOrdersMicros: 0n,
      followers: 1,
    });
    const day = { day: START_DAY, subscribers: 1 };
    expect(await daysIn(store.statistics.orderSpans({ orderId }, range))).toEqual([
      { ...day, valueMicros: PRICE },
    ]);
    expect(await daysIn(store.statistics.botSpans({ botId: BOT }, range))).toMatchObject([
      { ...day, valueMicros: SHARE, ownSubscribers: 0, ownValueMicros: 0n },
    ]);
    expect(await store.notifications.claim('w', 5, 1, START_MS * 2)).toMatchObject([{ dedupeKey: 'done' }]);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('the second settling of a pair changes nothing and commits nothing', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store);
    await show(store, 1, orderId);
    const first = await settle(store, orderId, 1);
    commits.length = 0;
    expect(await settle(store, orderId, 1)).toEqual({
      settlement: { kind: 'none' },
      subscriptionStatus: first.subscriptionStatus,
    });
    expect(commits).toEqual([]);
  });

  test('an own bot is paid its share back, and a free one moves no money', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await addBot(store, BOT + 1, ADVERTISER);
    await show(store, 1, orderId, BOT + 1);
    await settle(store, orderId, 1);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({
      availableMicros: 9n * PRICE + SHARE,
      heldMicros: 0n,
    });
    expect(await store.bots.find(BOT + 1)).toMatchObject({
      profitMicros: SHARE,
      profitOwnOrdersMicros: SHARE,
    });
    await show(store, 2, orderId, BOT + 1);
    const free = (facts: SettlementFacts) => {
      const settlement = chargeShown()(facts);
      return settlement.kind === 'counted'
        ? { ...settlement, priceMicros: 0n, publisherMicros: 0n, feeMicros: 0n }
        : settlement;
    };
    await settle(store, orderId, 2, { decide: free });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({
      availableMicros: 9n * PRICE + SHARE,
      heldMicros: 0n,
    });
    expect(await daysIn(store.statistics.botSpans({ publisherId: ADVERTISER }, range))).toMatchObject([
      { day: START_DAY, subscribers: 2, valueMicros: SHARE, ownSubscribers: 2, ownValueMicros: SHARE },
    ]);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test.each(['subscribed', 'notgetted'] as const)('a free %s standing counts for nobody', async (state) => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    const decide = () => ({ kind: 'free', state, reason: 'member_before', botId: 0 }) as const;
    const { subscriptionStatus } = await settle(store, orderId, 1, { decide });
    expect(subscriptionStatus).toMatchObject({ state, priceMicros: 0n, botId: 0 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 0 });
    expect(await daysIn(store.statistics.orderSpans({ orderId }, range))).toEqual([]);
    expect(await store.subscriptions.page(orderId, always, null, 10)).toEqual([]);
  });

  test('racing settlements never pass the quantity, and never charge a pair twice', async () => {
    const { store, open } = stage();
    const { orderId } = await populate(store, { quantityAll: 5 });
    const stores = [store, await open(), await open()];
    const users = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const userId of users) await show(store, userId, orderId);
    const settled = await Promise.all(
      stores.flatMap((each) => users.map((userId) => settle(each, orderId, userId))),
    );
    expect(settled.filter(({ settlement }) => settlement.kind === 'counted')).toHaveLength(5);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 5 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 995n * PRICE });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('racing settlements never pass the day, nor the balance', async () => {
    const { store, open } = stage();
    const daily = await populate(store, { quantityDay: 3 }, 4n * PRICE);
    const other = await open();
    const users = Array.from({ length: 8 }, (_, index) => index + 1);
    for (const userId of users) await show(store, userId, daily.orderId);
    await Promise.all(users.map((userId) => settle(userId % 2 === 0 ? store : other, daily.orderId, userId)));
    expect(
      (await store.catalog.counters([daily.orderId], START_DAY, START_MS)).get(daily.orderId),
    ).toMatchObject({
      today: 3,
      balanceMicros: PRICE,
    });
    await show(store, 50, daily.orderId);
    const decide = (facts: SettlementFacts) =>
      chargeShown()({ ...facts, order: { ...facts.order, today: 0 } });
    await expect(settle(store, daily.orderId, 50, { decide })).rejects.toThrow('pass its daily limit');
    const nextDay = { day: START_DAY + 1, nowMs: START_MS + 86_400_000 };
    for (const userId of users) await store.sponsors.requestContext(BOT, userId, 0, 0);
    const late = Array.from({ length: 4 }, (_, index) => index + 100);
    for (const userId of late) await show(store, userId, daily.orderId);
    const next = await Promise.all(
      late.map((userId) => settle(userId % 2 === 0 ? store : other, daily.orderId, userId, nextDay)),
    );
    const reasons = next.map(({ settlement }) =>
      settlement.kind === 'free' ? settlement.reason : settlement.kind,
    );
    expect(reasons.sort()).toEqual(['counted', 'no_money', 'no_money', 'no_money']);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 0n, heldMicros: 0n });
  });

  test.each([
    { name: 'beyond the quantity', fields: { quantityAll: 0 }, change: {} },
    { name: 'beyond the day', fields: { quantityDay: 0 }, change: {} },
    {
      name: 'beyond the balance',
      fields: {},
      change: { priceMicros: 5_000n * PRICE, feeMicros: 5_000n * PRICE - SHARE },
    },
    { name: 'of parts that are not the price', fields: {}, change: { feeMicros: 0n } },
    { name: 'of a negative part', fields: {}, change: { publisherMicros: PRICE + 1n, feeMicros: -1n } },
  ])('a wrong decision $name is refused whole', async ({ fields, change }) => {
    const { store } = stage();
    const { orderId } = await populate(store, fields);
    await show(store, 1, orderId);
    const parts = { priceMicros: PRICE, publisherMicros: SHARE, feeMicros: PRICE - SHARE, ...change };
    const counted: Settlement = {
      kind: 'counted',
      botId: BOT,
      botAccountId: PUBLISHER,
      isTakenOver: false,
      isOwn: false,
      takenFrom: [],
      holdUntilMs: null,
      holdMs: null,
      isHeldForTrust: false,
      isBlockTested: false,
      ...parts,
    };
    const decide = () => counted;
    await expect(settle(store, orderId, 1, { decide })).rejects.toThrow(RangeError);
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 0 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 1_000n * PRICE });
    expect((await store.sponsors.requestContext(BOT, 1, 0, START_MS)).subscriptionStatuses).toEqual([]);
    expect(await daysIn(store.statistics.orderSpans({ orderId }, range))).toEqual([]);
  });

  test('a subscriber of unknown language counts under what the bot says that is paid', async () => {
    const { store, sql } = stage();
    const { orderId } = await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    await store.audience.learn(2, { languageCode: 'ru', isPremium: false }, START_MS);
    for (const userId of [1, 2, 3]) {
      await store.audience.claim(BOT + 1, userId, { languageCode: 'en', isPremium: false }, START_MS);
      if (userId < 3)
        await store.audience.claim(BOT, userId, { languageCode: 'uz', isPremium: true }, START_MS);
      await show(store, userId, orderId);
      await settle(store, orderId, userId);
    }
    const days = await sql('SELECT language, subscribers FROM language_days ORDER BY language');
    expect(days).toEqual(['', 'ru', 'uz'].map((language) => ({ language, subscribers: 1 })));
    const page = await store.subscriptions.page(orderId, always, null, 5);
    expect(page.map(({ languageCode, isPremium }) => [languageCode, isPremium])).toEqual([
      ['uz', true],
      ['ru', false],
      ['', null],
    ]);
  });

  test('the subscribers of an order come in their order, page by page, and add up', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const joined: [userId: number, atMs: number][] = [
      [5, 100],
      [3, 200],
      [4, 200],
      [9, 300],
    ];
    await store.audience.learn(3, { languageCode: 'uz', isPremium: true }, START_MS);
    for (const [userId, ms] of joined) {
      await show(store, userId, orderId);
      await settle(store, orderId, userId, {
        nowMs: START_MS + ms,
        decide: chargeShown({ holdUntilMs: userId === 9 ? HOLD_UNTIL_MS : null }),
      });
    }
    await leave(store, orderId, 9);
    await leave(store, orderId, 5);
    await rejoin(store, orderId, 5, START_MS + 500);
    const within = { fromMs: START_MS + 100, toMs: START_MS + 301 };
    const pages = [];
    for (let cursor: { atMs: number; userId: number } | null = null; ;) {
      const page = await store.subscriptions.page(orderId, within, cursor, 2);
      pages.push(page.map((row) => row.userId));
      const last = page.at(-1);
      if (last === undefined) break;
      cursor = { atMs: last.atMs, userId: last.userId };
    }
    expect(pages).toEqual([[5, 3], [4, 9], []]);
    const [first, second] = await store.subscriptions.page(orderId, within, null, 2);
    expect(first).toMatchObject({ state: 'notgetted', isReversed: false, isPremium: null, languageCode: '' });
    expect(second).toEqual({
      userId: 3,
      botId: BOT,
      botNickname: 'bot7001',
      state: 'subscribed',
      priceMicros: PRICE,
      isReversed: false,
      isPremium: true,
      languageCode: 'uz',
      atMs: START_MS + 200,
    });
    const [last] = await store.subscriptions.page(orderId, { ...within, fromMs: START_MS + 300 }, null, 5);
    expect(last).toMatchObject({ userId: 9, state: 'unsubscribed', isReversed: true });
    expect(await store.subscriptions.totals(orderId, within)).toEqual({
      subscribers: 4,
      left: 1,
      cameBack: 1,
      chargedMicros: 3n * PRICE,
    });
    expect(await store.subscriptions.totals(orderId, { fromMs: 0, toMs: 1 })).toMatchObject({
      chargedMicros: 0n,
    });
    const short = { fromMs: START_MS + 100, toMs: START_MS + 200 };
    expect(await store.subscriptions.page(orderId, short, null, 5)).toHaveLength(1);
  });
});
