import type { Lease, LeaseStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';

export function createLeaseStore({ connection, executor }: Parts): LeaseStore {
  const byName = connection.prepare<[string], Lease>('SELECT holder, beat FROM leases WHERE name = ?');
  const insert = connection.prepare<[string, string]>(
    'INSERT INTO leases (name, holder, beat) VALUES (?, ?, 1) ON CONFLICT (name) DO NOTHING',
  );
  const take = connection.prepare<[string, string, string, number]>(
    'UPDATE leases SET holder = ?, beat = beat + 1 WHERE name = ? AND holder = ? AND beat = ?',
  );
  const renew = connection.prepare<[string, string]>(
    'UPDATE leases SET beat = beat + 1 WHERE name = ? AND holder = ?',
  );
  const release = connection.prepare<[string, string]>('DELETE FROM leases WHERE name = ? AND holder = ?');
  return {
    read: async (name) => (await executor.ask(() => byName.get(name))) ?? null,
    take: (name, holder, seen) =>
      executor.run('leases.take', () => {
        if (seen === null) return insert.run(name, holder).changes > 0;
        return take.run(holder, name, seen.holder, seen.beat).changes > 0;
      }),
    renew: (name, holder) => executor.run('leases.renew', () => renew.run(name, holder).changes > 0),
    release: (name, holder) => executor.run('leases.release', () => void release.run(name, holder)),
  };
}
