/** Joins that are paid for on evidence that is none, or less than it is taken for. */
import type { Contact } from '../../../core/ports/sponsor-store.js';
import type { Mutation } from '../process.js';
import { around, type Canary, inCommands, withImpressions } from './mutations.js';

/** A contact that is so, read as another. */
const withContact = (isSo: (contact: Contact | null) => boolean, state: Contact['state']): Mutation =>
  withImpressions((impression) =>
    impression.bot.hasToken && isSo(impression.contact)
      ? { ...impression, contact: { state, atMs: 0, untilMs: 0 } }
      : impression,
  );

const A_SECOND_MS = 1_000;
/** As long as a question may take. */
const ANSWER_LATE_MS = 60_000;

export const evidenceCanaries: readonly Canary[] = [
  {
    name: 'answer-dated-when-it-came',
    promises: ['2 charge', '3 kept'],
    favours: 'joined or left',
    mutation: inCommands('memberships', (commands) => ({
      observe: (seen) =>
        commands.observe(
          seen.map((one) => (one.updateId === null ? { ...one, atMs: one.atMs + ANSWER_LATE_MS } : one)),
        ),
    })),
  },
  {
    name: 'clocks-taken-for-one',
    promises: ['2 charge'],
    fromSeed: 2,
    seedsBy: 3,
    favours: 'joined or left',
    // The platform's whole seconds are allowed for, and not that its clock may be behind.
    mutation: withImpressions((impression) => ({
      ...impression,
      firstShownAtMs: impression.firstShownAtMs + A_SECOND_MS,
    })),
  },
  {
    name: 'unseen-not-looked-for',
    promises: ['2 charge'],
    fromSeed: 2,
    seedsBy: 6,
    mutation: inCommands('orderWatch', () => ({
      unseenUsers: () => Promise.resolve({ userIds: [], nextCursor: null }),
    })),
  },
  {
    name: 'contact-ignored',
    promises: ['2 charge'],
    favours: 'joined or left',
    mutation: withContact((contact) => contact?.state === 'no', 'yes'),
  },
  {
    name: 'contact-not-waited-for',
    promises: ['2 charge'],
    fromSeed: 6,
    favours: 'joined or left',
    mutation: withContact((contact) => contact === null || contact.state === 'unknown', 'no'),
  },
  {
    name: 'contact-made-up',
    promises: ['2 charge', '3 kept'],
    favours: 'bot used or blocked',
    mutation: inCommands('contacts', (commands) => ({
      answer: (contact, _, nowMs) => commands.answer(contact, 'yes', nowMs),
    })),
  },
  {
    name: 'undelivered-block-counts',
    promises: ['2 charge'],
    favours: 'joined or left',
    mutation: withImpressions((impression) =>
      impression.proof === 'block' ? { ...impression, proof: 'delivered' } : impression,
    ),
  },
  {
    name: 'untrusted-paid-at-once',
    promises: ['1 balance', '2 charge'],
    favours: 'joined or left',
    mutation: withImpressions((impression) => ({
      ...impression,
      bot: { ...impression.bot, trust: 'trusted' },
    })),
  },
  {
    name: 'unsigned-counts-as-signed',
    promises: ['2 charge'],
    fromSeed: 6,
    favours: 'link opened',
    mutation: inCommands('openings', (commands) => ({
      note: (opening) => commands.note({ ...opening, isSigned: true }),
    })),
  },
  {
    name: 'held-for-ever',
    promises: ['1 balance'],
    favours: 'held money settled',
    mutation: inCommands('trust', () => ({ settleHeld: () => Promise.resolve(0) })),
  },
  {
    name: 'refused-paid',
    promises: ['2 charge'],
    favours: 'bot trusted or refused',
    // As if the moderator had trusted it.
    mutation: around('trust.settleHeld', {
      before: `UPDATE subscriptions SET held_for_trust = 0, hold_until_ms = at_ms
                  WHERE held_for_trust = 1 AND bot_id IN (SELECT bot_id FROM bots WHERE trust = 'refused')`,
    }),
  },
  {
    name: 'repeat-makes-newer',
    promises: ['2 charge'],
    favours: 'get-sponsors',
    mutation: inCommands('sponsors', (commands) => ({
      record: (userId, what) =>
        commands.record(userId, {
          ...what,
          impressions: what.impressions.map((show) => ({
            ...show,
            how: show.how === 'repeated' ? 'engaged' : show.how,
          })),
        }),
    })),
  },
  {
    name: 'list-after-join-counts',
    promises: ['2 charge'],
    fromSeed: 3,
    favours: 'joined or left',
    mutation: withImpressions((impression) => ({ ...impression, replaced: [] })),
  },
  {
    name: 'price-changed-while-shown',
    promises: ['2 charge'],
    favours: 'order changed',
    // As if the bot had shown nothing before: each repeat of a list is one of its own.
    mutation: inCommands('sponsors', (commands) => ({
      requestContext: async (...asked) => ({
        ...(await commands.requestContext(...asked)),
        impressions: () => Promise.resolve([]),
      }),
    })),
  },
  {
    name: 'opening-counts-in-all-bots',
    promises: ['3 kept'],
    fromSeed: 9,
    favours: 'link opened',
    // As if somebody had proven each opening.
    mutation: inCommands('memberships', (commands) => ({
      observe: (seen) =>
        commands.observe(
          seen.map((one) => ({ ...one, resourceId: one.resourceId.replace(/^opened:\d+:/, '') })),
        ),
    })),
  },
  {
    name: 'unproven-opening-settles',
    promises: ['2 charge'],
    fromSeed: 11,
    favours: 'link opened',
    // Settles with the last unproven bot, as for a join without contact.
    mutation: inCommands('subscriptions', (commands) => ({
      settle: (orderId, userId, at, decide, notifications) =>
        commands.settle(
          orderId,
          userId,
          at,
          (facts) => {
            const decided = decide(facts);
            const botId = facts.opening?.botId;
            if (decided.kind !== 'none' || facts.subscriptionStatus !== null || botId === undefined)
              return decided;
            return { kind: 'free', state: 'notgetted', reason: 'no_contact', botId };
          },
          notifications,
        ),
    })),
  },
  {
    name: 'refused-released-by-time',
    promises: ['2 charge'],
    seedsBy: 5,
    favours: 'bot trusted or refused',
    mutation: around('bots.moderate', {
      after: `UPDATE subscriptions SET held_for_trust = 0, hold_until_ms = at_ms + 36000000
                  WHERE held_for_trust = 1 AND bot_id IN (SELECT bot_id FROM bots WHERE trust = 'refused')`,
    }),
  },
  {
    name: 'deposit-makes-trusted',
    promises: ['2 charge'],
    fromSeed: 4,
    favours: 'withdrawal decided',
    mutation: around('withdrawals.decide', {
      after: `UPDATE accounts SET is_trusted = 1
                  WHERE account_id IN (SELECT account_id FROM withdrawals WHERE state = 'paid')`,
    }),
  },
];
