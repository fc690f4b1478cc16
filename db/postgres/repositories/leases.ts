import type { LeaseStore, NamedLease } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';

const list = statement<[], NamedLease>('SELECT name, holder, beat FROM leases ORDER BY name LIMIT 1000');
const insert = statement<[name: string, holder: string]>(
  'INSERT INTO leases (name, holder, beat) VALUES ($1, $2, 1) ON CONFLICT (name) DO NOTHING',
);
const take = statement<[holder: string, name: string, seenHolder: string, seenBeat: number]>(
  'UPDATE leases SET holder = $1, beat = beat + 1 WHERE name = $2 AND holder = $3 AND beat = $4',
);
const renew = statement<[holder: string], { name: string }>(
  `UPDATE leases SET beat = beat + 1 WHERE name IN (
     SELECT name FROM leases WHERE holder = $1 ORDER BY name FOR UPDATE) AND holder = $1 RETURNING name`,
);
const release = statement<[name: string, holder: string]>(
  'DELETE FROM leases WHERE name = $1 AND holder = $2',
);

export function createLeaseStore({ deeds }: Parts): LeaseStore {
  return {
    list: () => deeds.askOnce((transaction) => list.all(transaction)),
    take: async (name, holder, seen) => {
      const rows = await deeds.run('leases.take', (transaction) =>
        seen === null
          ? insert.run(transaction, name, holder)
          : take.run(transaction, holder, name, seen.holder, seen.beat),
      );
      return rows > 0;
    },
    renew: async (holder) => {
      const rows = await deeds.run('leases.renew', (transaction) => renew.all(transaction, holder));
      return rows.map(({ name }) => name);
    },
    release: async (name, holder) => {
      await deeds.run('leases.release', (transaction) => release.run(transaction, name, holder));
    },
  };
}
