/** What the statistics pages say, in the languages they speak. */
import type { OrderStatus } from '../../../core/ports/order-store.js';
import type { RangeFault } from '../../../core/statistics/index.js';
import type { Language } from '../language.js';

export interface StatisticWords {
  /** The other language, in its own name. */
  otherLanguage: string;
  navigation: string;
  orders: string;
  bots: string;
  sponsors: string;
  allOrders: string;
  allBots: string;
  order: string;
  bot: string;
  sponsor: string;
  source: string;
  sources: string;
  status: string;
  statuses: Readonly<Record<OrderStatus, string>>;
  sponsorsOfAll: string;
  sponsorsOfOne: string;
  subscribers: string;
  subscribersSoFar: string;
  ofQuantity: (now: string, all: string) => string;
  /** Of a list that is shorter than what there is. */
  listed: (listed: string, all: string) => string;
  search: string;
  find: string;
  nothingFound: (search: string) => string;
  /** Which rows of a table are shown. */
  rows: (from: string, to: string, all: string) => string;
  previous: string;
  next: string;
  download: string;
  link: string;
  mostOnly: (listed: string) => string;
  price: string;
  spent: string;
  earned: string;
  earnedSoFar: string;
  averagePrice: string;
  averageIncome: string;
  fromOwnOrders: (count: string) => string;
  ownSubscribers: string;
  ownValue: string;
  requests: string;
  wereShown: (percent: string) => string;
  outcomes: Readonly<Record<'shown' | 'passed' | 'none' | 'errors', string>>;
  /** Heading of the unpaid joins. */
  unpaid: string;
  unpaidTotal: (count: string) => string;
  reason: string;
  joins: string;
  unproven: (count: string) => string;
  languages: string;
  unknown: string;
  byDay: string;
  /** The same figure of as many days right before these, and by how much it changed where that can be said. */
  before: (value: string, change: string | null) => string;
  daysBefore: string;
  /** A heading of a chart: what, by the hours of today. */
  todayByHour: string;
  /** As `chartSays`, of hours. */
  hoursSay: (title: string, peakHour: string, peak: string) => string;
  tapADay: string;
  /** The way of users through an order. */
  way: string;
  waySteps: Readonly<Record<'shown' | 'joined' | 'paid' | 'left', { name: string; about: string }>>;
  ofStepBefore: (percent: string) => string;
  /** A heading of a chart: what, by day. */
  perDay: (what: string) => string;
  day: string;
  figuresByDay: string;
  /** What a chart shows, for a reader who does not see it. */
  chartSays: (title: string, days: string, peakDate: string, peak: string) => string;
  daysShown: string;
  presets: Readonly<Record<10 | 30 | 90 | 365, string>>;
  from: string;
  to: string;
  show: string;
  rangeFaults: Readonly<Record<RangeFault, string>>;
  noSubscribers: string;
  nothingYet: string;
  noSponsors: string;
  showsYourOrder: string;
  shownInAll: string;
  shownInOne: string;
  active: string;
  excluded: string;
  /** What pressing the switch does. */
  pressToExclude: string;
  pressToShow: string;
  failed: string;
  zone: (zone: string, at: string) => string;
  /** Of a statistic that cannot be shown, by its HTTP code; `other` for all that have none of their own. */
  refused: { title: string; 401: string; 403: string; 422: string; 429: string; other: string };
}

const en: StatisticWords = {
  otherLanguage: 'Русский',
  navigation: 'Statistics',
  orders: 'Orders',
  bots: 'Bots',
  sponsors: 'Sponsors',
  allOrders: 'All orders',
  allBots: 'All bots',
  order: 'Order',
  bot: 'Bot',
  sponsor: 'Sponsor',
  source: 'Bot',
  sources: 'Sources',
  status: 'Status',
  statuses: {
    Moderation: 'Moderation',
    Processing: 'Running',
    Stopped: 'Stopped',
    Finished: 'Finished',
    Rejected: 'Rejected',
    Archived: 'Archived',
  },
  sponsorsOfAll:
    'Whose orders were subscribed to in all your bots. An excluded sponsor is not shown any more.',
  sponsorsOfOne: 'Whose orders were subscribed to in this bot. An excluded sponsor is not shown any more.',
  subscribers: 'Subscribers',
  subscribersSoFar: 'Subscribers so far',
  ofQuantity: (now, all) => `${now} of ${all}`,
  mostOnly: (listed) => `There are more: the ${listed} that brought most are listed.`,
  listed: (listed, all) => `The newest ${listed} of ${all} are listed; the figures above count them all.`,
  search: 'Search the table',
  find: 'Find',
  nothingFound: (search) => `Nothing fits “${search}”.`,
  rows: (from, to, all) => `${from}–${to} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  download: 'Download CSV',
  link: 'Link',
  price: 'Price',
  spent: 'Spent',
  earned: 'Earned',
  earnedSoFar: 'Earned so far',
  averagePrice: 'Average price',
  averageIncome: 'Average income',
  fromOwnOrders: (count) => `${count} from your own orders`,
  ownSubscribers: 'Of them from your orders',
  ownValue: 'Earned from your orders',
  requests: 'Requests',
  wereShown: (percent) => `${percent} were shown sponsors`,
  outcomes: {
    shown: 'Sponsors shown',
    passed: 'Already subscribed',
    none: 'No sponsors',
    errors: 'Errors',
  },
  unpaid: 'Joins not paid',
  unpaidTotal: (count) => `Unpaid joins in these days: ${count}.`,
  reason: 'Reason',
  joins: 'Joins',
  unproven: (count) =>
    `Impressions that count for nothing, since the platform does not say that the user uses the bot: ${count}.`,
  languages: 'Languages',
  unknown: 'Unknown',
  byDay: 'By day',
  before: (value, change) => `${value} in the period before${change === null ? '' : ` (${change})`}`,
  daysBefore: 'The period before',
  todayByHour: 'Subscribers today, by hour',
  hoursSay: (title, peakHour, peak) => `${title}; most at ${peakHour}: ${peak}`,
  tapADay: 'Tap the chart to read it',
  way: 'From shown to left',
  waySteps: {
    shown: { name: 'Shown', about: 'times it was shown to a user' },
    joined: { name: 'Joined', about: 'users who joined' },
    paid: { name: 'Paid', about: 'joins that were paid for' },
    left: { name: 'Left', about: 'of those paid for, left in these days' },
  },
  ofStepBefore: (percent) => `${percent} of the step before`,
  perDay: (what) => `${what} by day`,
  day: 'Day',
  figuresByDay: 'Figures by day',
  chartSays: (title, days, peakDate, peak) => `${title}. Days: ${days}; most on ${peakDate}: ${peak}`,
  daysShown: 'Days shown',
  presets: { 10: '10 days', 30: '30 days', 90: '90 days', 365: 'A year' },
  from: 'From',
  to: 'to',
  show: 'Show',
  rangeFaults: {
    not_a_date: 'This is not a date. The last 10 days are shown instead.',
    reversed: 'The first day must not be after the last. The last 10 days are shown instead.',
    too_long: 'At most 366 days can be shown at once. The last 10 days are shown instead.',
  },
  noSubscribers: 'No subscribers in these days yet.',
  nothingYet: 'No requests and no subscribers in these days yet.',
  noSponsors: 'No sponsor has brought you subscribers in these days.',
  showsYourOrder: 'Shows your order',
  shownInAll: 'Shown in your bots',
  shownInOne: 'Shown in this bot',
  active: 'Shown',
  excluded: 'Excluded',
  pressToExclude: 'Press to exclude',
  pressToShow: 'Press to show again',
  failed: 'That did not work. Open this page again from the operator bot, then try once more.',
  zone: (zone, at) => `Days are counted in ${zone}. Figures are as of ${at}.`,
  refused: {
    title: 'This statistic cannot be shown',
    401: 'The page was left for too long, or its token was replaced. Open it again from the operator bot.',
    403: 'It is not yours, or it is not there.',
    422: 'The address of this page asks for something that cannot be:',
    429: 'Too many requests at once. Wait a moment, then open the page again.',
    other: 'Something went wrong on our side. Try again in a moment.',
  },
};

const ru: StatisticWords = {
  otherLanguage: 'English',
  navigation: 'Статистика',
  orders: 'Заказы',
  bots: 'Боты',
  sponsors: 'Спонсоры',
  allOrders: 'Все заказы',
  allBots: 'Все боты',
  order: 'Заказ',
  bot: 'Бот',
  sponsor: 'Спонсор',
  source: 'Бот',
  sources: 'Источники',
  status: 'Статус',
  statuses: {
    Moderation: 'На модерации',
    Processing: 'Выполняется',
    Stopped: 'Остановлен',
    Finished: 'Завершён',
    Rejected: 'Отклонён',
    Archived: 'В архиве',
  },
  sponsorsOfAll: 'На кого подписывались во всех ваших ботах. Исключённый спонсор больше не показывается.',
  sponsorsOfOne: 'На кого подписывались в этом боте. Исключённый спонсор больше не показывается.',
  subscribers: 'Подписчики',
  subscribersSoFar: 'Подписчиков всего',
  ofQuantity: (now, all) => `${now} из ${all}`,
  mostOnly: (listed) => `Есть и другие: показаны ${listed}, принёсших больше всего.`,
  listed: (listed, all) => `Показаны новейшие ${listed} из ${all}; в цифрах выше учтены все.`,
  search: 'Поиск по таблице',
  find: 'Найти',
  nothingFound: (search) => `Ничего не подходит под «${search}».`,
  rows: (from, to, all) => `${from}–${to} из ${all}`,
  previous: 'Назад',
  next: 'Дальше',
  download: 'Скачать CSV',
  link: 'Ссылка',
  price: 'Цена',
  spent: 'Потрачено',
  earned: 'Заработано',
  earnedSoFar: 'Заработано всего',
  averagePrice: 'Средняя цена',
  averageIncome: 'Средний доход',
  fromOwnOrders: (count) => `из них с ваших заказов: ${count}`,
  ownSubscribers: 'Из них с ваших заказов',
  ownValue: 'Заработано с ваших заказов',
  requests: 'Запросы',
  wereShown: (percent) => `с показом спонсоров: ${percent}`,
  outcomes: {
    shown: 'Показаны спонсоры',
    passed: 'Уже подписаны',
    none: 'Нет спонсоров',
    errors: 'Ошибки',
  },
  unpaid: 'Неоплаченные подписки',
  unpaidTotal: (count) => `Подписки за эти дни, за которые никто не платит: ${count}.`,
  reason: 'Причина',
  joins: 'Подписки',
  unproven: (count) =>
    `Показы, которые не учитываются: платформа не подтверждает, что человек пользуется ботом: ${count}.`,
  languages: 'Языки',
  unknown: 'Неизвестен',
  byDay: 'По дням',
  before: (value, change) => `за прошлый период: ${value}${change === null ? '' : ` (${change})`}`,
  daysBefore: 'Прошлый период',
  todayByHour: 'Подписчики сегодня по часам',
  hoursSay: (title, peakHour, peak) => `${title}; больше всего в ${peakHour}: ${peak}`,
  tapADay: 'Нажмите на график, чтобы увидеть цифры',
  way: 'От показа до отписки',
  waySteps: {
    shown: { name: 'Показы', about: 'сколько раз показали' },
    joined: { name: 'Вступили', about: 'пользователи, которые вступили' },
    paid: { name: 'Оплачено', about: 'вступления, за которые заплачено' },
    left: { name: 'Вышли', about: 'из оплаченных, вышли за эти дни' },
  },
  ofStepBefore: (percent) => `${percent} от прошлого шага`,
  perDay: (what) => `${what} по дням`,
  day: 'День',
  figuresByDay: 'Цифры по дням',
  chartSays: (title, days, peakDate, peak) => `${title}. Дней: ${days}; больше всего ${peakDate}: ${peak}`,
  daysShown: 'Период',
  presets: { 10: '10 дней', 30: '30 дней', 90: '90 дней', 365: 'Год' },
  from: 'С',
  to: 'по',
  show: 'Показать',
  rangeFaults: {
    not_a_date: 'Это не дата. Вместо этого показаны последние 10 дней.',
    reversed: 'Первый день не может быть позже последнего. Вместо этого показаны последние 10 дней.',
    too_long: 'Можно показать не больше 366 дней сразу. Вместо этого показаны последние 10 дней.',
  },
  noSubscribers: 'За эти дни подписчиков пока нет.',
  nothingYet: 'За эти дни не было ни запросов, ни подписчиков.',
  noSponsors: 'За эти дни ни один спонсор не принёс подписчиков.',
  showsYourOrder: 'Показывает ваш заказ',
  shownInAll: 'Показ в ваших ботах',
  shownInOne: 'Показ в этом боте',
  active: 'Показывается',
  excluded: 'Исключён',
  pressToExclude: 'Нажмите, чтобы исключить',
  pressToShow: 'Нажмите, чтобы вернуть',
  failed: 'Не получилось. Откройте эту страницу из бота заново и повторите.',
  zone: (zone, at) => `Дни считаются по часовому поясу ${zone}. Данные на ${at}.`,
  refused: {
    title: 'Эту статистику показать нельзя',
    401: 'Страница была открыта слишком давно, или токен заменён. Откройте её из бота заново.',
    403: 'Она не ваша, или её нет.',
    422: 'В адресе страницы указано то, чего не может быть:',
    429: 'Слишком много запросов сразу. Подождите немного и откройте страницу снова.',
    other: 'Что-то пошло не так на нашей стороне. Попробуйте чуть позже.',
  },
};

export function statisticWords(language: Language): StatisticWords {
  return language === 'ru' ? ru : en;
}
