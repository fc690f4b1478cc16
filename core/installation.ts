/** Whether a database is that of this installation: asked before anything works over it. */
import type { Ports } from './ports.js';
import { createSecrets } from './secrets/index.js';

/** @throws SettingsError saying what does not fit, and what to do; then nothing was changed */
export async function requireOwnDatabase(ports: Pick<Ports, 'store' | 'vault'>): Promise<void> {
  await createSecrets(ports).requireOwn();
}
