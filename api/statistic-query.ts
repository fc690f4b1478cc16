/** What a statistic may be asked for (`interface.md`, GET /statistic). */
import { z } from 'zod';
import { ServiceError } from '../core/errors.js';
import * as field from './fields.js';

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
  page: field.optional(
    field.integer({ min: 1, max: 1_000, description: 'Page of the html table, 100 rows each; default 1.' }),
  ),
});

/** A query whose ids are there as its action needs them. */
export type StatisticQuery = z.output<typeof statisticFields>;

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
