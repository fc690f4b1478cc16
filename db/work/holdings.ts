/**
 * Every table, and what its columns may hold of a person: where their id stands, what else is said of them, and what becomes
 * of it when they are erased. `docs/privacy.md` has its table from here, and a test looks that no column is in no list.
 */
import { holdingsOfAccounts } from './holdings-of-accounts.js';
import { holdingsOfUsers } from './holdings-of-users.js';

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
  /** Columns that say nothing of a person by themselves. */
  readonly others: string;
  /** How long its rows are kept, as `purge-terms.ts` has it; left out: until the person is erased. */
  readonly kept?: { readonly days: number | null; readonly since: string };
}

/** In the order in which they are erased: what others are found by comes last. */
export const holdings: readonly Holding[] = [...holdingsOfUsers, ...holdingsOfAccounts];

/** Tables that say nothing of a person: counts, chats, bots by their number, and the service's own state; with all their columns. */
export const impersonal: Readonly<Record<string, string>> = {
  audience_shares: 'trait value users',
  daily_shares: 'day shares',
  block_tests: 'bot_id test a_shown a_passed a_subscribers b_shown b_passed b_subscribers at_ms',
  chat_odds: 'resource_id members counted_at_ms asked found',
  pace_users: 'bot_id lane process wanted until_ms',
  paces: 'bot_id lane per_second ceiling limited_at_ms rest_until_ms',
  bot_days:
    'bot_id day subscribers lost value_micros own_subscribers own_value_micros requests_sponsors requests_no_sponsors requests_passed requests_errors unproven_impressions contacts_yes contacts_no taken_over',
  network_days: 'bot_id network_id day listed done claimed_micros',
  fill_days:
    'bot_id day language_id lists partly_filled unfilled no_fill_no_more_orders no_fill_other_users no_fill_unknown_users no_fill_min_price no_fill_bot_settings no_fill_not_for_bot no_fill_bot_quality no_fill_excluded no_fill_subscribed no_fill_schedule no_fill_pacing no_fill_used_up no_fill_halted no_fill_untrusted',
  language_days: 'order_id day language subscribers',
  no_fill_hours: 'order_id hour reason times',
  order_days: 'order_id day impressions subscribers lost value_micros pending_impressions pending_at_ms',
  pair_days: 'order_id bot_id day impressions subscribers lost paid_micros earned_micros',
  traffic_hours: 'hour language_id lists places filled',
  unpaid_days: 'order_id day bot_id reason joins',
  forecast_errors: 'size day forecasts days joins_error impressions_error within_quarter came_share',
  order_forecasts: 'day order_id revision joins impressions came_joins came_impressions',
  postings: 'entry_id ledger_account_id amount_micros balance_micros',
  chat_links: 'link_key chat_id at_ms maker_bot_id',
  moved_chats: 'group_id supergroup_id at_ms',
  referral_dues: 'entry_id',
  refunds_reported: 'charge_id reported_at_ms',
  bot_qualities: 'bot_id at_ms factor found',
  paying_factors: 'bot_id from_ms thousandths hold_thousandths',
  advertiser_exclusions: 'bot_id order_id at_ms',
  leases: 'name holder beat',
  processes: 'process beat_at_ms trouble',
  unheard_spans: 'place from_ms to_ms',
  versions: 'name value',
};
