/** The service over a real store and the real outside world, for commands next to the two processes. */
import { createInfrastructure } from '../core/adapters/index.js';
import type { Settings } from '../core/config.js';
import { requireOwnDatabase } from '../core/installation.js';
import type { Log } from '../core/ports.js';
import { createService } from '../core/service.js';
import { openStore } from '../db/index.js';

/** What happens behind the scenes of a command is for its terminal. */
const report = (level: string) => (facts: Record<string, unknown>, message: string) => {
  process.stderr.write(`${level}: ${message} ${JSON.stringify(facts)}\n`);
};
const stderrLog: Log = { info: () => undefined, warn: report('warning'), error: report('error') };

/**
 * @param isAnyDatabase also opens one whose SECRETS_KEY is another
 * @throws SettingsError when the database is not that of this installation
 */
export async function openService(settings: Settings, isAnyDatabase = false) {
  const store = await openStore(settings, { applicationName: 'sponsorgate admin' });
  try {
    const infrastructure = await createInfrastructure(settings, 'admin', stderrLog);
    if (!isAnyDatabase) await requireOwnDatabase({ store, vault: infrastructure.vault, settings });
    return { service: createService({ store, settings, ...infrastructure }), close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
