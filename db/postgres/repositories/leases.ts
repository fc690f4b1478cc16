import type { Lease, LeaseStore } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';

const byName = statement<[name: string], Lease>('SELECT holder, beat FROM leases WHERE name = $1');
const insert = statement<[name: string, holder: string]>(
  'INSERT INTO leases (name, holder, beat) VALUES ($1, $2, 1) ON CONFLICT (name) DO NOTHING',
);
const take = statement<[holder: string, name: string, seenHolder: string, seenBeat: number]>(
  'UPDATE leases SET holder = $1, beat = beat + 1 WHERE name = $2 AND holder = $3 AND beat = $4',
);
const renew = statement<[name: string, holder: string]>(
  'UPDATE leases SET beat = beat + 1 WHERE name = $1 AND holder = $2',
);
const release = statement<[name: string, holder: string]>(
  'DELETE FROM leases WHERE name = $1 AND holder = $2',
);

export function createLeaseStore({ deeds }: Parts): LeaseStore {
  return {
    read: async (name) => (await deeds.askOnce((transaction) => byName.get(transaction, name))) ?? null,
    take: async (name, holder, seen) => {
      const rows = await deeds.run('leases.take', (transaction) =>
        seen === null
          ? insert.run(transaction, name, holder)
          : take.run(transaction, holder, name, seen.holder, seen.beat),
      );
      return rows > 0;
    },
    renew: async (name, holder) =>
      (await deeds.run('leases.renew', (transaction) => renew.run(transaction, name, holder))) > 0,
    release: async (name, holder) => {
      await deeds.run('leases.release', (transaction) => release.run(transaction, name, holder));
    },
  };
}
