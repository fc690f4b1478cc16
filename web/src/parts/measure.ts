/** What a chart shows of each day. */
import type { Answered } from '../api/client';
import { figures } from '../words';
import { useFormat } from './format';

export type Day = Answered<'/figures#orders'>['result']['days'][number];

export const measures = ['subscribers', 'value', 'average'] as const;
export type Measure = (typeof measures)[number];

/** An average of no subscribers is 0. */
export function valueOf({ subscribers, value }: Omit<Day, 'date'>, measure: Measure): number {
  if (measure === 'subscribers') return subscribers;
  if (measure === 'value') return value;
  return subscribers <= 0 ? 0 : value / subscribers;
}

export function useMeasure(measure: Measure): { title: string; say: (value: number) => string } {
  const { whole, money, price } = useFormat();
  const say = { subscribers: whole, value: money, average: price }[measure];
  return { title: figures[measure], say };
}
