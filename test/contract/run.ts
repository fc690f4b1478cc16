/** Runs a suite of contract tests against the adapter of the store ports that this run is about (see `database.ts`). */
import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../core/ports.js';
import { type CommitFacts, openStore } from '../../db/index.js';
import { createDatabase, reaching, storeKind, type TestDatabase } from '../support/database.js';

/** A fresh database, and the ways into it. */
export interface Stage extends Pick<TestDatabase, 'url' | 'sql' | 'damage'> {
  store: Store;
  /** What was committed through `store`, in order. */
  commits: CommitFacts[];
  /** Another connection to the same database, as another process has; closed with the stage. */
  open(): Promise<Store>;
  /** The time that the store takes for its own maintenance. */
  setNow(ms: number): void;
  close(): Promise<void>;
}

/** Of a stage over SQLite: where its file is, for tests of the adapter itself. */
export interface SqliteStage extends Stage {
  path: string;
}

export const START_MS = Date.UTC(2026, 0, 15, 12);
/** The day of `START_MS` in UTC. */
export const START_DAY = START_MS / 86_400_000 - 0.5;

export async function openStage(kind = storeKind): Promise<Stage> {
  const database = await createDatabase({ kind });
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const commits: CommitFacts[] = [];
  const stores: Store[] = [];
  const open = async (onCommit?: (commit: CommitFacts) => void): Promise<Store> => {
    const watching = onCommit === undefined ? {} : { onCommit };
    const store = await openStore(reaching(database.url), { clock, ...watching });
    stores.push(store);
    return store;
  };
  return {
    store: await open((commit) => commits.push(commit)),
    commits,
    open: () => open(),
    url: database.url,
    sql: database.sql,
    damage: database.damage,
    setNow: (ms) => {
      nowMs = ms;
    },
    close: async () => {
      for (const store of stores) await store.close();
      await database.drop();
    },
  };
}

export async function sqliteStage(): Promise<SqliteStage> {
  const stage = await openStage('sqlite');
  return { ...stage, path: stage.url.slice('file:'.length) };
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** @param suite is given a function that answers the stage of the test at hand */
export function contract(port: string, suite: (stage: () => Stage) => void): void {
  describe(`${port} over ${names[storeKind]}`, () => {
    let stage: Stage | undefined;
    beforeEach(async () => {
      stage = await openStage();
    });
    afterEach(async () => {
      await stage?.close();
      stage = undefined;
    });
    suite(() => {
      if (stage === undefined) throw new Error('there is a stage within a test only');
      return stage;
    });
  });
}
