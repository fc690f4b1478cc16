/**
 * The three kinds of keys (`interface.md`, Authentication 2). A key shows its kind by its prefix, so that a person and
 * an error message can name it; what it opens is only ever decided by looking it up.
 */
import { keptAs } from '../kept-answers.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { KeyKind, KeyOwner } from '../ports/account-store.js';
import type { AsOf } from '../ports/as-of.js';
import { ServiceError } from '../errors.js';

const prefixes: Readonly<Record<KeyKind, string>> = {
  access: 'sg_access_',
  statistics: 'sg_stat_',
  bot: 'sg_bot_',
};

/** 24 bytes are 192 bits: beyond guessing, and short enough to paste. */
const SECRET_BYTES = 24;

/** How many owners are remembered between changes; an attacker's unknown keys are never remembered. */
const REMEMBERED_OWNERS = 20_000;

/** A key's last use is noted at most this often. */
const TOUCH_EVERY_MS = 3_600_000;

/** What the kinds are called in messages to people. */
export const keyNames: Readonly<Record<KeyKind, string>> = {
  access: 'Access Key',
  statistics: 'Statistics token',
  bot: 'Bot Key',
};

/** The kind a key claims to be by its prefix; null when it is none of ours. */
export function claimedKind(rawKey: string): KeyKind | null {
  const kinds = Object.keys(prefixes) as KeyKind[];
  return kinds.find((kind) => rawKey.startsWith(prefixes[kind])) ?? null;
}

export type KeyRing = ReturnType<typeof createKeyRing>;

export function createKeyRing(ports: Pick<Ports, 'store' | 'vault' | 'random' | 'clock'>) {
  const { store, vault, random, clock } = ports;
  const remembered = new Map<string, { owner: KeyOwner; touchedAtMs: number }>();
  let rememberedVersion = -1;

  const make = (kind: KeyKind) => {
    const raw = prefixes[kind] + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
    return { raw, sealed: { hash: vault.lookup(raw), cipher: vault.seal(raw, `key:${kind}`) } };
  };

  const lookUp = async (rawKey: string): Promise<{ owner: KeyOwner; hash: string } | null> => {
    for (const hash of vault.lookups(rawKey)) {
      const owner = await store.keys.find(hash);
      if (owner !== null) return { owner, hash };
    }
    return null;
  };

  const authenticate = async (rawKey: string, asOf?: AsOf): Promise<KeyOwner | null> => {
    const version = await store.keys.version(asOf);
    if (version !== rememberedVersion) {
      remembered.clear();
      rememberedVersion = version;
    }
    const nowMs = clock.now();
    const known = remembered.get(rawKey);
    if (known !== undefined && nowMs - known.touchedAtMs < TOUCH_EVERY_MS) return known.owner;
    if (claimedKind(rawKey) === null) return null;
    const found = await lookUp(rawKey);
    if (found === null) return null;
    if (remembered.size >= REMEMBERED_OWNERS) remembered.clear();
    // An owner read before a change must not be remembered after it: only while the version stands still.
    if (version === rememberedVersion) remembered.set(rawKey, { owner: found.owner, touchedAtMs: nowMs });
    await store.keys.touch(found.hash, nowMs);
    return found.owner;
  };

  const cipherOf = async (owner: KeyOwner): Promise<string> => {
    const cipher = await store.keys.cipher(owner);
    if (cipher === null) throw new ServiceError('forbidden', 'There is no such key.');
    return cipher;
  };

  return {
    /** Makes a new key: `raw` for its owner's eyes, `sealed` for the store. */
    make,
    /** The account that a key speaks for, or null. Remembers owners until the store's keys version moves. */
    authenticate,
    /** The key itself. @throws where a secret that is lost sealed it */
    reveal: async (owner: KeyOwner) => vault.open(await cipherOf(owner), `key:${owner.kind}`),
    /** The same, to be shown to its owner; a dash for one that a lost secret sealed, which opens nothing until it is replaced. */
    show: async (owner: KeyOwner) => {
      const cipher = await cipherOf(owner);
      return vault.knows(cipher) ? vault.open(cipher, `key:${owner.kind}`) : '—';
    },
    /** A new key in the place of the old one, which is dead in every process when this resolves. */
    replace: async (owner: KeyOwner, keeping?: Keeping<string>) => {
      const { raw, sealed } = make(owner.kind);
      await store.keys.replace(
        owner,
        sealed,
        clock.now(),
        keptAs(keeping, () => raw),
      );
      return raw;
    },
  };
}
