/**
 * Random bodies of /orders: right ones, and mutations of them. Never a fault of ours, and never half an order: a refused
 * request leaves the orders as they were. FUZZ_CASES sets how many.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmulator, openStage, type Emulator, type Stage } from '../cases/stage.js';

const cases = Number(process.env['FUZZ_CASES'] ?? 300);
const owner = { accountId: 501, firstName: 'Ada', username: 'ada', language: 'en' };
const LINKS = 40;

const flag = fc.constantFrom<unknown>(0, 1, '0', '1', true, false);
const level = fc.integer({ min: 0, max: 5 });
const languages = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 5 })));
const targeting = fc.record(
  {
    gender: fc.constantFrom('male', 'female', 'all', null),
    only_premium: fc.constantFrom(0, 1, 2),
    languages,
    cities: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    devicestype: fc.subarray(['mobile', 'desktop']),
    ages: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
    has_photo: flag,
    has_fake_check: flag,
    old_account: level,
    gifts: level,
    rating: level,
  },
  { requiredKeys: [] },
);
const schedule = fc.record(
  {
    start_datetime: fc.constantFrom(null, '2030-01-31 12:00:00'),
    start_time: fc.constantFrom(null, '09:00', '23:59:59'),
    end_time: fc.constantFrom(null, '00:00', '18:30'),
    excluded_days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
  },
  { requiredKeys: [] },
);
const fields = {
  link: fc.integer({ min: 1, max: LINKS }).map((number) => `https://example.com/page-${String(number)}`),
  ads_type: fc.constantFrom('resource', 'resource', 'channel', 'bot'),
  quantity_all: fc.integer({ min: 10, max: 10_000_000 }),
  name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  is_on: flag,
  quantity_day: fc.integer({ min: 1, max: 1_000 }),
  price: fc.integer({ min: 500_000, max: 9_000_000 }).map((micros) => micros / 1e6),
  price_premium: fc.integer({ min: 1_000_000, max: 9_000_000 }).map((micros) => micros / 1e6),
  is_lite: flag,
  sub_speed: fc.integer({ min: 0, max: 100 }),
  places: fc.constantFrom(0, 1, 2),
  priority: flag,
  is_free: flag,
  user_parameters: targeting,
  order_schedule: schedule,
};
const needed: ('link' | 'ads_type' | 'quantity_all')[] = ['link', 'ads_type', 'quantity_all'];
const id = fc.integer({ min: 1, max: 60 });
const right = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(fields, { requiredKeys: needed }).map((body) => ({ action: 'create', ...body })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(id, fc.record({ ...fields, in_archive: flag }, { requiredKeys: [] }))
      .map(([order_id, body]) => ({ action: 'update', order_id, ...body })),
  },
  { weight: 1, arbitrary: id.map((order_id) => ({ action: 'info', order_id })) },
  { weight: 1, arbitrary: id.map((order_id) => ({ action: 'duplicate', order_id })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ offset: id, limit: id, search_query: fc.string(), status: fc.constantFrom('active', 'x') })
      .map((body) => ({ action: 'list', ...body })),
  },
  { weight: 1, arbitrary: id.map((order_id) => ({ action: 'report', order_id })) },
  { weight: 1, arbitrary: fc.string().map((task_id) => ({ action: 'check_report', task_id })) },
  { weight: 1, arbitrary: id.map((order_id) => ({ action: 'download_id', order_id })) },
);

const junk = fc.oneof(
  fc.anything({ maxDepth: 2, withBigInt: false }),
  fc.constantFrom<unknown>('', ' ', '\u0000', '\ud800', -0, -1, 1e308, 2 ** 53, '9'.repeat(400), '__proto__'),
  fc.constantFrom<unknown>([null], [[]], {}, ['1', ''], 'NaN', '0x10', '1e3', "'; DROP TABLE orders; --"),
);
/** Puts junk in the place of a field, at the top or one level below. */
const mutated = fc.tuple(right, fc.nat(), fc.nat(), junk).map(([body, at, inner, value]) => {
  const copy: Record<string, unknown> = structuredClone(body);
  const name = Object.keys(copy)[at % Object.keys(copy).length] ?? 'action';
  const group = copy[name];
  const inside = typeof group === 'object' && group !== null ? { ...group } : {};
  const innerNames = Object.keys(inside);
  const innerName = innerNames[inner % Math.max(1, innerNames.length)];
  if (innerName === undefined) return { ...copy, [name]: value };
  return { ...copy, [name]: { ...inside, [innerName]: value } };
});
const body = fc.oneof(
  { weight: 2, arbitrary: right },
  { weight: 3, arbitrary: mutated },
  { weight: 1, arbitrary: junk },
);

const writing = new Set(['create', 'update', 'duplicate']);

describe('/orders under random bodies', () => {
  let emulator: Emulator;
  let stage: Stage;
  let key: string;
  beforeAll(async () => {
    emulator = await openEmulator();
    stage = await openStage(emulator);
    await stage.service.accounts.open(owner);
    key = await stage.service.accounts.revealKey(owner.accountId, 'access');
  });
  afterAll(async () => {
    await stage.close();
    await emulator.close();
  });

  const post = async (text: string) => {
    const headers = { 'Content-Type': 'application/json', Auth: key };
    const response = await fetch(`${stage.url}/orders`, { method: 'POST', headers, body: text });
    return { http: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** All orders as their owner sees them, read through the service and not through what is tested. */
  const orders = async (): Promise<string> => {
    const all = { search: '', offset: 0, limit: 100, status: null };
    const parts = await Promise.all(
      [false, true].map((inArchive) => stage.store.orders.list(owner.accountId, { ...all, inArchive })),
    );
    const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    return JSON.stringify(parts, plain);
  };

  it(
    `${String(cases)} of them: no fault of ours, no half-stored order`,
    async () => {
      const seen = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(body, async (value) => {
          const before = await orders();
          const answer = await post(value === undefined ? '' : JSON.stringify(value));
          seen.set(answer.http, (seen.get(answer.http) ?? 0) + 1);
          expect([200, 400, 403, 409, 422, 429]).toContain(answer.http);
          expect(answer.body).toMatchObject({ code: answer.http, message: expect.any(String) as unknown });
          const action = (value as { action?: unknown } | null)?.action;
          if (answer.http !== 200 || !writing.has(String(action))) expect(await orders()).toBe(before);
          else await expectWhole(answer.body);
        }),
        { numRuns: cases, endOnFailure: false },
      );
      expect(seen.get(200) ?? 0, 'bodies that are right must get through').toBeGreaterThan(cases / 20);
      expect(seen.get(422) ?? 0, 'bodies that are wrong must be refused').toBeGreaterThan(cases / 20);
    },
    60_000 + cases * 100,
  );

  /** What was stored reads back whole, with a price that follows from its coefficients. */
  async function expectWhole(answer: Record<string, unknown>): Promise<void> {
    const { order_id } = answer['response'] as { order_id: number };
    const read = await post(JSON.stringify({ action: 'info', order_id }));
    expect(read.http).toBe(200);
    const order = read.body['response'] as {
      old_price: number;
      real_price: number;
      coefficients: Record<string, number>;
      quantity_all: number;
      remains: number;
    };
    const { total = 0, ...each } = order.coefficients;
    expect(Object.values(each).reduce((product, one) => product * one, 1)).toBeCloseTo(total, 9);
    expect(order.real_price).toBeCloseTo(order.old_price * total, 5);
    expect(order.remains).toBe(order.quantity_all);
  }
});
