/**
 * Faults put in on purpose: at least one for each promise. A simulation that does not find each of them would find
 * nothing. What they break is wrapped here; nothing in the service knows of it.
 */
import { limitCanaries } from './canaries/limits.js';
import { evidenceCanaries } from './canaries/evidence.js';
import { type Canary, inCommands } from './canaries/mutations.js';
import { notificationCanaries } from './canaries/notifications.js';
import { ownershipCanaries } from './canaries/ownership.js';
import { settlementCanaries } from './canaries/settlement.js';

export type { Canary } from './canaries/mutations.js';

const money = /^(subscriptions\.|ledger\.|keys\.)/;

export const canaries: readonly Canary[] = [
  {
    name: 'posting-changed',
    promises: ['1 balance'],
    mutation: {
      tamper: (audit, step) => {
        if (step % 50 !== 0) return;
        const old = 'entry_id = (SELECT min(entry_id) FROM postings)';
        audit.damage(`UPDATE postings SET amount_micros = amount_micros * 2 WHERE ${old}`);
      },
    },
  },
  {
    name: 'balance-drifts',
    promises: ['1 balance'],
    mutation: {
      tamper: (audit, step) => {
        if (step === 60)
          audit.damage('UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE owner_id <= 0');
      },
    },
  },
  {
    name: 'hold-kept',
    promises: ['1 balance'],
    favours: 'holds released',
    mutation: inCommands('subscriptions', () => ({ releaseHolds: () => Promise.resolve(0) })),
  },
  {
    name: 'settled-twice',
    promises: ['2 charge', '3 kept'],
    mutation: inCommands('subscriptions', (commands, _, sql) => ({
      settle: async (shown, userId, at, decide, notifications) => {
        await sql('DELETE FROM subscriptions WHERE order_id = ? AND user_id = ?', shown.orderId, userId);
        return commands.settle(shown, userId, at, decide, notifications);
      },
    })),
  },
  ...settlementCanaries,
  ...evidenceCanaries,
  ...limitCanaries,
  {
    name: 'change-not-written',
    promises: ['3 kept'],
    mutation: inCommands('orders', (commands) => ({
      revise: async (orderId, revision, fields) => {
        const order = await commands.find(orderId);
        if (order === null) return { kind: 'stale' };
        return { kind: 'revised', order: { ...order, ...fields, revision: revision + 1 } };
      },
    })),
  },
  {
    name: 'update-forgotten',
    promises: ['3 kept'],
    mutation: inCommands('memberships', (commands) => ({
      observe: (seen) =>
        seen.some(({ updateId }) => updateId !== null) ? Promise.resolve([]) : commands.observe(seen),
    })),
  },
  {
    name: 'money-not-durable',
    // What was booked is gone, or what follows from it.
    promises: ['1 balance', '2 charge', '3 kept', '4 delivery', '5 keys'],
    favours: 'power cut',
    mutation: { command: { forgetsDisk: (name) => money.test(name) } },
  },
  {
    name: 'commit-lost',
    promises: ['3 kept', 'answers'],
    // Answered before it is committed: what follows in its own good time may never come.
    mutation: inCommands('ledger', (commands) => ({
      deposit: async (accountId, amountMicros, deposit, nowMs) => {
        const booked = await commands.balance(accountId);
        setTimeout(() => void commands.deposit(accountId, amountMicros, deposit, nowMs), 5_000);
        return { kind: 'booked', balance: booked };
      },
    })),
  },
  {
    name: 'sent-again',
    promises: ['4 delivery'],
    favours: 'workers',
    mutation: {
      platform: (platform) => ({
        ...platform,
        send: async (token, chatId, content) => {
          const sent = await platform.send(token, chatId, content);
          const isOpen = !sent.ok && sent.failure.kind === 'uncertain';
          return isOpen ? platform.send(token, chatId, content) : sent;
        },
      }),
    },
  },
  {
    name: 'block-not-queued',
    promises: ['4 delivery'],
    mutation: inCommands('sponsors', (commands) => ({
      record: (userId, what) => commands.record(userId, { ...what, block: undefined }),
    })),
  },
  {
    name: 'notification-not-told',
    promises: ['4 delivery'],
    mutation: inCommands('notifications', (commands) => ({
      claim: async (...claim) => {
        const [first, ...others] = await commands.claim(...claim);
        if (first !== undefined) await commands.done(first);
        return others;
      },
    })),
  },
  {
    name: 'owner-not-told',
    promises: ['4 delivery'],
    mutation: inCommands('orders', (commands) => ({
      decide: (orderId, revision, decision, _, nowMs) =>
        commands.decide(orderId, revision, decision, [], nowMs),
    })),
  },
  ...notificationCanaries,
  {
    name: 'event-not-posted',
    promises: ['4 delivery'],
    mutation: inCommands('events', (commands) => ({
      claim: async (worker, limits, leaseMs, nowMs) => {
        const [first, ...others] = await commands.claim(worker, limits, leaseMs, nowMs);
        if (first !== undefined) await commands.delivered(first, nowMs);
        return others;
      },
    })),
  },
  {
    name: 'withdrawal-decided-without-asking',
    promises: ['2 charge'],
    favours: 'withdrawal decided',
    // Whatever an administrator decides, it is paid.
    mutation: inCommands('withdrawals', (commands) => ({
      decide: async (withdrawalId, decision, notifications, nowMs) => {
        const seenMicros = (await commands.find(withdrawalId))?.amountMicros ?? 0n;
        const paid = { ...decision, state: 'paid', seenMicros } as const;
        return commands.decide(withdrawalId, paid, notifications, nowMs);
      },
    })),
  },
  {
    name: 'refund-forgotten',
    promises: ['3 kept'],
    favours: 'refund told',
    // The report of the platform is acknowledged, and never booked.
    mutation: inCommands('starPayments', (commands) => ({
      endRefund: async (chargeId) => ({
        isNew: true,
        payment: await commands.byCharge(chargeId),
        lossMicros: 0n,
      }),
    })),
  },
  {
    name: 'stale-keys',
    promises: ['5 keys'],
    mutation: { only: 'api-2', ...inCommands('keys', () => ({ version: () => Promise.resolve(1) })) },
  },
  {
    name: 'stale-contexts',
    promises: ['answers'],
    fromSeed: 2,
    favours: 'get-sponsors',
    seedsBy: 12,
    mutation: inCommands('sponsors', () => ({ contextMark: () => Promise.resolve(1) })),
  },
  {
    name: 'platform-awaited',
    promises: ['6 deadline'],
    mutation: {
      service: (service, { platform, settings }) => ({
        ...service,
        sponsors: {
          ...service.sponsors,
          request: async (botId, request) => {
            await platform.chat(settings.BOT_TOKEN, request.chatId);
            return service.sponsors.request(botId, request);
          },
        },
      }),
    },
  },
  ...ownershipCanaries,
  {
    name: 'excluded-shown',
    promises: ['answers'],
    favours: 'exclusion',
    mutation: inCommands('exclusions', () => ({ ofBot: () => Promise.resolve(new Set<number>()) })),
  },
  {
    name: 'pin-forgotten',
    promises: ['3 kept', 'answers'],
    mutation: inCommands('sponsors', (commands) => ({
      record: (userId, what) => commands.record(userId, { ...what, unpin: true }),
    })),
  },
];
