/** Rows of statistics. Their whole numbers are bigint. */
import type { BotDayFigures, DayFigures, RequestFigures } from '../../core/ports/statistics-store.js';
import type { ExactRowOf } from './rows.js';

export type DayRow = ExactRowOf<DayFigures>;

type KeptBotDay = Omit<BotDayFigures, 'requests'>;
export type BotDayRow = ExactRowOf<KeptBotDay> &
  Record<'sponsors' | 'no_sponsors' | 'passed' | 'errors' | 'unproven', bigint>;

export interface SourceRow {
  bot_id: bigint;
  nickname: string | null;
  subscribers: bigint;
  value_micros: bigint;
}

export interface LanguageRow {
  language: string;
  subscribers: bigint;
}

export const ORDER_SUMS = 'sum(subscribers) AS subscribers, sum(value_micros) AS value_micros';
export const BOT_SUMS = `${ORDER_SUMS}, sum(own_subscribers) AS own_subscribers, sum(own_value_micros) AS own_value_micros,
  sum(requests_sponsors) AS sponsors, sum(requests_no_sponsors) AS no_sponsors,
  sum(requests_passed) AS passed, sum(requests_errors) AS errors, sum(unproven_impressions) AS unproven`;
/** Days on which nothing happened to money or subscribers are left out. */
export const SOMETHING = 'HAVING sum(subscribers) <> 0 OR sum(value_micros) <> 0';

export const MAX_SOURCES = 1_001;
export const MAX_LANGUAGES = 100;

export const toDay = ({ day, subscribers, value_micros: valueMicros }: DayRow): DayFigures => ({
  day: Number(day),
  subscribers: Number(subscribers),
  valueMicros: BigInt(valueMicros),
});

export const toBotDay = (row: BotDayRow): BotDayFigures => ({
  day: Number(row.day),
  subscribers: Number(row.subscribers),
  valueMicros: BigInt(row.value_micros),
  ownSubscribers: Number(row.own_subscribers),
  ownValueMicros: BigInt(row.own_value_micros),
  requests: toRequests(row),
});

export function toSource(row: SourceRow) {
  return {
    botId: Number(row.bot_id),
    nickname: row.nickname ?? '',
    subscribers: Number(row.subscribers),
    valueMicros: row.value_micros,
  };
}

export function toLanguage(row: LanguageRow) {
  return { language: row.language, subscribers: Number(row.subscribers) };
}

function toRequests(row: BotDayRow): RequestFigures {
  const sponsors = Number(row.sponsors);
  const noSponsors = Number(row.no_sponsors);
  const passed = Number(row.passed);
  const errors = Number(row.errors);
  const unproven = Number(row.unproven);
  return { total: sponsors + noSponsors + passed + errors, sponsors, noSponsors, passed, errors, unproven };
}
