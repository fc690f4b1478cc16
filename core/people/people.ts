import { ServiceError } from '../errors.js';
import { DETAILS_PURPOSE } from '../ledger/index.js';
import type { Ports } from '../ports.js';
import type { HeldRows, PersonHindrance } from '../ports/people-store.js';
import { adoptPeopleKey, PEOPLE_KEY } from './key.js';

export interface PersonCount {
  table: string;
  rows: number;
  erased: HeldRows['erased'];
}

/** Who was erased, as it is kept outside the database; the key is sealed. */
export interface ErasedList {
  key: string;
  pseudonyms: readonly number[];
}

/** Passes over what comes in while it is erased. */
const PASSES = 3;

const sealedColumns = /(^|_)(cipher|hash)$/;

const advice: Readonly<Record<PersonHindrance, string>> = {
  money: 'Money is booked for them: have it paid out (withdrawals) or adjust the balance to zero (adjust).',
  orders: 'Orders of theirs run or wait: stop them, and reject those that wait.',
  withdrawals: 'A withdrawal is under way: pay or reject it.',
  refunds: 'A payment in stars is being given back: wait until the platform has done it.',
  holds: 'Joins of theirs, or of their orders, can still be taken back: wait until their hold is over.',
  blocked: 'Their account is blocked, which erasing would undo: unblock it first, if that is meant.',
};

export function createPeople(ports: Pick<Ports, 'store' | 'vault' | 'settings'>) {
  const { store, vault, settings } = ports;
  const hindrances = async (personId: number): Promise<string[]> => {
    const found = (await store.people.hindrances(personId)).map((kind) => advice[kind]);
    const hasDuty = [...settings.MODERATOR_IDS, ...settings.ADMIN_IDS].includes(personId);
    return hasDuty ? [...found, 'They have a duty: take them out of MODERATOR_IDS and ADMIN_IDS.'] : found;
  };

  const plan = async (personId: number): Promise<PersonCount[]> => {
    const held = await store.people.held(personId);
    return held.map(({ table, erased, rows }) => ({ table, erased, rows: rows.length }));
  };

  const eraseAll = async (personId: number): Promise<void> => {
    for (let pass = 0; pass < PASSES; pass += 1) {
      await store.people.erase(personId);
      if ((await store.people.held(personId)).length === 0) return store.people.endErasing(personId);
    }
    throw new ServiceError('unavailable', 'More of them comes in all the time: repeat this a little later.');
  };

  const assertErasable = async (personId: number): Promise<void> => {
    const against = await hindrances(personId);
    if (against.length > 0) throw new ServiceError('forbidden', against.join('\n'));
  };

  const sealedKey = async (): Promise<string> => {
    const key = await store.sessions.read(PEOPLE_KEY);
    if (key === null) throw new Error('There is no key of pseudonyms.');
    return key;
  };

  const details = (sealed: unknown): unknown =>
    typeof sealed === 'string' && sealed !== '' ? vault.open(sealed, DETAILS_PURPOSE) : sealed;

  return {
    /** All that is kept of them, by table. What is sealed and is not theirs to use is left out. */
    export: async (personId: number) => {
      const held = await store.people.held(personId);
      const tables = held.map(({ table, rows }) => [
        table,
        rows.map((row) => {
          const shown = Object.entries(row).filter(([column]) => !sealedColumns.test(column));
          const own = 'details_cipher' in row ? [['details', details(row['details_cipher'])]] : [];
          return Object.fromEntries([...shown, ...own]) as Record<string, unknown>;
        }),
      ]);
      return Object.fromEntries(tables) as Record<string, Record<string, unknown>[]>;
    },
    /** What erasing them would do, by table. */
    plan,
    /** What has to be done first, in words; empty: nothing. */
    hindrances,
    /** @throws ServiceError `forbidden` saying what has to be done first */
    assertErasable,
    /** Returns what was erased. @throws as `assertErasable` */
    erase: async (personId: number) => {
      await assertErasable(personId);
      const counts = await plan(personId);
      if (counts.length > 0) await eraseAll(personId);
      // It may have been cut short at its very end.
      else await store.people.endErasing(personId);
      return counts;
    },
    /** The key of pseudonyms, sealed. */
    sealedKey,
    /** What the list outside the database takes of somebody before they are erased. */
    listed: async (personId: number) => ({
      key: await sealedKey(),
      pseudonym: store.people.pseudonymOf(personId),
    }),
    /** Erases everybody of the list that the database knows again. Returns how many those were. */
    eraseListed: async ({ key, pseudonyms }: ErasedList) => {
      await adoptPeopleKey(ports, key);
      const listed = new Set(pseudonyms);
      const again = new Set<number>();
      for await (const ids of store.people.everybody())
        for (const id of ids) if (listed.has(store.people.pseudonymOf(id))) again.add(id);
      for (const id of again) await eraseAll(id);
      return again.size;
    },
  };
}
