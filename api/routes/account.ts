/** POST /account: a person's own account, by `action`: profile, language, keys, referrals and sessions of the cabinet. */
import { z } from 'zod';
import { parseMoney, toNumber } from '../../core/money.js';
import { orderBounds } from '../../core/orders/index.js';
import { withdrawalBounds } from '../../core/ledger/index.js';
import { clientPackages } from '../../core/client-packages.js';
import { publicUrl } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import { payoutRailNames, railNames } from '../../core/ports/payment-rail.js';
import type { Account } from '../../core/ports/account-store.js';
import type { Service } from '../../core/service.js';
import { accountLanguageOf, accountLanguages } from '../../words/index.js';
import { endedCookie } from '../session.js';
import * as field from '../fields.js';
import { madeOf, named, type SourceOf } from '../encode.js';
import { cabinetActions, type Caller, handler, resultHandler } from '../route.js';
import { balances } from './account-wire.js';
import { flag, moment, money, notYours, pageFields, percent, textOrNone, whole } from './wire.js';
import { referralStates } from '../../core/referrals.js';

const keyKinds = ['access', 'statistics'] as const;
const keyKind = field.choice(keyKinds, { description: 'Which of the two keys.' });
const updateFields = z.object({
  language: field.optional(
    field.choice(accountLanguages, { description: 'The language of the bot and the cabinet.' }),
  ),
  time_zone: field.optional(field.text({ max: 64, description: 'IANA name of the zone of shown times.' })),
  daily_summary: field.optional(field.flag({ description: '1 a summary of the day before, each morning.' })),
});

/** Of a setting. */
const amount = madeOf(z.number(), '', (decimal: string) => toNumber(parseMoney(decimal)));

const serviceFields = z.strictObject({
  currency: named('CURRENCY', z.string()),
  time_zone: named('SERVICE_TIMEZONE', z.string()).describe('Days and schedules are in it.'),
  public_url: z.string(),
  client: z
    .strictObject({ npm: z.string(), python: z.string() })
    .describe('Where the packages of the client are installed from.'),
  operator_bot: z.string().describe('Without @; "" where the platform does not say.'),
  link_root: named('PLATFORM_LINK_ROOT', z.string()).describe(
    'Where people find bots and channels by their names.',
  ),
  price_min: named('PRICE_MIN', amount),
  price_min_premium: named('PRICE_MIN_PREMIUM', amount),
  price_standard: named('PRICE_STANDARD', amount),
  price_standard_premium: named('PRICE_STANDARD_PREMIUM', amount),
  quantity_min: whole,
  quantity_max: whole,
  withdrawal_min: named('WITHDRAWAL_MIN', amount),
  withdrawal_hours: named('WITHDRAWAL_HOURS', whole),
  withdrawal_details_max: whole,
  takes_stars: flag,
  rails: z.array(z.enum(railNames)).describe('Payment rails for deposits.'),
  closed_rails: z
    .array(z.enum(railNames))
    .describe('Of these, those whose payments can be taken back: open to accounts that are trusted.'),
  payout_rails: z.array(z.enum(payoutRailNames)).describe('Payment rails for withdrawals.'),
  deposit_min: money,
  rails_inside: flag.describe(
    '1: the cabinet and the chat offer them inside the platform’s own apps, too. Calls are not bound by it.',
  ),
  callback_prefix: named('CALLBACK_PREFIX', z.string()),
});

const profile = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  language: z.enum(accountLanguages),
  time_zone: textOrNone.describe('IANA name; "" where they have not said.'),
  daily_summary: named('wantsSummary', flag),
  is_trusted: flag,
  is_moderator: flag,
  is_administrator: flag,
  balance: balances.balance.describe('What can be spent and withdrawn.'),
  held: balances.held.describe('Earned, and not released yet.'),
  reserved: balances.reserved.describe('Taken aside for withdrawals that wait.'),
  service: serviceFields,
});

/** As their referrer sees them: nothing here names an account that was brought. */
const referralsSchema = z.strictObject({
  is_on: flag.describe('1: accounts that come by the link from now on earn a share.'),
  percent: percent.describe('The share of the service’s fee.'),
  months: whole.describe('For so many months of 30 days each account earns it.'),
  takes_fee: flag.describe('0: the service takes no fee now, so nothing is earned.'),
  chat_link: z.string().describe('Opens the operator bot; "" where there is none.'),
  web_link: z.string().describe('Leads there from any page; "" where there is none.'),
  total: whole.describe('How many accounts the link has brought.'),
  earned: money.describe('By all of them, less what was taken back.'),
  referrals: z
    .array(
      z.strictObject({
        brought_at: named('madeAtMs', moment),
        percent,
        until: moment.describe('Charges from then on earn nothing.'),
        state: z.enum(referralStates).describe('ended: both accounts asked for payment to one destination.'),
        earned: money,
      }),
    )
    .describe('Latest first.'),
});

const sessionId = z.strictObject({ session_id: z.string() });

export const route = cabinetActions('/account', {
  summary: 'Account',
  tag: 'Account',
  actions: {
    info: resultHandler({
      summary: 'Get the account',
      description: 'Profile, balance, duties, and what a page needs to know of the service.',
      result: profile,
      answered: { message: 'The account.' },
      handle: (service, _input, caller) => profileOf(service, caller),
    }),
    update: resultHandler({
      summary: 'Change language, time zone or the daily summary',
      fields: updateFields,
      result: profile,
      answered: { message: 'The account is updated.' },
      handle: async (service, { language, time_zone, daily_summary }, caller) => {
        const { accountId } = caller;
        if (time_zone !== undefined) await service.accounts.setTimeZone(accountId, time_zone);
        if (language !== undefined) await service.accounts.setLanguage(accountId, language);
        if (daily_summary !== undefined) await service.summaries.setWanted(accountId, daily_summary);
        return profileOf(service, caller);
      },
    }),
    keys: resultHandler({
      summary: 'Get the two keys',
      result: z.strictObject({
        keys: z.array(
          z.strictObject({ kind: z.enum(keyKinds), key: z.string(), last_used_at: moment.nullable() }),
        ),
      }),
      answered: { message: 'The two keys of the account.' },
      handle: async (service, _input, { accountId }) => {
        const keyOf = async (kind: (typeof keyKinds)[number]) => ({
          kind,
          key: await service.accounts.revealKey(accountId, kind),
          lastUsedAtMs: await service.accounts.keyLastUsedAtMs(accountId, kind),
        });
        const keys = await Promise.all([keyOf('access'), keyOf('statistics')]);
        return { keys };
      },
    }),
    replace_key: resultHandler({
      summary: 'Replace a key; the old one is invalid at once',
      fields: z.object({ kind: keyKind }),
      result: z.strictObject({ kind: z.enum(keyKinds), key: z.string() }),
      answered: { message: 'The old key no longer works.' },
      handle: async (service, { kind }, { accountId }) => {
        const key = await service.accounts.replaceKey(accountId, kind);
        return { kind, key };
      },
    }),
    sessions: resultHandler({
      summary: 'List sessions of the cabinet',
      result: z.strictObject({
        sessions: z.array(
          z.strictObject({
            session_id: z.string(),
            opened_at: moment,
            seen_at: moment,
            agent: z.string(),
            origin: z.enum(['start', 'link', 'messenger']),
            is_this: z.boolean(),
          }),
        ),
      }),
      answered: { message: 'Sessions of the cabinet.' },
      handle: async (service, _input, { accountId, sessionId: own }) => {
        const found = await service.cabinet.sessions.list(accountId);
        return { sessions: found.map((session) => ({ ...session, isThis: session.sessionId === own })) };
      },
    }),
    end_session: resultHandler({
      summary: 'End a session',
      fields: z.object({ session_id: field.text({ max: 64, description: 'From sessions.' }) }),
      result: sessionId,
      answered: { message: 'The session is over.' },
      errors: notYours,
      handle: async (service, { session_id }, { accountId }) => {
        if (!(await service.cabinet.sessions.end(accountId, session_id)))
          throw new ServiceError('forbidden', 'This session is not one of yours, or is over.');
        return { sessionId: session_id };
      },
    }),
    referrals: resultHandler({
      summary: 'Get the referral link and what it has brought',
      fields: z.object(pageFields),
      result: referralsSchema,
      answered: { message: 'Your referrals.' },
      handle: (service, page, { accountId }) => referralsOf(service, accountId, page),
    }),
    sign_out: handler({
      summary: 'Sign out',
      payload: { result: sessionId },
      answered: { message: 'You are signed out.' },
      handle: async (service, _input, { accountId, sessionId }) => {
        if (sessionId === undefined) throw new ServiceError('invalid', 'A key has no session to end.');
        await service.cabinet.sessions.end(accountId, sessionId);
        return {
          payload: { result: { session_id: sessionId } },
          headers: { 'Set-Cookie': endedCookie(service) },
        };
      },
    }),
  },
});

async function profileOf(service: Service, { accountId }: Caller): Promise<SourceOf<typeof profile>> {
  const { account, balance, ...duties } = await service.accounts.profile(accountId);
  const bot = await service.checkers.named(null);
  return {
    ...account,
    ...balance,
    ...duties,
    language: accountLanguageOf(account.language),
    service: serviceFacts(service, account, bot?.username ?? ''),
  };
}

/** What a page has to know of the service before it shows a form. */
function serviceFacts({ settings, deposits, payouts }: Service, account: Account, operatorBot: string) {
  return {
    ...settings,
    publicUrl: publicUrl(settings),
    client: clientPackages(publicUrl(settings)),
    operatorBot,
    quantityMin: orderBounds.quantityAll.min,
    quantityMax: orderBounds.quantityAll.max,
    withdrawalDetailsMax: withdrawalBounds.detailsLengthMax,
    takesStars: settings.STARS_RATE !== undefined,
    rails: deposits.rails,
    closedRails: deposits.closedTo(account),
    payoutRails: payouts.rails,
    depositMinMicros: deposits.minMicros,
    railsInside: settings.DEPOSITS_INSIDE === 'all',
  };
}

async function referralsOf(
  { referrals, settings }: Service,
  accountId: number,
  page: { offset: number; limit: number },
): Promise<SourceOf<typeof referralsSchema>> {
  const links = await referrals.links(accountId);
  return {
    ...(await referrals.page(accountId, page)),
    isOn: links !== null,
    percent: settings.REFERRAL_PERCENT,
    months: settings.REFERRAL_MONTHS,
    takesFee: Number(settings.PUBLISHER_SHARE) < 1,
    chatLink: links?.chat ?? '',
    webLink: links?.web ?? '',
  };
}
