/** Versions of what processes remember: each moves, in the deed that changes it, for every process to see. */
import type { Deeds } from './deeds.js';
import { statement, type Transaction } from './statement.js';

export type VersionName = 'catalog' | 'keys' | 'bots' | 'exclusions';

export interface Versions {
  /** The version now, of every process; callers at the same time share a read. */
  ask(name: VersionName): Promise<number>;
  /** The version, as a deed sees it. */
  read(transaction: Transaction, name: VersionName): Promise<number>;
  /**
   * Moves a version, inside a deed; answers the new one. Others that move it wait until this deed ends: it comes last.
   */
  bump(transaction: Transaction, name: VersionName): Promise<number>;
}

type Row = { name: VersionName; value: number };

const all = statement<[], Row>('SELECT name, value FROM versions');
const one = statement<[string], Row>('SELECT name, value FROM versions WHERE name = $1');
const move = statement<[string], { value: number }>(
  'UPDATE versions SET value = value + 1 WHERE name = $1 RETURNING value',
);

export function createVersions(deeds: Deeds): Versions {
  let underWay: Promise<ReadonlyMap<VersionName, number>> | null = null;
  let next: Promise<ReadonlyMap<VersionName, number>> | null = null;

  const readAll = async () => {
    const rows = await deeds.askOnce((transaction) => all.all(transaction));
    return new Map(rows.map(({ name, value }) => [name, value]));
  };

  /**
   * One read is under way at a time, and whoever asks meanwhile shares the one after it. It is started after all of them
   * have asked: none hears of a moment before it asked.
   */
  const readNext = async () => {
    await underWay?.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    next = null;
    underWay = readAll();
    return underWay;
  };

  return {
    ask: async (name) => {
      next ??= readNext();
      return (await next).get(name) ?? 0;
    },
    read: async (transaction, name) => (await one.get(transaction, name))?.value ?? 0,
    bump: async (transaction, name) => (await move.get(transaction, name))?.value ?? 0,
  };
}
