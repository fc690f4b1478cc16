/** Whether a database is that of this installation: asked before anything works over it. */
import { SettingsError } from './config.js';
import { KEPT_FOR_EVER, usePeopleKey } from './people/index.js';
import type { Ports } from './ports.js';
import { createSecrets } from './secrets/index.js';

type Kind = 'demo' | 'service';

/** Its name among the sessions. */
const KIND_KEY = 'installation:kind';

const faults: Readonly<Record<Kind, string>> = {
  demo: 'BOT_TOKEN is not set, so this would be a demo, and the database is not that of a demo: set BOT_TOKEN, or leave DATABASE_URL out, and the demo makes its own.',
  service:
    'The database is that of a demo, with orders and money that are worth nothing: name another one by DATABASE_URL.',
};

/**
 * A database keeps for ever whether a demo runs over it.
 * @throws SettingsError saying what does not fit, and what to do
 */
export async function requireOwnDatabase(
  ports: Pick<Ports, 'store' | 'vault'> & { settings: { DEMO: boolean } },
): Promise<void> {
  const { store } = ports;
  const kind: Kind = ports.settings.DEMO ? 'demo' : 'service';
  const kept = (await store.sessions.read(KIND_KEY)) ?? ((await isUsed(ports)) ? 'service' : kind);
  if (kept !== kind) throw new SettingsError(faults[kind]);
  // A demo whose secret is gone makes new keys.
  if (kind === 'service') await createSecrets(ports).requireOwn();
  // One that is new may be taken by another process meanwhile.
  const claimed = await store.sessions.claim(KIND_KEY, kind, KEPT_FOR_EVER);
  if (claimed !== kind) throw new SettingsError(faults[kind]);
  await usePeopleKey(ports);
}

async function isUsed({ store }: Pick<Ports, 'store'>): Promise<boolean> {
  const { total } = await store.accounts.list({ search: '', offset: 0, limit: 1 });
  return total > 0;
}
