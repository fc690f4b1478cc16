/** The dialogues about money and about events for a publisher's server, as scripts. */
import { expect } from 'vitest';
import { parseMoney } from '../../core/money.js';
import type { Actor, Script } from './dialogue-script.js';

async function giveMoney({ stage, accountId }: Actor): Promise<void> {
  const booking = { reference: `dialogue:${String(accountId)}`, note: '', bookedBy: null };
  await stage.store.ledger.deposit(accountId, parseMoney('500'), booking, Date.now());
}

async function waitingWithdrawal(actor: Actor): Promise<number> {
  await giveMoney(actor);
  const wanted = { amountMicros: parseMoney('200'), details: 'card', requestKey: String(actor.accountId) };
  const asking = await actor.stage.service.withdrawals.ask(actor.accountId, wanted);
  if (asking.kind !== 'asked') throw new Error(`It was not asked for: ${asking.kind}.`);
  return asking.withdrawal.withdrawalId;
}

const availableOf = async ({ stage, accountId }: Actor) =>
  (await stage.service.wallet.balance(accountId)).availableMicros;

export const moneyScripts: readonly Script[] = [
  {
    name: 'a deposit in stars',
    form: 'deposit',
    prepare: (actor) => ({
      begin: 'deposit',
      steps: [
        {
          asks: 'deposit-ask',
          wrong: { say: 'much', complains: 'error-whole' },
          answer: { press: '250' },
        },
      ],
      ends: 'invoice-sent',
      // Nothing is booked before it is paid.
      holds: async () => expect(await availableOf(actor)).toBe(0n),
    }),
  },
  {
    name: 'a deposit by a payment rail',
    form: 'deposit-rail',
    prepare: (actor) => ({
      begin: 'deposit-rail:crypto_pay',
      steps: [
        {
          asks: 'deposit-rail-ask',
          wrong: { say: '5', complains: 'error-amount' },
          answer: { say: '800' },
        },
      ],
      ends: 'deposit-rail-made',
      holds: async () => {
        const open = await actor.stage.store.rails.openDeposits('crypto_pay', { afterId: 0, limit: 100 });
        expect(open.filter(({ accountId }) => accountId === actor.accountId)).toMatchObject([
          { state: 'open', amountMicros: parseMoney('800') },
        ]);
      },
    }),
  },
  {
    name: 'a withdrawal to one’s own account',
    form: 'withdraw',
    prepare: async (actor) => {
      await giveMoney(actor);
      return {
        begin: 'withdraw',
        steps: [
          { asks: 'withdraw-ask', answer: { say: '200' } },
          { asks: 'withdraw-details', answer: { press: 'by-crypto_pay' } },
          { asks: 'withdraw-confirm', answer: { press: 'yes' } },
        ],
        ends: 'withdraw-asked',
        holds: async () => {
          const page = { beforeId: null, limit: 5 };
          expect(await actor.stage.service.withdrawals.list(actor.accountId, page)).toMatchObject([
            { rail: 'crypto_pay', amountMicros: parseMoney('200') },
          ]);
        },
      };
    },
  },
  {
    name: 'a withdrawal',
    form: 'withdraw',
    prepare: async (actor) => {
      await giveMoney(actor);
      return {
        begin: 'withdraw',
        steps: [
          {
            asks: 'withdraw-ask',
            wrong: { say: '1000', complains: 'error-amount' },
            answer: { say: '200.50' },
          },
          {
            asks: 'withdraw-details',
            wrong: { say: 'long '.repeat(200), complains: 'error-text' },
            answer: { say: 'IBAN <12>' },
          },
          { asks: 'withdraw-confirm', answer: { press: 'yes' } },
        ],
        ends: 'withdraw-asked',
        holds: async () => expect(await availableOf(actor)).toBe(parseMoney('299.5')),
      };
    },
  },
  {
    name: 'an address for events',
    form: 'hook-set',
    prepare: (actor) => ({
      begin: 'hook-set:0',
      steps: [
        {
          asks: 'hook-ask',
          wrong: { say: 'ftp://127.0.0.1/events', complains: 'error-address-scheme' },
          answer: { say: 'http://127.0.0.1:9/events' },
        },
      ],
      ends: 'hook-set',
      holds: async () => {
        const view = await actor.stage.service.webhooks.view(actor.accountId, 0);
        expect(JSON.stringify(view)).toContain('127.0.0.1');
      },
    }),
  },
];

/** Those of administrators. */
export const payoutScripts: readonly Script[] = [
  {
    name: 'a payout',
    form: 'payout-pay',
    prepare: async (actor) => {
      const withdrawalId = await waitingWithdrawal(actor);
      await actor.stage.service.withdrawals.begin(actor.accountId, withdrawalId, parseMoney('200'));
      return {
        begin: `payout-pay:${String(withdrawalId)}`,
        steps: [{ asks: 'payout-pay-ask', answer: { say: 'Transfer 12' } }],
        ends: 'withdrawal-paid',
        holds: async () => expect(await availableOf(actor)).toBe(parseMoney('300')),
      };
    },
  },
  {
    name: 'a payout taken back',
    form: 'payout-back',
    prepare: async (actor) => {
      const withdrawalId = await waitingWithdrawal(actor);
      await actor.stage.service.withdrawals.begin(actor.accountId, withdrawalId, parseMoney('200'));
      return {
        begin: `payout-back:${String(withdrawalId)}`,
        steps: [{ asks: 'payout-back-ask', answer: { say: 'The bank is closed' } }],
        ends: 'withdrawal-waiting',
        holds: async () => expect(await availableOf(actor)).toBe(parseMoney('300')),
      };
    },
  },
  {
    name: 'a refused payout',
    form: 'payout-refuse',
    prepare: async (actor) => {
      const withdrawalId = await waitingWithdrawal(actor);
      return {
        begin: `payout-refuse:${String(withdrawalId)}`,
        steps: [{ asks: 'payout-refuse-ask', answer: { say: 'No such card' } }],
        ends: 'withdrawal-refused',
        holds: async () => expect(await availableOf(actor)).toBe(parseMoney('500')),
      };
    },
  },
  {
    name: "somebody's wallet",
    form: 'purse',
    prepare: (actor) => ({
      begin: 'purse',
      steps: [
        {
          asks: 'purse-ask',
          wrong: { say: 'Ada', complains: 'error-whole' },
          answer: { say: String(actor.accountId) },
        },
      ],
      ends: 'button-credit',
    }),
  },
  {
    name: 'a deposit booked by hand',
    form: 'purse-credit',
    prepare: (actor) => ({
      begin: `purse-credit:${String(actor.accountId)}`,
      steps: [
        { asks: 'credit-ask', wrong: { say: '-5', complains: 'error-amount' }, answer: { say: '12.5' } },
        { asks: 'credit-note', answer: { press: '-' } },
        { asks: 'credit-confirm', answer: { press: 'yes' } },
      ],
      ends: 'credit-booked',
      holds: async () => expect(await availableOf(actor)).toBe(parseMoney('12.5')),
    }),
  },
  {
    name: 'an adjustment that leaves a debt',
    form: 'purse-adjust',
    prepare: (actor) => ({
      begin: `purse-adjust:${String(actor.accountId)}`,
      steps: [
        {
          asks: 'adjust-direction',
          wrong: { say: '-5', complains: 'error-choose' },
          answer: { press: 'take' },
        },
        { asks: 'adjust-ask-take', wrong: { say: '0', complains: 'error-amount' }, answer: { say: '12.5' } },
        {
          asks: 'adjust-reason',
          wrong: { say: 'long '.repeat(50), complains: 'error-text' },
          answer: { say: 'Paid <twice>' },
        },
        { asks: 'adjust-debt', answer: { press: 'yes' } },
      ],
      ends: 'adjust-booked',
      holds: async () => expect(await availableOf(actor)).toBe(parseMoney('-12.5')),
    }),
  },
];
