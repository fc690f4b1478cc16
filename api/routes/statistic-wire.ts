/** Statistics on the wire: what may be asked for, and what is answered (`interface.md`, GET /statistic, JSON response). */
import { z } from 'zod';
import { madeOnce } from '../../core/remembered.js';
import { toNumber } from '../../core/money.js';
import type { HistorySubject } from '../../core/ports/import-store.js';
import type { Service } from '../../core/service.js';
import type { BotSpanFigures, SpanFigures, SplitDay, Sum, UnpaidJoins } from '../../core/statistics/index.js';
import { joined } from '../joined.js';
import { sampleFor } from '../reference/sample.js';
import { schemaOf } from '../reference/schema.js';
import { encode, named } from '../encode.js';
import type { Wire } from '../route.js';
import { importedSchema } from './figures-wire.js';
import { money, unpaidReason, whole } from './wire.js';
import { nearestOf } from '../../words/index.js';
import { sayUnpaid } from '../../words/reasons.js';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';

const actions = ['allads', 'ads', 'source', 'allbots', 'bots', 'sponsor'] as const;

export const statisticFields = z.object({
  action: field.choice(actions, {
    description: 'Advertisers: allads, ads, source. Bot owners: allbots, bots, sponsor.',
    example: 'allads',
  }),
  ads_id: field.optional(field.id({ description: 'Order id; required for ads and source.' })),
  bot_id: field.optional(
    field.id({ description: 'Bot id; required for bots, and for sponsor of a single bot.' }),
  ),
  start_date: field.optional(field.date({ description: 'First day; default 9 days ago.' })),
  end_date: field.optional(field.date({ description: 'Last day; default today.' })),
  output_format: field.optional(
    field.choice(['html', 'json'], { description: 'Default: html for a browser, json for everybody else.' }),
  ),
  lang: field.optional(
    field.text({
      max: 35,
      description:
        'Language of the html page, default the browser’s, and of the reasons in JSON, default en. One without words reads English.',
    }),
  ),
  sort: field.optional(
    field.text({ max: 32, description: 'Column the html table is sorted by; - in front reverses.' }),
  ),
  search: field.optional(field.name({ max: 100, description: 'Words that a row of the html table holds.' })),
});

/** A query whose ids are there as its action needs them. */
type StatisticQuery = z.output<typeof statisticFields>;

/** @throws ServiceError `invalid` where an id is missing that the action needs */
export function requireIds({ action, ads_id, bot_id }: StatisticQuery): void {
  if ((action === 'ads' || action === 'source') && ads_id === undefined) {
    throw new ServiceError('invalid', `ads_id: is required for action ${action}.`, { topic: 'required' });
  }
  if (action === 'bots' && bot_id === undefined) {
    throw new ServiceError('invalid', 'bot_id: is required for action bots.', { topic: 'required' });
  }
}

/** The days, as core takes them. */
export function rangeOfQuery({
  start_date: startDate,
  end_date: endDate,
}: Pick<StatisticQuery, 'start_date' | 'end_date'>) {
  return { startDate, endDate };
}

const date = z.string().meta({ format: 'date', description: 'YYYY-MM-DD' });

const byDayFields = {
  labels: z.array(date).meta({ description: 'Dates for the X axis.', example: ['2030-01-08', '2030-01-09'] }),
  subscribers_data: z.array(whole).meta({ description: 'Subscriptions per date.', example: [2, 4] }),
  value_data: z.array(z.number()).meta({ description: 'Spending or income per date.', example: [9, 18] }),
  avg_price_data: z
    .array(z.number())
    .meta({ description: 'Average subscriber price per date.', example: [4.5, 4.5] }),
  total_subscribers: whole.meta({ description: 'Total for the period.', example: 6 }),
  total_value: z.number().meta({ description: 'Total for the period.', example: 27 }),
};

const splitDay = z.strictObject({
  date: date.meta({ example: '2030-01-09' }),
  service_subs: whole.meta({ example: 3 }),
  service_value: z.number().meta({ example: 13.5 }),
  own_subs: whole,
  own_value: z.number().meta({ example: 4.5 }),
  total_subs: whole.meta({ example: 4 }),
  total_value: z.number().meta({ example: 18 }),
  avg_price: z.number().meta({ example: 4.5 }),
});

const requestsStats = z.strictObject({
  total_requests: named('total', whole.meta({ example: 20 })),
  successful_requests: named('sponsors', whole.meta({ description: 'Sponsors were shown.', example: 8 })),
  no_sponsors: whole.meta({ example: 2 }),
  passed: whole.meta({ description: 'Already subscribed.', example: 9 }),
  errors: whole,
  unproven_impressions: named(
    'unproven',
    whole.meta({
      description:
        'Further field: impressions to users who, as far as the platform says, do not use the bot.',
      example: 0,
    }),
  ),
});

/** Unpaid joins and imported history: further fields of advertisers and bot owners. */
const furtherFields = {
  unpaid: z
    .array(
      z.strictObject({
        date: z.string().meta({ example: '2030-01-09' }),
        reason: unpaidReason.meta({ example: 'came_back' }),
        text: z.string().meta({
          description: 'The reason in words, in the language of `lang`.',
          example: sayUnpaid('came_back', 'en'),
        }),
        joins: whole,
      }),
    )
    .describe('Further field: unpaid joins, by day and reason, oldest first; only days that had any.'),
  unpaid_total: whole.describe('Further field: the joins of `unpaid` together.'),
  imported: importedSchema,
};

const languageStat = z.strictObject({
  lang: z.string().meta({ example: 'ru' }),
  percentage: z.string().meta({ description: 'With a percent sign.', example: '62.5%' }),
});

const tableRow = {
  subscribers: whole.meta({ example: 6 }),
  value: money.meta({ example: 27 }),
  is_excluded: z.boolean().meta({ example: false }),
};

const sourceTable = z.array(
  z.strictObject({
    bot_id: whole.meta({ example: 4242 }),
    bot_nickname: named('nickname', z.string().meta({ example: 'recipes_bot' })),
    ...tableRow,
  }),
);
const sponsorTable = z.array(
  z.strictObject({
    link: z.string().meta({ example: 'https://t.me/example' }),
    ads_id: named('orderId', whole),
    ...tableRow,
  }),
);

/** By the action of /statistic. */
export const figuresSchema = z.union([
  z.strictObject({ ...byDayFields, ...furtherFields }).meta({ title: 'allads' }),
  z
    .strictObject({ ...byDayFields, language_stats: z.array(languageStat), ...furtherFields })
    .meta({ title: 'ads' }),
  z
    .strictObject({
      ...byDayFields,
      show_extended_table: z.boolean().describe('True when own orders brought subscribers.'),
      table_data: z.array(splitDay),
      requests_stats: requestsStats,
      ...furtherFields,
    })
    .meta({ title: 'bots, allbots' }),
  z.strictObject({ table_data: sourceTable }).meta({ title: 'source' }),
  z.strictObject({ table_data: sponsorTable }).meta({ title: 'sponsor' }),
]);

export async function toWireFigures(
  { statistics }: Service,
  accountId: number,
  query: StatisticQuery,
): Promise<Wire<z.output<typeof figuresSchema>>> {
  const range = rangeOfQuery(query);
  const { action, ads_id: orderId = 0, bot_id: botId = null, lang = '' } = query;
  /** Reads imported history at the same moment. */
  const withFurther = async <Figures extends { spans: readonly SpanFigures[]; unpaid: UnpaidJoins }>(
    asked: Promise<Figures>,
    side: HistorySubject['side'],
    id: number | null,
  ) => {
    const imports = statistics.imported({ accountId, side, id }, range);
    const [figures, imported] = await Promise.all([asked, imports]);
    const further = {
      unpaid: joined(figures.spans.map(unpaidIn(lang))),
      unpaid_total: figures.unpaid.total,
      imported: encode(importedSchema, imported),
    };
    return { figures, further };
  };
  switch (action) {
    case 'allads': {
      const asked = statistics.ofAdvertiser(accountId, null, range);
      const { figures, further } = await withFurther(asked, 'orders', null);
      return Object.assign(byDay(figures), further);
    }
    case 'ads': {
      const asked = statistics.ofAdvertiser(accountId, orderId, range);
      const { figures, further } = await withFurther(asked, 'orders', orderId);
      const more = { language_stats: figures.languages.map(toWireLanguage) };
      return Object.assign(byDay(figures), more, further);
    }
    case 'source':
      return { table_data: encode(sourceTable, (await statistics.sources(accountId, orderId, range)).rows) };
    case 'allbots':
    case 'bots': {
      const id = action === 'bots' ? botId : null;
      const asked = statistics.ofPublisher(accountId, id, range);
      const { figures, further } = await withFurther(asked, 'bots', id);
      const more = {
        show_extended_table: figures.split !== null,
        table_data: figures.split === null ? [] : joined(figures.spans.map(splitOf)),
        requests_stats: encode(requestsStats, figures.requests),
      };
      return Object.assign(byDay(figures), more, further);
    }
    case 'sponsor':
      return { table_data: encode(sponsorTable, (await statistics.sponsors(accountId, botId, range)).rows) };
  }
}

const seriesOf = madeOnce(({ days }: SpanFigures) => ({
  labels: days.map((day) => day.date),
  subscribers: days.map((day) => day.subscribers),
  values: days.map((day) => toNumber(day.valueMicros)),
  averages: days.map((day) => toNumber(day.averageMicros)),
}));

const splitOf = madeOnce(({ split }: BotSpanFigures) => split.map(toWireSplit));

/** A new object, which its caller may add to: a literal that copies it takes V8 9 µs. */
function byDay({ spans, total }: { spans: readonly SpanFigures[]; total: Sum }) {
  const series = spans.map(seriesOf);
  return {
    labels: joined(series.map(({ labels }) => labels)),
    subscribers_data: joined(series.map(({ subscribers }) => subscribers)),
    value_data: joined(series.map(({ values }) => values)),
    avg_price_data: joined(series.map(({ averages }) => averages)),
    total_subscribers: total.subscribers,
    total_value: toNumber(total.valueMicros),
  };
}

function toWireLanguage({ language, percentage }: { language: string; percentage: number }) {
  return { lang: language === '' ? 'unknown' : language, percentage: `${percentage.toFixed(1)}%` };
}

function toWireSplit({ date, service, own, total, averageMicros }: SplitDay) {
  return {
    date,
    service_subs: service.subscribers,
    service_value: toNumber(service.valueMicros),
    own_subs: own.subscribers,
    own_value: toNumber(own.valueMicros),
    total_subs: total.subscribers,
    total_value: toNumber(total.valueMicros),
    avg_price: toNumber(averageMicros),
  };
}

type UnpaidOf = (span: SpanFigures) => ReturnType<typeof sayEach>;
const unpaidByLanguage = new Map<string, UnpaidOf>();

/** Unpaid joins, by day and reason, and each reason in words (`decisions.md`, Statistics). */
function unpaidIn(code: string): UnpaidOf {
  const language = nearestOf(code);
  const known = unpaidByLanguage.get(language);
  if (known !== undefined) return known;
  const unpaidOf = madeOnce((span: SpanFigures) => sayEach(span.unpaid, language));
  unpaidByLanguage.set(language, unpaidOf);
  return unpaidOf;
}

function sayEach({ days, reasons }: SpanFigures['unpaid'], language: string) {
  const texts = new Map(reasons.map(({ reason }) => [reason, sayUnpaid(reason, language)]));
  return days.map(({ date, reason, joins }) => ({ date, reason, text: texts.get(reason) ?? '', joins }));
}

/** By action of /statistic; the other actions answer as one of these. */
export const figuresSamples = Object.fromEntries(
  figuresSchema.options.map((option) => {
    const { title = '', ...schema } = schemaOf(option, 'output');
    return [title as string, sampleFor(schema) as Record<string, unknown>];
  }),
);
