/** What holds between processes, and when one dies. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADVERTISER, BALANCED, populate, PRICE, settle, show } from './makers.js';
import { sqliteStage, type SqliteStage, START_MS } from './run.js';

type Child = ChildProcessByStdio<null, Readable, null>;

let stage: SqliteStage;
let children: Child[];

beforeEach(async () => {
  stage = await sqliteStage();
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await stage.close();
});

function startWriter(what: string, first: number, count: number): { child: Child; lines: Interface } {
  const script = fileURLToPath(new URL('writer.ts', import.meta.url));
  const parameters = ['--import', 'tsx', script, stage.path, what, String(first), String(count)];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return { child, lines: createInterface(child.stdout) };
}

async function exitOf(child: Child): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}

test('two processes that write at once fail no caller, and lose nothing', async () => {
  const { store } = stage;
  const count = 300;
  const { orderId } = await populate(store, { quantityAll: 10_000 }, BigInt(10 * count) * PRICE);
  const writers = [startWriter('settlements', 1_001, count), startWriter('settlements', 2_001, count)];
  await Promise.all(writers.map(({ lines }) => once(lines, 'line')));
  const own = async (userId: number) => {
    await show(store, userId, orderId);
    await settle(store, orderId, userId);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => own(index + 1)));
  await Promise.all(writers.map(({ child }) => exitOf(child)));
  expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 3 * count });
  expect(await store.ledger.balance(ADVERTISER)).toMatchObject({
    availableMicros: BigInt(7 * count) * PRICE,
  });
  expect(await store.ledger.check()).toEqual(BALANCED);
}, 60_000);

test.each([1, 25, 120])(
  'a process killed after %i acknowledged writes has lost none of them',
  async (acknowledged) => {
    await populate(stage.store, {}, 0n);
    const { child, lines } = startWriter('deposits', 0, 5_000);
    const told: string[] = [];
    for await (const line of lines) {
      if (line !== 'ready') told.push(line);
      if (told.length === acknowledged) child.kill('SIGKILL');
    }
    if (child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(told.length).toBeGreaterThanOrEqual(acknowledged);

    const later = await stage.open();
    for (const index of told) {
      const booking = { reference: `payment:${index}`, note: '', bookedBy: null };
      const { kind } = await later.ledger.deposit(ADVERTISER, 1n, booking, START_MS);
      expect(kind, `deposit ${index}`).toBe('already');
    }
    const { availableMicros } = await later.ledger.balance(ADVERTISER);
    expect(availableMicros >= BigInt(told.length)).toBe(true);
    expect(await later.ledger.check()).toEqual(BALANCED);
  },
  60_000,
);
