/** Runs a suite of contract tests against every adapter of the store ports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../core/ports.js';
import { type CommitFacts, createSqliteStore, migrate } from '../../db/index.js';

/** A fresh database, and the ways into it. */
export interface Stage {
  store: Store;
  /** What was committed through `store`, in order. */
  commits: CommitFacts[];
  /** Another connection to the same database, as another process has; closed with the stage. */
  open(): Promise<Store>;
  /** Where the database is, for tests of the adapter itself. */
  path: string;
  /** The time that the store takes for its own upkeep. */
  setNow(ms: number): void;
  close(): Promise<void>;
}

interface Adapter {
  name: string;
  stage(): Promise<Stage>;
}

export const START_MS = Date.UTC(2026, 0, 15, 12);
/** The day of `START_MS` in UTC. */
export const START_DAY = START_MS / 86_400_000 - 0.5;

export async function sqliteStage(): Promise<Stage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  const file = path.join(folder, 'service.db');
  migrate(file);
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const commits: CommitFacts[] = [];
  const stores: Store[] = [];
  const open = async (onCommit?: (commit: CommitFacts) => void): Promise<Store> => {
    const store = await createSqliteStore({
      path: file,
      clock,
      ...(onCommit === undefined ? {} : { onCommit }),
    });
    stores.push(store);
    return store;
  };
  return {
    store: await open((commit) => commits.push(commit)),
    commits,
    open: () => open(),
    path: file,
    setNow: (ms) => {
      nowMs = ms;
    },
    close: async () => {
      for (const store of stores) await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

const adapters: readonly Adapter[] = [{ name: 'SQLite', stage: sqliteStage }];

/** @param suite is given a function that answers the stage of the test at hand */
export function contract(port: string, suite: (stage: () => Stage) => void): void {
  describe.each(adapters)(`${port} over $name`, (adapter) => {
    let stage: Stage | undefined;
    beforeEach(async () => {
      stage = await adapter.stage();
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
