/** How commands are grouped, kept apart, and answered. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, openConnection } from '../../db/sqlite/connection.js';
import { createExecutor, type Executor } from '../../db/sqlite/executor.js';
import type { CommitFacts } from '../../db/store-options.js';

let folder: string;
let file: string;
let connection: Connection;
let executor: Executor;
let commits: CommitFacts[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'executor-'));
  file = path.join(folder, 'test.db');
  const database = new Database(file);
  database.exec('CREATE TABLE things (name TEXT PRIMARY KEY, size BLOB)');
  database.close();
  connection = openConnection(file);
  executor = createExecutor(connection);
  commits = [];
  executor.afterCommit((facts) => commits.push(facts));
});

afterEach(async () => {
  vi.useRealTimers();
  await executor.close();
  connection.close();
  await rm(folder, { recursive: true });
});

const add = (name: string, bytes = 1) =>
  connection
    .prepare<[string, number]>('INSERT INTO things (name, size) VALUES (?, zeroblob(?))')
    .run(name, bytes);
const names = () =>
  connection
    .prepare<[], { name: string }>('SELECT name FROM things ORDER BY name')
    .all()
    .map((row) => row.name);
const inOther = <T>(use: (other: Database.Database) => T): T => {
  const other = new Database(file, { timeout: 0 });
  try {
    return use(other);
  } finally {
    other.close();
  }
};
const synchronous = () => connection.pragma('synchronous');

test('commands of one turn are one commit, and a lone one waits for nobody', async () => {
  await Promise.all(['a', 'b', 'c'].map((name) => executor.run(name, () => add(name))));
  expect(commits.map((commit) => commit.names)).toEqual([['a', 'b', 'c']]);
  let isDone = false;
  const lone = executor
    .run('d', () => add('d'))
    .then(() => {
      isDone = true;
    });
  await turn();
  await lone;
  expect(isDone).toBe(true);
  expect(commits).toHaveLength(2);
});

test('what comes a turn later is in the same commit, and two turns later in the next', async () => {
  const works = [executor.run('a', () => add('a'))];
  await turn();
  works.push(executor.run('b', () => add('b')));
  await turn();
  works.push(executor.run('c', () => add('c')));
  await Promise.all(works);
  expect(commits.map((commit) => commit.names)).toEqual([['a', 'b'], ['c']]);
});

test('a command is answered after its commit, which others see then', async () => {
  await executor.run('a', () => add('a'));
  expect(inOther((other) => other.prepare('SELECT count(*) AS n FROM things').get())).toEqual({ n: 1 });
});

test('a command that fails is rejected alone, and leaves nothing behind', async () => {
  const made = await Promise.allSettled([
    executor.run('a', () => add('a')),
    executor.run('bad', () => {
      add('half');
      throw new Error('no');
    }),
    executor.run('twice', () => {
      add('other half');
      add('a');
    }),
    executor.run('b', () => add('b')),
  ]);
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(made[1]).toMatchObject({ reason: { message: 'no' } });
  expect(names()).toEqual(['a', 'b']);
  expect(commits).toHaveLength(1);
});

test('neighbours of a command that fails are done again, even when another process writes first', async () => {
  let runs = 0;
  const works = Promise.allSettled([
    executor.run('a', () => {
      runs += 1;
      return add('a');
    }),
    executor.run('bad', () => {
      throw new Error('no');
    }),
  ]);
  await turn();
  await turn();
  expect([runs, commits.length]).toEqual([1, 0]);
  inOther((other) => other.prepare("INSERT INTO things VALUES ('theirs', NULL)").run());
  expect((await works).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect([runs, commits.length]).toEqual([2, 1]);
  expect(names()).toEqual(['a', 'theirs']);
  await executor.run('b', () => (runs += 1));
  expect(runs).toBe(3);
});

test('a command must not wait for anything', async () => {
  const late = executor.run('late', async () => {
    add('early');
    await turn();
  });
  await expect(late).rejects.toThrow(TypeError);
  expect(names()).toEqual([]);
});

test('a batch with a durable command is committed FULL, others NORMAL', async () => {
  const seen: unknown[] = [];
  const look = () => {
    seen.push(synchronous());
  };
  await executor.run('a', look);
  await Promise.all([executor.run('b', look), executor.run('c', look, { durable: true })]);
  await executor.run('d', look);
  const normal = [{ synchronous: 1 }];
  const full = [{ synchronous: 2 }];
  expect(seen).toEqual([normal, full, full, normal]);
  expect(commits.map((commit) => commit.isDurable)).toEqual([false, true, false]);
});

test('while another process holds the lock the event loop goes on, and then the command is done', async () => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  let turns = 0;
  const waiting = executor.run('a', () => add('a'));
  for (; turns < 50; turns++) await turn();
  expect(commits).toEqual([]);
  other.exec('COMMIT');
  other.close();
  await waiting;
  expect(names()).toEqual(['a']);
});

test('commands that come while the lock is waited for are committed along with the first', async () => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  const first = executor.run('a', () => add('a'));
  await turn();
  const second = executor.run('b', () => add('b'));
  await turn();
  other.exec('COMMIT');
  other.close();
  await Promise.all([first, second]);
  expect(commits.map((commit) => commit.names)).toEqual([['a', 'b']]);
});

test('a lock that is never given ends in a clear error, and the next command finds its way', async () => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  // The deadline of the lock goes by this clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const done = vi.fn();
  const told = expect(executor.run('a', () => add('a'))).rejects.toMatchObject({ kind: 'unavailable' });
  void told.then(done, done);
  let waitedMs = 0;
  for (; done.mock.calls.length === 0; waitedMs += 100) {
    expect(waitedMs).toBeLessThan(20_000);
    await vi.advanceTimersByTimeAsync(100);
    await turn();
  }
  await told;
  expect(waitedMs).toBeGreaterThan(1_000);
  vi.useRealTimers();
  other.exec('COMMIT');
  other.close();
  await executor.run('b', () => add('b'));
  expect(names()).toEqual(['b']);
});

test('a command that waits no longer is refused and not done, while others wait on for the lock', async () => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  const patient = executor.run('a', () => add('a'));
  const hasty = executor.run('b', () => add('b'), { waitsUntil: performance.now() + 20 });
  await expect(hasty).rejects.toMatchObject({
    kind: 'unavailable',
    message: /another process holds its lock/,
  });
  const late = executor.run('c', () => add('c'), { waitsUntil: performance.now() - 1 });
  await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
  other.exec('COMMIT');
  other.close();
  await patient;
  await executor.run('d', () => add('d'), { waitsUntil: performance.now() - 1 });
  expect(names()).toEqual(['a', 'd']);
});

test('a full disk rejects the whole batch with a clear error, and shows until a commit works again', async () => {
  await executor.run('a', () => add('a'));
  const pages = connection.pragma('page_count') as [{ page_count: number }];
  connection.pragma(`max_page_count = ${String(pages[0].page_count)}`);
  const made = await Promise.allSettled([
    executor.run('b', () => add('b')),
    executor.run('large', () => add('large', 1_000_000)),
    executor.run('c', () => add('c')),
  ]);
  for (const each of made) {
    expect(each).toMatchObject({
      status: 'rejected',
      reason: { kind: 'unavailable', message: /disk is full/ },
    });
  }
  expect(executor.fault()).toMatch(/disk is full/);
  expect(names()).toEqual(['a']);
  connection.pragma('max_page_count = 1000000');
  await executor.run('d', () => add('d'));
  expect(executor.fault()).toBeNull();
  expect(names()).toEqual(['a', 'd']);
});

test('a commit that fails rejects all that were in it', async () => {
  inOther((other) => {
    other.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    other.exec('CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)');
  });
  const orphan = connection.prepare('INSERT INTO children (id) VALUES (1)');
  const made = await Promise.allSettled([
    executor.run('a', () => add('a')),
    executor.run('orphan', () => orphan.run()),
  ]);
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(names()).toEqual([]);
  await executor.run('b', () => add('b'));
  expect(names()).toEqual(['b']);
});

test('batches are bounded, and in order', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 1_200 }, (_, index) => executor.run(String(index), () => void order.push(index))),
  );
  expect(order).toEqual(Array.from({ length: 1_200 }, (_, index) => index));
  expect(Math.max(...commits.map((commit) => commit.names.length))).toBeLessThanOrEqual(500);
  expect(commits.length).toBeGreaterThanOrEqual(3);
});

test('what is to go with each commit is kept until one works', async () => {
  let waiting = ['count 1'];
  executor.beforeCommit(() => {
    if (waiting.length === 0) return undefined;
    return () => {
      for (const name of waiting) add(name);
      return () => {
        waiting = [];
      };
    };
  });
  add('count 1');
  await executor.run('a', () => add('a'));
  expect(waiting, 'it failed, and took nobody with it').toEqual(['count 1']);
  connection.prepare("DELETE FROM things WHERE name = 'count 1'").run();
  await executor.run('b', () => add('b'));
  expect(waiting).toEqual([]);
  expect(names()).toEqual(['a', 'b', 'count 1']);
});

test('closing commits what waits, and refuses what comes later', async () => {
  const waiting = executor.run('a', () => add('a'));
  const closing = executor.close();
  await expect(executor.run('b', () => add('b'))).rejects.toMatchObject({ kind: 'unavailable' });
  await Promise.all([waiting, closing]);
  expect(names()).toEqual(['a']);
});

test('what is read in one event is read at one moment; the next event sees what others committed', async () => {
  const count = () => executor.ask(() => names().length);
  expect(await count()).toBe(0);
  // The test goes on in the very event in which it was answered.
  inOther((other) => other.exec(`INSERT INTO things VALUES ('theirs', NULL)`));
  expect(await count()).toBe(0);
  await turn();
  expect(await count()).toBe(1);
  // A command of ours is never held up by what was read before it.
  await Promise.all([count(), executor.run('ours', () => add('ours'))]);
  expect(await count()).toBe(2);
});
