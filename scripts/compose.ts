/** The service over a real store and the real outside world, for commands next to the two processes. */
import { createInfrastructure } from '../core/adapters/index.js';
import type { Settings } from '../core/config.js';
import { requireOwnDatabase } from '../core/installation.js';
import type { Log } from '../core/ports.js';
import { createService, type Service } from '../core/service.js';
import { openStore } from '../db/index.js';

/** What happens behind the scenes of a command is for its terminal. */
const report = (level: string) => (facts: Record<string, unknown>, message: string) => {
  process.stderr.write(`${level}: ${message} ${JSON.stringify(facts)}\n`);
};
const stderrLog: Log = { info: () => undefined, warn: report('warning'), error: report('error') };

export interface OpenService {
  service: Service;
  close(): Promise<void>;
}

/** @throws SettingsError when the database is not that of this installation */
export async function openService(settings: Settings): Promise<OpenService> {
  const opened = await openAnyService(settings);
  try {
    await requireOwnDatabase({ ...opened, settings });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Also where SECRETS_KEY is not that of the database. */
export async function openAnyService(settings: Settings) {
  const store = await openStore(settings, { applicationName: 'sponsorgate admin' });
  const infrastructure = await createInfrastructure(settings, 'admin', stderrLog);
  const service = createService({ store, settings, ...infrastructure });
  return { service, store, vault: infrastructure.vault, close: () => store.close() };
}
