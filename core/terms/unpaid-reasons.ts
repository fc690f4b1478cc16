/**
 * Why a join is unpaid: a closed set (`evidence.md`, What both sides see). Each reason is kept with the subscriber, counted by
 * bot, order and day, and shown in words to both sides.
 */
export const unpaidReasons = [
  'no_contact', // The platform does not say that the user uses the bot that showed the sponsor.
  'suspicious', // Several accounts behind one device or address.
  'member_before', // Was in before any bot showed it.
  'came_back', // Had been in before, and left.
  'paid_elsewhere', // This join was paid for already, over another order.
  'order_full', // The order has all the subscribers it wants, of all or of the day.
  'no_money', // The advertiser cannot pay for one more.
  'untrusted', // A bot without a token that no moderator trusts brought more than it may.
  'shared_address', // An address opened a resource more often than is paid for.
] as const;

export type UnpaidReason = (typeof unpaidReasons)[number];

export function isUnpaidReason(text: string): text is UnpaidReason {
  return (unpaidReasons as readonly string[]).includes(text);
}
