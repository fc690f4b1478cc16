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

type Sentences = Record<'en' | 'ru', string>;

const sentences: Record<UnpaidReason, Sentences> = {
  no_contact: {
    en: 'The platform does not confirm that the user uses the bot that showed the sponsor.',
    ru: 'Платформа не подтверждает, что человек пользуется ботом, который показал спонсора.',
  },
  suspicious: {
    en: 'Several accounts use one device or one address.',
    ru: 'Несколько аккаунтов пользуются одним устройством или одним адресом.',
  },
  member_before: {
    en: 'The user was a member before the sponsor was shown.',
    ru: 'Человек был подписан до того, как ему показали спонсора.',
  },
  came_back: {
    en: 'The user had been a member before, left, and came back.',
    ru: 'Человек уже был подписан раньше, вышел и вернулся.',
  },
  paid_elsewhere: {
    en: 'This subscription was paid for already, by another order.',
    ru: 'Эта подписка уже оплачена по другому заказу.',
  },
  order_full: {
    en: 'The order had all the subscribers it wanted, or all of that day.',
    ru: 'Заказ уже набрал всех подписчиков или дневной лимит.',
  },
  no_money: {
    en: 'The advertiser could not pay for one more subscriber.',
    ru: 'У рекламодателя не хватило денег на ещё одного подписчика.',
  },
  untrusted: {
    en: 'A bot without a token that no moderator trusts brought more subscribers than it may in a day.',
    ru: 'Бот без токена, которому модератор ещё не доверяет, привёл больше подписчиков, чем разрешено за день.',
  },
  shared_address: {
    en: 'The link was opened from this address more often than is paid for in a day.',
    ru: 'С этого адреса ссылку открыли чаще, чем оплачивается за день.',
  },
};

/** The reason in words; English where the language is another. */
export function sayUnpaid(reason: UnpaidReason, language: string): string {
  return sentences[reason][language.startsWith('ru') ? 'ru' : 'en'];
}
