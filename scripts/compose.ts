/** The service over a real store and the real outside world, for the commands that work beside the two processes. */
import { createInfrastructure } from '../core/adapters/index.js';
import type { Settings } from '../core/config.js';
import type { Log } from '../core/ports.js';
import { createService, type Service } from '../core/service.js';
import { openStore } from '../db/index.js';

/** What happens behind the scenes of a command is for its terminal. */
const tell = (level: string) => (facts: Record<string, unknown>, message: string) => {
  process.stderr.write(`${level}: ${message} ${JSON.stringify(facts)}\n`);
};
const stderrLog: Log = { info: () => undefined, warn: tell('warning'), error: tell('error') };

export async function openService(settings: Settings): Promise<{ service: Service; close(): Promise<void> }> {
  const store = await openStore(settings, { applicationName: 'sponsorgate admin' });
  const service = createService({
    store,
    settings,
    ...(await createInfrastructure(settings, 'admin', stderrLog)),
  });
  return { service, close: () => store.close() };
}
