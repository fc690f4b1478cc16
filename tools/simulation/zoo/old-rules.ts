/**
 * The service without one of its rules: what each rogue took before it was there. A check that finds no gain here either
 * would find none anywhere.
 */
import type { MembershipUpdate } from '../../../core/subscriptions/index.js';
import type { Platform } from '../../../core/platform.js';
import type { Networks } from '../../../core/ports/networks.js';
import type { PaymentRail } from '../../../core/ports/payment-rail.js';
import type { SettlementFacts } from '../../../core/ports/subscription-store.js';
import { inCommands, settlingBy, type StoreMutation, withImpressions } from '../canaries/mutations.js';

/** What is changed of the town's service, its platform or its bot process. */
export interface Mutation {
  store?: StoreMutation['store'];
  platform?: (platform: Platform) => Platform;
  networks?: Networks;
  rail?: (rail: PaymentRail) => PaymentRail;
  environment?: Record<string, string>;
  /** What was announced of each bot, where publishers are paid and held by it. */
  quality?: number | null;
  /** What the bot process makes of a batch of updates. */
  batch?: (updates: readonly MembershipUpdate[]) => MembershipUpdate[];
  /** Whether who fetches a page of a resource counts as one whose script ran. */
  countsFetches?: true;
  /** What is asked for outside of the chat is not asked for again there. */
  asksUnconfirmed?: true;
  /** Names are taken as they come. */
  keepsMarks?: true;
  /** Work that the bot process or the moderators do not do. */
  leavesOut?: readonly ('names' | 'unseen' | 'refusal')[];
}

/** A rule in words, and the service without it. */
export interface OldRule {
  /** What it did. */
  rule: string;
  mutation: Mutation;
  /** What the rogue took without it, where that was measured and cannot be played any more. */
  takenMicros?: number;
}

const groupsAreEqual = withImpressions(({ contactChatId: _, ...impression }) => impression);

export const oldRules = {
  contact: {
    rule: 'a bot’s word that somebody uses it was believed',
    mutation: withImpressions((impression) => ({ ...impression, proof: 'contact' })),
  },
  wordAllDay: {
    rule: 'a bot’s word that somebody uses it was believed, and every repeat of a list made it the latest',
    mutation: withImpressions((impression) => ({
      ...impression,
      proof: 'contact',
      shownAtMs: impression.seenAtMs,
    })),
  },
  lastingContact: {
    rule: 'the platform’s yes held for a month, also where other bots showed the user sponsors',
    mutation: inCommands('sponsors', ({ requestContext }) => ({
      requestContext: async (botId, userId, sinceMs, nowMs) => {
        const { contact, ...context } = await requestContext(botId, userId, sinceMs, nowMs);
        return { ...context, contact: contact?.state === 'yes' ? { ...contact, atMs: nowMs } : contact };
      },
    })),
  },
  groupList: {
    rule: 'a list in a group was as strong as a private one',
    mutation: groupsAreEqual,
  },
  trust: {
    rule: 'bots without a token were paid at once',
    mutation: {
      ...withImpressions((impression) => ({ ...impression, bot: { ...impression.bot, trust: 'trusted' } })),
      leavesOut: ['refusal'],
    },
  },
  clicks: {
    rule: 'whatever fetched a link was paid for',
    mutation: {
      ...settlingBy((facts) => ({
        ...facts,
        opening: facts.opening && { ...facts.opening, isSigned: true, paidToday: 0 },
        impressions: facts.impressions.map((one) => ({ ...one, bot: { ...one.bot, trust: 'trusted' } })),
        suspiciousUntilMs: null,
      })),
      countsFetches: true,
      leavesOut: ['refusal'],
    },
  },
  address: {
    rule: 'an address could open a link as often as it liked',
    mutation: settlingBy((facts) => ({
      ...facts,
      opening: facts.opening && { ...facts.opening, paidToday: 0 },
      suspiciousUntilMs: null,
    })),
  },
  block: {
    rule: 'a block counted whether or not it was delivered',
    mutation: withImpressions((impression) => ({
      ...impression,
      proof: impression.proof === 'block' ? 'delivered' : impression.proof,
    })),
  },
  group: {
    rule: 'a group proved its members to every bot, as well as a private chat',
    mutation: {
      ...groupsAreEqual,
      platform: (platform) => ({
        ...platform,
        presence: (token, chat, id, options) =>
          String(id) === token.split(':')[0]
            ? Promise.resolve({ ok: true, value: 'in' })
            : platform.presence(token, chat, id, options),
      }),
    },
  },
  once: {
    rule: 'a join was paid for once an order',
    mutation: inCommands('subscriptions', (commands, _, sql) => ({
      settle: async (shown, userId, at, decide, notifications) => {
        await sql('DELETE FROM paid_joins');
        const unpaid = (facts: SettlementFacts) => decide({ ...facts, isPaidFor: false });
        return commands.settle(shown, userId, at, unpaid, notifications);
      },
    })),
  },
  again: {
    rule: 'who came back was paid for again',
    mutation: inCommands('subscriptions', (commands, _, sql) => ({
      settle: async (shown, userId, at, decide, notifications) => {
        await sql('DELETE FROM paid_joins WHERE user_id = ?', userId);
        await sql('DELETE FROM subscriptions WHERE order_id = ? AND user_id = ?', shown.orderId, userId);
        const first = (facts: SettlementFacts): SettlementFacts => ({
          ...facts,
          isPaidFor: false,
          membership: facts.membership && {
            ...facts.membership,
            join: facts.membership.join && { ...facts.membership.join, isAgain: false },
          },
        });
        return commands.settle(shown, userId, at, (facts) => decide(first(facts)), notifications);
      },
    })),
  },
  newer: {
    rule: 'every repeat of a list made it the latest',
    mutation: withImpressions((impression) => ({ ...impression, shownAtMs: impression.seenAtMs })),
  },
  price: {
    rule: 'the price of the moment was paid',
    mutation: inCommands('subscriptions', (commands, store) => ({
      settle: async (shown, userId, at, decide, notifications) => {
        const priceMicros = (await store.orders.find(shown.orderId))?.realPriceMicros ?? 0n;
        const priced = ({ impressions, ...facts }: SettlementFacts): SettlementFacts => ({
          ...facts,
          impressions: impressions.map((impression) => ({ ...impression, priceMicros })),
        });
        return commands.settle(shown, userId, at, (facts) => decide(priced(facts)), notifications);
      },
    })),
  },
  withdrawing: {
    rule: 'what was asked to be paid out was out of reach',
    mutation: settlingBy((facts) => ({ ...facts, withdrawing: [] })),
  },
  removal: {
    rule: 'who was removed counted as having left',
    mutation: inCommands('subscriptions', (commands) => ({
      noteRemoved: async (orderId, userId, nowMs) => {
        await commands.leave(
          orderId,
          userId,
          { day: Math.floor(nowMs / 86_400_000), nowMs },
          ({ isOnHold, priceMicros }) => ({ kind: 'left', reverse: isOnHold && priceMicros > 0n }),
        );
        return null;
      },
    })),
  },
  names: { rule: 'names were resolved once', mutation: { leavesOut: ['names'] } },
  unseen: {
    rule: 'nobody looked who had come meanwhile',
    mutation: {
      // Nor was an order paused whose rights are lost over and over.
      ...inCommands('orders', (commands, _, sql) => ({
        setCheckState: async (...given) => {
          await sql('UPDATE orders SET lost_before_ms = NULL');
          return commands.setCheckState(...given);
        },
      })),
      leavesOut: ['unseen'],
    },
  },
  batch: {
    rule: 'only the last update of a batch was looked at, and only for where the user is then',
    mutation: {
      batch: (updates) => {
        const last = new Map(updates.map((one) => [`${one.resourceId} ${String(one.userId)}`, one]));
        return [...last.values()].map(({ wasIn: _, ...now }) => now);
      },
    },
  },
  promised: {
    rule: 'impressions on made-up users counted as promised',
    mutation: inCommands('contacts', (commands) => ({
      answer: (contact, _, nowMs) => commands.answer(contact, 'yes', nowMs),
    })),
  },
  pending: {
    rule: 'an order was shown to everybody whom it could pay for at that moment',
    mutation: inCommands('catalog', (commands) => ({
      counters: async (...asked) => {
        const counters = await commands.counters(...asked);
        return new Map(
          [...counters].map(([orderId, one]) => [orderId, { ...one, pendingImpressions: 0, overrun: 0 }]),
        );
      },
    })),
  },
  strangers: {
    rule: 'every bot was told what is known',
    mutation: inCommands('bots', (commands) => ({
      find: async (botId) => {
        const bot = await commands.find(botId);
        return bot === null ? null : { ...bot, trust: 'trusted' };
      },
    })),
  },
  marks: { rule: 'names were kept as they came', mutation: { keepsMarks: true } },
  payouts: {
    rule: 'earnings were free and paid out at once',
    mutation: { environment: { NEW_PUBLISHER_HOLD_HOURS: '0', WITHDRAWAL_HOURS: '0', HOLD_HOURS: '0' } },
  },
  unlimited: {
    rule: 'a rail paid at once whatever was asked for',
    mutation: {
      ...inCommands('rails', (commands) => ({
        beginPayout: (payout, _limits, nowMs) => commands.beginPayout(payout, null, nowMs),
      })),
      environment: { WITHDRAWAL_HOURS: '0' },
    },
  },
  openToAll: {
    rule: 'everybody could pay by a rail whose payments can be taken back',
    mutation: { rail: (rail) => ({ ...rail, isReversible: false }) },
  },
  lostUpdate: {
    rule: 'each window took its amount out of the balance that it had read',
    mutation: inCommands('withdrawals', (commands, store) => ({
      ask: async (accountId, wanted, ...given) => {
        const asking = await commands.ask(accountId, wanted, ...given);
        if (asking.kind !== 'short') return asking;
        // Written from what both had read, the later balance undoes the earlier one.
        const nowMs = given[2];
        const undone = { reference: wanted.requestKey, note: '', bookedBy: null };
        await store.ledger.deposit(accountId, wanted.amountMicros, undone, nowMs);
        return commands.ask(accountId, wanted, ...given);
      },
    })),
  },
  wholeFee: {
    rule: 'each side of a charge earned its referrer the whole fee',
    mutation: inCommands('accounts', (commands) => ({
      open: (person, keys, nowMs, invitation) =>
        commands.open(person, keys, nowMs, invitation && { ...invitation, percent: 100 }),
    })),
  },
  unconfirmed: {
    rule: 'a session was enough to have money paid out',
    mutation: { asksUnconfirmed: true },
  },
} as const satisfies Record<string, OldRule>;
