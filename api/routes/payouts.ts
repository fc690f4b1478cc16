/** POST /payouts: withdrawals as an administrator sees and decides them. Core refuses who is none. */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import { toNumber } from '../../core/money.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { toWireAccount } from './trust.js';
import { toWireWithdrawal } from './wallet.js';

const withdrawalId = field.id({ description: 'Id of the withdrawal.', example: 3 });
const listFields = z.object({
  state: field.withDefault(
    field.choice(['waiting', 'paid', 'refused', 'cancelled'], { description: 'In which state.' }),
    'waiting',
  ),
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(field.integer({ min: 1, max: 100, description: 'How many to answer.' }), 25),
});
const payFields = z.object({
  withdrawal_id: withdrawalId,
  note: field.withDefault(field.prose({ max: 300, description: 'What its owner reads.' }), ''),
});
const refuseFields = z.object({
  withdrawal_id: withdrawalId,
  note: field.prose({ max: 300, description: 'Why; its owner reads it.', example: 'The card was refused.' }),
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/payouts',
  access: ['access'],
  summary: 'Withdrawals to be paid.',
  actions: {
    list: handler(listFields, async (service, { state, ...page }, { accountId }) => {
      const { withdrawals, total } = await service.withdrawals.queue(accountId, { state, ...page });
      const listed = withdrawals.map((each) => ({ ...toWireWithdrawal(each), account_id: each.accountId }));
      return {
        message: 'Those that wait, oldest first.',
        payload: { result: { withdrawals: listed, total } },
      };
    }),
    card: handler(
      z.object({ withdrawal_id: withdrawalId }),
      async (service, { withdrawal_id }, { accountId }) => {
        const card = await service.withdrawals.card(accountId, withdrawal_id);
        if (card === null) throw new ServiceError('forbidden', 'There is no such withdrawal.');
        const result = {
          withdrawal: toWireWithdrawal(card.withdrawal),
          is_early: service.withdrawals.isEarly(card.withdrawal),
          account: toWireAccount(card.account),
          balance: toNumber(card.balance.availableMicros),
          earned: toNumber(card.earnedMicros),
        };
        return { message: 'The withdrawal.', payload: { result } };
      },
    ),
    pay: handler(payFields, async (service, { withdrawal_id, note }, { accountId }) => {
      const outcome = await service.withdrawals.pay(accountId, withdrawal_id, note);
      return decidedAnswer(outcome);
    }),
    refuse: handler(refuseFields, async (service, { withdrawal_id, note }, { accountId }) =>
      decidedAnswer(await service.withdrawals.refuse(accountId, withdrawal_id, note)),
    ),
  },
};

type Outcome =
  | { kind: 'gone' }
  | { kind: 'decided' | 'already' | 'early'; withdrawal: Parameters<typeof toWireWithdrawal>[0] };

function decidedAnswer(outcome: Outcome) {
  if (outcome.kind === 'gone') throw new ServiceError('forbidden', 'There is no such withdrawal.');
  const messages = {
    decided: 'The withdrawal is decided.',
    already: 'Somebody was first.',
    early: 'It must wait still.',
  };
  const result = { outcome: outcome.kind, withdrawal: toWireWithdrawal(outcome.withdrawal) };
  return { message: messages[outcome.kind], payload: { result } };
}
