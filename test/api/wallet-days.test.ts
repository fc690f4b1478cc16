/** The wallet by day, what a day expands to, and the statement of a month. */
import readXlsxFile from 'read-excel-file/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../core/days.js';
import { parseMoney } from '../../core/money.js';
import { openApiStage, owner, type ApiStage } from './stage.js';

/** Half past midnight in Riga. */
const START_MS = Date.UTC(2050, 0, 20, 22, 30);
const DETAILS = 'Garden Ltd, Riga, LV 40001';
let stage: ApiStage;

beforeEach(async () => {
  stage = await openApiStage({
    OPERATOR_DETAILS: DETAILS,
    SUPPORT_CONTACT: '@garden',
    SERVICE_TIMEZONE: 'Europe/Riga',
    ADMIN_IDS: String(owner.accountId),
  });
  stage.clock.setTo(START_MS);
});
afterEach(() => stage.close());

const after = (days: number) => new Date(START_MS + (days + 1) * DAY_MS).toISOString().slice(0, 10);
const wallet = async (body: object) => {
  const { http, body: answered } = await stage.post('/wallet', stage.keys.access, body);
  return { http, result: answered['result'] as Record<string, unknown>, message: answered['message'] };
};
const days = async (body: object = {}) => (await wallet({ action: 'days', ...body })).result;

/** @param bookings amounts by days from now on: negative ones are adjustments */
async function book(...bookings: (readonly [day: number, amount: string])[]): Promise<void> {
  const { service, clock } = stage;
  let passed = 0;
  for (const [index, [day, amount]] of bookings.entries()) {
    clock.pass((day - passed) * DAY_MS);
    passed = day;
    const booking = { reference: String(index), note: `booking ${String(index)}` };
    await (amount.startsWith('-')
      ? service.wallet.adjust(owner.accountId, owner.accountId, parseMoney(amount), booking)
      : service.wallet.credit(owner.accountId, parseMoney(amount), { ...booking, bookedBy: null }));
  }
}

const entry = (kind: string, entries: number, amount: number) => ({
  kind,
  entries,
  amount,
  held: 0,
  reserved: 0,
});

it('says each day with what happened on it, a page at a time, between dates and by kind', async () => {
  await book([0, '10'], [0, '5'], [0, '-2'], [3, '7'], [40, '1']);
  const [first, second, last] = [after(0), after(3), after(40)];
  const all = await days();
  expect(all).toEqual({
    days: [
      { date: last, balance: 21, kinds: [entry('deposit', 1, 1)] },
      { date: second, balance: 20, kinds: [entry('deposit', 1, 7)] },
      { date: first, balance: 13, kinds: [entry('deposit', 2, 15), entry('adjustment', 1, -2)] },
    ],
    next: null,
    time_zone: 'Europe/Riga',
  });
  const page = await days({ limit: 2 });
  expect(page).toMatchObject({ days: [{ date: last }, { date: second }], next: after(2) });
  expect(await days({ limit: 2, to: page['next'] })).toMatchObject({ days: [{ date: first }], next: null });
  expect(await days({ from: after(1), to: after(39) })).toMatchObject({
    days: [{ date: second }],
    next: null,
  });
  expect(await days({ kind: 'adjustment' })).toMatchObject({
    days: [{ date: first, kinds: [entry('adjustment', 1, -2)] }],
  });
});

it('expands a day to its lines, of one kind where that is asked for', async () => {
  await book([0, '10'], [0, '-2'], [1, '7']);
  const lines = async (body: object) => {
    const { result } = await wallet({ action: 'history', ...body });
    return (result['lines'] as { amount: number }[]).map(({ amount }) => amount);
  };
  expect(await lines({ date: after(0) })).toEqual([-2, 10]);
  expect(await lines({ date: after(0), kind: 'deposit' })).toEqual([10]);
  expect(await lines({ date: after(2) })).toEqual([]);
  expect(await wallet({ action: 'history', kind: 'deposit' })).toMatchObject({
    http: 422,
    message: 'date: is required with kind.',
  });
});

it('counts what was booked around midnight by clocks that differ on its own day, in days and statements alike', async () => {
  const midnightMs = Date.UTC(2050, 0, 31, 22);
  const bookAt = async (ms: number, amount: string) => {
    stage.clock.setTo(ms);
    const booking = { reference: amount, note: '', bookedBy: null };
    await stage.service.wallet.credit(owner.accountId, parseMoney(amount), booking);
  };
  await bookAt(midnightMs - DAY_MS, '1');
  await bookAt(midnightMs + 1, '10');
  // The clock goes on while it is booked.
  await bookAt(midnightMs - 60_000, '100');
  stage.clock.setTo(midnightMs + DAY_MS);
  expect(await days()).toMatchObject({
    days: [
      { date: '2050-02-01', balance: 111, kinds: [entry('deposit', 1, 10)] },
      { date: '2050-01-31', balance: 101, kinds: [entry('deposit', 2, 101)] },
    ],
  });
  const sums = async (month: string) => {
    const response = await fetch(`${stage.url}/wallet/statement.xlsx?month=${month}`, {
      headers: { Auth: stage.keys.access },
    });
    const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
    const rows = (sheet?.data ?? []).map((row) => row.filter((cell) => cell !== null));
    return ['At the beginning', 'At the end'].map((label) => rows.find(([first]) => first === label)?.[1]);
  };
  expect(await sums('2050-01')).toEqual([0, 101]);
  expect(await sums('2050-02')).toEqual([101, 111]);
});

it('makes the statement of a month in the language of the account, with the details of the operator', async () => {
  await book([0, '10'], [40, '5'], [40, '-2'], [41, '0.5']);
  const month = after(40).slice(0, 7);
  const statement = async (asked: string) => {
    const headers = { Auth: stage.keys.access };
    const response = await fetch(`${stage.url}/wallet/statement.xlsx?month=${asked}`, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const rows = async (asked: string) => {
    const [sheet] = await readXlsxFile((await statement(asked)).bytes);
    return {
      name: sheet?.sheet,
      cells: (sheet?.data ?? []).map((row) => row.filter((cell) => cell !== null)),
    };
  };
  const english = await rows(month);
  expect(english.name).toBe('Statement');
  for (const row of [
    ['Account', 'Ada (@ada)'],
    ['Details', DETAILS],
    ['Contact', '@garden'],
    ['Time zone', 'Europe/Riga'],
    ['At the beginning', 10],
    ['Deposits', 5.5],
    ['Adjustments', -2],
    ['At the end', 13.5],
    [new Date(`${after(40)}T00:00:00Z`), 'Deposits', 1, 5, 0, 0],
    [new Date(`${after(40)}T00:00:00Z`), 'Adjustments', 1, -2, 0, 0],
    [new Date(`${after(41)}T00:00:00Z`), 'Deposits', 1, 0.5, 0, 0],
  ])
    expect(english.cells).toContainEqual(row);
  await stage.service.accounts.setLanguage(owner.accountId, 'ru');
  const russian = await rows(month);
  expect(russian.name).toBe('Выписка');
  expect(russian.cells).toContainEqual(['На конец', 13.5]);
  expect(russian.cells).toContainEqual(['Реквизиты', DETAILS]);
  const { response } = await statement(month);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="statement-501-${month}.xlsx"`,
  );
  const refusalOf = async (wrong: string) => {
    const { bytes } = await statement(wrong);
    return (JSON.parse(bytes.toString()) as { message: string }).message;
  };
  for (const wrong of ['2026-13', '2026-00', '0000-01', 'x'])
    expect(await refusalOf(wrong)).toBe('month: must be a month as YYYY-MM.');
  expect(await refusalOf('9999-01')).toBe('month: is still to come.');
  const again = await Promise.all(Array.from({ length: 6 }, () => statement(month)));
  expect(again.some(({ response: { status } }) => status === 429)).toBe(true);
});

it('days whose first comes after the last are refused with a message', async () => {
  const { http, message } = await wallet({ action: 'days', from: '2050-02-01', to: '2050-01-31' });
  expect([http, message]).toEqual([422, 'from: must not be after to.']);
});
