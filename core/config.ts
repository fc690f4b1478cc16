/**
 * Settings: environment variables, parsed once by a composition root with `parseSettings`. Every fault is named at
 * once. `.env.example` and `docs/settings.md` list them all; a test holds them equal.
 */
import path from 'node:path';
import { z } from 'zod';
import { languageIdOf } from './data/index.js';
import { isTimeZone } from './zone.js';
import {
  amount,
  BOT_TOKEN_SHAPE,
  color,
  decimal,
  flag,
  idList,
  legalText,
  name,
  networkList,
  pace,
  part,
  port,
  postgresUrl,
  proxyList,
  shaped,
  tokenList,
  url,
  wholeNumber,
} from './setting-values.js';

const IS_LANGUAGE = 'must be a code of ISO 639-1, such as ru, or uk for Ukrainian';

/** Settings of every installation; without BOT_TOKEN a demo runs. `.env.example` begins with them. */
export const commonSettings = z.object({
  /** Token of the operator bot. */
  BOT_TOKEN: shaped(BOT_TOKEN_SHAPE, 'must look like 123456:ABC…'),
  SECRETS_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
    .refine((keys) => keys.length > 0 && keys.every((key) => key.length === 32), 'must be 32 bytes, base64'),
  MODERATOR_IDS: idList.default([]),
  PUBLIC_URL: url.refine((text) => !/[?#]/.test(text), 'must be an address without ? and #').optional(),
});

/** Settings that operators choose. The second part of `.env.example`. */
export const operatorSettings = z.object({
  API_HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: port.default(8080),
  /** How many processes answer on it. */
  API_WORKERS: wholeNumber(1, 64).default(1),
  /** Proxies whose `X-Forwarded-For` is believed. */
  TRUSTED_PROXIES: proxyList.default(['loopback']),
  DATABASE_URL: shaped(
    /^(file:|postgres(ql)?:\/\/)./,
    'must be file:<path>, or postgres://user:password@host:port/database',
  ).default('file:data/service.db'),
  /** Where reports and other files are; unset: see `dataFolder`. */
  DATA_DIR: z.string().min(1).optional(),
  /** Where backups go; unset: the folder `backups` next to the database. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** A bucket of an S3-compatible store to which backups are copied, sealed under SECRETS_KEY; unset: nowhere. */
  OFFSITE_URL: url.refine((text) => new URL(text).pathname !== '/', 'must name the bucket').optional(),
  OFFSITE_ACCESS_KEY: z.string().min(1).optional(),
  OFFSITE_SECRET_KEY: z.string().min(1).optional(),
  /** What pages, the cabinet, the operator bot and statements call the service. */
  SERVICE_NAME: name.default('Sponsorgate'),
  /** The colour of its links and buttons on pages and in the cabinet. */
  SERVICE_COLOR: color.default('#2158c7'),
  /** Another name for the operator bot; `-` leaves its name and descriptions as they are. */
  BOT_NAME: name.optional(),
  /** Tokens of further bots that ask who is in the chats of orders (`core/checkers`). */
  CHECKER_TOKENS: tokenList.default([]),
  /** Who pays withdrawals and books deposits; they are notified of each withdrawal. */
  ADMIN_IDS: idList.default([]),
  /** Where people reach the operator: a @name, an address or an email. */
  SUPPORT_CONTACT: z.string().min(1).max(200).optional(),
  /** What the operator bot answers to /privacy, /paysupport and /terms, and a page on personal data that each block links to. */
  PRIVACY_TEXT: legalText.optional(),
  PAYSUPPORT_TEXT: legalText.optional(),
  TERMS_TEXT: legalText.optional(),
  BLOCK_PRIVACY_URL: url.optional(),
  /** The operator's name, address and numbers, as they stand on statements. */
  OPERATOR_DETAILS: z.string().min(1).max(500).optional(),
  SERVICE_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Riga')
    .default('UTC'),
  /** Assumed of users of unknown language, in bots with few known users; serves the default audience. */
  DEFAULT_LANGUAGE: shaped(/^[a-z]{2}$/, IS_LANGUAGE)
    // The code of a country, such as ua for uk, is an easy mistake, and would leave those users without orders.
    .refine((code) => languageIdOf(code) !== undefined, IS_LANGUAGE)
    .default('ru'),
  CURRENCY: shaped(/^[A-Z]{3}$/, 'must be a three-letter code').default('RUB'),
  PUBLISHER_SHARE: part.default('0.7'),
  PRICE_MIN: decimal.default('0.5'),
  PRICE_MIN_PREMIUM: decimal.default('1'),
  PRICE_STANDARD: decimal.default('2'),
  PRICE_STANDARD_PREMIUM: decimal.default('4'),
  HOLD_HOURS: wholeNumber(0, 8_760).default(24),
  /** What a star of the platform's payments is worth, in CURRENCY; unset: no deposits by stars. */
  STARS_RATE: decimal.refine((rate) => Number(rate) > 0, 'must be above 0').optional(),
  /** Token of an app of @CryptoBot's Crypto Pay; unset: no deposits and payouts by it. */
  CRYPTO_PAY_TOKEN: shaped(/^\d{1,20}:[\w-]{10,64}$/, 'must look like 123456:AA…').optional(),
  /** A shop of YooKassa and its secret key; unset: no deposits by it. */
  YOOKASSA_SHOP_ID: shaped(/^\d{1,20}$/, 'must be the number of a shop').optional(),
  YOOKASSA_SECRET_KEY: shaped(/^[\w-]{10,200}$/, 'must look like live_AA…').optional(),
  /** Other networks that fill free places of bots that have no key of their own; unset: none. */
  HOUSE_NETWORKS: networkList.default([]),
  /** What is paid out without an administrator's press, in CURRENCY: at once, to one account in a day, in all in a day. */
  PAYOUT_MAX: decimal.default('0'),
  PAYOUT_ACCOUNT_DAY_MAX: decimal.default('0'),
  PAYOUT_DAY_MAX: decimal.default('0'),
  /**
   * The share of the service's fee, in percent, that an account earns on what its link brings, and for how long; 0: no referrals.
   * Both sides of a charge may have been brought, so half of the fee each is the most.
   */
  REFERRAL_PERCENT: wholeNumber(0, 50).default(0),
  REFERRAL_MONTHS: wholeNumber(1, 120).default(12),
  GEOIP_CITY_DB: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** Settings whose defaults suit almost everyone, in the order of `docs/settings.md`. */
export const rareSettings = z.object({
  PLATFORM_API_ROOT: url.default('https://api.telegram.org'),
  /** The key with which the platform signs what pages inside it say of their user: Ed25519, 32 bytes in hex. */
  PLATFORM_PUBLIC_KEY: shaped(/^[0-9a-f]{64}$/i, 'must be 32 bytes in hex').default(
    'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
  ),
  /** Where people find bots and channels by their names. */
  PLATFORM_LINK_ROOT: url.default('https://t.me'),
  /** Set by `npm start` where no BOT_TOKEN is: the database has to be that of a demo then, and of none otherwise. */
  DEMO: flag.default(false),
  /** How our bots' updates come: asked for, or brought to the api at PUBLIC_URL. */
  UPDATES: z.enum(['polling', 'webhook'], { error: 'must be polling or webhook' }).default('polling'),
  PLATFORM_PORT: port.default(8081),
  /** Of that server itself, where a pooler stands before it: for notifications and migrations. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Of a replica of that server, for what may be a moment old. */
  DATABASE_READ_URL: postgresUrl.optional(),
  /** Insists that the tables of users are spread over the servers of this engine; unset: they are where it is there. */
  DATABASE_DISTRIBUTED: z.enum(['citus'], { error: 'must be citus' }).optional(),
  /** How many connections to a server each process opens at most: one for hot statements, one for commands, one for what they read. */
  DATABASE_POOL_MAX: wholeNumber(3, 1_000).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(100, 3_600_000).default(30_000),
  SPONSORS_DEADLINE_MS: wholeNumber(50, 30_000).default(800),
  ATTRIBUTION_HOURS: wholeNumber(1, 8_760).default(24),
  /** At which hour of the service's day daily summaries go out. */
  SUMMARY_HOUR: wholeNumber(0, 23).default(9),
  /** For so long the earnings of a new publisher wait: no moderator trusts them, and they were paid nothing yet. */
  NEW_PUBLISHER_HOLD_HOURS: wholeNumber(0, 8_760).default(72),
  /** For so long the platform's word holds that a user uses a bot. */
  CONTACT_DAYS: wholeNumber(1, 36).default(30),
  /** What a bot without a token may bring in a day before a moderator trusts it, and how many lists it gets. */
  UNTRUSTED_SUBSCRIBERS_DAY: wholeNumber(0, 10_000_000).default(100),
  UNTRUSTED_LISTS_DAY: wholeNumber(0, 100_000_000).default(2_000),
  /** How often opening a resource from one address is paid for, by order and day. */
  CLICKS_PER_ADDRESS_DAY: wholeNumber(1, 100_000).default(3),
  /** A withdrawal is paid out no sooner than so long after it was asked for. */
  WITHDRAWAL_HOURS: wholeNumber(0, 8_760).default(24),
  /** The least that can be withdrawn at once, in CURRENCY. */
  WITHDRAWAL_MIN: amount.default('100'),
  /** The least that can be paid in at once by a rail, in CURRENCY. */
  DEPOSIT_MIN: amount.default('100'),
  /** Ways of paying in that are offered inside the platform's own apps: its terms take stars alone for what is digital. */
  DEPOSITS_INSIDE: z.enum(['stars', 'all'], { error: 'must be stars or all' }).default('stars'),
  CRYPTO_PAY_ROOT: url.default('https://pay.crypt.bot'),
  /** What Crypto Pay pays out. */
  CRYPTO_PAY_ASSET: shaped(/^[A-Z]{2,10}$/, 'must be the code of an asset, such as USDT').default('USDT'),
  /** What a payout by Crypto Pay is: transfers can be switched off there. */
  CRYPTO_PAY_PAYOUTS: z
    .enum(['transfer', 'check'], { error: 'must be transfer or check' })
    .default('transfer'),
  YOOKASSA_ROOT: url.default('https://api.yookassa.ru/v3'),
  /** How many orders of one account may wait for a moderator. */
  ORDERS_WAITING_MAX: wholeNumber(1, 100_000).default(50),
  /** How many bots one account may have, and add within an hour. */
  BOTS_MAX: wholeNumber(1, 100_000).default(50),
  BOTS_PER_HOUR: wholeNumber(1, 100_000).default(10),
  BOT_MEMBER_URL: z
    .string()
    .refine((text) => text.includes('{code}') && text.includes('{user_id}'), 'must hold {code} and {user_id}')
    .optional(),
  CALLBACK_PREFIX: shaped(/^[a-z0-9]{1,20}$/, 'must be 1-20 small letters or digits').default('subgram'),
  /** A user who is known to be out of a chat is asked about again after so long, while updates tell of joins. */
  RECHECK_SECONDS: wholeNumber(1, 86_400).default(300),
  /** From which chance that a user is in a chat already the platform is asked before the sponsor is shown. */
  ASK_FIRST_SHARE: part.default('0.01'),
  /** Within what the pace of each kind of call is learnt, of each token and all processes together. */
  PACE_MESSAGES: pace.default({ min: 1, max: 30 }),
  PACE_MEMBERSHIP: pace.default({ min: 5, max: 1_000 }),
  PACE_INVITES: pace.default({ min: 0.05, max: 2 }),
  PACE_OTHER: pace.default({ min: 1, max: 300 }),
  RESHOW_DAYS: wholeNumber(0, 3_650).default(30),
  /** How orders are ranked: by rates drawn from what is believed of them, or by the smoothed rate. */
  RANKING: z.enum(['learned', 'smoothed'], { error: 'must be learned or smoothed' }).default('learned'),
  /** Whether a learned ranking heeds what a bot's subscribers are worth (`core/quality`). */
  RANK_BY_QUALITY: flag.default(true),
  /** Whether a publisher's share of a price depends on their bot's quality, as it was announced (`core/quality`). */
  QUALITY_PRICE: flag.default(false),
  /** Whether what a bot of low quality earns is held for longer than `HOLD_HOURS`, as it was announced (`core/quality`). */
  QUALITY_HOLD: flag.default(false),
  /** By what orders are spread over the day: by the users who are expected when, or by the clock. */
  PACING: z.enum(['forecast', 'clock'], { error: 'must be forecast or clock' }).default('forecast'),
  /** The share of bots that get the other ranking, to compare the two (`npm run admin -- trial`). */
  RANKING_TRIAL_SHARE: part.default('0'),
  RATE_PRIOR: decimal
    .refine((rate) => Number(rate) > 0 && Number(rate) <= 1, 'must be above 0, at most 1')
    .default('0.3'),
  RATE_PRIOR_WEIGHT: wholeNumber(1, 1_000_000).default(30),
  EXPLORE_SHARE: part.default('0.05'),
  SUSPICION_WINDOW_HOURS: wholeNumber(1, 8_760).default(24),
  /** Suspicion lasts for so long after its last evidence. */
  SUSPICION_DAYS: wholeNumber(1, 3_650).default(30),
  SUSPICION_PER_FINGERPRINT: wholeNumber(1, 1_000).default(3),
  SUSPICION_PER_ADDRESS: wholeNumber(1, 100_000).default(20),
  /** 0: unlimited. */
  KEY_REQUESTS_PER_MINUTE: wholeNumber(0, 100_000_000).default(120_000),
  ADDRESS_REQUESTS_PER_MINUTE: wholeNumber(0, 100_000_000).default(240_000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Where the figures of the api process are; unset: nowhere. */
  METRICS_PORT: port.optional(),
  /** The same of the bot process. */
  BOT_METRICS_PORT: port.optional(),
  METRICS_TOKEN: shaped(
    /^[\w.~+/=-]{16,256}$/,
    'must be 16-256 letters, digits and marks without blanks',
  ).optional(),
  BACKUP_SCHEDULE: shaped(
    /^(off|[\d*,/-]+( [\d*,/A-Za-z-]+){4})$/,
    'must be off, or five fields as cron has them',
  ).default('20 3 * * *'),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  /** The store's region; unset: as its address says. How many copies are kept; 0: all. */
  OFFSITE_REGION: z.string().min(1).optional(),
  OFFSITE_KEEP: wholeNumber(0, 10_000).default(30),
  /**
   * Where strangers may make us call (webhooks): schemes, ports (`*`: any), and whether addresses inside are let through,
   * as those of pictures, too.
   */
  OUTGOING_SCHEMES: shaped(/^https?(,https?)?$/, 'must be https, or https,http')
    .transform((text) => text.split(','))
    .default(['https']),
  OUTGOING_PORTS: shaped(/^(\*|\d{1,5}(\s*,\s*\d{1,5})*)$/, 'must be ports separated by commas, or *')
    .transform((text) => (text === '*' ? null : text.split(',').map(Number)))
    .refine((ports) => ports?.every((each) => each <= 65_535) !== false, 'must be ports up to 65535')
    .default([80, 443, 8080, 8443]),
  OUTGOING_PRIVATE: flag.default(false),
  /** How the log reads; unset: `lines` at a terminal, else `json`. */
  LOG_FORMAT: z.enum(['json', 'lines']).optional(),
  /** Which share of requests gets a line in the log; those that failed by a fault of ours or were cut off always do. */
  LOG_REQUESTS_SHARE: part.default('1'),
});

export const settingsSchema = z.object({
  ...commonSettings.shape,
  ...operatorSettings.shape,
  ...rareSettings.shape,
});

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** Addresses that only this machine reaches. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** Every address of the machine, that of `METRICS_HOST` or `API_HOST` among them. */
const EVERYWHERE = /^(0\.0\.0\.0|::)$/;

/** Whether an api process would give its figures where it answers requests. */
function isFiguresPortTaken({ API_HOST, API_PORT, METRICS_HOST, METRICS_PORT }: Settings): boolean {
  if (API_PORT === 0 || METRICS_PORT !== API_PORT) return false;
  return API_HOST === METRICS_HOST || EVERYWHERE.test(API_HOST) || EVERYWHERE.test(METRICS_HOST);
}

/** In which Crypto Pay makes invoices: createInvoice, `fiat` (https://help.send.tg/en/articles/10279948-crypto-pay-api). */
const cryptoPayCurrencies: readonly string[] =
  'USD EUR RUB BYN UAH GBP CNY KZT UZS GEL TRY AMD THB INR BRL IDR AZN AED PLN ILS'.split(' ');

/** The rules that bind settings together. */
const wholeSchema = settingsSchema.superRefine((settings, context) => {
  const need = (field: keyof Settings, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  const { METRICS_HOST, METRICS_TOKEN, UPDATES, PUBLIC_URL, BOT_TOKEN, CHECKER_TOKENS } = settings;
  const { QUALITY_HOLD, HOLD_HOURS, CRYPTO_PAY_TOKEN, CURRENCY } = settings;
  for (const name of ['OFFSITE_ACCESS_KEY', 'OFFSITE_SECRET_KEY'] as const)
    if (settings.OFFSITE_URL !== undefined && settings[name] === undefined)
      need(name, 'is needed, since OFFSITE_URL is set');
  // A file would be left as it is, and that server be migrated.
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (settings[name] !== undefined && settings.DATABASE_URL.startsWith('file:'))
      need(name, 'names a PostgreSQL, and DATABASE_URL a file: leave the one out that is not yours');
  if (METRICS_TOKEN === undefined && !LOOPBACK.test(METRICS_HOST))
    need('METRICS_TOKEN', 'is needed, since METRICS_HOST lets in more than this machine');
  if (isFiguresPortTaken(settings))
    need('METRICS_PORT', 'must be another port than API_PORT; each further api worker takes the next one');
  const ownId = Number(BOT_TOKEN.split(':')[0]);
  if (CHECKER_TOKENS.some((token) => Number(token.split(':')[0]) === ownId))
    need('CHECKER_TOKENS', 'must be tokens of other bots than that of BOT_TOKEN');
  if (UPDATES === 'webhook' && PUBLIC_URL === undefined)
    need('PUBLIC_URL', 'is needed, since UPDATES=webhook: the platform brings updates there');
  // A Bot API server that is asked by http, such as the demo's, brings them by http as well.
  if (
    UPDATES === 'webhook' &&
    PUBLIC_URL?.startsWith('http:') === true &&
    settings.PLATFORM_API_ROOT.startsWith('https:')
  )
    need('PUBLIC_URL', 'must be by https, since UPDATES=webhook: the platform brings updates nowhere else');
  if (QUALITY_HOLD && HOLD_HOURS === 0)
    need('QUALITY_HOLD', 'needs HOLD_HOURS above 0, which it makes longer');
  if (CRYPTO_PAY_TOKEN !== undefined && !cryptoPayCurrencies.includes(CURRENCY))
    need('CRYPTO_PAY_TOKEN', `needs a CURRENCY that Crypto Pay takes: ${cryptoPayCurrencies.join(', ')}`);
  for (const [standard, min] of [
    ['PRICE_STANDARD', 'PRICE_MIN'],
    ['PRICE_STANDARD_PREMIUM', 'PRICE_MIN_PREMIUM'],
  ] as const)
    if (Number(settings[standard]) < Number(settings[min]))
      need(standard, `must be at least ${min}, since orders without a price get it`);
  if ((settings.YOOKASSA_SHOP_ID === undefined) !== (settings.YOOKASSA_SECRET_KEY === undefined))
    need('YOOKASSA_SECRET_KEY', 'and YOOKASSA_SHOP_ID need each other');
});

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** @throws SettingsError naming every variable at fault and what it must be; never a value. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = wholeSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${sayFault(issue, present)}`);
  throw new SettingsError(
    `These settings are wrong; .env.example and docs/settings.md explain each:\n${faults.join('\n')}`,
  );
}

/** Where the files of this installation are: next to its database, where that is a file. */
export function dataFolder({ DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): string {
  const file = /^file:(.+)$/.exec(DATABASE_URL)?.[1] ?? 'data/service.db';
  return path.resolve(DATA_DIR ?? path.dirname(file));
}

/** Where people reach our pages; without a slash at the end. */
export function publicUrl(settings: Pick<Settings, 'PUBLIC_URL' | 'API_HOST' | 'API_PORT'>): string {
  return settings.PUBLIC_URL ?? `http://${settings.API_HOST}:${String(settings.API_PORT)}`;
}

function sayFault(issue: z.core.$ZodIssue, environment: Record<string, string | undefined>): string {
  const isMissing = environment[String(issue.path[0])] === undefined;
  return isMissing && issue.code !== 'custom' ? 'is missing' : issue.message;
}
