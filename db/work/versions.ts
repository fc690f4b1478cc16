/** Versions of what processes remember: each moves, in the work that changes it, for every process to see. */
import type { AsOf } from '../../core/ports/as-of.js';
import { mark, statement } from './statement.js';

export type VersionName = 'catalog' | 'keys' | 'bots' | 'exclusions';

export interface Versions {
  /** @returns what asks for the version now, of every process */
  of(name: VersionName): (asOf?: AsOf) => Promise<number>;
}

/** Topic of a mark: a version has moved. */
export const VERSIONS = 'versions';

const move = statement<[VersionName], { value: number }>(
  'UPDATE versions SET value = value + 1 WHERE name = $1 RETURNING value',
);

/** Moves a version; returns the new one. Others that move it wait until this work ends: it comes last. */
export function* bumpVersion(name: VersionName) {
  yield* mark(VERSIONS);
  return (yield* move.get(name))?.value ?? 0;
}
