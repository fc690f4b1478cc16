/** The words of a report in the language of the person who asked for it. Names of the interface (`has_bio`) are the same in all. */

export type ReportLanguage = 'en' | 'ru';

/** What the operator bot speaks with the owner decides; languages without words of their own read English. */
export function reportLanguage(accountLanguage: string): ReportLanguage {
  return accountLanguage === 'ru' ? 'ru' : 'en';
}

const russian: Readonly<Record<string, string>> = {
  // Sheets.
  Summary: 'Сводка',
  Subscribers: 'Подписчики',
  'Not paid': 'Не оплачено',
  // Parts of the summary, and its lines.
  Order: 'Заказ',
  Number: 'Номер',
  Name: 'Название',
  Link: 'Ссылка',
  Type: 'Тип',
  Status: 'Статус',
  Created: 'Создан',
  'Subscribers ordered': 'Заказано подписчиков',
  'Subscribers so far': 'Уже подписались',
  'Price of a subscriber': 'Цена подписчика',
  Targeting: 'Аудитория',
  Schedule: 'Расписание',
  Placement: 'Где показывать',
  'Totals of this report': 'Итоги отчёта',
  'Time range': 'Период',
  Made: 'Сделан',
  Left: 'Вышли',
  'Left and came back': 'Вышли и вернулись',
  'Joins not paid': 'Неоплаченные вступления',
  Spent: 'Потрачено',
  'From shown to left, by day of the event': 'Путь от показа до выхода, по дням событий',
  Shown: 'Показы',
  Joined: 'Вступили',
  Paid: 'Оплачено',
  'Of those paid for, left': 'Из оплаченных вышли',
  'By day': 'По дням',
  // A statement.
  Statement: 'Выписка',
  Month: 'Месяц',
  Account: 'Аккаунт',
  'Time zone': 'Часовой пояс',
  Operator: 'Оператор',
  Service: 'Сервис',
  Address: 'Адрес',
  Contact: 'Связь',
  Details: 'Реквизиты',
  Available: 'Доступно',
  'On hold': 'Удержано',
  'Being paid out': 'Выплачивается',
  'At the beginning': 'На начало',
  'At the end': 'На конец',
  'Changes of what is not available': 'Изменение недоступных средств',
  Transaction: 'Операция',
  Count: 'Количество',
  Deposits: 'Пополнения',
  Adjustments: 'Корректировки',
  'Subscribers who left': 'Отписки',
  'Taken back as fraud': 'Возвраты за обман',
  'Earnings released': 'Снято удержание',
  'Set aside for withdrawals': 'Отложено на вывод',
  'Withdrawals paid': 'Выводы выплачены',
  'Withdrawals refused': 'Отказы в выводе',
  'Withdrawals cancelled': 'Выводы отменены',
  'Set aside for refunds': 'Отложено на возврат',
  'Refunds paid': 'Возвраты выплачены',
  'Refunds refused': 'Отказы в возврате',
  // Columns.
  Day: 'День',
  'Why nobody pays': 'Почему никто не платит',
  Joins: 'Вступления',
  'Date and time': 'Дата и время',
  'User id': 'ID пользователя',
  Bot: 'Бот',
  Premium: 'Премиум',
  Language: 'Язык',
  Price: 'Цена',
  // Values.
  today: 'сегодня',
  'today and the 2 days before': 'сегодня и 2 дня до этого',
  'today and the 6 days before': 'сегодня и 6 дней до этого',
  all: 'все',
  none: 'нет',
  yes: 'да',
  no: 'нет',
  male: 'мужской',
  female: 'женский',
  high: 'высокий',
  standard: 'обычный',
  'premium only': 'только премиум',
  'without premium': 'без премиума',
  'at once': 'сразу',
  'all day': 'весь день',
  'spread over the day': 'равномерно за день',
  'as fast as possible': 'как можно быстрее',
  'own bots': 'свои боты',
  'other bots': 'чужие боты',
  'own and other bots': 'свои и чужие боты',
  Monday: 'понедельник',
  Tuesday: 'вторник',
  Wednesday: 'среда',
  Thursday: 'четверг',
  Friday: 'пятница',
  Saturday: 'суббота',
  Sunday: 'воскресенье',
  subscribed: 'подписан',
  unsubscribed: 'вышел',
  notgetted: 'вышел и вернулся',
};

/**
 * @param text a word or sentence of ours in English; with a currency, it follows a comma
 * @returns the same where there is no other word, such as for a name of the interface
 */
export function inLanguage(language: ReportLanguage, text: string): string {
  if (language === 'en') return text;
  const known = russian[text];
  if (known !== undefined) return known;
  const [, words = '', currency = ''] = /^(.+), ([A-Z]{3})$/.exec(text) ?? [];
  return russian[words] === undefined ? text : `${russian[words]}, ${currency}`;
}
