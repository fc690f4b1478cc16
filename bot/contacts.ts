/** Asks the platform whether users use the bots that asked about them, where the api did not come to it. */
import { CONTACT_LEASE_MS } from '../core/contacts/index.js';
import type { Log } from '../core/ports.js';
import type { DueContact } from '../core/ports/contact-store.js';
import type { Service } from '../core/service.js';
import { type SliceWorker, startOutbox } from './outbox.js';

const AT_ONCE = 64;

export function startContactWorker({ service, log }: { service: Service; log: Log }): SliceWorker {
  const { contacts, blocks } = service;
  return startOutbox<DueContact>({
    name: 'contacts',
    atOnce: AT_ONCE,
    log,
    claim: (room, slices) => contacts.claim(room, slices),
    idOf: ({ botId }) => botId,
    keyOf: ({ botId, userId }) => `${String(botId)}:${String(userId)}`,
    leaseMs: CONTACT_LEASE_MS,
    perform: (contact) => contacts.perform(contact),
    changed: (signal) => blocks.changed(signal),
    // What is not done comes up again by itself, when its lease ends.
    release: () => Promise.resolve(),
  });
}
