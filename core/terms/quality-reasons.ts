/** Why a bot's quality is what it is: a closed set, and what people read of each. */
export const qualityReasons = [
  'too_few',
  'as_others',
  'stay_longer',
  'leave_within_hour',
  'leave_within_day',
  'leave_within_week',
  'leave_within_month',
  'unusual_delays',
  'suspicious',
  'shared_address',
  'repeats',
] as const;

export type QualityReason = (typeof qualityReasons)[number];

/** Whether a text, such as one that was stored, is a reason. */
export function isQualityReason(text: string): text is QualityReason {
  return (qualityReasons as readonly string[]).includes(text);
}

/** Parts of a hundred, as text. */
interface Parts {
  share: string;
  others: string;
}

type Sentences = Record<'en' | 'ru', (parts: Parts) => string>;

const leaving = (en: string, ru: string): Sentences => ({
  en: ({ share, others }) =>
    `Of 100 subscribers ${share} are still there after ${en}; of other bots’ on the same orders, ${others}.`,
  ru: ({ share, others }) =>
    `Из 100 подписчиков через ${ru} остаются ${share}; у других ботов на тех же заказах — ${others}.`,
});

const sentences: Record<QualityReason, Sentences> = {
  too_few: {
    en: () => 'The bot has brought fewer than 30 subscribers in the last weeks: too few to tell.',
    ru: () => 'За последние недели бот привёл меньше 30 подписчиков: этого мало, чтобы судить.',
  },
  as_others: {
    en: () => 'The bot’s subscribers are like those of other bots.',
    ru: () => 'Подписчики бота такие же, как у других ботов.',
  },
  stay_longer: {
    en: ({ share, others }) =>
      `Subscribers stay longer: ${share} of 100, where other bots on the same orders keep ${others}.`,
    ru: ({ share, others }) =>
      `Подписчики остаются дольше: ${share} из 100, а у других ботов на тех же заказах — ${others}.`,
  },
  leave_within_hour: leaving('an hour', 'час'),
  leave_within_day: leaving('a day', 'день'),
  leave_within_week: leaving('a week', 'неделю'),
  leave_within_month: leaving('a month', 'месяц'),
  unusual_delays: {
    en: ({ share }) =>
      `Users subscribe unusually fast, slow or alike: ${share} of 100 at other times than users of other bots.`,
    ru: ({ share }) =>
      `Пользователи подписываются необычно быстро, медленно или одинаково: ${share} из 100 не тогда, когда у других ботов.`,
  },
  suspicious: {
    en: ({ share, others }) =>
      `Of 100 joins ${share} are of several accounts behind one device or address; of other bots’, ${others}.`,
    ru: ({ share, others }) =>
      `Из 100 вступлений ${share} — несколько аккаунтов с одного устройства или адреса; у других ботов — ${others}.`,
  },
  shared_address: {
    en: ({ share, others }) =>
      `Of 100 joins ${share} are further openings from one address; of other bots’, ${others}.`,
    ru: ({ share, others }) =>
      `Из 100 вступлений ${share} — повторные открытия с одного адреса; у других ботов — ${others}.`,
  },
  repeats: {
    en: ({ share, others }) =>
      `Of 100 joins ${share} are of users who left and came back; of other bots’, ${others}.`,
    ru: ({ share, others }) =>
      `Из 100 вступлений ${share} — пользователи, которые вышли и вернулись; у других ботов — ${others}.`,
  },
};

/** A reason in words; English where the language is another. @param found parts between 0 and 1 */
export function sayQuality(
  { reason, share, others }: { reason: QualityReason; share: number; others: number },
  language: string,
): string {
  const parts = { share: ofHundred(share), others: ofHundred(others) };
  return sentences[reason][language.startsWith('ru') ? 'ru' : 'en'](parts);
}

/** Small parts with a digit more, so that 0.4 does not read as none. */
function ofHundred(part: number): string {
  const hundredths = part * 100;
  return String(hundredths >= 10 ? Math.round(hundredths) : Math.round(hundredths * 10) / 10);
}
