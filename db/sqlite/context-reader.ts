/** All that one request needs to know of its user: three statements, read at one moment, and one for the impressions. */
import type { Impression, Membership, RequestContext } from '../../core/ports/sponsor-store.js';
import type { Parts } from './parts.js';
import {
  CLAIM_COUNT,
  claimColumns,
  type ClaimValues,
  toClaims,
  toEndUser,
  userColumns,
  type UserValues,
} from '../work/users.js';
import { joinedContact } from '../work/contact-writes.js';
import {
  contextColumns,
  type ContextMembershipValues,
  impressionOf,
  type ImpressionValues,
  MAX_IMPRESSIONS,
  MAX_MEMBERSHIPS,
  MAX_SUBSCRIPTION_STATUSES,
  membershipOf,
  subscriptionStatusOf,
  type SubscriptionStatusValues,
  toLivePin,
} from '../work/context-row.js';
import { madeOnce } from '../work/values.js';

type KeyedValues = [
  botId: number | null,
  slots: string | null,
  pinnedAtMs: number,
  lifeSeconds: number,
  hasBlock: number,
  askedOnDay: number | null,
  askedTimes: number,
  ...contact: ContactValues,
  ...claims: ClaimValues,
  ...user: UserValues,
];
/** Ids of channels as text, which come again with each user: to find a text takes less than to make it. */
const KNOWN_IDS = 10_000;

type ContactValues = [state: number | null, atMs: number, untilMs: number];

export function createContextReader({ connection, executor }: Pick<Parts, 'connection' | 'executor'>) {
  const resourceIds = madeOnce(KNOWN_IDS, String);
  // All that is found by key, in one row; what is not there is null.
  const byKeys = connection.prepareList<[userId: number, botId: number], KeyedValues>(
    `SELECT user_bots.bot_id, pins.slots, pins.pinned_at_ms, pins.life_seconds,
       blocks.shown_message_id IS NOT NULL OR (blocks.content IS NOT NULL AND blocks.due_at_ms IS NOT NULL),
       user_bots.asked_on_day, user_bots.asked_times,
       contacts.state, contacts.at_ms, contacts.until_ms, ${claimColumns},
       ${userColumns}
     FROM (SELECT ? AS user_id, ? AS bot_id) AS who
     LEFT JOIN users ON users.user_id = who.user_id
     LEFT JOIN user_bots ON user_bots.user_id = who.user_id AND user_bots.bot_id = who.bot_id
     LEFT JOIN pins ON pins.user_id = who.user_id AND pins.bot_id = who.bot_id
     LEFT JOIN blocks ON blocks.bot_id = who.bot_id AND blocks.user_id = who.user_id
     LEFT JOIN contacts ON contacts.user_id = who.user_id AND contacts.bot_id = who.bot_id`,
  );
  /**
   * Reads no more than so many, the latest where there are more. Hardly anybody has more than a few of anything, and a statement
   * that sorts makes a tree of its own for it each time, which takes longer than reading the rows: only those who have too many
   * are sorted by one.
   */
  const prepareSome = <Values extends unknown[]>(select: string, latest: string, most: number) => {
    const limit = `LIMIT ${String(most)}`;
    const some = connection.prepareList<number[], Values>(`${select} ${limit}`);
    const sorted = connection.prepareList<number[], Values>(`${select} ORDER BY ${latest} DESC ${limit}`);
    return (...parameters: number[]): Values[] => {
      const rows = some.all(...parameters);
      return rows.length === most ? sorted.all(...parameters) : rows;
    };
  };
  const impressions = prepareSome<ImpressionValues>(
    `SELECT ${contextColumns.impressions} FROM impressions WHERE user_id = ? AND seen_at_ms >= ?`,
    'shown_at_ms',
    MAX_IMPRESSIONS,
  );
  const subscriptionStatuses = prepareSome<SubscriptionStatusValues>(
    `SELECT ${contextColumns.subscriptionStatuses} FROM subscriptions WHERE user_id = ?`,
    'at_ms',
    MAX_SUBSCRIPTION_STATUSES,
  );
  const memberships = prepareSome<ContextMembershipValues>(
    `SELECT ${contextColumns.memberships} FROM memberships WHERE user_id = ?`,
    'checked_at_ms',
    MAX_MEMBERSHIPS,
  );

  /** Latest first. */
  const impressionsSince = (userId: number, sinceMs: number): Impression[] => {
    const found = impressions(userId, sinceMs).map(impressionOf);
    return found.every(isNoLater) ? found : found.sort((a, b) => b.shownAtMs - a.shownAtMs);
  };

  const toKnownMembership = (values: ContextMembershipValues): Membership => {
    values[0] = resourceIds(values[0]);
    return membershipOf(values);
  };

  const read = (
    botId: number,
    userId: number,
    nowMs: number,
    impressions: RequestContext['impressions'],
  ): RequestContext => {
    const found = byKeys.get(userId, botId);
    if (found === undefined) throw new TypeError('a row of nothing but what is there is always there');
    const [knownBotId, slots, pinnedAtMs, lifeSeconds, hasBlock, askedOnDay, askedTimes, ...more] = found;
    const [contact_state, contact_at_ms, contact_until_ms, ...rest] = more;
    const pin = slots === null ? undefined : { slots, pinned_at_ms: pinnedAtMs, life_seconds: lifeSeconds };
    return {
      user: toEndUser(rest.slice(CLAIM_COUNT) as UserValues),
      isKnownToBot: knownBotId !== null,
      claims: toClaims(rest.slice(0, CLAIM_COUNT) as ClaimValues),
      contact: joinedContact({ contact_state, contact_at_ms, contact_until_ms }),
      askedHere: askedOnDay === null ? null : { onDay: askedOnDay, times: askedTimes },
      pin: toLivePin(pin, nowMs),
      hasBlock: hasBlock === 1,
      impressions,
      subscriptionStatuses: subscriptionStatuses(userId).map(subscriptionStatusOf),
      memberships: memberships(userId).map(toKnownMembership),
    };
  };

  return (botId: number, userId: number, sinceMs: number, nowMs: number): Promise<RequestContext> => {
    let impressions: Promise<Impression[]> | null = null;
    const impressionsOnce = () => (impressions ??= executor.ask(() => impressionsSince(userId, sinceMs)));
    return executor.ask(() => read(botId, userId, nowMs, impressionsOnce));
  };
}

/** Than the one before it: what was shown in one list was shown at one moment. */
function isNoLater({ shownAtMs }: Impression, index: number, all: readonly Impression[]): boolean {
  return shownAtMs <= (all[index - 1]?.shownAtMs ?? Infinity);
}
