/** Imports as work that waits, their items, and the history that they brought. */
import { expect, test } from 'vitest';
import { contract, START_MS } from './run.js';

const ADA = 501;
const LEASE_MS = 1_000;
const wanted = { accountId: ADA, address: 'https://there.example.org', keysCipher: 'sealed', isReal: true };
const bot = { key: 'bot 1', what: 'bot', name: 'one_bot', outcome: 'comes', note: null } as const;

contract('imports', (stage) => {
  test('one is under way at a time, and the next takes the place of the last with its items', async () => {
    const { imports } = stage().store;
    expect(await imports.last(ADA)).toBeNull();
    expect(await imports.begin(wanted, START_MS)).toBe(true);
    expect(await imports.begin(wanted, START_MS + 1)).toBe(false);
    const [claimed] = await imports.claim('one', 1, LEASE_MS, START_MS);
    expect(claimed).toMatchObject({ ...wanted, attempts: 1, endedAtMs: null });
    expect(await imports.claim('two', 1, LEASE_MS, START_MS + LEASE_MS - 1)).toEqual([]);
    const untilMs = START_MS + 5 * LEASE_MS;
    const of = { accountId: ADA, worker: 'one' };
    expect(await imports.note(of, { ...bot, position: 0 }, untilMs, START_MS)).toBe(true);
    expect(await imports.claim('two', 1, LEASE_MS, untilMs - 1), 'a note holds the lease').toEqual([]);
    const [taken] = await imports.claim('two', 1, LEASE_MS, untilMs);
    expect(taken).toMatchObject({ attempts: 2 });
    expect(await imports.note(of, { ...bot, position: 0 }, untilMs, START_MS)).toBe(false);
    const again = { ...bot, outcome: 'is here', position: 0 } as const;
    expect(await imports.note({ ...of, worker: 'two' }, again, untilMs, START_MS)).toBe(true);
    expect(await imports.items(ADA, { offset: 0, limit: 10 }), 'what came').toEqual([bot]);
    expect(await imports.outcomes(ADA)).toEqual([{ outcome: 'comes', count: 1 }]);
    await imports.end(of, '{}', untilMs);
    expect(await imports.last(ADA), 'another has it by now').toMatchObject({ endedAtMs: null });
    await imports.end({ ...of, worker: 'two' }, '{}', untilMs);
    expect(await imports.last(ADA)).toMatchObject({ keysCipher: null, endedAtMs: untilMs, fault: '{}' });
    expect(await imports.claim('two', 1, LEASE_MS, untilMs + LEASE_MS)).toEqual([]);
    expect(await imports.begin({ ...wanted, isReal: false }, untilMs)).toBe(true);
    expect(await imports.last(ADA)).toMatchObject({
      isReal: false,
      endedAtMs: null,
      fault: null,
      attempts: 0,
    });
    expect(await imports.items(ADA, { offset: 0, limit: 10 })).toEqual([]);
  });

  test('history is replaced by subject, source and range, and read by range', async () => {
    const { imports } = stage().store;
    const [all, one] = [null, 7].map((id) => ({ accountId: ADA, side: 'orders', id }) as const);
    const day = (number: number, subscribers: number) => ({
      day: number,
      subscribers,
      valueMicros: 2_500_000n,
    });
    if (all === undefined || one === undefined) throw new Error('two subjects');
    await imports.replaceDays(all, 'b.example', { fromDay: 1, toDay: 9 }, [day(1, 1), day(5, 5), day(9, 9)]);
    await imports.replaceDays(all, 'a.example', { fromDay: 1, toDay: 9 }, [day(5, 50)]);
    await imports.replaceDays(one, 'a.example', { fromDay: 1, toDay: 9 }, [day(5, 3)]);
    await imports.replaceDays(all, 'b.example', { fromDay: 2, toDay: 8 }, [day(6, 6)]);
    const of = (source: string, each: object) => ({ source, ...each });
    expect(await imports.days(all, { fromDay: 1, toDay: 8 })).toEqual([
      of('a.example', day(5, 50)),
      of('b.example', day(1, 1)),
      of('b.example', day(6, 6)),
    ]);
    expect(await imports.days(one, { fromDay: 0, toDay: 99 })).toEqual([of('a.example', day(5, 3))]);
    expect(await imports.days({ ...one, side: 'bots' }, { fromDay: 0, toDay: 99 })).toEqual([]);
    expect(await imports.sources(ADA)).toEqual(['a.example', 'b.example']);
    expect(await imports.sources(ADA + 1)).toEqual([]);
  });
});
