/**
 * Counts that are added up in memory and written behind the work that made them, so that they cost no commit of their own.
 * What is gathered when the process dies is lost: these are figures, not promises.
 */
import type { Work } from './statement.js';

export interface WriteBehind<Count> {
  /** The count under this key, to be added to at once; made when there is none. Not to be kept. */
  of(key: string): Count;
  /** The counts under this key that are not written yet: what is being gathered, and what is being written. */
  peek(key: string): readonly Count[];
  /** Writes what is gathered. */
  flush(): Promise<void>;
}

export interface WriteBehindParts<Count> {
  name: string;
  make: (key: string) => Count;
  /**
   * Writes the counts; may be done again. They come in the order of their keys; where they touch rows that others touch
   * too, see to the order of locks.
   */
  write: (counts: readonly Count[]) => Work<unknown>;
  /** Of SQLite: how long counts are gathered at least, where one commit follows another. */
  restMs: number;
  /** They are written after this long at the latest; default `LATEST_MS`. */
  latestMs?: number;
}

/** The default delay before they are written. */
export const LATEST_MS = 500;

/** @returns the counts in the order of their keys */
export function inOrder<Count>(writeBehind: ReadonlyMap<string, Count>): Count[] {
  return [...writeBehind].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}

export type CreateWriteBehind = <Count>(parts: WriteBehindParts<Count>) => WriteBehind<Count>;
