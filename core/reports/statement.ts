/** The statement of a month: what an account had, how it came and went, and what was there at the end. */
import { type Day, dayNumberOf, formatDay, parseDay, rangeOfDays, startOfDay } from '../days.js';
import { publicUrl } from '../config.js';
import { ServiceError } from '../errors.js';
import { byKind, lastEntryOf } from '../ledger/index.js';
import { toNumber } from '../money.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import { entryKinds, type Turnover } from '../ports/ledger-store.js';
import type { Cell, Column, SummaryLine, SummarySheet } from '../ports/workbooks.js';
import { takeTurn } from '../rate-limit.js';
import { aMinute } from './reports.js';
import { line, reportWords, type ReportWords } from './words.js';

/** Each adds up every day of its month. */
const TAKEN = { max: 6, windowMs: 60_000 };

const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

interface MonthDay {
  day: Day;
  turnover: readonly Turnover[];
}

interface Facts {
  account: Account;
  month: string;
  madeAtMs: number;
  openingMicros: bigint;
  days: readonly MonthDay[];
  settings: Ports['settings'];
  words: ReportWords;
}

export function createStatements(ports: Pick<Ports, 'store' | 'clock' | 'settings' | 'workbooks' | 'words'>) {
  const { store, clock, settings, workbooks } = ports;
  const zone = settings.SERVICE_TIMEZONE;

  const daysOf = async (accountId: number, first: Day, last: Day): Promise<MonthDay[]> => {
    const days: MonthDay[] = [];
    for (let day = first; day <= last; day++) {
      const turnover = await store.ledger.turnover(accountId, rangeOfDays(day, day, zone));
      if (turnover.length > 0) days.push({ day, turnover: turnover.sort(byKind) });
    }
    return days;
  };

  return {
    /**
     * An .xlsx file, in the account's language; of the month that runs, so far.
     * @param month `YYYY-MM`, by the service's clock
     * @throws ServiceError `invalid` for no month, or one to come; `limited`
     */
    make: async (accountId: number, month: string) => {
      if (workbooks === undefined) throw new Error('Nothing here writes workbooks.');
      const madeAtMs = clock.now();
      const { first, last } = daysOfMonth(month);
      if (first > dayNumberOf(madeAtMs, zone))
        throw new ServiceError('invalid', 'month: is still to come.', { topic: 'month_to_come' });
      const account = await store.accounts.find(accountId);
      if (account === null) throw new Error(`Account ${String(accountId)} is not there.`);
      const say = (seconds: string) => aMinute(TAKEN.max, 'statements', seconds);
      await takeTurn(ports, `statement:${String(accountId)}`, TAKEN, say);
      const within = { fromMs: 0, toMs: startOfDay(first, zone) };
      const before = await lastEntryOf(store, accountId, within);
      const days = await daysOf(accountId, first, Math.min(last, dayNumberOf(madeAtMs, zone)));
      const words = reportWords(ports.words, account.language);
      const openingMicros = before?.balanceMicros ?? 0n;
      const facts = { account, month, madeAtMs, openingMicros, days, settings, words };
      const bytes = await workbooks.bytes(statementSheet(facts), zone);
      return { fileName: `statement-${String(accountId)}-${month}.xlsx`, bytes };
    },
  };
}

/** @throws ServiceError `invalid` */
function daysOfMonth(month: string): { first: Day; last: Day } {
  if (!MONTH.test(month))
    throw new ServiceError('invalid', 'month: must be a month as YYYY-MM.', { topic: 'date' });
  const first = parseDay(`${month}-01`, 'month');
  const next = formatDay(first + 31).slice(0, 7);
  return { first, last: parseDay(`${next}-01`) - 1 };
}

function statementSheet(facts: Facts): SummarySheet {
  const { days, settings, words } = facts;
  const { text } = words;
  const currency = settings.CURRENCY;
  const columns: Column[] = [
    { title: text('report-day'), kind: 'day', width: 22 },
    { title: text('report-transaction'), kind: 'text', width: 34 },
    { title: text('wallet-count'), kind: 'count', width: 12 },
    { title: text('report-available', { currency }), kind: 'money', width: 20 },
    { title: text('report-held-in', { currency }), kind: 'money', width: 20 },
    { title: text('report-reserved-in', { currency }), kind: 'money', width: 20 },
  ];
  const rows = days.flatMap(({ day, turnover }) =>
    turnover.map((each): Cell[] => [
      day,
      text(`wallet-dayKinds-${each.kind}`),
      each.entries,
      toNumber(each.amountMicros),
      toNumber(each.heldMicros),
      toNumber(each.reservedMicros),
    ]),
  );
  return {
    title: text('wallet-statement'),
    summary: summaryOf(facts),
    days: { title: text('report-by-day'), columns, rows },
  };
}

function summaryOf({ account, month, madeAtMs, openingMicros, days, settings, words }: Facts): SummaryLine[] {
  const { text, language } = words;
  const currency = settings.CURRENCY;
  const all = days.flatMap(({ turnover }) => turnover);
  const sum = (some: readonly Turnover[], of: 'amountMicros' | 'heldMicros' | 'reservedMicros') =>
    some.reduce((total, each) => total + each[of], 0n);
  const moved = entryKinds
    .map((kind) => ({
      kind,
      micros: sum(
        all.filter((each) => each.kind === kind),
        'amountMicros',
      ),
    }))
    .filter(({ micros }) => micros !== 0n);
  const { SUPPORT_CONTACT: contact, OPERATOR_DETAILS: details } = settings;
  const username = account.username === '' ? '' : ` (@${account.username})`;
  return [
    line(text('wallet-statement'), null),
    line(text('report-month'), monthName(month, language)),
    line(text('report-account'), `${account.firstName}${username}`),
    line(text('report-number'), account.accountId, 'id'),
    line(text('report-made'), madeAtMs, 'moment'),
    line(text('report-time-zone'), settings.SERVICE_TIMEZONE),
    line(text('report-operator'), null),
    line(text('report-service'), settings.SERVICE_NAME),
    line(text('report-address'), publicUrl(settings)),
    ...(contact === undefined ? [] : [line(text('report-contact'), contact)]),
    ...(details === undefined ? [] : [line(text('report-details'), details)]),
    line(text('report-available', { currency }), null),
    line(text('report-beginning'), toNumber(openingMicros), 'money'),
    ...moved.map(({ kind, micros }) => line(text(`wallet-dayKinds-${kind}`), toNumber(micros), 'money')),
    line(text('report-end'), toNumber(openingMicros + sum(all, 'amountMicros')), 'money'),
    line(text('report-changes', { currency }), null),
    line(text('wallet-held'), toNumber(sum(all, 'heldMicros')), 'money'),
    line(text('wallet-reserved'), toNumber(sum(all, 'reservedMicros')), 'money'),
  ];
}

function monthName(month: string, language: string): string {
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return named.format(new Date(`${month}-01T00:00:00Z`));
}
