/** Settlements by result and contacts by answer, counted as they pass a real store; each result is explained to the operator. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics, watched } from '../../core/adapters/metrics/index.js';
import { unpaidReasons } from '../../core/terms/index.js';
import type { Store } from '../../core/ports.js';
import { BOT, populate, requestRecord, settle, show } from '../contract/makers.js';
import { openStage, type Stage, START_MS } from '../contract/run.js';
import { parseSamples, sumOf } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('a request that is watched waits no longer for the lock of SQLite’s file than one that is not', async () => {
  const waits: unknown[] = [];
  const { store } = stage;
  const record: Store['sponsors']['record'] = (...what) => {
    waits.push(what[2]);
    return store.sponsors.record(...what);
  };
  const seen = watched(createMetrics('bot'), { ...store, sponsors: { ...store.sponsors, record } });
  await seen.sponsors.record(99, requestRecord({ botId: BOT, nowMs: START_MS }), 12_345);
  expect(waits).toEqual([12_345]);
});

it('a block that is watched counts for the test that it was shown in', async () => {
  const given: unknown[] = [];
  const { store } = stage;
  const fulfilled: Store['blocks']['fulfilled'] = (...what) => {
    given.push(what[3]);
    return Promise.resolve();
  };
  const seen = watched(createMetrics('bot'), { ...store, blocks: { ...store.blocks, fulfilled } });
  const claimed = { botId: BOT, userId: 1, chatId: 1, content: null, revision: 1, shown: null, attempts: 1 };
  const tested = { test: 1, variant: 'b' } as const;
  await seen.blocks.fulfilled({ ...claimed, queuedAtMs: START_MS }, null, START_MS, tested);
  expect(given).toEqual([tested]);
});

it('counts who is paid for, why nobody pays for the others, and what the platform says of contacts', async () => {
  const metrics = createMetrics('api');
  const store: Store = watched(metrics, stage.store);
  const { orderId } = await populate(store);
  await show(store, 1, orderId);
  await settle(store, orderId, 1);
  for (const [index, reason] of unpaidReasons.entries()) {
    const decide = () => ({ kind: 'free', state: 'notgetted', reason, botId: BOT }) as const;
    await settle(store, orderId, 10 + index, { decide });
  }
  await settle(store, orderId, 30, { decide: () => ({ kind: 'none' }) });
  const contact = (userId: number) => ({ botId: BOT, userId, chatId: userId });
  await store.contacts.answer(contact(1), 'yes', START_MS);
  await store.contacts.answer(contact(2), 'no', START_MS);
  await store.contacts.answer(contact(3), 'no', START_MS);
  await store.contacts.retry(contact(4), START_MS + 1_000);

  const samples = parseSamples(await metrics.registry.metrics());
  const settled = (result: string) => sumOf(samples, 'sponsorgate_settlements_total', { result });
  for (const result of ['counted', ...unpaidReasons]) expect(settled(result), result).toBe(1);
  expect(sumOf(samples, 'sponsorgate_settlements_total')).toBe(unpaidReasons.length + 1);
  const told = (answer: string) => sumOf(samples, 'sponsorgate_contacts_total', { answer });
  expect([told('yes'), told('no'), told('unknown')]).toEqual([1, 2, 1]);
});

it('docs/operating.md names each result', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const results = ['counted', 'waits', ...unpaidReasons];
  expect(results.filter((result) => !page.includes(`\`${result}\``))).toEqual([]);
});
