/** Advertisers' orders, their former links, blocked links, and the log of decisions. */
import { isChat } from '../../core/kinds/index.js';
import { ofKinds } from './kinds.js';
import { defineTable, index, integer, primaryKey, real, text } from './kit.js';
import { accounts } from './accounts.js';

export const orders = defineTable('orders', {
  orderId: integer('order_id').numbered({ neverTwice: true }),
  accountId: integer('account_id').notNull().references(accounts),
  link: text('link').notNull(),
  linkKey: text('link_key').notNull(),
  adsType: text('ads_type').notNull(),
  name: text('name').notNull(),
  searchText: text('search_text').notNull(),
  isOn: integer('is_on').notNull(),
  inArchive: integer('in_archive').notNull(),
  decision: text('decision').notNull(),
  reason: text('reason'),
  quantityAll: integer('quantity_all').notNull(),
  quantityDay: integer('quantity_day'),
  quantityNow: integer('quantity_now').notNull().default(0),
  priceMicros: integer('price_micros').notNull(),
  pricePremiumMicros: integer('price_premium_micros').notNull(),
  realPriceMicros: integer('real_price_micros').notNull(),
  /** JSON. */
  coefficients: text('coefficients').notNull(),
  botTokenCipher: text('bot_token_cipher'),
  toBotMember: integer('to_bot_member').notNull(),
  trackUnsubscriptions: integer('track_unsubscriptions').notNull(),
  isLite: integer('is_lite').notNull(),
  subSpeed: integer('sub_speed'),
  places: integer('places').notNull(),
  isHighPriority: integer('is_high_priority').notNull(),
  isFree: integer('is_free').notNull(),
  /** JSON. */
  targeting: text('targeting').notNull(),
  /** JSON. */
  forbiddenThemes: text('forbidden_themes').notNull(),
  /** JSON. */
  schedule: text('schedule').notNull(),
  theme: text('theme'),
  resourceId: text('resource_id').notNull(),
  resourceName: text('resource_name').notNull(),
  logoFileId: text('logo_file_id').notNull(),
  takesJoinRequests: integer('takes_join_requests').notNull(),
  checkState: text('check_state').notNull().default('ok'),
  /** Definite errors in a row. */
  checkErrors: integer('check_errors').notNull().default(0),
  revision: integer('revision').notNull().default(1),
  /** The catalog's version with its last change: what a snapshot asks for is what lies after its own. */
  catalogVersion: integer('catalog_version').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  /** When its owner was notified that they cannot pay for it; null allows a new notification. */
  shortNotifiedAtMs: integer('short_notified_at_ms'),
  /** Each bot that shows it gets an invite link of its own. */
  ownLinks: integer('own_links').notNull().default(0),
  /** Why the service paused it, a `PauseReason`; null when it did not. */
  pauseReason: text('pause_reason'),
  /** When its @username was last resolved. */
  resolvedAtMs: integer('resolved_at_ms').notNull().default(0),
  /** Since when joins went unseen; null when no user has to be checked for it. */
  unseenSinceMs: integer('unseen_since_ms'),
  /** The last user who was checked for it. */
  unseenCursor: integer('unseen_cursor').notNull().default(0),
  /** Which of our bots asks who is in; null: the operator bot. */
  checkerBotId: integer('checker_bot_id'),
  /** The least factor of a bot that shows it; 0: any. */
  minBotQuality: real('min_bot_quality').notNull().default(0),
  /** 1: it was on until its account was blocked, and is on again when that is lifted. */
  stoppedByBlock: integer('stopped_by_block').notNull().default(0),
  /** When the last update about our rights there happened; null: none came. */
  rightsAtMs: integer('rights_at_ms'),
  /** When the check was lost last, and the time before; null: never. */
  lostAtMs: integer('lost_at_ms'),
  lostBeforeMs: integer('lost_before_ms'),
  /** The invite link of ours that users see in place of `link`; empty where they see that one. */
  resourceLink: text('resource_link').notNull().default(''),
}).with((table) => [
  index('orders_of_account').on(table.accountId, table.inArchive, table.orderId),
  index('orders_of_link').on(table.linkKey),
  index('orders_of_resource').on(table.resourceId).where("resource_id <> ''"),
  index('orders_changed').on(table.catalogVersion),
  index('orders_running')
    .on(table.orderId)
    .where("decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all"),
  index('orders_by_price')
    .on(table.accountId, table.realPriceMicros)
    .where("decision = 'approved' AND is_on = 1 AND in_archive = 0"),
  index('orders_notified_short').on(table.accountId).where('short_notified_at_ms IS NOT NULL'),
  index('orders_waiting').on(table.orderId).where("decision = 'waiting' AND in_archive = 0"),
  index('orders_lost').on(table.orderId).where("check_state = 'lost' AND in_archive = 0"),
  index('orders_to_resolve')
    .on(table.resolvedAtMs)
    .where(`decision = 'approved' AND in_archive = 0 AND ${ofKinds(isChat)}`),
  index('orders_of_checker')
    .on(table.checkerBotId)
    .where(
      `${ofKinds(isChat)} AND decision <> 'rejected' AND in_archive = 0 AND is_on = 1 AND quantity_now < quantity_all`,
    ),
  index('orders_unseen').on(table.orderId).where('unseen_since_ms IS NOT NULL'),
]);

/**
 * Chats that an order has left: users who were shown it there may still join. At most twenty of an order, the last ones.
 * WITHOUT ROWID.
 */
export const formerPlaces = defineTable('former_places', {
  orderId: integer('order_id').notNull(),
  /** The chat's id. */
  target: text('target').notNull(),
  adsType: text('ads_type').notNull(),
  /** Which of our bots hears and asks who is in; 0: the operator bot. */
  checkerBotId: integer('checker_bot_id').notNull(),
  leftAtMs: integer('left_at_ms').notNull(),
  /** Of its rights there: as in `orders`. */
  rightsAtMs: integer('rights_at_ms'),
  /** Since when they are gone; null: they are not. */
  lostAtMs: integer('lost_at_ms'),
  unseenSinceMs: integer('unseen_since_ms'),
  unseenCursor: integer('unseen_cursor').notNull().default(0),
  /** Moves with each change, so that a walk notes nothing that is outdated. */
  revision: integer('revision').notNull().default(1),
}).with((table) => [
  primaryKey(table.orderId, table.target),
  index('former_places_of_target').on(table.target),
  index('former_places_of_checker').on(table.checkerBotId),
  index('former_places_unseen').on(table.orderId).where('unseen_since_ms IS NOT NULL AND lost_at_ms IS NULL'),
  index('former_places_by_age').on(table.leftAtMs),
]);

export const orderLinks = defineTable('order_links', {
  orderId: integer('order_id').notNull(),
  sinceMs: integer('since_ms').notNull(),
  link: text('link').notNull(),
}).with((table) => [primaryKey(table.orderId, table.sinceMs)]);

/**
 * Invite links whose chat the platform says: what is behind one cannot be asked. Of links that others made it shows the
 * first half.
 */
export const chatLinks = defineTable('chat_links', {
  linkKey: text('link_key').primaryKey(),
  chatId: text('chat_id').notNull(),
  atMs: integer('at_ms').notNull(),
  /** Which bot of ours made it for users to see; null: another link. */
  makerBotId: integer('maker_bot_id'),
}).with((table) => [
  index('chat_links_of_ours').on(table.chatId, table.makerBotId).where('maker_bot_id IS NOT NULL'),
]);

/**
 * Basic groups that became supergroups, which have another id. Everything that is known of such a chat stays under the id
 * of the group (`core/moved-chats.ts`).
 */
export const movedChats = defineTable('moved_chats', {
  groupId: text('group_id').primaryKey(),
  supergroupId: text('supergroup_id').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [index('moved_chats_of_supergroup').on(table.supergroupId)]);

/** In which chats people made bots of ours administrators: theirs are the chats that private links of theirs lead to. */
export const addedChats = defineTable('added_chats', {
  chatId: text('chat_id').notNull(),
  /** The bot of ours. */
  botId: integer('bot_id').notNull(),
  /** The person, who may have no account. */
  accountId: integer('account_id').notNull(),
  title: text('title').notNull(),
  atMs: integer('at_ms').notNull(),
}).with((table) => [
  primaryKey(table.chatId, table.botId, table.accountId),
  index('added_chats_of_account').on(table.accountId, table.atMs),
]);

export const blockedLinks = defineTable('blocked_links', {
  linkKey: text('link_key').primaryKey(),
  moderatorId: integer('moderator_id').notNull(),
  atMs: integer('at_ms').notNull(),
});

export const moderationLog = defineTable('moderation_log', {
  moderationId: integer('moderation_id').numbered({ neverTwice: true }),
  atMs: integer('at_ms').notNull(),
  moderatorId: integer('moderator_id').notNull(),
  action: text('action').notNull(),
  orderId: integer('order_id'),
  /** Empty where it was about no link. */
  linkKey: text('link_key').notNull(),
  reason: text('reason'),
  botId: integer('bot_id'),
  accountId: integer('account_id'),
  /** An end user. */
  userId: integer('user_id'),
}).with((table) => [
  // Accounts that a moderator said are not to be trusted: looked at when something is paid out to them.
  index('moderation_log_untrusted').on(table.accountId).where("action = 'account_untrusted'"),
  // What was decided and noted about an account: for its page, and for the owner of a blocked one.
  index('moderation_log_of_account').on(table.accountId, table.moderationId).where('account_id IS NOT NULL'),
]);

/** A bot's own invite link to the chat of an order. */
export const inviteLinks = defineTable('invite_links', {
  orderId: integer('order_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** `""` until it is made. */
  link: text('link').notNull().default(''),
  /** From when it is used. */
  sinceMs: integer('since_ms').notNull().default(0),
  /** When to make, or (archived) revoke it next; null when nothing is to be done. */
  dueAtMs: integer('due_at_ms'),
  attempts: integer('attempts').notNull().default(0),
  revokedAtMs: integer('revoked_at_ms'),
  /** About how many lists showed the order in this bot before the link was made. */
  lists: integer('lists').notNull().default(0),
}).with((table) => [
  primaryKey(table.orderId, table.botId),
  index('invite_links_by_link').on(table.link).where("link <> ''"),
  index('invite_links_due').on(table.dueAtMs).where('due_at_ms IS NOT NULL'),
]);
