/** A machine with a database of either kind. */
import type { DatabaseKind } from '../../db/index.js';
import type { Host } from './host.js';
import { PostgresHost } from './postgres-host.js';
import { SqliteHost } from './sqlite-host.js';
import type { VirtualTime } from './virtual-time.js';

export function createHost(kind: DatabaseKind, time: VirtualTime): Promise<Host> {
  return kind === 'postgres' ? PostgresHost.create(time) : Promise.resolve(new SqliteHost());
}
