/**
 * Changing the secret under which tokens, keys and addresses are sealed. Both secrets open while it lasts, so that
 * a process that reads meanwhile finds what it needs, and a change that is cut short goes on where it was.
 */
import { BOT_TOKEN_PURPOSE } from '../bots/index.js';
import { WEBHOOK_PURPOSE } from '../events/index.js';
import { WITHDRAWAL_REQUEST_PURPOSE } from '../cabinet/index.js';
import { IMPORT_PURPOSE } from '../imports.js';
import { DETAILS_PURPOSE } from '../ledger/index.js';
import { NETWORKS_PURPOSE } from '../networks/index.js';
import { ORDER_TOKEN_PURPOSE } from '../orders/index.js';
import { ANSWER_PURPOSE } from '../kept-answers.js';
import { KEPT_FOR_EVER, PEOPLE_KEY, PEOPLE_PURPOSE } from '../people/index.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { SealedPlace, SealedValue } from '../ports/secret-store.js';
import { openProbe, PROBE_KEY, PROBE_PURPOSE, sealedProbe } from './probe.js';

/** Values sealed again in one commit: about 5 ms. */
const AT_ONCE = 100;

/** Those whose values last: what somebody was in the middle of writing, and answers, end by themselves. */
const lasting: readonly SealedPlace[] = ['keys', 'bots', 'networks', 'orders', 'webhooks', 'withdrawals'];
const places: readonly SealedPlace[] = [...lasting, 'imports', 'answers', 'sessions'];

/** What the operator bot and the cabinet keep sealed, by the beginning of its name. */
const sessionPurposes = {
  'dialogue:': 'dialogue',
  'draft:': 'order-draft',
  'search:': 'search',
  [`${WITHDRAWAL_REQUEST_PURPOSE}:`]: WITHDRAWAL_REQUEST_PURPOSE,
  [PROBE_KEY]: PROBE_PURPOSE,
  [PEOPLE_KEY]: PEOPLE_PURPOSE,
};

/** The platform refuses it, so its owner is asked for a new one. */
const LOST_TOKEN = '0:lost';

/** What stands for values that a lost secret sealed (`rotate-secrets --lost`), until they are given again: by their purpose. */
export const lostValues: Readonly<Record<string, string>> = {
  [BOT_TOKEN_PURPOSE]: LOST_TOKEN,
  [ORDER_TOKEN_PURPOSE]: LOST_TOKEN,
  [DETAILS_PURPOSE]: '—',
};

export interface Resealing {
  /** Sealed again under the first secret. */
  resealed: number;
  /** No secret of SECRETS_KEY opens these. */
  unreadable: number;
}

export function createSecrets({ store, vault }: Pick<Ports, 'store' | 'vault'>) {
  async function* pages(among = places): AsyncGenerator<SealedValue[]> {
    for (const place of among) {
      const read = (after: SealedValue['id'] | null) =>
        store.secrets.sealedOtherwise(place, vault.prefix, after, AT_ONCE);
      for await (const page of pagesOf(null, read, ({ id }) => id))
        yield page.filter((value) => purposeOf(value) !== null);
    }
  }

  const resealed = (value: SealedValue) => {
    if (!vault.knows(value.sealed)) return [];
    try {
      const plain = vault.open(value.sealed, purposeOf(value) ?? '');
      return [
        { before: value, sealed: vault.seal(plain, purposeOf(value) ?? ''), hash: vault.lookup(plain) },
      ];
    } catch {
      return [];
    }
  };

  const unreadable = async () => {
    let count = 0;
    for await (const page of pages(lasting))
      count += page.filter((value) => resealed(value).length === 0).length;
    return count;
  };

  return {
    /** @throws SettingsError when the database is sealed under another secret than those of SECRETS_KEY */
    requireOwn: () => openProbe({ store, vault }, unreadable),
    /** The secret that sealed the database is lost: the first of SECRETS_KEY is its own from now on. */
    adopt: () => store.sessions.write(PROBE_KEY, sealedProbe(vault), KEPT_FOR_EVER),
    /** How many values are sealed under another secret than the first. */
    stale: async () => {
      let count = 0;
      for await (const page of pages()) count += page.length;
      return count;
    },
    /** Seals all of them under the first secret, in small steps. Can be repeated, and goes on after an interruption. */
    reseal: async () => {
      const done: Resealing = { resealed: 0, unreadable: 0 };
      for await (const page of pages()) {
        const changes = page.flatMap(resealed);
        done.unreadable += page.length - changes.length;
        if (changes.length > 0) done.resealed += await store.secrets.replaceSealed(changes);
      }
      return done;
    },
  };
}

/** What a value was sealed for; null for a session that is not sealed. */
function purposeOf({ place, kind }: SealedValue): string | null {
  if (place === 'keys') return `key:${kind}`;
  if (place === 'bots') return BOT_TOKEN_PURPOSE;
  if (place === 'networks') return NETWORKS_PURPOSE;
  if (place === 'orders') return ORDER_TOKEN_PURPOSE;
  if (place === 'webhooks') return WEBHOOK_PURPOSE;
  if (place === 'withdrawals') return DETAILS_PURPOSE;
  if (place === 'imports') return IMPORT_PURPOSE;
  if (place === 'answers') return ANSWER_PURPOSE;
  return Object.entries(sessionPurposes).find(([start]) => kind.startsWith(start))?.[1] ?? null;
}
