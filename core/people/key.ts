/**
 * The key by which people who were erased are recognised: made once for each installation, and kept sealed in its
 * database. It outlives a change of SECRETS_KEY, so that pseudonyms stay what they are.
 */
import { randomBytes } from 'node:crypto';
import type { Store } from '../ports.js';
import type { Vault } from '../vault.js';

/** Its name among the sessions. */
export const PEOPLE_KEY = 'installation:people';
export const PEOPLE_PURPOSE = 'people';

/** When it was written, as a session's age is counted: no purge comes to it. */
export const KEPT_FOR_EVER = Number.MAX_SAFE_INTEGER;
const KEY_BYTES = 32;

interface Ports {
  store: Pick<Store, 'sessions' | 'people'>;
  vault: Pick<Vault, 'seal' | 'open'>;
}

/** Has the store know the key. Of several processes that come first at once, one makes it. */
export async function usePeopleKey(ports: Ports): Promise<void> {
  const { store, vault } = ports;
  const made = vault.seal(randomBytes(KEY_BYTES).toString('base64'), PEOPLE_PURPOSE);
  const kept = await store.sessions.claim(PEOPLE_KEY, made, KEPT_FOR_EVER);
  const key = openedKey(vault, kept);
  if (key !== null) store.people.useKey(key);
  // The secret that sealed it is lost: who was erased before is not recognised any more.
  else await adoptPeopleKey(ports, made);
}

/** Puts the key in the place of the one that is there, as after a restore of a backup from before it. */
export async function adoptPeopleKey({ store, vault }: Ports, sealed: string): Promise<void> {
  const key = openedKey(vault, sealed);
  if (key === null) throw new Error('No secret of SECRETS_KEY opens the key of the list.');
  await store.sessions.write(PEOPLE_KEY, sealed, KEPT_FOR_EVER);
  store.people.useKey(key);
}

function openedKey(vault: Pick<Vault, 'open'>, sealed: string): Uint8Array | null {
  try {
    return Buffer.from(vault.open(sealed, PEOPLE_PURPOSE), 'base64');
  } catch {
    return null;
  }
}
