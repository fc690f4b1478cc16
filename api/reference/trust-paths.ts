/** What the API reference says of trust, accounts and payouts (`docs/cabinet.md`). */
import { z } from 'zod';
import type { HandlerNote, PathNote } from './path-note.js';
import * as answer from './answers.js';
import * as sample from './samples.js';
import {
  account,
  accountSample,
  AT,
  money,
  notModerator,
  reason,
  whole,
  withdrawal,
  withdrawalSample,
} from './shapes.js';

const notAdministrator = { 403: 'You are no administrator, or it is not there.' };

const waitingBot = answer.listedBot.extend({
  account_id: whole,
  has_token: z.boolean(),
  trust: z.enum(['unknown', 'trusted', 'refused']),
  followers: whole,
});
const botSample = { ...sample.listedBot, account_id: 1001, has_token: false, trust: 'unknown', followers: 6 };
const held = { held_subscribers: whole, held: money };
const heldSample = { held_subscribers: 3, held: 4.2 };
const accounts = { message: 'Newest first.', result: { accounts: [accountSample], total: 1 } };

const trust: Record<string, HandlerNote> = {
  bots: {
    summary: 'Bots that wait for a moderator.',
    payload: { result: z.strictObject({ bots: z.array(waitingBot.extend(held)), total: whole }) },
    example: { limit: 25 },
    answered: { message: 'Bots that wait.', result: { bots: [{ ...botSample, ...heldSample }], total: 1 } },
    errors: notModerator,
  },
  publishers: {
    summary: 'New publishers with money on hold.',
    payload: {
      result: z.strictObject({ publishers: z.array(account.extend({ held: money })), total: whole }),
    },
    example: { limit: 25 },
    answered: {
      message: 'New publishers with money on hold.',
      result: { publishers: [{ ...accountSample, is_trusted: false, held: 4.2 }], total: 1 },
    },
    errors: notModerator,
  },
  bot: {
    summary: 'One bot, with what helps to decide.',
    payload: {
      result: waitingBot.extend({
        owner: account,
        ...held,
        contacts: z.strictObject({ yes: whole, no: whole }),
        unpaid: z.array(z.strictObject({ reason, joins: whole })),
        paid_joins: whole,
        taken_over: whole,
      }),
    },
    example: { bot_id: 4242 },
    answered: {
      message: 'The bot.',
      result: {
        ...botSample,
        owner: accountSample,
        ...heldSample,
        contacts: { yes: 20, no: 1 },
        unpaid: [],
        paid_joins: 6,
        taken_over: 0,
      },
    },
    errors: notModerator,
  },
  decide_bot: {
    summary: 'Trusts a bot, or refuses it: then what it holds goes back to the advertisers.',
    payload: { result: waitingBot },
    example: { bot_id: 4242, is_trusted: 1 },
    answered: { message: 'The bot is decided.', result: { ...botSample, trust: 'trusted' } },
    errors: notModerator,
  },
  decide_publisher: {
    summary: 'Earnings of this account wait no longer than others’, or do again.',
    payload: { result: account },
    example: { account_id: 1001, is_trusted: 1 },
    answered: { message: 'The publisher is decided.', result: accountSample },
    errors: notModerator,
  },
  accounts: {
    summary: 'Accounts, newest first.',
    payload: { result: z.strictObject({ accounts: z.array(account), total: whole }) },
    example: { search_query: 'ada', limit: 25 },
    answered: accounts,
    errors: notModerator,
  },
  block_account: {
    summary: 'Blocks an account, whose keys and sessions end at once, or lets it go.',
    payload: { result: account },
    example: { account_id: 1001, is_blocked: 1 },
    answered: { message: 'The account is changed.', result: { ...accountSample, is_blocked: true } },
    errors: notModerator,
  },
};

const payoutDecided = {
  result: z.strictObject({ outcome: z.enum(['decided', 'already', 'early']), withdrawal }),
};
const payouts: Record<string, HandlerNote> = {
  list: {
    summary: 'Withdrawals in one state: those that wait oldest first.',
    payload: {
      result: z.strictObject({
        withdrawals: z.array(withdrawal.extend({ account_id: whole })),
        total: whole,
      }),
    },
    example: { state: 'waiting', limit: 25 },
    answered: {
      message: 'Those that wait, oldest first.',
      result: { withdrawals: [{ ...withdrawalSample, account_id: 1001 }], total: 1 },
    },
    errors: notAdministrator,
  },
  card: {
    summary: 'One of them, with what helps to decide.',
    payload: {
      result: z.strictObject({ withdrawal, is_early: z.boolean(), account, balance: money, earned: money }),
    },
    example: { withdrawal_id: 3 },
    answered: {
      message: 'The withdrawal.',
      result: {
        withdrawal: withdrawalSample,
        is_early: false,
        account: accountSample,
        balance: 112.6,
        earned: 400,
      },
    },
    errors: notAdministrator,
  },
  pay: {
    summary: 'It has been paid outside the service.',
    payload: payoutDecided,
    example: { withdrawal_id: 3, note: 'Sent.' },
    answered: {
      message: 'The withdrawal is decided.',
      result: { outcome: 'decided', withdrawal: { ...withdrawalSample, state: 'paid', decided_at: AT } },
    },
    errors: notAdministrator,
  },
  refuse: {
    summary: 'The amount goes back; its owner reads the note.',
    payload: payoutDecided,
    example: { withdrawal_id: 3, note: 'The card was refused.' },
    answered: {
      message: 'The withdrawal is decided.',
      result: { outcome: 'decided', withdrawal: { ...withdrawalSample, state: 'refused', decided_at: AT } },
    },
    errors: notAdministrator,
  },
};

export const trustNotes: Readonly<Record<string, PathNote>> = {
  '/trust': { tag: 'Moderators', actions: trust },
  '/payouts': { tag: 'Moderators', actions: payouts },
};
