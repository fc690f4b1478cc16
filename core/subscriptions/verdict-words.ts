/** Verdicts on a join (`dispute.ts`) in words for moderators. */
import { sayUnpaid } from '../terms/index.js';
import type { Verdict, VerdictKind } from './dispute.js';

type Sentences = Record<'en' | 'ru', string>;

const sentences: Record<VerdictKind, Sentences> = {
  paid: { en: 'It is paid for.', ru: 'Оплачено.' },
  taken_back: {
    en: 'It was paid for, and the charge was taken back.',
    ru: 'Было оплачено, затем оплата возвращена.',
  },
  unpaid: { en: 'It is not charged.', ru: 'За подписку никто не платит.' },
  not_shown: {
    en: 'The order was not shown to this user in the last 40 days.',
    ru: 'За последние 40 дней этому человеку заказ не показывали.',
  },
  not_joined: {
    en: 'No join is known that could count for what was shown.',
    ru: 'Неизвестно ни одного вступления, которое относилось бы к показам.',
  },
  waits: {
    en: 'The platform has still to say whether the user uses the bot.',
    ru: 'Платформа ещё не ответила, пользуется ли человек ботом.',
  },
  other_order: {
    en: 'The join belongs to another order that leads to the same place.',
    ru: 'Вступление относится к другому заказу, который ведёт туда же.',
  },
  due: {
    en: 'It is settled with the next request of the user or the next update of the platform.',
    ru: 'Решится со следующим запросом человека или обновлением платформы.',
  },
};

/** With the reason, where it is not charged. */
export function sayVerdict(
  { kind, reason }: Pick<Verdict, 'kind' | 'reason'>,
  language: 'en' | 'ru',
): string {
  const said = sentences[kind][language];
  return reason === null ? said : `${said} ${sayUnpaid(reason, language)}`;
}
