/**
 * A value that the database keeps sealed so that it is known which secret is its own. Under another one every key would be
 * refused, and no token could be read.
 */
import { SettingsError } from '../config.js';
import { KEPT_FOR_EVER } from '../people/index.js';
import type { Ports } from '../ports.js';
import type { Vault } from '../vault.js';

/** Its name among the sessions. */
export const PROBE_KEY = 'installation:secret';
export const PROBE_PURPOSE = 'probe';

const WHAT_TO_DO =
  'Put the right one back; a database or backup that an older one sealed opens with SECRETS_KEY=<new>,<old>. "Changing SECRETS_KEY" in docs/operating.md says how to change it, and what to do where the right one is lost.';

/**
 * Has the probe opened. A database without one gets it where nothing stands against it.
 * @param unreadable how many stored values no secret of SECRETS_KEY opens
 * @throws SettingsError when the database is sealed under another secret
 */
export async function openProbe(
  { store, vault }: Pick<Ports, 'store' | 'vault'>,
  unreadable: () => Promise<number>,
): Promise<void> {
  const kept = await store.sessions.read(PROBE_KEY);
  if (kept === null) {
    const count = await unreadable();
    if (count > 0)
      throw new SettingsError(
        `SECRETS_KEY is not that of this database: ${String(count)} of its keys, tokens and addresses were sealed under another. ${WHAT_TO_DO}`,
      );
  }
  // Of several processes that come first at once, with secrets that differ, one is first.
  const probe = kept ?? (await store.sessions.claim(PROBE_KEY, sealedProbe(vault), KEPT_FOR_EVER));
  if (!opens(vault, probe))
    throw new SettingsError(
      `SECRETS_KEY is not that of this database: with it every key would be refused, and no token could be read. ${WHAT_TO_DO}`,
    );
}

export const sealedProbe = (vault: Vault): string => vault.seal('Sponsorgate', PROBE_PURPOSE);

function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed, PROBE_PURPOSE);
    return true;
  } catch {
    return false;
  }
}
