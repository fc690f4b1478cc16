/** POST /trust: bots and publishers that wait for a moderator's word, what they hold, and accounts. Core refuses others. */
import { z } from 'zod';
import { assertModerator } from '../../core/accounts/index.js';
import { toNumber } from '../../core/money.js';
import type { Account, Bot } from '../../core/ports.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { toWireListedBot } from './bot-wire.js';
import { isoTime } from './moments.js';

const page = {
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(field.integer({ min: 1, max: 100, description: 'How many to answer.' }), 25),
};
const botId = field.id({ description: 'Id of the bot.', example: 4242 });
const accountField = field.id({ description: 'Id of the account.', example: 1001 });

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/trust',
  access: ['access'],
  summary: 'Whom moderators trust.',
  actions: {
    bots: handler(z.object(page), async (service, input, { accountId }) => {
      const { bots, total } = await service.trust.waitingBots(accountId, input);
      const waiting = bots.map(({ bot, subscribers, micros }) => ({
        ...toWireWaiting(bot),
        held_subscribers: subscribers,
        held: toNumber(micros),
      }));
      return { message: 'Bots that wait.', payload: { result: { bots: waiting, total } } };
    }),
    publishers: handler(z.object(page), async (service, input, { accountId }) => {
      const { accounts, total } = await service.trust.waitingAccounts(accountId, input);
      const waiting = accounts.map(({ account, heldMicros }) => ({
        ...toWireAccount(account),
        held: toNumber(heldMicros),
      }));
      return {
        message: 'New publishers with money on hold.',
        payload: { result: { publishers: waiting, total } },
      };
    }),
    bot: handler(z.object({ bot_id: botId }), async (service, { bot_id }, { accountId }) => {
      const card = await service.trust.botCard(accountId, bot_id);
      const result = {
        ...toWireWaiting(card.bot),
        owner: toWireAccount(card.owner),
        held_subscribers: card.held.subscribers,
        held: toNumber(card.held.micros),
        contacts: card.contacts,
        unpaid: card.unpaid.map(({ reason, joins }) => ({ reason, joins })),
        paid_joins: card.takenOver.subscribers,
        taken_over: card.takenOver.takenOver,
      };
      return { message: 'The bot.', payload: { result } };
    }),
    decide_bot: handler(
      z.object({ bot_id: botId, is_trusted: field.flag({ description: '1 trusts it, 0 refuses it.' }) }),
      async (service, { bot_id, is_trusted }, { accountId }) => {
        const bot = await service.trust.bot(bot_id, is_trusted ? 'trusted' : 'refused', accountId);
        return { message: 'The bot is decided.', payload: { result: toWireWaiting(bot) } };
      },
    ),
    decide_publisher: handler(
      z.object({
        account_id: accountField,
        is_trusted: field.flag({ description: '1 trusts them, 0 not.' }),
      }),
      async (service, { account_id, is_trusted }, { accountId }) => {
        const account = await service.trust.account(account_id, is_trusted, accountId);
        return { message: 'The publisher is decided.', payload: { result: toWireAccount(account) } };
      },
    ),
    accounts: handler(
      z.object({
        ...page,
        search_query: field.withDefault(
          field.name({ max: 128, description: 'Part of a name, or an id.' }),
          '',
        ),
      }),
      async (service, { search_query: search, ...rest }, { accountId }) => {
        assertModerator(service.settings, accountId);
        const { accounts, total } = await service.accounts.list({ search, ...rest });
        return {
          message: 'Newest first.',
          payload: { result: { accounts: accounts.map(toWireAccount), total } },
        };
      },
    ),
    block_account: handler(
      z.object({ account_id: accountField, is_blocked: field.flag({ description: '1 blocks, 0 lets go.' }) }),
      async (service, { account_id, is_blocked }, { accountId }) => {
        await service.accounts.setBlocked(accountId, account_id, is_blocked);
        const { account } = await service.trust.accountCard(accountId, account_id);
        return { message: 'The account is changed.', payload: { result: toWireAccount(account) } };
      },
    ),
  },
};

function toWireWaiting(bot: Bot) {
  return {
    ...toWireListedBot(bot),
    account_id: bot.accountId,
    has_token: bot.hasToken,
    trust: bot.trust,
    followers: bot.followers,
  };
}

export function toWireAccount(account: Account) {
  return {
    account_id: account.accountId,
    first_name: account.firstName,
    username: account.username,
    is_blocked: account.isBlocked,
    is_trusted: account.isTrusted,
    created_at: isoTime(account.createdAtMs),
  };
}
