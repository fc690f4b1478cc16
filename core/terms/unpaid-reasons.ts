/**
 * Why a join is unpaid: a closed set (`evidence.md`, What both sides see). Each reason is kept with the subscriber, counted by
 * bot, order and day, and shown in words to both sides.
 *
 * - `no_contact`: the platform does not say that the user uses the bot that showed the sponsor
 * - `suspicious`: several accounts behind one device or address
 * - `member_before`: was in before any bot showed it
 * - `came_back`: had been in before, and left
 * - `paid_elsewhere`: this join was paid for already, over another order
 * - `order_full`: the order has all the subscribers it wants, of all or of the day
 * - `no_money`: the advertiser cannot pay for one more
 * - `untrusted`: a bot without a token that no moderator trusts brought more than it may
 * - `shared_address`: an address opened a resource more often than is paid for
 */
export const unpaidReasons = [
  'no_contact',
  'suspicious',
  'member_before',
  'came_back',
  'paid_elsewhere',
  'order_full',
  'no_money',
  'untrusted',
  'shared_address',
] as const;

export type UnpaidReason = (typeof unpaidReasons)[number];

export function isUnpaidReason(text: string): text is UnpaidReason {
  return (unpaidReasons as readonly string[]).includes(text);
}
