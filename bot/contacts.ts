/** Asks the platform whether users use the bots that asked about them, where the api did not come to it. */
import type { Contacts } from '../core/contacts/index.js';
import type { DueContact, Log } from '../core/ports.js';
import { startOutbox } from './outbox.js';

const AT_ONCE = 64;

export interface ContactWorkerParts {
  contacts: Pick<Contacts, 'claim' | 'perform'>;
  log: Log;
  changed(signal: AbortSignal): Promise<void>;
}

export function startContactWorker({ contacts, log, changed }: ContactWorkerParts): {
  stop(): Promise<void>;
} {
  return startOutbox<DueContact>({
    name: 'contacts',
    atOnce: AT_ONCE,
    log,
    claim: (room) => contacts.claim(room),
    keyOf: ({ botId, userId }) => `${String(botId)}:${String(userId)}`,
    sameKey: 'is_left',
    perform: (contact) => contacts.perform(contact),
    changed,
    // What is not done comes up again by itself, when its lease ends.
    release: () => Promise.resolve(),
  });
}
