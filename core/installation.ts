/** Whether a database is that of this installation: asked before anything works over it. */
import { SettingsError } from './config.js';
import { KEPT_FOR_EVER, usePeopleKey } from './people/index.js';
import type { Ports } from './ports.js';
import { createSecrets } from './secrets/index.js';

type Kind = 'demo' | 'service';

/** Their names among the sessions. */
const KIND_KEY = 'installation:kind';
const BOT_KEY = 'installation:bot';

const botIdOf = (token: string): string => token.split(':', 1)[0] ?? '';

const faults: Readonly<Record<Kind, string>> = {
  demo: 'BOT_TOKEN is not set, so this would be a demo, and the database is not that of a demo: set BOT_TOKEN, or leave DATABASE_URL out, and the demo makes its own.',
  service:
    'The database is that of a demo, with orders and money that are worth nothing: name another one by DATABASE_URL.',
};

/** Keeps which operator bot the database is that of, once the platform has taken its token. */
export async function keepOperatorBot({
  sessions,
  settings,
}: Pick<Ports['store'], 'sessions'> & { settings: { BOT_TOKEN: string } }): Promise<void> {
  await sessions.claim(BOT_KEY, botIdOf(settings.BOT_TOKEN), KEPT_FOR_EVER);
}

/** The orders stand on the rights of the one that is kept, and people hear from it alone. Its token may be another. */
async function requireOwnBot(store: Ports['store'], token: string): Promise<void> {
  const kept = await store.sessions.read(BOT_KEY);
  const botId = botIdOf(token);
  if (kept === null || kept === botId) return;
  throw new SettingsError(
    `BOT_TOKEN is that of bot ${botId}, and the database is that of bot ${kept}: set the token of that one, or name another database by DATABASE_URL. See "Another operator bot" in docs/operating.md.`,
  );
}

/**
 * A database keeps for ever whether a demo runs over it, and which operator bot.
 * @throws SettingsError saying what does not fit, and what to do
 */
export async function requireOwnDatabase(
  ports: Pick<Ports, 'store' | 'vault'> & { settings: { DEMO: boolean; BOT_TOKEN: string } },
): Promise<void> {
  const { store } = ports;
  const kind: Kind = ports.settings.DEMO ? 'demo' : 'service';
  const kept = (await store.sessions.read(KIND_KEY)) ?? ((await isUsed(ports)) ? 'service' : kind);
  if (kept !== kind) throw new SettingsError(faults[kind]);
  await requireOwnBot(store, ports.settings.BOT_TOKEN);
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
