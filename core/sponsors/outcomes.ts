/** Counts what became of each request, by bot and day. */
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import { outcomeOf } from './answer.js';
import type { Listener } from './request-events.js';

export function countsOutcomes({
  store,
  clock,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'settings'>): Listener {
  return {
    ended: ({ botId, answer }) => {
      const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
      const outcome = answer === null ? 'error' : outcomeOf(answer);
      store.statistics.countRequest(botId, today, outcome);
    },
  };
}
