/** Takes over a year of figures by day: of all orders and bots, and of each that came. */
import { isDeepStrictEqual } from 'node:util';
import { formatDay } from '../../core/days.js';
import type { HistorySubject } from '../../core/ports/import-store.js';
import type { DayFigures, DayRange } from '../../core/ports/statistics-store.js';
import { ImportFault, type DaysOf } from './elsewhere.js';
import { isHere, type Item, leftOut, noteOf, orLeftOut, type Outcome, type Taking } from './item.js';

export interface Came {
  /** Its number there. */
  id: number;
  /** Its number here; null: it has none yet. */
  ours: number | null;
  name: string;
}

type Subject = DaysOf & Pick<Came, 'ours' | 'name'> & { key: string };

export async function* takeHistory(
  taking: Taking,
  came: Record<HistorySubject['side'], readonly Came[]>,
): AsyncGenerator<Item> {
  const { elsewhere, service } = taking;
  if (!elsewhere.readsStatistics) {
    const outcome = leftOut('The Statistics token was not given.', { topic: 'import_no_statistics' });
    yield { key: 'history', what: 'history', id: 0, name: '', ...outcome };
    return;
  }
  const range = service.imports.historyRange();
  for (const subject of subjectsOf(came)) {
    const { key, id, name } = subject;
    const outcome = await orLeftOut(() => takeOne(taking, subject, range));
    if (outcome !== isNothing) yield { key, what: 'history', id: id ?? 0, name, ...outcome };
  }
}

const sides = [
  ['orders', 'order'],
  ['bots', 'bot'],
] as const;

const subjectsOf = (came: Record<HistorySubject['side'], readonly Came[]>): Subject[] => [
  ...sides.map(([side]) => ({ key: `history ${side}`, side, id: null, ours: null, name: `all ${side}` })),
  ...sides.flatMap(([side, one]) =>
    came[side].map((each) => ({ ...each, key: `history ${one} ${String(each.id)}`, side })),
  ),
];

/** There are no figures: nothing to say of it. */
const isNothing: Outcome = { ...isHere };

async function takeOne(
  { elsewhere, service, accountId, isReal }: Taking,
  { side, id, ours }: Subject,
  range: DayRange,
): Promise<Outcome> {
  const days = await elsewhere.days({ side, id }, range).catch((error: unknown) => {
    // A service without this statistic keeps nothing else from coming.
    if (error instanceof ImportFault && error.fault.topic === 'import_key_refused') throw error;
    return noteOf(error);
  });
  if (!Array.isArray(days)) return { outcome: 'is left out', note: days };
  if (days.length === 0) return isNothing;
  const isNew = id !== null && ours === null;
  const subject = { accountId, side, id: ours };
  const known = isNew ? [] : await service.imports.history(subject, elsewhere.host, range);
  if (isDeepStrictEqual(known, days)) return isHere;
  if (isReal && !isNew) await service.imports.replaceHistory(subject, elsewhere.host, range, days);
  return { outcome: 'comes', note: noteOfDays(days) };
}

function noteOfDays(days: readonly DayFigures[]): Item['note'] {
  const [from = '', to = ''] = [days[0], days.at(-1)].map((each) => each && formatDay(each.day));
  const values = { days: days.length, from, to };
  const message = `${String(values.days)} days with figures, ${values.from} to ${values.to}`;
  return { message, faults: [{ topic: 'import_days', values }] };
}
