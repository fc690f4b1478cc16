/** The service over the database of processes that run (or will): for what a test prepares behind their backs. */
import { pino } from 'pino';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createService, type Service } from '../../core/service.js';
import { openStore } from '../../db/index.js';

export interface ServiceOver {
  service: Service;
  store: Store;
  databaseUrl: string;
  close(): Promise<void>;
}

/** @param environment what the processes are started with */
export async function openServiceOver(environment: Record<string, string>): Promise<ServiceOver> {
  const settings = parseSettings(environment);
  const store = await openStore(settings);
  const infrastructure = await createInfrastructure(settings, 'admin', pino({ level: 'silent' }));
  const service = createService({ store, settings, ...infrastructure });
  return { service, store, databaseUrl: settings.DATABASE_URL, close: () => store.close() };
}

/** An account, and the key that manages it. */
export async function openAccount({ service }: ServiceOver, accountId: number): Promise<string> {
  const person = { accountId, firstName: 'Ada', username: `person_${String(accountId)}`, language: 'en' };
  await service.accounts.open(person);
  return service.accounts.revealKey(accountId, 'access');
}

/** Resolves when a report is made or given up. */
export async function reportSettled({ store }: ServiceOver, taskId: string) {
  const watching = new AbortController();
  try {
    for (;;) {
      const changed = store.health.changed(watching.signal);
      const job = await store.jobs.find(taskId);
      if (job !== null && job.status !== 'pending') return job;
      await changed;
    }
  } finally {
    watching.abort();
  }
}
