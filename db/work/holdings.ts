/**
 * Tables that hold something of a person: where their id stands, what else is said of them, and what becomes of it when they
 * are erased. `docs/privacy.md` has its table from here. All other columns stand in `test/contract/impersonal.json`, so that
 * a new one is in neither list until somebody decides.
 */

/** Of what a person owns: rows that hold one of these are theirs, too. */
export type Through = 'bots' | 'orders' | 'entries';

export interface Holding {
  readonly table: string;
  /** Columns that hold the id of a person. */
  readonly ids: readonly string[];
  /** Of those, the ones of somebody who only decided about the row: nothing but the id is theirs. */
  readonly decidedBy?: readonly string[];
  /** The column by which a row belongs to something of theirs. */
  readonly by?: Readonly<Partial<Record<Through, string>>>;
  /** Texts in which their id may stand by itself, as in `dialogue:5`. */
  readonly mentions?: readonly string[];
  /** A text of JSON that names orders and bots of theirs, as `orderId` and `botId`. */
  readonly facts?: string;
  /** What else the columns may say of them. */
  readonly personal: readonly string[];
  /**
   * When they are erased: `deleted`, the rows go; `renamed`, the id gives way to a pseudonym, and `blank` to what it says;
   * `passes`, the rows name no one that could be looked for, and go by themselves.
   */
  readonly erased: 'deleted' | 'renamed' | 'passes';
  readonly blank?: Readonly<Record<string, string | number | null>>;
  /** How long its rows are kept, as `purge-terms.ts` has it; left out: until the person is erased. */
  readonly kept?: { readonly days: number | null; readonly since: string };
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');

/** @returns how to list a table whose rows are erased like that; columns are named one after another */
const listed =
  (erased: Holding['erased']) =>
  (
    table: string,
    ids: string,
    personal: string,
    more: Omit<Holding, 'table' | 'ids' | 'personal' | 'erased'> = {},
  ): Holding => ({ table, ids: wordsOf(ids), personal: wordsOf(personal), erased, ...more });
const deleted = listed('deleted');
const renamed = listed('renamed');
const passes = listed('passes');

const days = (count: number | null, since: string) => ({ days: count, since });

const all = (value: string | null, columns: string) =>
  Object.fromEntries(wordsOf(columns).map((column) => [column, value]));

/** A bot or an order that no one uses. */
const OFF = { is_on: 0, in_archive: 1, stopped_by_block: 0 };

const NAMES = 'first_name last_name username language_code is_premium gender age';

/** Stands where a name was. */
const ERASED = 'erased';

/** In the order in which they are erased: what others are found by comes last. */
export const holdings: readonly Holding[] = [
  // Of end users.
  deleted('user_bots', 'user_id', `${NAMES} page asked_on_day`),
  deleted('user_knowledge', 'user_id', 'value source'),
  deleted('page_visits', 'user_id', 'mark', { kept: days(30, 'after the visit') }),
  deleted('block_viewers', 'user_id', 'passed', { kept: days(91, 'after the block came') }),
  deleted('blocks', 'user_id chat_id shown_chat_id', 'content', {
    kept: days(30, 'after it was given up; 1 after it left the screen'),
  }),
  deleted('pins', 'user_id', 'slots', { kept: days(0, 'after the list ended') }),
  deleted('network_offers', 'user_id', 'offer_id chat link title state', {
    kept: days(30, 'after it was listed'),
  }),
  deleted('openings', 'user_id', 'address', { kept: days(40, 'after the resource was last shown') }),
  deleted('impressions', 'user_id', 'target replaced smart_link', {
    kept: days(40, 'after it was last shown'),
  }),
  deleted('contacts', 'user_id chat_id', 'state', { kept: days(37, 'after the platform reported it') }),
  deleted('memberships', 'user_id', 'resource_id state had_left was_removed joined_by_bot'),
  deleted('webhook_events', 'user_id account_id', 'status link', {
    kept: days(30, 'after it was given up; 3 after it was delivered'),
  }),
  renamed('subscriptions', 'user_id', 'state reason'),
  renamed('paid_joins', 'user_id', 'target'),
  passes('paid_addresses', '', 'address', { kept: days(3, 'after the day') }),
  deleted(
    'users',
    'user_id',
    `${NAMES} has_photo has_real_photo has_bio gifts rating device_type device_os country_id city_id country city ip_address suspicious_until_ms`,
  ),
  // Of publishers, advertisers, moderators and administrators.
  deleted('sessions', '', 'key value', {
    mentions: ['key', 'value'],
    kept: days(30, 'after it was last written'),
  }),
  deleted('limit_takes', '', 'key', { mentions: ['key'], kept: days(0, 'after the limit, an hour at most') }),
  passes('kept_answers', '', 'call answer_cipher', { kept: days(1, 'after the answer') }),
  deleted('platform_updates', '', 'body queue', {
    mentions: ['body', 'queue'],
    kept: days(2, 'after it was done with, when its text is wiped'),
  }),
  passes('invalidation_log', '', 'users', { kept: days(null, 'the last commits alone') }),
  renamed('daily_checks', '', 'outcome', { mentions: ['outcome'], blank: { outcome: null } }),
  deleted('notifications', 'account_id', 'facts dedupe_key', {
    facts: 'facts',
    kept: days(400, 'after it was queued'),
  }),
  // So the file goes with the row, at the next look for files that have ended.
  renamed('report_jobs', 'account_id', 'file_name', {
    blank: { expires_at_ms: 0, due_at_ms: null, file_name: '' },
    kept: days(null, 'until its file ends'),
  }),
  deleted('id_files', 'account_id', '', { kept: days(0, 'after the file ended') }),
  deleted('imported_days', 'account_id', 'source subscribers value_micros', {
    kept: days(800, 'after the day'),
  }),
  deleted('imports', 'account_id', 'address keys_cipher', { kept: days(30, 'after it ended') }),
  deleted('import_items', 'account_id', 'name note', { kept: days(30, 'after it was noted') }),
  deleted('added_chats', 'account_id', 'chat_id title'),
  deleted('awaited_bots', 'account_id', 'message_id'),
  deleted('webhooks', 'account_id', 'url_cipher'),
  deleted('webhook_queues', 'account_id', 'last_reason'),
  deleted('publisher_exclusions', 'account_id', 'order_id'),
  deleted('bot_pictures', '', 'body', { by: { bots: 'bot_id' } }),
  deleted('order_links', '', 'link', { by: { orders: 'order_id' } }),
  deleted('invite_links', '', 'link', { by: { orders: 'order_id' } }),
  deleted('former_places', '', 'target', {
    by: { orders: 'order_id' },
    kept: days(400, 'after the order left it'),
  }),
  renamed('blocked_links', 'moderator_id', 'link_key', { decidedBy: ['moderator_id'] }),
  renamed('moderation_log', 'moderator_id account_id user_id', 'link_key reason', {
    decidedBy: ['moderator_id'],
    by: { orders: 'order_id', bots: 'bot_id' },
    blank: { link_key: '', reason: null },
  }),
  deleted('referral_links', 'account_id', 'code'),
  deleted('referrals', 'account_id referrer_id', ''),
  renamed('ledger_entries', 'user_id booked_by', 'note', {
    decidedBy: ['booked_by'],
    by: { entries: 'entry_id' },
    blank: { note: '' },
  }),
  renamed('withdrawals', 'account_id decided_by', 'details_cipher destination_mark note', {
    decidedBy: ['decided_by'],
    blank: all('', 'details_cipher destination_mark note'),
  }),
  renamed('rail_deposits', 'account_id', 'url note', {
    blank: all('', 'url note'),
    kept: days(30, 'after it could be paid, unless it was'),
  }),
  renamed('rail_payouts', 'account_id', 'note', { blank: { note: '' } }),
  deleted('rail_differences', '', 'ours theirs', { mentions: ['ours', 'theirs'] }),
  renamed('switched_off', 'by_id', '', { decidedBy: ['by_id'] }),
  renamed('star_payments', 'account_id refund_asked_by', 'charge_id refund_note', {
    decidedBy: ['refund_asked_by'],
    blank: { refund_note: '' },
  }),
  deleted('keys', 'account_id', 'hash cipher last_used_at_ms'),
  renamed(
    'bots',
    'account_id',
    'name nickname search_text token_cipher networks_cipher note text image text_b image_b',
    {
      blank: {
        name: ERASED,
        ...OFF,
        ...all('', 'nickname search_text'),
        ...all(null, 'token_cipher networks_cipher note text image text_b image_b'),
      },
    },
  ),
  renamed(
    'orders',
    'account_id',
    'link link_key name search_text reason bot_token_cipher resource_id resource_name resource_link logo_file_id',
    {
      blank: {
        link: 'https://example.invalid/erased',
        ...all(ERASED, 'link_key name resource_name'),
        ...all('', 'search_text resource_id resource_link logo_file_id'),
        ...all(null, 'reason bot_token_cipher'),
        ...OFF,
      },
    },
  ),
  renamed('ledger_accounts', 'owner_id', ''),
  // An empty row, under a pseudonym, takes its place first: bots, orders and money need one.
  deleted('accounts', 'account_id', 'first_name username search_text language time_zone'),
];
