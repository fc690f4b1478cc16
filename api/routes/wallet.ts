/** POST /wallet: what an account has, how it came by it, and its withdrawals. Money that leaves is asked for again in the chat. */
import { z } from 'zod';
import type { WithdrawalView } from '../../core/ledger/index.js';
import { ServiceError } from '../../core/errors.js';
import { toNumber } from '../../core/money.js';
import type { LedgerLine } from '../../core/ports.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { isoTime } from './moments.js';

const LINES_MAX = 100;
const before = field.optional(
  field.id({ description: 'Only what is older than the line of this number, for the next page.' }),
);
const limit = field.withDefault(
  field.integer({ min: 1, max: LINES_MAX, description: 'How many to answer.' }),
  25,
);
const pageFields = z.object({ before, limit });

const withdrawFields = z.object({
  amount: field.money({ description: 'How much.', example: 150 }),
  details: field.prose({ max: 1_000, description: 'Where to pay to, for the administrator.' }),
});
const idFields = z.object({ withdrawal_id: field.id({ description: 'From withdrawals.', example: 3 }) });

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/wallet',
  access: ['access'],
  summary: 'The wallet.',
  actions: {
    info: handler(z.object({}), async (service, _input, { accountId }) => {
      const balance = await service.wallet.balance(accountId);
      const { isTrusted, held } = await service.trust.ofPublisher(accountId);
      const { settings } = service;
      const result = {
        balance: toNumber(balance.availableMicros),
        held: toNumber(balance.heldMicros),
        reserved: toNumber(balance.reservedMicros),
        is_trusted: Number(isTrusted),
        hold_hours: isTrusted
          ? settings.HOLD_HOURS
          : Math.max(settings.HOLD_HOURS, settings.NEW_PUBLISHER_HOLD_HOURS),
        holds_by_quality: Number(settings.QUALITY_HOLD),
        held_bots: held.map(({ bot, subscribers, micros }) => ({
          bot_id: bot.botId,
          bot_nickname: bot.nickname,
          subscribers,
          amount: toNumber(micros),
        })),
      };
      return { message: 'The wallet.', payload: { result } };
    }),
    history: handler(pageFields, async (service, input, { accountId }) => {
      const page = { beforeEntryId: input.before ?? null, limit: input.limit };
      const lines = await service.wallet.history(accountId, page);
      return { message: 'Latest first.', payload: { result: { lines: lines.map(toWireLine) } } };
    }),
    withdrawals: handler(pageFields, async (service, input, { accountId }) => {
      const page = { beforeId: input.before ?? null, limit: input.limit };
      const found = await service.withdrawals.list(accountId, page);
      return { message: 'Latest first.', payload: { result: { withdrawals: found.map(toWireWithdrawal) } } };
    }),
    withdraw: handler(withdrawFields, async (service, { amount, details }, { accountId }) => {
      const wish = { amountMicros: amount, details };
      const { wishId, lifeSeconds } = await service.cabinet.withdrawalWishes.ask(accountId, wish);
      return {
        message: 'Confirm it in the chat with the operator bot.',
        payload: { result: { wish_id: wishId, expires_in: lifeSeconds } },
      };
    }),
    cancel_withdrawal: handler(idFields, async (service, { withdrawal_id }, { accountId }) => {
      const outcome = await service.withdrawals.cancel(accountId, withdrawal_id);
      if (outcome.kind === 'gone')
        throw new ServiceError('forbidden', 'This withdrawal is not one of yours.');
      const message = outcome.kind === 'already' ? 'It was decided before.' : 'The amount is yours again.';
      return { message, payload: { result: toWireWithdrawal(outcome.withdrawal) } };
    }),
  },
};

function toWireLine(line: LedgerLine) {
  return {
    entry_id: line.entryId,
    kind: line.kind,
    at: isoTime(line.atMs),
    amount: toNumber(line.amountMicros),
    held: toNumber(line.heldMicros),
    reserved: toNumber(line.reservedMicros),
    balance: toNumber(line.balanceMicros),
    order_id: line.orderId,
    bot_id: line.botId,
    note: line.note,
  };
}

export function toWireWithdrawal(withdrawal: WithdrawalView) {
  return {
    withdrawal_id: withdrawal.withdrawalId,
    amount: toNumber(withdrawal.amountMicros),
    taken: toNumber(withdrawal.takenMicros),
    state: withdrawal.state,
    asked_at: isoTime(withdrawal.askedAtMs),
    payable_at: isoTime(withdrawal.payableAtMs),
    decided_at: isoTime(withdrawal.decidedAtMs),
    note: withdrawal.note,
    details: withdrawal.details,
  };
}
