/** Why an order is not shown: a closed set of names, in the order in which they are looked for. */
import type { TargetingField } from './targeting.js';

/** In the languages of account holders. */
type Sentences = Readonly<Record<'en' | 'ru', string>>;

const plainMeanings = {
  check_lost: {
    en: 'The service cannot see who subscribes: the check has failed for good, until the rights come back.',
    ru: 'Некому сказать, кто подписался: проверка не работает, пока не вернутся права.',
  },
  paused: {
    en: 'The service paused the order: its link leads elsewhere, or it removes its subscribers.',
    ru: 'Сервис приостановил заказ: его ссылка ведёт в другое место, или он удаляет подписчиков.',
  },
  own_bots_only: {
    en: 'The order is for its owner’s own bots.',
    ru: 'Заказ только для собственных ботов его владельца.',
  },
  other_bots_only: {
    en: 'The order is for other bots than its owner’s.',
    ru: 'Заказ только для чужих ботов.',
  },
  own_bot: {
    en: 'The order advertises the very bot that asks.',
    ru: 'Заказ рекламирует того самого бота, который спрашивает.',
  },
  bots_not_shown: {
    en: 'This bot shows no other bots (show_bots).',
    ru: 'Этот бот не показывает других ботов (show_bots).',
  },
  resources_not_shown: {
    en: 'This bot shows no external resources (show_resources).',
    ru: 'Этот бот не показывает внешних страниц (show_resources).',
  },
  theme_unwanted: {
    en: 'The publisher does not want the order’s theme.',
    ru: 'Владелец бота не хочет темы заказа.',
  },
  bot_theme_unwanted: {
    en: 'The advertiser does not want the bot’s theme.',
    ru: 'Рекламодатель не хочет темы бота.',
  },
  below_min_bot_quality: {
    en: 'The bot’s quality is below what the advertiser asks for (min_bot_quality).',
    ru: 'Качество бота ниже того, которого требует рекламодатель (min_bot_quality).',
  },
  below_min_price: {
    en: 'It brings less than the publisher wants of a subscriber (min_price).',
    ru: 'Заказ приносит меньше, чем владелец бота хочет за подписчика (min_price).',
  },
  excluded: {
    en: 'Either side, or this very request, excluded it.',
    ru: 'Заказ исключён: одной из сторон или самим запросом.',
  },
  settled: {
    en: 'The user subscribed or left within RESHOW_DAYS.',
    ru: 'Пользователь подписался или вышел за последние дни (RESHOW_DAYS).',
  },
  member: {
    en: 'The user is in already.',
    ru: 'Пользователь уже подписан.',
  },
  not_started: {
    en: 'Its start lies in the future.',
    ru: 'Время начала заказа ещё не пришло.',
  },
  closed_now: {
    en: 'Its schedule does not show it at this time.',
    ru: 'По расписанию заказ в это время не показывается.',
  },
  finished: {
    en: 'All its subscribers are there.',
    ru: 'Все подписчики уже набраны.',
  },
  day_limit: {
    en: 'Today’s subscribers are all there.',
    ru: 'Все подписчики на сегодня уже набраны.',
  },
  no_money: {
    en: 'The advertiser cannot pay for one more subscriber.',
    ru: 'У рекламодателя не хватает денег ещё на одного подписчика.',
  },
  promised: {
    en: 'Enough users see it already to use up what is left of its quantity, day limit or money.',
    ru: 'Заказ уже видят столько пользователей, что на других не хватит количества, дневного лимита или денег.',
  },
  overrun: {
    en: 'Too many joined today when it was full or could not pay, more than a fifth of those it paid for.',
    ru: 'Сегодня слишком многие вступили, когда заказ был полон или без денег: больше пятой части оплаченных.',
  },
  pacing: {
    en: 'It is spread over the day, and the next subscriber is not due yet.',
    ru: 'Заказ распределён на день, и время следующего подписчика ещё не пришло.',
  },
} as const satisfies Readonly<Record<string, Sentences>>;

/** A reason that is not about targeting. */
export type PlainReason = keyof typeof plainMeanings;

/**
 * Reasons for which an order was not shown at all at that time (`decisions.md`, The cabinet: its forecast is
 * struck out then). That it was full for the day is not among them: a forecast knows the day's limit.
 */
export const standstills: readonly PlainReason[] = [
  'check_lost',
  'paused',
  'not_started',
  'closed_now',
  'finished',
  'no_money',
  'overrun',
];

/**
 * A targeting field by its own name means that the user is known to be otherwise; with `_unknown`, that it is unknown,
 * and unknown never matches a demand.
 */
export type IneligibilityReason = PlainReason | TargetingField | `${TargetingField}_unknown`;

/** The end of the reasons that say that a value is unknown. */
export const UNKNOWN = '_unknown';

/** Whether a reason is about something else than targeting. */
export function isPlain(reason: string): reason is PlainReason {
  return Object.hasOwn(plainMeanings, reason);
}

/** One line in each language that says what a reason means. @param reason as it is counted: a name that is no other's is a field's */
export function ineligibilityMeaning(reason: string): Sentences {
  if (isPlain(reason)) return plainMeanings[reason];
  if (!reason.endsWith(UNKNOWN))
    return {
      en: `The user is not one of those that ${reason} demands.`,
      ru: `Пользователь не из тех, кого требует ${reason}.`,
    };
  const field = reason.slice(0, -UNKNOWN.length);
  return {
    en: `It is unknown whether the user is one of those that ${field} demands.`,
    ru: `Неизвестно, из тех ли пользователь, кого требует ${field}.`,
  };
}
