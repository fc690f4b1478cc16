import type { Entry } from './entry.js';
import { byRank } from './ranking.js';

/** The running orders of each account. */
export function createOwners() {
  const owners = new Map<number, { entries: Set<Entry>; ranked: readonly Entry[] | null }>();
  return {
    add: (entry: Entry) => {
      const { accountId } = entry.order;
      const owned = owners.get(accountId) ?? { entries: new Set(), ranked: null };
      owned.entries.add(entry);
      owned.ranked = null;
      owners.set(accountId, owned);
    },
    remove: (entry: Entry) => {
      const { accountId } = entry.order;
      const owned = owners.get(accountId);
      if (owned === undefined) return;
      owned.entries.delete(entry);
      owned.ranked = null;
      if (owned.entries.size === 0) owners.delete(accountId);
    },
    /** Sorted when it is asked for. */
    ranked: (accountId: number): readonly Entry[] => {
      const owned = owners.get(accountId);
      if (owned === undefined) return [];
      owned.ranked ??= [...owned.entries].sort(byRank);
      return owned.ranked;
    },
    ranksMoved: () => {
      for (const owned of owners.values()) owned.ranked = null;
    },
  };
}
