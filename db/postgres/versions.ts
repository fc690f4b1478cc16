/** Versions of what processes remember: each moves, in the work that changes it, for every process to see. */
import type { Versions } from '../work/versions.js';
import type { InvalidationLog } from './invalidation-log.js';

export function createVersions(log: InvalidationLog): Versions {
  return { ask: async (name, asOf) => (await log.look(asOf)).versions.get(name) ?? 0 };
}
