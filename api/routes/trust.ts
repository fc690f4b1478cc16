/** POST /trust: bots and publishers that wait for a moderator's word, what they hold, and accounts. Core refuses others. */
import { z } from 'zod';
import { assertModerator } from '../../core/accounts/index.js';
import { botTrusts } from '../../core/ports/bot-store.js';
import type { HeldForTrust, Returnable } from '../../core/ports/trust-store.js';
import { REASON_MAX } from '../../core/reason.js';
import * as field from '../fields.js';
import { named } from '../encode.js';
import { cabinetActions, resultHandler } from '../route.js';
import { listedBot, listedBotSchema } from './bot-wire.js';
import { anotherFirst, moment, money, notModerator, pageFields, unpaidReason, whole } from './wire.js';
import { accountCard, accountCardSchema, accountSchema, trustedAccountSchema } from './account-wire.js';

const botId = field.id({ description: 'Id of the bot.', example: 4242 });
const accountField = field.id({ description: 'Id of the account.', example: 1001 });

const waitingBot = listedBotSchema.extend({
  account_id: whole,
  trust: z.enum(botTrusts),
  followers: whole,
});
const seen = field.optional(
  field.choice(botTrusts, {
    description: 'The `trust` that was looked at: 409 where it is another by now.',
  }),
);
const userField = field.id({ description: 'Id of an end user.', example: 2001 });
const held = { held_subscribers: whole, held: money };
const returnable = {
  returnable_subscribers: whole,
  returnable: money,
};
export const route = cabinetActions('/trust', {
  summary: 'Trust',
  tag: 'Moderators',
  errors: notModerator,
  actions: {
    bots: resultHandler({
      summary: 'List bots that wait for a moderator',
      fields: z.object(pageFields),
      result: z.strictObject({ bots: z.array(waitingBot.extend(held)), total: whole }),
      answered: { message: 'Bots that wait.' },
      handle: async (service, input, { accountId }) => {
        const { bots, total } = await service.trust.waitingBots(accountId, input);
        return { bots: bots.map(({ bot, ...sum }) => ({ ...listedBot(bot), ...heldOf(sum) })), total };
      },
    }),
    publishers: resultHandler({
      summary: 'List new publishers with money on hold',
      fields: z.object(pageFields),
      result: z.strictObject({
        publishers: z.array(trustedAccountSchema.extend({ held: money })),
        total: whole,
      }),
      answered: { message: 'New publishers with money on hold.' },
      handle: async (service, input, { accountId }) => {
        const { accounts, total } = await service.trust.waitingAccounts(accountId, input);
        return { publishers: accounts.map(({ account, ...rest }) => ({ ...account, ...rest })), total };
      },
    }),
    bot: resultHandler({
      summary: 'Get a bot, with what helps to decide',
      fields: z.object({ bot_id: botId }),
      result: waitingBot.extend({
        owner: accountSchema,
        ...held,
        ...returnable,
        contacts: z.strictObject({ yes: whole, no: whole }),
        unpaid: z.array(z.strictObject({ reason: unpaidReason, joins: whole })),
        paid_joins: named('subscribers', whole),
        taken_over: whole,
      }),
      answered: { message: 'The bot.' },
      handle: async (service, { bot_id }, { accountId }) => {
        const card = await service.trust.botCard(accountId, bot_id);
        return {
          ...card,
          ...listedBot(card.bot),
          ...heldOf(card.held),
          ...returnableOf(card.returnable),
          ...card.takenOver,
        };
      },
    }),
    decide_bot: resultHandler({
      summary: 'Trust or refuse a bot',
      description: 'After a refusal, what the bot has on hold goes back to the advertisers.',
      fields: z.object({
        bot_id: botId,
        is_trusted: field.flag({ description: '1 trusts it, 0 refuses it.' }),
        seen,
      }),
      result: waitingBot,
      errors: anotherFirst,
      answered: { message: 'The bot is decided.' },
      handle: async (service, { bot_id, is_trusted, seen }, { accountId }) =>
        listedBot(await service.trust.bot(bot_id, is_trusted ? 'trusted' : 'refused', accountId, seen)),
    }),
    publisher: resultHandler({
      summary: 'Preview what the refusal of a publisher returns',
      fields: z.object({ account_id: accountField }),
      result: accountSchema.extend({ bots: whole, ...returnable }),
      answered: { message: 'The publisher.' },
      handle: async (service, { account_id }, { accountId }) => {
        const { account, bots, returnable } = await service.trust.refusalOfAccount(account_id, accountId);
        return { ...account, bots, ...returnableOf(returnable) };
      },
    }),
    refuse_publisher: resultHandler({
      summary: 'Refuse all bots of an account',
      description: 'What they have on hold goes back to the advertisers.',
      fields: z.object({ account_id: accountField, seen }),
      result: accountSchema.extend({ refused_bots: whole }),
      errors: anotherFirst,
      answered: { message: 'The publisher is refused.' },
      handle: async (service, { account_id, seen }, { accountId }) => {
        const { account, bots } = await service.trust.refuseAccount(account_id, accountId, seen);
        return { ...account, refusedBots: bots };
      },
    }),
    decide_publisher: resultHandler({
      summary: 'Trust a publisher, or no longer',
      description:
        'Earnings of a trusted publisher wait no longer than those of others, and payments that can be taken back are open.',
      fields: z.object({
        account_id: accountField,
        is_trusted: field.flag({ description: '1 trusts them, 0 not.' }),
        seen,
      }),
      result: accountSchema,
      errors: anotherFirst,
      answered: { message: 'The publisher is decided.' },
      handle: (service, { account_id, is_trusted, seen }, { accountId }) =>
        service.trust.account(account_id, is_trusted, accountId, seen),
    }),
    user: resultHandler({
      summary: 'Get until when an end user is suspicious',
      fields: z.object({ user_id: userField }),
      result: z.strictObject({ user_id: whole, suspicious_until: moment.nullable() }),
      answered: { message: 'The user.' },
      handle: async (service, { user_id }, { accountId }) => {
        return { userId: user_id, suspiciousUntilMs: await service.audience.suspicion(accountId, user_id) };
      },
    }),
    clear_suspicion: resultHandler({
      summary: 'End the suspicion of an end user',
      description: 'Joins from then on are paid for.',
      fields: z.object({ user_id: userField }),
      result: z.strictObject({ user_id: whole, was_suspicious: z.boolean() }),
      answered: { message: 'The suspicion is over.' },
      says: ({ wasSuspicious }) =>
        wasSuspicious ? 'The suspicion is over.' : 'The user was not suspicious.',
      handle: async (service, { user_id }, { accountId }) => {
        return { userId: user_id, wasSuspicious: await service.audience.clearSuspicion(accountId, user_id) };
      },
    }),
    accounts: resultHandler({
      summary: 'List accounts, newest first',
      fields: z.object({
        ...pageFields,
        search_query: field.withDefault(
          field.name({ max: 128, description: 'Part of a name, or an id.' }),
          '',
        ),
      }),
      result: z.strictObject({ accounts: z.array(accountSchema), total: whole }),
      answered: { message: 'Newest first.' },
      handle: async (service, { search_query: search, ...rest }, { accountId }) => {
        assertModerator(service.settings, accountId);
        return service.accounts.list({ search, ...rest });
      },
    }),
    account: resultHandler({
      summary: 'Get an account: money, bots, orders, holds',
      fields: z.object({ account_id: accountField }),
      result: accountCardSchema,
      answered: { message: 'The account.' },
      handle: (service, { account_id }, { accountId }) => accountCard(service, accountId, account_id),
    }),
    note_account: resultHandler({
      summary: 'Add a note about an account for other moderators',
      description: 'The log (`/moderation` `log`) lists it. Its owner is not notified.',
      fields: z.object({
        account_id: accountField,
        text: field.prose({ max: REASON_MAX, description: 'The note.', example: 'Asked for documents.' }),
      }),
      result: z.strictObject({ account_id: whole }),
      answered: { message: 'The note is added.' },
      handle: async (service, { account_id, text }, { accountId }) => {
        await service.trust.noteAccount(accountId, account_id, text);
        return { accountId: account_id };
      },
    }),
    waiting: resultHandler({
      summary: 'Count what waits for a moderator',
      result: z.strictObject({ orders: whole, bots: whole, publishers: whole }),
      answered: { message: 'What waits.' },
      handle: (service, _input, { accountId }) => service.trust.waiting(accountId),
    }),
    block_account: resultHandler({
      summary: 'Block or unblock an account',
      description: 'Keys and sessions of a blocked account end at once.',
      fields: z.object({
        account_id: accountField,
        is_blocked: field.flag({ description: '1 blocks, 0 lets go.' }),
        reason: field.withDefault(
          field.text({ max: REASON_MAX, description: 'Needed for a block; the owner reads it.' }),
          '',
        ),
      }),
      result: accountSchema,
      answered: { message: 'The account is changed.' },
      handle: async (service, { account_id, is_blocked, reason }, { accountId }) => {
        if (is_blocked) await service.accounts.block(accountId, account_id, reason);
        else await service.accounts.unblock(accountId, account_id);
        const { account } = await service.trust.accountCard(accountId, account_id);
        return account;
      },
    }),
  },
});

const heldOf = ({ subscribers, micros }: HeldForTrust) => ({
  heldSubscribers: subscribers,
  heldMicros: micros,
});

const returnableOf = ({ subscribers, micros }: Returnable) => ({
  returnableSubscribers: subscribers,
  returnableMicros: micros,
});
