/** Posts the events that wait in the store to publishers' receivers. */
import { DELIVERY_LEASE_MS } from '../core/events/index.js';
import type { Log } from '../core/ports.js';
import type { ClaimedEvents } from '../core/ports/event-store.js';
import type { Service } from '../core/service.js';
import { sliceOf, SLICES } from '../core/slices.js';
import { type RunningOutbox, type SliceWorker, startOutbox } from './outbox.js';

/** One name for all time: a process that starts takes back at once what the one before it held. */
const WORKER = 'events';
/** Bots whose events are posted at the same time. */
const AT_ONCE = 16;

export function startEventWorker({ service, log }: { service: Service; log: Log }): SliceWorker {
  const { delivery } = service;
  const aborts = new Map<number, AbortController>();
  const abortOf = (slice: number): AbortController => {
    const abort = aborts.get(slice) ?? new AbortController();
    aborts.set(slice, abort);
    return abort;
  };
  const outbox: RunningOutbox = startOutbox<ClaimedEvents>({
    name: 'events',
    atOnce: AT_ONCE,
    log,
    claim: (room, some) => delivery.claim(WORKER, room, some),
    idOf: ({ botId }) => botId,
    keyOf: ({ botId }) => String(botId),
    leaseMs: DELIVERY_LEASE_MS,
    perform: async (claimed) => {
      const retryAtMs = await delivery.deliver(claimed, abortOf(sliceOf(claimed.botId)).signal);
      if (retryAtMs !== null) outbox.dueAt(retryAtMs);
    },
    changed: (signal) => service.blocks.changed(signal),
    release: (some) => delivery.release(WORKER, some),
  });
  return {
    take: async (slice) => {
      aborts.delete(slice);
      await outbox.take(slice);
    },
    leave: (slice, isHurried = false) => {
      if (isHurried) abortOf(slice).abort();
      return outbox.leave(slice);
    },
    stop: () => {
      // A receiver may take longer to answer than a stop may last; what it was sent, it is sent again.
      for (let slice = 0; slice < SLICES; slice += 1) abortOf(slice).abort();
      return outbox.stop();
    },
  };
}
