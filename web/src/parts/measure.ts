/** What a chart shows of each day. */
import type { Answered } from '../api/client';
import { figures } from '../words';
import { format } from './format';

export type Day = Answered<'/figures#orders'>['result']['days'][number];

export const measures = ['subscribers', 'value', 'average'] as const;
export type Measure = (typeof measures)[number];

/** An average of no subscribers is 0. */
export function valueOf({ subscribers, value }: Omit<Day, 'date'>, measure: Measure): number {
  if (measure === 'subscribers') return subscribers;
  if (measure === 'value') return value;
  return subscribers <= 0 ? 0 : value / subscribers;
}

export function measured(measure: Measure): { title: string; say: (value: number) => string } {
  const say = { subscribers: format.whole, value: format.money, average: format.price }[measure];
  return { title: figures[measure], say };
}
