/** What the API reference says of signing in and of a person's own account (`docs/cabinet.md`). */
import { z } from 'zod';
import type { HandlerNote, PathNote } from './path-note.js';
import { AT, flag, moment, money, notYours, whole } from './shapes.js';

const state = (kinds: [string, ...string[]]) => ({ result: z.strictObject({ state: z.enum(kinds) }) });
const isIn = { message: 'You are signed in.', result: { state: 'in' } };
const setsCookie = 'Sets the cookie of a session, and answers no secret.';

const foreign = { 403: "Another site's page asks." };

const session: Record<string, HandlerNote> = {
  begin: {
    summary: 'A link to the operator bot that lets this browser in.',
    description:
      'Show the link, or a picture of it, and the number: the bot shows the same one, and asks whether it is them.',
    payload: {
      result: z.strictObject({
        code: z.string(),
        secret: z.string().meta({ description: 'Stays with the page: it lets its holder in.' }),
        number: z.string(),
        link: z.string(),
        bot: z.string(),
        expires_in: whole.meta({ description: 'Seconds.' }),
      }),
    },
    example: {},
    answered: {
      message: 'Press Start in the operator bot.',
      result: {
        code: 'Zk3vQ8…',
        secret: 'p4V8Kd…',
        number: '47',
        link: 'https://t.me/sponsorgate_bot?start=signin_Zk3vQ8…',
        bot: 'sponsorgate_bot',
        expires_in: 300,
      },
    },
    errors: { ...foreign, 429: '30 sign-ins in ten minutes from one address.' },
  },
  check: {
    summary: 'Whether somebody has agreed.',
    description: `Until then \`waiting\`; \`gone\` when it is over. ${setsCookie}`,
    payload: state(['waiting', 'gone', 'in']),
    example: { code: 'Zk3vQ8…', secret: 'p4V8Kd…' },
    answered: isIn,
    errors: foreign,
  },
  read_ticket: {
    summary: 'Whom a link of the operator bot lets in; it stays good.',
    description: 'To be shown before it is used: somebody else may have sent the link.',
    payload: { result: z.strictObject({ account_id: whole, first_name: z.string() }) },
    example: { ticket: 'p4V8Kd…' },
    answered: { message: 'Whom this link lets in.', result: { account_id: 7001, first_name: 'Ada' } },
    errors: { ...foreign, 401: 'The link was used, or is older than ten minutes.' },
  },
  use_ticket: {
    summary: 'Lets in who has a link of the operator bot, once.',
    description: setsCookie,
    payload: state(['in']),
    example: { ticket: 'p4V8Kd…' },
    answered: isIn,
    errors: { ...foreign, 401: 'The link was used, or is older than ten minutes.' },
  },
  use_init_data: {
    summary: 'Lets in who opened the page inside the messenger.',
    description: setsCookie,
    payload: state(['in']),
    example: { init_data: 'query_id=…&user=…&auth_date=…&hash=…' },
    answered: isIn,
    errors: { ...foreign, 401: 'The data is forged, or older than an hour.' },
  },
};

const service = z.strictObject({
  currency: z.string(),
  time_zone: z.string().meta({ description: 'Days and schedules are in it.' }),
  public_url: z.string(),
  operator_bot: z.string().meta({ description: 'Without @; "" where the platform does not say.' }),
  price_min: money,
  price_min_premium: money,
  price_standard: money,
  price_standard_premium: money,
  quantity_min: whole,
  quantity_max: whole,
  withdrawal_min: money,
  withdrawal_hours: whole,
  withdrawal_details_max: whole,
  takes_stars: flag,
  callback_prefix: z.string(),
});
const profile = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  language: z.enum(['en', 'ru']),
  time_zone: z.string().meta({ description: 'IANA name; "" where they have not said.' }),
  daily_summary: flag,
  is_trusted: flag,
  is_moderator: flag,
  is_administrator: flag,
  balance: money.meta({ description: 'What can be spent and withdrawn.' }),
  held: money.meta({ description: 'Earned, and not released yet.' }),
  reserved: money.meta({ description: 'Taken aside for withdrawals that wait.' }),
  service,
});
const profileSample = {
  account_id: 1001,
  first_name: 'Ada',
  username: 'ada',
  language: 'en',
  time_zone: 'Europe/Riga',
  daily_summary: 0,
  is_trusted: 1,
  is_moderator: 0,
  is_administrator: 0,
  balance: 112.6,
  held: 0,
  reserved: 0,
  service: {
    currency: 'RUB',
    time_zone: 'UTC',
    public_url: 'https://sponsors.example.org',
    operator_bot: 'sponsorgate_bot',
    price_min: 0.5,
    price_min_premium: 1,
    price_standard: 2,
    price_standard_premium: 4,
    quantity_min: 10,
    quantity_max: 10_000_000,
    withdrawal_min: 100,
    withdrawal_hours: 24,
    withdrawal_details_max: 500,
    takes_stars: 1,
    callback_prefix: 'subgram',
  },
};
const keyKind = z.enum(['access', 'statistics']);
const sessionId = { result: z.strictObject({ session_id: z.string() }) };

const account: Record<string, HandlerNote> = {
  info: {
    summary: 'Profile, balance, duties, and what a page has to know of the service.',
    payload: { result: profile },
    example: {},
    answered: { message: 'The account.', result: profileSample },
  },
  update: {
    summary: 'Changes language, time zone or the daily summary.',
    payload: { result: profile },
    example: { language: 'en', time_zone: 'Europe/Riga' },
    answered: { message: 'The account is updated.', result: profileSample },
  },
  keys: {
    summary: 'The two keys of the account.',
    payload: {
      result: z.strictObject({
        keys: z.array(z.strictObject({ kind: keyKind, key: z.string(), last_used_at: moment.nullable() })),
      }),
    },
    example: {},
    answered: {
      message: 'The two keys of the account.',
      result: { keys: [{ kind: 'access', key: 'sg_access_…', last_used_at: AT }] },
    },
  },
  replace_key: {
    summary: 'A new key; the old one is invalid at once.',
    payload: { result: z.strictObject({ kind: keyKind, key: z.string() }) },
    example: { kind: 'access' },
    answered: { message: 'The old key no longer works.', result: { kind: 'access', key: 'sg_access_…' } },
  },
  sessions: {
    summary: 'Sessions of the cabinet, the one used last first.',
    payload: {
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
    },
    example: {},
    answered: {
      message: 'Sessions of the cabinet.',
      result: {
        sessions: [
          {
            session_id: '4f1c…',
            opened_at: AT,
            seen_at: AT,
            agent: 'Mozilla/5.0 …',
            origin: 'start',
            is_this: true,
          },
        ],
      },
    },
  },
  end_session: {
    summary: 'Ends one of them.',
    payload: sessionId,
    example: { session_id: '4f1c…' },
    answered: { message: 'The session is over.', result: { session_id: '4f1c…' } },
    errors: notYours,
  },
  sign_out: {
    summary: 'Ends the session that asks.',
    payload: sessionId,
    example: {},
    answered: { message: 'You are signed out.', result: { session_id: '4f1c…' } },
  },
};

export const accountNotes: Readonly<Record<string, PathNote>> = {
  '/session': { tag: 'Account', actions: session },
  '/account': { tag: 'Account', actions: account },
  '/live': {
    tag: 'Account',
    description:
      'Server-sent events: `change` when something of the account changed, at most once in two seconds. What changed is not told: ask anew for what you show.',
    media: {
      type: 'text/event-stream',
      description: 'It goes on until it is closed.',
      example: 'event: change\ndata: {}\n\n',
    },
  },
};
