/**
 * Tables that hold something of a person: where their id stands, and what becomes of it when they are erased. The table of
 * `docs/privacy.md` has each of their columns. All others stand in `test/contract/impersonal.json`, so that a new one is in
 * neither list until somebody decides.
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
  /** When they are erased: `deleted`, the rows go; `renamed`, the id gives way to a pseudonym, and `blank` to what it says. */
  readonly erased: 'deleted' | 'renamed';
  readonly blank?: Readonly<Record<string, string | number | null>>;
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');

/** @returns how to list a table whose rows are erased like that; columns are named one after another */
const listed =
  (erased: Holding['erased']) =>
  (table: string, ids: string, more: Omit<Holding, 'table' | 'ids' | 'erased'> = {}): Holding => ({
    table,
    ids: wordsOf(ids),
    erased,
    ...more,
  });
const deleted = listed('deleted');
const renamed = listed('renamed');

const all = (value: string | null, columns: string) =>
  Object.fromEntries(wordsOf(columns).map((column) => [column, value]));

/** A bot or an order that no one uses. */
const OFF = { is_on: 0, in_archive: 1, stopped_by_block: 0 };

/** Stands where a name was. */
const ERASED = 'erased';

/** In the order in which they are erased: what others are found by comes last. */
export const holdings: readonly Holding[] = [
  // Of end users.
  deleted('user_bots', 'user_id'),
  deleted('user_knowledge', 'user_id'),
  deleted('page_visits', 'user_id'),
  deleted('block_viewers', 'user_id'),
  deleted('blocks', 'user_id chat_id shown_chat_id'),
  deleted('pins', 'user_id'),
  deleted('network_offers', 'user_id'),
  deleted('openings', 'user_id'),
  deleted('impressions', 'user_id'),
  deleted('contacts', 'user_id chat_id'),
  deleted('memberships', 'user_id'),
  deleted('webhook_events', 'user_id account_id'),
  renamed('subscriptions', 'user_id'),
  renamed('paid_joins', 'user_id'),
  deleted('users', 'user_id'),
  // Of publishers, advertisers, moderators and administrators.
  deleted('sessions', '', { mentions: ['key', 'value'] }),
  deleted('limit_takes', '', { mentions: ['key'] }),
  deleted('platform_updates', '', { mentions: ['body', 'queue'] }),
  renamed('daily_checks', '', { mentions: ['outcome'], blank: { outcome: null } }),
  deleted('notifications', 'account_id', { facts: 'facts' }),
  // So the file goes with the row, at the next look for files that have ended.
  renamed('report_jobs', 'account_id', {
    blank: { expires_at_ms: 0, due_at_ms: null, file_name: '' },
  }),
  deleted('id_files', 'account_id'),
  deleted('imported_days', 'account_id'),
  deleted('imports', 'account_id'),
  deleted('import_items', 'account_id'),
  deleted('added_chats', 'account_id'),
  deleted('awaited_bots', 'account_id'),
  deleted('webhooks', 'account_id'),
  deleted('webhook_queues', 'account_id'),
  deleted('publisher_exclusions', 'account_id'),
  deleted('bot_pictures', '', { by: { bots: 'bot_id' } }),
  deleted('order_links', '', { by: { orders: 'order_id' } }),
  deleted('invite_links', '', { by: { orders: 'order_id' } }),
  deleted('former_places', '', { by: { orders: 'order_id' } }),
  renamed('blocked_links', 'moderator_id', { decidedBy: ['moderator_id'] }),
  renamed('moderation_log', 'moderator_id account_id user_id', {
    decidedBy: ['moderator_id'],
    by: { orders: 'order_id', bots: 'bot_id' },
    blank: { link_key: '', reason: null },
  }),
  deleted('referral_links', 'account_id'),
  deleted('referrals', 'account_id referrer_id'),
  renamed('ledger_entries', 'user_id booked_by', {
    decidedBy: ['booked_by'],
    by: { entries: 'entry_id' },
    blank: { note: '' },
  }),
  renamed('withdrawals', 'account_id decided_by', {
    decidedBy: ['decided_by'],
    blank: all('', 'details_cipher destination_mark note'),
  }),
  renamed('rail_deposits', 'account_id', { blank: all('', 'url note') }),
  renamed('rail_payouts', 'account_id', { blank: { note: '' } }),
  deleted('rail_differences', '', { mentions: ['ours', 'theirs'] }),
  renamed('switched_off', 'by_id', { decidedBy: ['by_id'] }),
  renamed('star_payments', 'account_id refund_asked_by', {
    decidedBy: ['refund_asked_by'],
    blank: { refund_note: '' },
  }),
  deleted('keys', 'account_id'),
  renamed('bots', 'account_id', {
    blank: {
      name: ERASED,
      ...OFF,
      ...all('', 'nickname search_text'),
      ...all(null, 'token_cipher networks_cipher note text image text_b image_b'),
    },
  }),
  renamed('orders', 'account_id', {
    blank: {
      link: 'https://example.invalid/erased',
      ...all(ERASED, 'link_key name resource_name'),
      ...all('', 'search_text resource_id resource_link logo_file_id'),
      ...all(null, 'reason bot_token_cipher'),
      ...OFF,
    },
  }),
  renamed('ledger_accounts', 'owner_id'),
  // An empty row, under a pseudonym, takes its place first: bots, orders and money need one.
  deleted('accounts', 'account_id'),
];
