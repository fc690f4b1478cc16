/** Posts the events that wait in the store to publishers' receivers. */
import type { ClaimedEvents, Log } from '../core/ports.js';
import type { Service } from '../core/service.js';
import { type RunningOutbox, startOutbox } from './outbox.js';

/** One name for all time: a process that starts takes back at once what the one before it held. */
const WORKER = 'events';
/** Bots whose events are posted at the same time. */
const AT_ONCE = 16;

export function startEventWorker({ service, log }: { service: Service; log: Log }): {
  stop(): Promise<void>;
} {
  const { delivery } = service;
  const stopping = new AbortController();
  const outbox: RunningOutbox = startOutbox<ClaimedEvents>({
    name: 'events',
    atOnce: AT_ONCE,
    log,
    claim: (room) => delivery.claim(WORKER, room),
    keyOf: ({ botId }) => String(botId),
    // Once a lease has run out, the same events come again while they are still being posted.
    sameKey: 'is_left',
    perform: async (claimed) => {
      const retryAtMs = await delivery.deliver(claimed, stopping.signal);
      if (retryAtMs !== null) outbox.dueAt(retryAtMs);
    },
    changed: (signal) => service.blocks.changed(signal),
    release: () => delivery.release(WORKER),
  });
  return {
    stop: () => {
      // A receiver may take longer to answer than a stop may last; what it was sent, it is sent again.
      stopping.abort();
      return outbox.stop();
    },
  };
}
