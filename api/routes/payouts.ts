/** POST /payouts: withdrawals as an administrator sees and decides them. Core refuses who is none. */
import { z } from 'zod';
import { assertAdministrator } from '../../core/accounts/index.js';
import { ServiceError } from '../../core/errors.js';
import {
  type BookedOnce,
  BOOKING_NOTE_LENGTH_MAX,
  withdrawalStates,
  type WithdrawalView,
} from '../../core/ledger/index.js';
import { MAX_MICROS, toDecimal } from '../../core/money.js';
import { railNames } from '../../core/ports/payment-rail.js';
import type { Service } from '../../core/service.js';
import * as field from '../fields.js';
import { named, type SourceOf } from '../encode.js';
import { cabinetActions, madeHandler, resultHandler } from '../route.js';
import { withdrawalSchema } from './withdrawal-wire.js';
import { flag, moment, money, notAdministrator, pageFields, whole } from './wire.js';
import { accountSchema, balances } from './account-wire.js';

const withdrawalId = field.id({ description: 'Id of the withdrawal.', example: 3 });
const listFields = z.object({
  state: field.withDefault(field.choice(withdrawalStates, { description: 'In which state.' }), 'waiting'),
  ...pageFields,
});
const seenAmount = field.money({ description: 'The amount that you saw.', example: 150 });
const beginFields = z.object({ withdrawal_id: withdrawalId, amount: seenAmount });
const payFields = z.object({
  withdrawal_id: withdrawalId,
  amount: seenAmount,
  note: field.withDefault(field.prose({ max: 300, description: 'What its owner reads.' }), ''),
});
const takeBackFields = z.object({
  withdrawal_id: withdrawalId,
  note: field.prose({
    max: 300,
    description: 'Why; its owner reads it.',
    example: 'The bank is closed today.',
  }),
});
const refuseFields = z.object({
  withdrawal_id: withdrawalId,
  note: field.prose({ max: 300, description: 'Why; its owner reads it.', example: 'The card was refused.' }),
});

const accountField = field.id({ description: 'Id of the account.', example: 1001 });
const adjustFields = z.object({
  account_id: accountField,
  amount: field.money({
    min: -MAX_MICROS,
    example: -50,
    description: 'What is given; below 0 it is taken, which may leave a debt.',
  }),
  note: field.prose({
    max: BOOKING_NOTE_LENGTH_MAX,
    description: 'Why; its owner reads it.',
    example: 'Paid twice.',
  }),
  reference: field.text({
    max: 100,
    description: 'Your own, such as a UUID: the same one books once.',
    example: 'a-17',
  }),
});

const changedAmount = {
  ...notAdministrator,
  409: 'It is for another amount than the one you saw, since charges took of it; `message` has the current one.',
};

const silent = 'The rail that sends it knows better, or was asked to send it in the last hour.';

const sentMessages = {
  begun: 'It is being sent.',
  already: 'It was decided before.',
  early: 'It is paid out no sooner than after its hours.',
  switched_off: 'Payouts by payment rails are stopped.',
} as const;

const railsSchema = z.strictObject({
  is_on: flag,
  rails: z.array(z.enum(railNames)),
  differences: z.array(
    z.strictObject({
      rail: z.enum(railNames),
      about: z.string(),
      ours: z.string().describe('What the ledger has.'),
      theirs: z.string().describe('What the rail has.'),
      since: moment,
    }),
  ),
});

async function railsOf(service: Service, accountId: number): Promise<SourceOf<typeof railsSchema>> {
  const [isOn, differences] = await Promise.all([
    service.payouts.isOn(),
    service.reconciliation.differences(accountId),
  ]);
  return { isOn, rails: service.deposits.rails, differences };
}

const decidedMessages = {
  decided: 'The withdrawal is decided.',
  already: 'Somebody was first.',
  early: 'It must wait still.',
};

/** What all decisions on a withdrawal have in common. */
const deciding = {
  isKept: true as const,
  result: z.strictObject({ outcome: z.enum(['decided', 'already', 'early']), withdrawal: withdrawalSchema }),
  answered: { message: decidedMessages.decided },
  shows: decidedOf,
  says: ({ outcome }: { outcome: keyof typeof decidedMessages }) => decidedMessages[outcome],
};

export const route = cabinetActions('/payouts', {
  summary: 'Payouts',
  tag: 'Moderators',
  errors: notAdministrator,
  actions: {
    account: resultHandler({
      summary: 'Get an account and its wallet',
      fields: z.object({ account_id: accountField }),
      result: z.strictObject({ account: accountSchema, ...balances }),
      answered: { message: 'The account.' },
      handle: async (service, { account_id }, { accountId }) => {
        assertAdministrator(service.settings, accountId);
        const { account, balance } = await service.accounts.profile(account_id);
        return { account, ...balance };
      },
    }),
    adjust: madeHandler({
      summary: 'Adjust a wallet, once by its reference',
      description: 'In either direction. The owner is notified.',
      isKept: true,
      fields: adjustFields,
      result: z.strictObject({ is_new: z.boolean(), ...balances }),
      answered: { message: 'The adjustment is booked.' },
      errors: { ...notAdministrator, 409: 'The reference stands for another account or amount.' },
      handle: (service, { account_id, amount, note, reference }, { accountId }, kept) => {
        const adjustment = { reference: `api:${String(accountId)}:${reference}`, note };
        return service.wallet.adjust(accountId, account_id, amount, adjustment, kept);
      },
      shows: ({ isNew, balance }: BookedOnce) => ({ isNew, ...balance }),
      says: ({ isNew }) => (isNew ? 'The adjustment is booked.' : 'It was booked before.'),
    }),
    send: resultHandler({
      summary: 'Pay out a withdrawal by its payment rail',
      description: 'The limits of automatic payouts do not hold here.',
      fields: beginFields,
      result: z.strictObject({ outcome: z.enum(['begun', 'already', 'early', 'switched_off']) }),
      answered: { message: 'It is being sent.' },
      errors: { ...changedAmount, 503: 'The payment service does not answer.' },
      handle: async (service, { withdrawal_id, amount }, { accountId }) => {
        const outcome = await service.payouts.send(accountId, withdrawal_id, amount);
        if (outcome === 'gone') throw new ServiceError('forbidden', 'There is no such withdrawal.');
        if (outcome === 'changed')
          throw new ServiceError('conflict', 'It is for another amount than the one you saw: look again.', {
            topic: 'amount_changed',
          });
        // Limits are no hindrance to who says so.
        if (outcome === 'limited') throw new TypeError('an administrator is not limited');
        return { outcome };
      },
      says: ({ outcome }) => sentMessages[outcome],
    }),
    rails: resultHandler({
      summary: 'Get the switch of payouts, and differences between rails and ledger',
      result: railsSchema,
      answered: { message: 'The payment rails.' },
      handle: (service, _input, { accountId }) => railsOf(service, accountId),
    }),
    switch: resultHandler({
      summary: 'Stop or resume payouts by payment rails',
      isRepeatable: true,
      fields: z.object({ is_on: field.flag({ description: '0 stops them.' }) }),
      result: railsSchema,
      answered: { message: 'The payment rails.' },
      handle: async (service, { is_on }, { accountId }) => {
        await service.payouts.setOn(accountId, is_on);
        return await railsOf(service, accountId);
      },
    }),
    list: resultHandler({
      summary: 'List withdrawals in one state',
      fields: listFields,
      result: z.strictObject({
        withdrawals: z.array(withdrawalSchema.extend({ account_id: whole })),
        total: whole,
      }),
      answered: { message: 'Those that wait, oldest first.' },
      handle: (service, page, { accountId }) => service.withdrawals.queue(accountId, page),
    }),
    card: resultHandler({
      summary: 'Get a withdrawal, with what helps to decide',
      fields: z.object({ withdrawal_id: withdrawalId }),
      result: z.strictObject({
        withdrawal: withdrawalSchema,
        is_early: z.boolean(),
        account: accountSchema,
        balance: named('availableMicros', money),
        earned: money,
      }),
      answered: { message: 'The withdrawal.' },
      handle: async (service, { withdrawal_id }, { accountId }) => {
        const card = await service.withdrawals.card(accountId, withdrawal_id);
        if (card === null) throw new ServiceError('forbidden', 'There is no such withdrawal.');
        return { ...card, ...card.balance, isEarly: service.withdrawals.isEarly(card.withdrawal) };
      },
    }),
    begin: madeHandler({
      ...deciding,
      summary: 'Begin a payment: from now on no charge takes of it',
      fields: beginFields,
      errors: changedAmount,
      handle: (service, { withdrawal_id, amount }, { accountId }, kept) =>
        service.withdrawals.begin(accountId, withdrawal_id, amount, kept),
    }),
    take_back: madeHandler({
      ...deciding,
      summary: 'Put a withdrawal back to waiting: its transfer was not made',
      description:
        'Charges may take from it again. Where a rail sends it, this works only while the rail is silent.',
      fields: takeBackFields,
      errors: { ...notAdministrator, 409: silent },
      handle: (service, { withdrawal_id, note }, { accountId }, kept) =>
        service.withdrawals.takeBack(accountId, withdrawal_id, note, kept),
    }),
    pay: madeHandler({
      ...deciding,
      summary: 'Record that a withdrawal was paid',
      description: 'It was paid outside the service, after `begin` or at once; or by a rail that is silent.',
      fields: payFields,
      errors: changedAmount,
      handle: (service, { withdrawal_id, amount, note }, { accountId }, kept) =>
        service.withdrawals.pay(accountId, withdrawal_id, { seenMicros: amount, note }, kept),
    }),
    refuse: madeHandler({
      ...deciding,
      summary: 'Refuse a withdrawal; its owner reads the note',
      description: 'The amount goes back to the wallet.',
      fields: refuseFields,
      handle: (service, { withdrawal_id, note }, { accountId }, kept) =>
        service.withdrawals.refuse(accountId, withdrawal_id, note, kept),
    }),
  },
});

type Outcome =
  | { kind: 'gone' }
  | { kind: 'decided' | 'already' | 'early' | 'changed'; withdrawal: WithdrawalView };

function decidedOf(outcome: Outcome) {
  if (outcome.kind === 'gone') throw new ServiceError('forbidden', 'There is no such withdrawal.');
  if (outcome.kind === 'changed') {
    const current = toDecimal(outcome.withdrawal.amountMicros);
    throw new ServiceError('conflict', `amount: it is ${current} by now.`, { topic: 'amount_changed' });
  }
  return { outcome: outcome.kind, withdrawal: outcome.withdrawal };
}
