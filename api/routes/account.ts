/** POST /account: a person's own account, by `action`: profile, language, keys and sessions of the cabinet. */
import { z } from 'zod';
import { parseMoney, toNumber } from '../../core/money.js';
import { orderBounds } from '../../core/orders/index.js';
import { withdrawalBounds } from '../../core/ledger/index.js';
import { publicUrl } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import { endedCookie } from '../cabinet-session.js';
import * as field from '../fields.js';
import { type ActionRoute, type Caller, handler } from '../route.js';
import { isoTime } from './moments.js';

const keyKind = field.choice(['access', 'statistics'], { description: 'Which of the two keys.' });
const updateFields = z.object({
  language: field.optional(
    field.choice(['en', 'ru'], { description: 'The language of the bot and the cabinet.' }),
  ),
  time_zone: field.optional(
    field.text({ max: 64, description: 'IANA name of the zone that times are told in.' }),
  ),
  daily_summary: field.optional(field.flag({ description: '1 a summary of the day before, each morning.' })),
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/account',
  access: ['access'],
  summary: 'The account itself.',
  actions: {
    info: handler(z.object({}), async (service, _input, caller) => ({
      message: 'The account.',
      payload: { result: await profileOf(service, caller) },
    })),
    update: handler(updateFields, async (service, { language, time_zone, daily_summary }, caller) => {
      const { accountId } = caller;
      if (time_zone !== undefined) await service.accounts.setTimeZone(accountId, time_zone);
      if (language !== undefined) await service.accounts.setLanguage(accountId, language);
      if (daily_summary !== undefined) await service.summaries.setWanted(accountId, daily_summary);
      return { message: 'The account is updated.', payload: { result: await profileOf(service, caller) } };
    }),
    keys: handler(z.object({}), async (service, _input, { accountId }) => {
      const keyOf = async (kind: 'access' | 'statistics') => ({
        kind,
        key: await service.accounts.revealKey(accountId, kind),
        last_used_at: isoTime(await service.accounts.keyLastUsedAtMs(accountId, kind)),
      });
      const keys = await Promise.all([keyOf('access'), keyOf('statistics')]);
      return { message: 'The two keys of the account.', payload: { result: { keys } } };
    }),
    replace_key: handler(z.object({ kind: keyKind }), async (service, { kind }, { accountId }) => {
      const key = await service.accounts.replaceKey(accountId, kind);
      return { message: 'The old key no longer works.', payload: { result: { kind, key } } };
    }),
    sessions: handler(z.object({}), async (service, _input, { accountId, sessionId: own }) => {
      const found = await service.cabinet.sessions.list(accountId);
      const sessions = found.map(({ sessionId, openedAtMs, seenAtMs, agent, origin }) => ({
        session_id: sessionId,
        opened_at: isoTime(openedAtMs),
        seen_at: isoTime(seenAtMs),
        agent,
        origin,
        is_this: sessionId === own,
      }));
      return { message: 'Sessions of the cabinet.', payload: { result: { sessions } } };
    }),
    end_session: handler(
      z.object({ session_id: field.text({ max: 64, description: 'From sessions.' }) }),
      async (service, { session_id }, { accountId }) => {
        if (!(await service.cabinet.sessions.end(accountId, session_id)))
          throw new ServiceError('forbidden', 'This session is not one of yours, or is over.');
        return { message: 'The session is over.', payload: { result: { session_id } } };
      },
    ),
    sign_out: handler(z.object({}), async (service, _input, { accountId, sessionId }) => {
      if (sessionId === undefined) throw new ServiceError('invalid', 'A key has no session to end.');
      await service.cabinet.sessions.end(accountId, sessionId);
      return {
        message: 'You are signed out.',
        payload: { result: { session_id: sessionId } },
        headers: { 'Set-Cookie': endedCookie(service) },
      };
    }),
  },
};

async function profileOf(service: Service, { accountId }: Caller) {
  const { account, balance, isModerator, isAdministrator } = await service.accounts.profile(accountId);
  const bot = await service.checkers.named(null);
  return {
    account_id: accountId,
    first_name: account.firstName,
    username: account.username,
    language: account.language.startsWith('ru') ? 'ru' : 'en',
    time_zone: account.timeZone ?? '',
    daily_summary: Number(account.wantsSummary),
    is_trusted: Number(account.isTrusted),
    is_moderator: Number(isModerator),
    is_administrator: Number(isAdministrator),
    balance: toNumber(balance.availableMicros),
    held: toNumber(balance.heldMicros),
    reserved: toNumber(balance.reservedMicros),
    service: serviceFacts(service, bot?.username ?? ''),
  };
}

/** What a page has to know of the service before it shows a form. */
function serviceFacts({ settings }: Service, operatorBot: string) {
  const decimal = (amount: string) => toNumber(parseMoney(amount));
  return {
    currency: settings.CURRENCY,
    time_zone: settings.SERVICE_TIMEZONE,
    public_url: publicUrl(settings),
    operator_bot: operatorBot,
    price_min: decimal(settings.PRICE_MIN),
    price_min_premium: decimal(settings.PRICE_MIN_PREMIUM),
    price_standard: decimal(settings.PRICE_STANDARD),
    price_standard_premium: decimal(settings.PRICE_STANDARD_PREMIUM),
    quantity_min: orderBounds.quantityAll.min,
    quantity_max: orderBounds.quantityAll.max,
    withdrawal_min: decimal(settings.WITHDRAWAL_MIN),
    withdrawal_hours: settings.WITHDRAWAL_HOURS,
    withdrawal_details_max: withdrawalBounds.detailsLengthMax,
    takes_stars: Number(settings.STARS_RATE !== undefined),
    callback_prefix: settings.CALLBACK_PREFIX,
  };
}
