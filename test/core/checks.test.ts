/** The daily check as the service makes it: once a day, stored, and told to the operator in words. */
import { expect, it } from 'vitest';
import type { Log, Store } from '../../core/ports.js';
import { createChecks, sayDifference } from '../../core/checks/index.js';
import { openEmulator, openStage } from '../cases/stage.js';
import { sqlOver } from '../support/database.js';

it('is made once a day, says what differs, and a check by hand replaces its outcome', async () => {
  const emulator = await openEmulator();
  const { service, store, settings, clock, close } = await openStage(emulator);
  const told: [level: string, message: string, facts: Record<string, unknown>][] = [];
  const tell = (level: string) => (facts: Record<string, unknown>, message: string) => {
    told.push([level, message, facts]);
  };
  const log: Log = { info: tell('info'), warn: tell('warn'), error: tell('error') };
  const checks = createChecks({ store, clock, log, settings });
  clock.setTo(Date.UTC(2026, 2, 1, 9));
  await service.accounts.open({ accountId: 5, firstName: 'Ada', username: 'ada', language: 'en' });
  await service.wallet.credit(5, 7n, { reference: 'r', note: '', bookedBy: null });

  expect(await checks.step()).toBe(true);
  expect((await checks.last())?.outcome).toMatchObject({ differing: 0, entries: 1 });
  expect(await checks.step()).toBe(true);
  expect(told.map(([level, message]) => `${level}: ${message}`)).toEqual([
    'info: the daily check found everything in order',
  ]);

  await sqlOver(settings.DATABASE_URL, "UPDATE ledger_accounts SET balance_micros = 9 WHERE kind = 'wallet'");
  clock.pass(86_400_000);
  await checks.step();
  expect((await checks.last())?.outcome.differing).toBe(2);
  const [level, message, facts] = told.at(-1) ?? [];
  expect([level, message]).toEqual(['error', 'the daily check found differences']);
  expect(facts?.['day']).toBe('2026-03-02');
  expect(facts?.['differences']).toEqual([
    expect.stringMatching(/^account of ledger account \d+: expected 7, found 9$/),
    'balances: expected 0, found 2',
  ]);

  await sqlOver(settings.DATABASE_URL, "UPDATE ledger_accounts SET balance_micros = 7 WHERE kind = 'wallet'");
  await checks.run();
  expect((await checks.last())?.outcome.differing).toBe(0);
  await close();
  await emulator.close();
});

it('looks at everything once a week, and takes up what a process left that died', async () => {
  const emulator = await openEmulator();
  const { service, store, settings, clock, close } = await openStage(emulator);
  const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let slices = 0;
  const advance: Store['checks']['advance'] = (pass) => {
    slices += 1;
    return store.checks.advance(pass, 0);
  };
  const slow = { ...store, checks: { ...store.checks, advance } };
  const [first, second] = [slow, slow].map((of) => createChecks({ store: of, clock, log, settings }));
  clock.setTo(Date.UTC(2026, 2, 1, 9));
  await service.accounts.open({ accountId: 5, firstName: 'Ada', username: 'ada', language: 'en' });
  await service.wallet.credit(5, 7n, { reference: 'r', note: '', bookedBy: null });

  // The first of all: entries, accounts, what is reserved, orders, bots, unpaid joins.
  expect([await first?.step(), await first?.step()]).toEqual([false, false]);
  expect(await second?.step()).toBe(true);
  expect(slices).toBe(2);
  expect(await store.checks.last()).toBeNull();
  clock.pass(600_000);
  while ((await second?.step()) === false);
  expect(slices).toBe(6);
  const fullDay = Date.UTC(2026, 2, 1) / 86_400_000;
  expect((await store.checks.last())?.outcome).toMatchObject({ fullDay, differing: 0, entries: 1 });
  expect(await store.checks.full()).toBeNull();

  await sqlOver(
    settings.DATABASE_URL,
    "INSERT INTO unpaid_days (order_id, day, bot_id, reason, joins) VALUES (3, 1, 4, 'no_contact', 2)",
  );
  const found: [ofDay: number, fullDay: number | null, differing: number][] = [];
  for (let day = 1; day <= 8; day++) {
    clock.pass(86_400_000);
    while ((await first?.step()) === false);
    const last = await store.checks.last();
    found.push([(last?.day ?? 0) - fullDay, last?.outcome.fullDay ?? null, last?.outcome.differing ?? 0]);
  }
  expect(found).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((day) => [day, fullDay, 0]),
    ...[7, 8].map((day) => [day, fullDay + 7, 1]),
  ]);
  await close();
  await emulator.close();
});

it('goes on by the clock that was set right after one that was ahead', async () => {
  const emulator = await openEmulator();
  const { service, store, settings, clock, close } = await openStage(emulator);
  const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const checks = createChecks({ store, clock, log, settings });
  const today = Date.UTC(2026, 2, 1) / 86_400_000;
  const check = async () => {
    while (!(await checks.step()));
    return checks.last();
  };
  clock.setTo(Date.UTC(2026, 2, 1, 9));
  await service.accounts.open({ accountId: 5, firstName: 'Ada', username: 'ada', language: 'en' });
  expect(await check()).toMatchObject({ day: today });
  clock.pass(40 * 86_400_000);
  expect(await check()).toMatchObject({ day: today + 40 });

  clock.setTo(Date.UTC(2026, 2, 1, 10));
  const full = { fullDay: today, checked: { day: today - 1 } };
  expect(await check()).toMatchObject({ day: today, outcome: full });
  clock.pass(2 * 86_400_000);
  expect(await check()).toMatchObject({
    day: today + 2,
    outcome: { fullDay: today, checked: { day: today + 1 } },
  });
  await close();
  await emulator.close();
});

it('names what differs by its ids and its day', () => {
  const place = { orderId: 12, botId: 7, day: 20_468 };
  expect(sayDifference({ subject: 'pair_day_paid', place, expected: 2_000_000n, found: 0n })).toBe(
    'pair_day_paid of order 12, bot 7, day 2026-01-15: expected 2000000, found 0',
  );
});
