/** What stands on every page, the sign-in and the overview, in Russian. */
import type { Words } from '../index';
import { plural } from './plural';

export const nav: Words['nav'] = {
  home: 'Обзор',
  orders: 'Заказы',
  bots: 'Боты',
  wallet: 'Кошелёк',
  account: 'Аккаунт',
  moderation: 'Модерация',
  payouts: 'Выплаты',
  docs: 'Документация API',
  menu: 'Разделы',
  skip: 'К содержанию',
};

export const live: Words['live'] = {
  live: 'На связи',
  polling: 'Обновляется раз в 15 с',
  offline: 'Нет связи. Пробуем ещё …',
  lost: 'На странице может быть старое; введённое сохраняется.',
};

export const common: Words['common'] = {
  search: 'Поиск',
  find: 'Найти',
  all: 'Все',
  none: 'Нет',
  save: 'Сохранить',
  saved: 'Сохранено',
  discard: 'Отменить изменения',
  cancel: 'Отмена',
  close: 'Закрыть',
  yes: 'Да',
  back: 'Назад',
  more: 'Показать ещё',
  refresh: 'Попробовать ещё раз',
  copy: 'Копировать',
  copied: 'Скопировано',
  csv: 'CSV',
  csvAll: 'Сохранить список как CSV',
  open: 'Открыть',
  loading: 'Загрузка',
  of: (shown, total) => `${shown.toLocaleString('ru')} из ${total.toLocaleString('ru')}`,
  selected: (count) => `Выбрано: ${count.toLocaleString('ru')}`,
  clear: 'Сбросить',
  when: 'Когда',
  what: 'Что',
  amount: 'Сумма',
  status: 'Состояние',
  name: 'Название',
  actions: 'Действия',
  note: 'Примечание',
  draftKept: 'Ещё не сохранено. Черновик остаётся в этом браузере.',
  unknown: 'неизвестно',
  days: (count) => plural(count, 'день', 'дня', 'дней'),
  today: 'Сегодня',
  period: 'Период',
  from: 'С',
  to: 'По',
  show: 'Показать',
  last: (days) => plural(days, 'день', 'дня', 'дней'),
  ago: (minutes) =>
    minutes < 1
      ? 'только что'
      : minutes < 60
        ? `${minutes} мин назад`
        : minutes < 1_440
          ? `${Math.round(minutes / 60)} ч назад`
          : `${Math.round(minutes / 1_440)} дн. назад`,
  before: 'раньше',
  notFound: 'По этому адресу ничего нет.',
  toHome: 'К обзору',
};

export const checks: Words['checks'] = {
  required: 'Заполните это поле.',
  least: (least) => `Не меньше ${least}.`,
  most: (most) => `Не больше ${most}.`,
  token: 'Токен выглядит так: 123456:ABC….',
  address: 'Веб-адрес начинается с https://',
};

export const failure: Omit<Words['failure'], 'ofError'> = {
  title: 'Не получилось',
  offline: 'Сервис не отвечает. Введённое сохранено, попробуйте через минуту.',
  notLoaded: 'Эта часть страницы не загрузилась. Попытки продолжаются сами.',
  broken: 'Страница сломалась. Обновите её: введённое сохранено.',
  signedOut: 'Сессия закончилась. Войдите и продолжите с того же места.',
  blocked: 'Ваш аккаунт заблокирован',
  blockedLead: 'Оператор сервиса остановил ваши заказы, ботов и ключи.',
  blockedReason: 'Причина',
  blockedContact: 'Вопросы',
};

export const signIn: Words['signIn'] = {
  title: 'Кабинет',
  lead: 'Заказы, боты, цифры и деньги на одной странице.',
  step: 'Откройте бота и нажмите «Старт». Эта страница продолжит сама.',
  number: 'Бот спросит про браузер с этим числом',
  openBot: (bot) => `Открыть @${bot}`,
  scan: 'Или отсканируйте телефоном, на котором есть мессенджер',
  waiting: 'Ждём вас в чате …',
  over: 'Этот вход закончился.',
  again: 'Начать заново',
  linkUsed: 'Ссылка уже использована или устарела. Войдите здесь.',
  guest: (name) => `Войти как ${name}?`,
  guestNumber: (accountId) => `Аккаунт ${accountId}`,
  guestText:
    'Продолжайте, только если сами попросили эту ссылку у бота. Иначе её отправитель увидит всё, что вы делаете в его аккаунте.',
  guestYes: 'Войти',
  guestNo: 'Это не я',
  inMessenger: 'Мессенджер не сказал, кто вы. Откройте кабинет из бота ещё раз.',
  qr: 'QR-код ссылки на бота',
};

export const home: Words['home'] = {
  hello: (name) => `Здравствуйте, ${name}`,
  balance: 'Доступно',
  held: 'Удержано',
  reserved: 'Выплачивается',
  spent: 'Потрачено за 30 дней',
  earned: 'Заработано за 30 дней',
  today: (amount, count) => `Сегодня: ${amount} · ${plural(count, 'подписчик', 'подписчика', 'подписчиков')}`,
  monthSpent: 'Подписчики ваших заказов',
  monthEarned: 'Подписчики из ваших ботов',
  monthText: (now, before, change) =>
    `За 30 дней: ${now.toLocaleString('ru')}. За предыдущие 30 дней: ${before.toLocaleString('ru')}${change === '' ? '' : ` (${change})`}.`,
  attention: 'Требует внимания',
  refused: 'Отклонён модератором',
  noMoney: (price) => `Баланс меньше цены ${price}`,
  silent: (days) => `Нет запросов ${plural(days, 'день', 'дня', 'дней')}`,
  heldFor: (hours) => `Удержано, доступно через ${hours} ч`,
  heldByModerator: 'Удержано до решения модератора',
  asPublisher: 'У меня есть боты',
  asPublisherText: 'Показывайте спонсоров перед ответом бота и зарабатывайте на каждой подписке.',
  asAdvertiser: 'Мне нужны подписчики',
  asAdvertiserText: 'Платите только за вступления, которые подтвердила платформа.',
  addBot: 'Добавить бота',
  newOrder: 'Новый заказ',
  running: 'Идущие заказы',
  noRunning: 'Сейчас ни один заказ не идёт.',
  yourBots: 'Ваши боты',
  firstDay: 'Первый день',
  steps: {
    add: 'Добавьте бота',
    snippet: 'Вставьте три строки в его код',
    request: 'Придёт первый запрос',
    paid: 'Первый подписчик оплачен',
  },
  stepHints: {
    add: 'С токеном сервис сам показывает блок; можно и без него.',
    snippet: 'Спросите перед ответом; при ok пропустите человека.',
    request: 'Напишите своему боту /start: здесь отметится само.',
    paid: 'Человек подпишется на спонсора, и платформа это подтвердит.',
  },
  waiting: (count) => `Ждут модератора: ${plural(count, 'заказ', 'заказа', 'заказов')}`,
  payouts: (count) => `К выплате: ${count}`,
};
