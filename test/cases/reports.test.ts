/**
 * A report as its reader sees it: asked for over HTTP, made by the worker, read back with another library than the one
 * that wrote it, and held against what the database and the ledger say.
 */
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adThemes, botThemes, cities } from '../../core/data/index.js';
import { dayNumberOf } from '../../core/days.js';
import type { UnpaidReason } from '../../core/terms/index.js';
import { type Emulator, openEmulator } from './stage.js';
import { settle } from '../contract/makers.js';
import { openReportStage, type ReportStage } from '../support/report-stage.js';
import { dayOf, formatsIn, rowOf, toWholeSeconds, totalsOf, ZONE, type Row } from '../support/report-rows.js';
import { unzip } from '../support/zip.js';
import { sayUnpaid } from '../../words/reasons.js';

describe('a report', () => {
  let emulator: Emulator;
  let reports: ReportStage;
  let orderId: number;
  let people: string[];

  beforeAll(async () => {
    emulator = await openEmulator();
    reports = await openReportStage(emulator, { SERVICE_TIMEZONE: ZONE, HOLD_HOURS: '48' });
    ({ orderId, people } = await play(reports));
    // What was shown is written a little later.
    await reports.stage.store.flush();
  }, 60_000);
  afterAll(async () => {
    await reports.close();
    await emulator.close();
  });

  const made = new Map<string, ReturnType<typeof readAnew>>();
  /** Each kind of report is made once: nothing happens to the order any more. */
  const read = (wanted: object) => {
    const key = JSON.stringify(wanted);
    const report = made.get(key) ?? readAnew(wanted);
    made.set(key, report);
    return report;
  };
  const readAnew = async (wanted: object) => {
    const { file, name } = await reports.report(orderId, wanted);
    const sheets = await readXlsxFile(file);
    const summary = sheets.find(({ sheet }) => sheet === 'Summary')?.data as Row[];
    const subscribers = sheets.find(({ sheet }) => sheet === 'Subscribers')?.data as Row[];
    const unpaid = sheets.find(({ sheet }) => sheet === 'Not paid')?.data;
    const header = summary.findIndex(([label]) => label === 'Day');
    return {
      name,
      file,
      facts: new Map(summary.slice(0, header).map(([label, value]) => [String(label), value])),
      days: summary.slice(header),
      unpaid,
      subscribers: subscribers.map((row) => row.map(toWholeSeconds)),
    };
  };

  it('has a row a subscriber, in the order they came, as the ledger has them', async () => {
    const { subscribers } = await read({ include_price: true });
    expect(subscribers[0]).toEqual([
      'Date and time',
      'User id',
      'Bot',
      'Status',
      'Premium',
      'Language',
      'Price, RUB',
    ]);
    const stored = await reports.subscribers(orderId);
    expect(stored).toHaveLength(people.length);
    expect(new Set(stored.map(({ state }) => state))).toEqual(
      new Set(['subscribed', 'unsubscribed', 'notgetted']),
    );
    expect(new Set(stored.map(({ paidMicros }) => paidMicros))).toEqual(new Set([0, 2_750_000, 5_500_000]));
    expect(subscribers.slice(1)).toEqual(stored.map((one) => rowOf(one)));
    // The hour that came twice: an hour apart in truth, on the same hour of the clock.
    const hours = subscribers.map(([at]) => (at instanceof Date ? at.toISOString().slice(0, 13) : ''));
    expect(hours.filter((hour) => hour === '2027-10-31T02')).toHaveLength(2);
  });

  it('sums up what the rows say, in all and by day', async () => {
    const { facts, days } = await read({ include_price: true });
    const stored = await reports.subscribers(orderId);
    expect(Object.fromEntries(facts)).toMatchObject({
      Number: orderId,
      Name: '=1+1 & <Ко>',
      Link: 'https://t.me/garden',
      Type: 'channel or chat',
      Status: 'Running',
      'Subscribers ordered': 100,
      'Subscribers so far': stored.filter(({ paidMicros }) => paidMicros > 0).length,
      'Price of a subscriber, RUB': 5.5,
      'Time range': 'all',
      Languages: 'all',
      'first name': 'yes',
      ...totalsOf(stored),
    });
    expect(days[0]).toEqual(['Day', 'Subscribers', 'Left', 'Left and came back', 'Spent, RUB']);
    // From the day the order was made until today, also those on which nobody came.
    const names = Array.from({ length: 9 }, (_, index) =>
      new Date(Date.UTC(2027, 9, 28 + index)).toISOString().slice(0, 10),
    );
    expect(days.slice(1)).toEqual(
      names.map((day) => {
        const { Subscribers, Left, ...others } = totalsOf(stored.filter(({ atMs }) => dayOf(atMs) === day));
        return [
          new Date(`${day}T00:00:00Z`),
          Subscribers,
          Left,
          others['Left and came back'],
          others['Spent, RUB'],
        ];
      }),
    );
  });

  it.each([
    ['today', '2027-11-05'],
    ['3days', '2027-11-03'],
    ['7days', '2027-10-30'],
  ])('of %s begins at midnight of %s by the clock of the zone', async (timeRange, first) => {
    const { subscribers, facts, days } = await read({ time_range: timeRange, include_price: true });
    const stored = (await reports.subscribers(orderId)).filter(({ atMs }) => dayOf(atMs) >= first);
    expect(stored.length).toBeGreaterThan(0);
    expect(subscribers.slice(1)).toEqual(stored.map((one) => rowOf(one)));
    expect(Object.fromEntries(facts)).toMatchObject(totalsOf(stored));
    expect(days[1]?.[0]).toEqual(new Date(`${first}T00:00:00Z`));
  });

  it('tells the joins that nobody pays for by day and reason, and their sum', async () => {
    const line = (day: string, reason: UnpaidReason, joins: number) => [
      new Date(`${day}T00:00:00Z`),
      sayUnpaid(reason, 'en'),
      joins,
    ];
    const all = await read({ include_price: true });
    expect(all.facts.get('Joins not paid')).toBe(3);
    expect(all.unpaid).toEqual([
      ['Day', 'Reason', 'Joins'],
      line('2027-11-03', 'no_money', 2),
      line('2027-11-05', 'suspicious', 1),
    ]);
    const today = await read({ time_range: 'today', include_price: true });
    expect(today.facts.get('Joins not paid')).toBe(1);
    expect(today.unpaid?.slice(1)).toEqual([line('2027-11-05', 'suspicious', 1)]);
  });

  it('shows the way from shown to left, with the joins that nobody pays for among those who joined', async () => {
    const { facts } = await read({ include_price: true });
    const stored = await reports.subscribers(orderId);
    const [shown, joined, paid, left] = ['Shown', 'Joined', 'Paid', 'Paid and left'].map((label) =>
      Number(facts.get(label)),
    );
    expect(shown).toBeGreaterThanOrEqual(people.length);
    expect(joined).toBe(Number(paid) + 3);
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(stored.length);
    expect(left).toBeGreaterThan(0);
  });

  it('is in the language of its reader, with days and numbers as cells of their kind', async () => {
    const { store } = reports.stage;
    const { accountId } = (await store.orders.find(orderId)) ?? { accountId: 0 };
    await store.accounts.setLanguage(accountId, 'ru');
    const { file } = await reports.report(orderId, { include_price: true });
    await store.accounts.setLanguage(accountId, 'en');
    const sheets = await readXlsxFile(file);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Сводка', 'Подписчики', 'Не оплачено']);
    const [summary = [], subscribers = [], unpaid = []] = sheets.map(({ data }) => data as Row[]);
    expect(subscribers[0]).toEqual([
      ...['Дата и время', 'ID пользователя', 'Бот', 'Статус', 'Премиум', 'Язык', 'Цена, RUB'],
    ]);
    expect(subscribers[1]?.map((cell) => (cell instanceof Date ? 'date' : typeof cell))).toEqual([
      ...['date', 'number', 'string', 'string', 'string', 'string', 'number'],
    ]);
    expect(subscribers[1]?.[4]).toMatch(/^(да|нет)$/);
    expect(unpaid[0]).toEqual(['День', 'Причина', 'Подписки']);
    expect(unpaid[1]).toEqual([new Date('2027-11-03T00:00:00Z'), sayUnpaid('no_money', 'ru'), 2]);
    const latin = summary
      .map(([label]) => label)
      .filter((label) => typeof label === 'string' && /[a-z]/i.test(label.replace(/, RUB$/, '')));
    expect(latin).toEqual([]);
    const facts = new Map(summary.map(([label, value]) => [String(label), value]));
    expect(facts.get('Название')).toBe('=1+1 & <Ко>');
    expect(facts.get('Языки')).toBe('все');
    expect(facts.get('Неоплаченные подписки')).toBe(3);
  });

  it('names what the order asks for: places and languages, hours and days, bots and themes', async () => {
    const moscow = cities.find(({ name }) => name === 'Moscow')?.id;
    const created = await reports.orders({
      action: 'create',
      link: 'https://example.org/names',
      ads_type: 'resource',
      quantity_all: 10,
      places: 2,
      priority: 1,
      is_lite: 1,
      sub_speed: 30,
      theme: 'games',
      forbidden_themes: [botThemes[0]?.code, botThemes[1]?.code],
      user_parameters: {
        gender: 'female',
        only_premium: 2,
        languages: [1, 2],
        countries: [643, 398],
        cities: [moscow],
        devicestype: ['mobile', 'tablet'],
        devicesos: [2],
        ages: [4, 6],
        old_account: 3,
        has_bio: 1,
      },
      order_schedule: {
        start_datetime: '2030-05-01 10:30:00',
        start_time: '09:30',
        end_time: '00:00',
        excluded_days: [6, 7],
      },
    });
    expect(created.http).toBe(200);
    const orderId = Number(created.response['order_id']);
    const { file } = await reports.report(orderId, {});
    const sheets = await readXlsxFile(file);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Subscribers']);
    const rows = sheets.find(({ sheet }) => sheet === 'Summary')?.data as Row[];
    const from = rows.findIndex(([label]) => label === 'Targeting');
    const to = rows.findIndex(([label]) => label === 'Totals of this report');
    expect(rows.slice(from, to).map(([label, value]) => [label, value ?? null])).toEqual([
      ['Targeting', null],
      ['Gender', 'women'],
      ['Languages', 'Russian, Uzbek'],
      ['Countries', 'Russia, Kazakhstan'],
      ['Cities', 'Moscow'],
      ['Devices', 'Mobile phone, Tablet'],
      ['Systems', 'iOS'],
      ['Ages', '16–17, 25 and older'],
      ['Premium', 'without'],
      ['Account’s age', 'account 5 years old'],
      ['bio', 'yes'],
      ['Schedule', null],
      ['Start', new Date('2030-05-01T10:30:00Z')],
      ['Hours', '09:30-00:00'],
      ['Days off', 'Saturday, Sunday'],
      ['Pace', 'spread over the day'],
      ['Joins an hour', 30],
      ['Placement', null],
      ['Where', 'own and other bots'],
      ['Priority in your bots', 'high'],
      ['Free in your bots', 'no'],
      ['A separate invite link for each bot', 'no'],
      ['Topic', adThemes.find(({ code }) => code === 'games')?.name],
      ['Excluded bot topics', `${botThemes[0]?.name ?? ''}, ${botThemes[1]?.name ?? ''}`],
    ]);
  });

  it('tells no price unless asked', async () => {
    const { subscribers, facts, days, file } = await read({});
    expect(subscribers[0]).toHaveLength(6);
    expect(subscribers[1]).toHaveLength(6);
    expect(days[0]).toHaveLength(4);
    expect([...facts.keys()].filter((label) => /price|spent|RUB/i.test(label))).toEqual([]);
    expect([...unzip(file).values()].join('')).not.toContain('RUB');
  });

  it('is called by its order and the day it is made', async () => {
    const { name } = await read({});
    expect(name).toBe(`order-${String(orderId)}-2027-11-05.xlsx`);
  });

  it('keeps its header in sight, filters its columns, and formats what they hold', async () => {
    const { file } = await read({ include_price: true });
    const parts = unzip(file);
    const sheet = parts.get('xl/worksheets/sheet2.xml') ?? '';
    expect(sheet).toMatch(/<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/);
    expect(sheet).toContain(`<autoFilter ref="A1:G${String(people.length + 1)}"/>`);
    const formats = formatsIn(parts.get('xl/styles.xml') ?? '');
    const formatOf = (cell: string) =>
      formats[Number(new RegExp(`<c r="${cell}"(?: s="(\\d+)")?`).exec(sheet)?.[1] ?? 0)];
    expect(['A2', 'B2', 'C2', 'G2'].map(formatOf)).toEqual([
      'yyyy-mm-dd hh:mm:ss',
      '0',
      'General',
      '#,##0.00####',
    ]);
    // Whatever begins like a formula is text.
    const summary = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(summary).toContain('<v>=1+1 &amp; &lt;Ко&gt;</v>');
    expect(summary).not.toContain('<f>');
  });
});

/** An order and its subscribers over nine days: in, out again, in again, out while their charge was on hold. */
async function play({ scene, stage, orders }: ReportStage): Promise<{ orderId: number; people: string[] }> {
  const people: string[] = [];
  const come = async (name: string, traits: { language?: string; is_premium?: boolean } = {}) => {
    await scene.happen({ user: name });
    const userId = Number(scene.names.get(name, 'id'));
    const botId = Number(scene.names.get('recipes_bot', 'id'));
    // A claim of a bot that the user does not use matches no demand.
    await stage.platform.say(userId, '@recipes_bot', '/start');
    await stage.service.contacts.tell({ botId, userId, chatId: userId }, 'yes');
    const ask = async () => {
      const { language = 'ru', is_premium = false } = traits;
      const body = {
        user_id: userId,
        chat_id: userId,
        first_name: name,
        language_code: language,
        is_premium,
      };
      const answer = await fetch(`${stage.url}/get-sponsors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Auth: String(scene.names.get('recipes_bot', 'key')) },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    };
    await ask();
    await scene.happen({ user: name, joins: 'garden' });
    await ask();
    people.push(name);
  };
  await scene.happen({ clock: '2027-10-28 12:00:00' });
  for (const happening of [{ channel: 'garden' }, { balance: '1000' }, { publisher_bot: 'recipes_bot' }]) {
    await scene.happen(happening);
  }
  await scene.happen({
    order: 'first',
    create: {
      link: 'https://t.me/garden',
      name: '=1+1 & <Ко>',
      price: 2.5,
      user_parameters: { languages: null, has_first_name: 1 },
    },
    then: 'approves',
  });
  const orderId = Number(scene.names.get('first'));
  await come('Ada', { is_premium: true, language: 'en' });
  await scene.happen({ clock: '2027-10-28 23:59:59' });
  await come('Boris');
  await scene.happen({ clock: '2027-10-30 00:00:01' });
  await come('Clara');
  await scene.happen({ clock: '2027-10-30 23:59:50' });
  await come('Dora', { language: '' });
  // Past the hold of the first ones: they were paid for, and stay so.
  await scene.happen({ clock: '2027-10-31 00:10:00' });
  await scene.happen({ user: 'Ada', leaves: 'garden' });
  await scene.happen({ user: 'Boris', leaves: 'garden' });
  await scene.happen({ user: 'Boris', joins: 'garden' });
  await scene.happen({ wait: '2 hours' });
  await come('Emil');
  await scene.happen({ wait: '1 hour' });
  await come('Fanny');
  // Within it: the charge is taken back.
  await scene.happen({ user: 'Dora', leaves: 'garden' });
  await scene.happen({ clock: '2027-10-31 23:59:50' });
  await come('Gleb');
  const unpaid = async (userId: number, reason: UnpaidReason) => {
    const nowMs = stage.clock.now();
    const botId = Number(scene.names.get('recipes_bot', 'id'));
    const decide = () => ({ kind: 'free', state: 'notgetted', reason, botId }) as const;
    await settle(stage.store, orderId, userId, { day: dayNumberOf(nowMs, ZONE), nowMs, decide });
  };
  await scene.happen({ clock: '2027-11-03 00:00:01' });
  await unpaid(91_001, 'no_money');
  await unpaid(91_002, 'no_money');
  await come('Hugo');
  await scene.happen({ user: 'Gleb', leaves: 'garden' });
  await scene.happen({ user: 'Gleb', joins: 'garden' });
  await scene.happen({ clock: '2027-11-05 09:00:00' });
  const changed = await orders({ action: 'update', order_id: orderId, price: 5 });
  expect(changed.http).toBe(200);
  await come('Inna');
  await unpaid(91_003, 'suspicious');
  return { orderId, people };
}
