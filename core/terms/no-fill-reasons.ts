/**
 * Why a list had room for more sponsors than it got: a closed set, and what its bot's owner reads of each. The chooser knows
 * more reasons, one by one for each order (`core/choosing/ineligibility-reasons.ts`); here they are put together by what a
 * publisher can do about them.
 *
 * - `no_more_orders`: whatever runs is in the list already, or nothing runs
 * - `other_users`: the orders are for users who are known to be otherwise
 * - `unknown_users`: the orders demand what is unknown of the user
 * - `min_price`: the orders bring less than `min_price`
 * - `bot_settings`: the bot shows no bots, no resources, or not that theme
 * - `not_for_bot`: the orders are not for this bot, by its theme or its owner
 * - `bot_quality`: the orders ask for bots of better quality
 * - `excluded`: either side, or the request itself, excluded the orders
 * - `subscribed`: the user is in already, or left of late
 * - `schedule`: the orders are not shown at this time
 * - `pacing`: the orders are spread over the day
 * - `used_up`: the orders have their subscribers, or the advertisers no money
 * - `halted`: the orders are paused, or their subscribers cannot be checked
 * - `untrusted`: the bot was given no list, since no moderator trusts it
 */
export const noFillReasons = [
  'no_more_orders',
  'other_users',
  'unknown_users',
  'min_price',
  'bot_settings',
  'not_for_bot',
  'bot_quality',
  'excluded',
  'subscribed',
  'schedule',
  'pacing',
  'used_up',
  'halted',
  'untrusted',
] as const;

export type NoFillReason = (typeof noFillReasons)[number];

const sentences: Record<NoFillReason, Record<'en' | 'ru', string>> = {
  no_more_orders: {
    en: 'There are no orders beyond those that the user is shown.',
    ru: 'Кроме показанных заказов, других нет.',
  },
  other_users: {
    en: 'Advertisers look for other users: of another language, country, gender, age or device.',
    ru: 'Рекламодатели ищут других людей: с другим языком, страной, полом, возрастом или устройством.',
  },
  unknown_users: {
    en: 'Advertisers demand what nobody knows of the user. Questions, the web form and smart links find it out.',
    ru: 'Рекламодателям важно то, чего о человеке никто не знает. Это узнают вопросы, веб-форма и умные ссылки.',
  },
  min_price: {
    en: 'The orders bring less than the least price of the bot.',
    ru: 'Заказы приносят меньше минимальной цены бота.',
  },
  bot_settings: {
    en: 'The bot’s settings leave the orders out: bots, pages, or their themes.',
    ru: 'Заказы не проходят по настройкам бота: боты, страницы или темы.',
  },
  not_for_bot: {
    en: 'The orders are for other bots, by theme or by owner.',
    ru: 'Заказы предназначены для других ботов: по теме или по владельцу.',
  },
  bot_quality: {
    en: 'The orders ask for bots of better quality.',
    ru: 'Заказы требуют ботов с более высоким качеством.',
  },
  excluded: {
    en: 'You, the advertiser or the request excluded the orders.',
    ru: 'Заказы исключили вы, рекламодатель или сам запрос.',
  },
  subscribed: {
    en: 'The user has subscribed to these sponsors already, or has left them.',
    ru: 'Человек уже подписан на этих спонсоров или отписался от них.',
  },
  schedule: {
    en: 'The orders are not shown at this time of the week.',
    ru: 'В это время недели заказы не показываются.',
  },
  pacing: {
    en: 'The orders are spread over the day, and their next subscriber is not due yet.',
    ru: 'Заказы распределены по дню, и время следующего подписчика ещё не пришло.',
  },
  used_up: {
    en: 'The orders have all their subscribers for now, or their advertisers have no money left.',
    ru: 'Заказы пока набрали всех подписчиков, или у рекламодателей закончились деньги.',
  },
  halted: {
    en: 'The orders are paused, or nobody can check who subscribes.',
    ru: 'Заказы приостановлены, или проверить подписку невозможно.',
  },
  untrusted: {
    en: 'The bot works without a token and no moderator trusts it: it has had its lists of the day, or gets none.',
    ru: 'Бот работает без токена, и модератор ему не доверяет: списки на день закончились, или их не дают.',
  },
};

/** The reason in words; English where the language is another. */
export function sayNoFill(reason: NoFillReason, language: string): string {
  return sentences[reason][language.startsWith('ru') ? 'ru' : 'en'];
}
