import type { LeaseStore, NamedLease } from '../../core/ports/lease-store.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

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

export function createLeaseStore({ db }: Parts): LeaseStore {
  return {
    list: () => db.read(list.all()),
    take: async (name, holder, seen) => {
      const rows = await db.run(
        'leases.take',
        seen === null ? insert.run(name, holder) : take.run(holder, name, seen.holder, seen.beat),
      );
      return rows > 0;
    },
    renew: async (holder) => {
      const rows = await db.run('leases.renew', renew.all(holder));
      return rows.map(({ name }) => name);
    },
    release: (name, holder) => db.run('leases.release', release.do(name, holder)),
  };
}
