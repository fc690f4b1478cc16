/** The file of subscriber ids, larger than one read of the store (`interface.md`, /orders download_id). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Emulator, openEmulator } from './stage.js';
import { addSubscribers } from '../support/many-subscribers.js';
import { openReportStage, type ReportStage } from '../support/report-stage.js';

/** A hundred pages of the store. */
const COUNT = 100_000;

let emulator: Emulator;
let reports: ReportStage;

beforeAll(async () => {
  emulator = await openEmulator();
  reports = await openReportStage(emulator);
}, 60_000);
afterAll(async () => {
  await reports.close();
  await emulator.close();
});

it(`${String(COUNT)} ids, each once and in the order they came, never many of them in memory`, async () => {
  const { stage, scene } = reports;
  const wanted = { action: 'create', link: 'https://example.org/many', ads_type: 'resource' };
  const created = await reports.orders({ ...wanted, quantity_all: 1_000_000 });
  const orderId = Number(created.response['order_id']);
  await addSubscribers(stage.settings.DATABASE_URL, orderId, 7_001, {
    count: COUNT,
    untilMs: stage.clock.now(),
    apartMs: 10,
  });
  const page = vi.spyOn(stage.store.subscriptions, 'page');
  const asked = await reports.orders({ action: 'download_id', order_id: orderId, time_range: 'all' });
  expect(asked.http).toBe(200);
  const url = `${stage.url}/orders/download_id/${String(asked.response['file_id'])}`;
  const file = await fetch(url, { headers: { Auth: String(scene.names.get('advertiser', 'access')) } });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-length'), 'nobody has counted its bytes before').toBeNull();
  const lines = (await file.text()).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(COUNT);
  expect(lines.every((line, index) => Number(line) === Number(lines[0]) + index)).toBe(true);
  const limits = page.mock.calls.map((call) => call[3]);
  expect(limits.length).toBeGreaterThan(COUNT / 2_000);
  expect(Math.max(...limits), 'rows that stand in memory at a time').toBeLessThanOrEqual(1_000);
}, 60_000);
