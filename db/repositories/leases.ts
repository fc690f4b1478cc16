import type { LeaseStore, NamedLease } from '../../core/ports.js';
import type { Parts } from '../parts.js';

export function createLeaseStore({ connection, executor }: Parts): LeaseStore {
  const all = connection.prepare<[], NamedLease>(
    'SELECT name, holder, beat FROM leases ORDER BY name LIMIT 1000',
  );
  const insert = connection.prepare<[string, string]>(
    'INSERT INTO leases (name, holder, beat) VALUES (?, ?, 1) ON CONFLICT (name) DO NOTHING',
  );
  const take = connection.prepare<[string, string, string, number]>(
    'UPDATE leases SET holder = ?, beat = beat + 1 WHERE name = ? AND holder = ? AND beat = ?',
  );
  const renew = connection.prepare<[string], { name: string }>(
    'UPDATE leases SET beat = beat + 1 WHERE holder = ? RETURNING name',
  );
  const release = connection.prepare<[string, string]>('DELETE FROM leases WHERE name = ? AND holder = ?');
  return {
    list: () => executor.ask(() => all.all()),
    take: (name, holder, seen) =>
      executor.run('leases.take', () => {
        if (seen === null) return insert.run(name, holder).changes > 0;
        return take.run(holder, name, seen.holder, seen.beat).changes > 0;
      }),
    renew: (holder) => executor.run('leases.renew', () => renew.all(holder).map(({ name }) => name)),
    release: (name, holder) => executor.run('leases.release', () => void release.run(name, holder)),
  };
}
