/** Versions of what processes remember: each moves, in the work that changes it, for every process to see. */
import type { AsOf } from '../../core/ports/as-of.js';
import type { VersionName, Versions } from '../work/versions.js';
import type { InvalidationLog } from './invalidation-log.js';

/** More than a version ever moves. */
const VERSIONS_MAX = 2 ** 32;

/** A version with the takeovers that were seen, as one number that grows with both. */
export interface SeenVersion {
  takeovers: number;
  value: number;
}

export function seenVersion(number: number): SeenVersion {
  return { takeovers: Math.floor(number / VERSIONS_MAX), value: number % VERSIONS_MAX };
}

export function createVersions(log: InvalidationLog): Versions {
  return {
    ask: async (name: VersionName, asOf?: AsOf) => {
      const { versions, takeovers } = await log.look(asOf);
      return takeovers * VERSIONS_MAX + (versions.get(name) ?? 0);
    },
  };
}
