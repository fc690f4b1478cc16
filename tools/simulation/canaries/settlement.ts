/** Joins that are charged by other facts than those that are so, and leavings that take back what was earned. */
import type { Membership } from '../../../core/ports/sponsor-store.js';
import type { Mutation } from '../process.js';
import { around, type Canary, inCommands, settlingBy, withImpressions } from './mutations.js';

/** Settles as if the membership were another; as it is where there is none. */
const joiningBy = (change: (membership: Membership, nowMs: number) => Partial<Membership>): Mutation =>
  settlingBy((facts, nowMs) => {
    const { membership } = facts;
    if (membership === null) return facts;
    return { ...facts, membership: { ...membership, ...change(membership, nowMs) } };
  });

export const settlementCanaries: readonly Canary[] = [
  {
    name: 'latecomer-charged',
    promises: ['2 charge'],
    favours: 'updates delivered',
    mutation: joiningBy(({ join, state }, nowMs) =>
      state === 'in' ? { join: { isAgain: false, byBotId: null, ...join, atMs: nowMs } } : {},
    ),
  },
  {
    name: 'returned-charged',
    promises: ['2 charge'],
    fromSeed: 2,
    favours: 'joined or left',
    mutation: joiningBy(({ join }) => ({ join: join === null ? null : { ...join, isAgain: false } })),
  },
  {
    name: 'return-is-free',
    promises: ['2 charge'],
    favours: 'updates delivered',
    mutation: inCommands('subscriptions', (commands) => ({
      rejoin: (orderId, userId, at, _, notifications) =>
        commands.rejoin(orderId, userId, at, () => ({ kind: 'free', reason: null }), notifications),
    })),
  },
  {
    name: 'approval-counts-as-join',
    promises: ['3 kept'],
    favours: 'updates delivered',
    // A request's time is forgotten once it is approved.
    mutation: around('memberships.observe', {
      after: 'UPDATE memberships SET joined_at_ms = since_ms WHERE state = 0 AND since_ms > joined_at_ms',
    }),
  },
  {
    name: 'charged-at-another-price',
    promises: ['1 balance', '2 charge'],
    mutation: withImpressions((impression) => ({ ...impression, priceMicros: impression.priceMicros + 1n })),
  },
  {
    name: 'factor-of-today',
    seedsBy: 7,
    promises: ['1 balance', '2 charge'],
    favours: 'sweep',
    // What was announced holds at once: the week is left out.
    mutation: inCommands('payingFactors', (commands) => ({
      announce: (factors, notifications, nowMs) =>
        commands.announce(
          factors.map((factor) => ({ ...factor, fromMs: nowMs })),
          notifications,
          nowMs,
        ),
    })),
  },
  {
    name: 'advertiser-charged-by-quality',
    seedsBy: 7,
    promises: ['1 balance', '2 charge'],
    mutation: withImpressions((impression) => ({
      ...impression,
      priceMicros:
        (impression.priceMicros * BigInt(Math.round(1_000 * impression.bot.payingFactor))) / 1_000n,
    })),
  },
  {
    name: 'held-as-others',
    seedsBy: 7,
    promises: ['2 charge'],
    favours: 'sweep',
    // The money is paid out as early as that of good bots.
    mutation: withImpressions((impression) => ({
      ...impression,
      bot: { ...impression.bot, holdFactor: 1 },
    })),
  },
  {
    name: 'paid-back-as-others',
    fromSeed: 1,
    seedsBy: 7,
    promises: ['2 charge'],
    favours: 'joined or left',
    // It waits, but the advertiser gets nothing back of it after everybody's hold.
    mutation: inCommands('subscriptions', (commands) => ({
      leave: (orderId, userId, at, decide) =>
        commands.leave(orderId, userId, at, (facts) => decide({ ...facts, holdMs: null })),
    })),
  },
  {
    name: 'held-money-held-longer',
    seedsBy: 7,
    promises: ['2 charge'],
    favours: 'sweep',
    // What is read of bots lengthens what is on hold already.
    mutation: around('quality.save', {
      after: `UPDATE subscriptions SET hold_until_ms = hold_until_ms + 3600000
                  WHERE hold_until_ms IS NOT NULL`,
    }),
  },
  {
    name: 'other-orders-weigh-nothing',
    promises: ['2 charge'],
    fromSeed: 15,
    favours: 'order copied',
    seedsBy: 11,
    mutation: settlingBy(({ order, impressions, ...facts }) => ({
      ...facts,
      order,
      impressions: impressions.filter(({ orderId }) => orderId === order.orderId),
    })),
  },
  {
    name: 'paid-once-an-order',
    promises: ['2 charge'],
    fromSeed: 17,
    favours: 'crowd',
    mutation: {
      ...settlingBy((facts) => ({ ...facts, isPaidFor: false })),
      command: {
        around: (command) => (command === 'subscriptions.settle' ? { before: 'DELETE FROM paid_joins' } : {}),
      },
    },
  },
  {
    name: 'suspicious-paid',
    promises: ['2 charge'],
    fromSeed: 17,
    favours: 'link opened',
    mutation: settlingBy((facts) => ({ ...facts, suspiciousUntilMs: null })),
  },
  {
    name: 'withdrawing-keeps-the-money',
    promises: ['2 charge'],
    favours: 'withdrawal',
    mutation: settlingBy((facts) => ({ ...facts, withdrawing: [] })),
  },
  {
    name: 'withdrawal-paid-early',
    promises: ['2 charge', 'answers'],
    fromSeed: 2,
    favours: 'withdrawal decided',
    // Some seeds let withdrawals wait.
    seedsBy: 4,
    mutation: inCommands('withdrawals', (commands) => ({
      find: async (withdrawalId) => {
        const found = await commands.find(withdrawalId);
        return found === null ? null : { ...found, askedAtMs: 0 };
      },
    })),
  },
  {
    name: 'moved-name-not-seen',
    promises: ['2 charge'],
    fromSeed: 5,
    favours: 'names looked at',
    mutation: inCommands('orderWatch', () => ({ noteLink: () => Promise.resolve(false) })),
  },
  {
    name: 'removal-reverses',
    promises: ['2 charge'],
    favours: 'joined or left',
    mutation: inCommands('subscriptions', (commands) => ({
      noteRemoved: async (orderId, userId, nowMs) => {
        const at = { day: Math.floor(nowMs / 86_400_000), nowMs };
        await commands.leave(orderId, userId, at, ({ isOnHold, priceMicros }) => ({
          kind: 'left',
          reverse: isOnHold && priceMicros > 0n,
        }));
        return null;
      },
    })),
  },
  {
    name: 'refused-token-believed',
    promises: ['2 charge'],
    favours: 'token refused or sent again',
    // A token that the platform refuses answered yes for every user.
    mutation: {
      platform: (platform) => ({
        ...platform,
        hasStarted: async (...asked) => {
          const answer = await platform.hasStarted(...asked);
          const isRefused = !answer.ok && answer.failure.kind === 'token_refused';
          return isRefused ? { ok: true, value: true } : answer;
        },
      }),
    },
  },
  {
    name: 'revision-reprices',
    promises: ['2 charge'],
    favours: 'order changed',
    // A change of an order changed what was shown before it.
    mutation: around('orders.revise', {
      after:
        'UPDATE impressions SET price_micros = (SELECT real_price_micros FROM orders WHERE orders.order_id = impressions.order_id)',
    }),
  },
  {
    name: 'ban-of-leaver-removes',
    promises: ['2 charge', '3 kept'],
    favours: 'updates delivered',
    // A chat that bans who left counted as one that removes its subscribers.
    mutation: inCommands('memberships', (commands) => ({
      observe: (observations) =>
        commands.observe(observations.map(({ wasIn: _, ...observation }) => observation)),
    })),
  },
];
