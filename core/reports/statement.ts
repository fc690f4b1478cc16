/** The statement of a month: what an account had, how it came and went, and what was there at the end. */
import { addDays, type Day, dayNumberOf, formatDay, parseDay, rangeOfDays, startOfDay } from '../days.js';
import { publicUrl } from '../config.js';
import { ServiceError } from '../errors.js';
import { toNumber } from '../money.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import { entryKinds, type Turnover } from '../ports/ledger-store.js';
import type { Cell, Column, SummaryLine, SummarySheet } from '../ports/workbooks.js';
import { line } from './summary-line.js';
import { inLanguage, reportLanguage, type ReportLanguage } from './words.js';
import { titled } from './workbook.js';

const MINUTE_MS = 60_000;
/** Each adds up every day of its month. */
const STATEMENTS_A_MINUTE = 6;

const MONTH = /^\d{4}-\d{2}$/;

export interface Statements {
  /**
   * An .xlsx file, in the account's language; of the month that runs, so far.
   * @param month `YYYY-MM`, by the service's clock
   * @throws ServiceError `invalid` for no month, or one to come; `limited`
   */
  make(accountId: number, month: string): Promise<{ fileName: string; bytes: Uint8Array }>;
}

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
  language: ReportLanguage;
}

export function createStatements(
  ports: Pick<Ports, 'store' | 'clock' | 'settings' | 'workbooks'>,
): Statements {
  const { store, clock, settings, workbooks } = ports;
  const zone = settings.SERVICE_TIMEZONE;

  const take = async (accountId: number): Promise<void> => {
    const taken = await store.limits.take(
      `statement:${String(accountId)}`,
      STATEMENTS_A_MINUTE,
      MINUTE_MS,
      clock.now(),
    );
    if (taken.allowed) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(taken.retryAfterMs / 1_000));
    const message = `At most ${String(STATEMENTS_A_MINUTE)} statements a minute; try again in ${String(retryAfterSeconds)} s.`;
    throw new ServiceError('limited', message, { retryAfterSeconds });
  };

  const daysOf = async (accountId: number, first: Day, last: Day): Promise<MonthDay[]> => {
    const days: MonthDay[] = [];
    for (let day = first; day <= last; day++) {
      const turnover = await store.ledger.turnover(accountId, rangeOfDays(day, day, zone));
      if (turnover.length > 0) days.push({ day, turnover: turnover.sort(byKind) });
    }
    return days;
  };

  return {
    make: async (accountId, month) => {
      if (workbooks === undefined) throw new Error('Nothing here writes workbooks.');
      const madeAtMs = clock.now();
      const { first, last } = daysOfMonth(month);
      if (first > dayNumberOf(madeAtMs, zone))
        throw new ServiceError('invalid', 'month: is still to come.', { topic: 'month_to_come' });
      const account = await store.accounts.find(accountId);
      if (account === null) throw new Error(`Account ${String(accountId)} is not there.`);
      await take(accountId);
      const within = { fromMs: 0, toMs: startOfDay(first, zone) };
      const [before] = await store.ledger.history(accountId, { beforeEntryId: null, limit: 1, within });
      const days = await daysOf(accountId, first, Math.min(last, dayNumberOf(madeAtMs, zone)));
      const language = reportLanguage(account.language);
      const openingMicros = before?.balanceMicros ?? 0n;
      const facts = { account, month, madeAtMs, openingMicros, days, settings, language };
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
  const next = formatDay(addDays(first, 31)).slice(0, 7);
  return { first, last: addDays(parseDay(`${next}-01`), -1) };
}

function byKind(one: Turnover, other: Turnover): number {
  return entryKinds.indexOf(one.kind) - entryKinds.indexOf(other.kind);
}

function statementSheet(facts: Facts): SummarySheet {
  const { days, language, settings } = facts;
  const columns: Column[] = [
    { title: 'Day', kind: 'day', width: 22 },
    { title: 'Transaction', kind: 'text', width: 34 },
    { title: 'Count', kind: 'count', width: 12 },
    { title: `Available, ${settings.CURRENCY}`, kind: 'money', width: 20 },
    { title: `On hold, ${settings.CURRENCY}`, kind: 'money', width: 20 },
    { title: `Being paid out, ${settings.CURRENCY}`, kind: 'money', width: 20 },
  ];
  const rows = days.flatMap(({ day, turnover }) =>
    turnover.map((each): Cell[] => [
      day,
      inLanguage(language, kindNames[each.kind]),
      each.entries,
      toNumber(each.amountMicros),
      toNumber(each.heldMicros),
      toNumber(each.reservedMicros),
    ]),
  );
  return {
    title: 'Statement',
    summary: summaryOf(facts).map((one) => ({ ...one, label: inLanguage(language, one.label) })),
    days: { columns: titled(columns, language), rows },
    language,
  };
}

function summaryOf({
  account,
  month,
  madeAtMs,
  openingMicros,
  days,
  settings,
  language,
}: Facts): SummaryLine[] {
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
    line('Statement', null),
    line('Month', monthName(month, language)),
    line('Account', `${account.firstName}${username}`),
    line('Number', account.accountId, 'id'),
    line('Made', madeAtMs, 'moment'),
    line('Time zone', settings.SERVICE_TIMEZONE),
    line('Operator', null),
    line('Service', settings.SERVICE_NAME),
    line('Address', publicUrl(settings)),
    ...(contact === undefined ? [] : [line('Contact', contact)]),
    ...(details === undefined ? [] : [line('Details', details)]),
    line(`Available, ${settings.CURRENCY}`, null),
    line('At the beginning', toNumber(openingMicros), 'money'),
    ...moved.map(({ kind, micros }) => line(kindNames[kind], toNumber(micros), 'money')),
    line('At the end', toNumber(openingMicros + sum(all, 'amountMicros')), 'money'),
    line(`Changes of what is not available, ${settings.CURRENCY}`, null),
    line('On hold', toNumber(sum(all, 'heldMicros')), 'money'),
    line('Being paid out', toNumber(sum(all, 'reservedMicros')), 'money'),
  ];
}

function monthName(month: string, language: ReportLanguage): string {
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return named.format(new Date(`${month}-01T00:00:00Z`));
}

/** The same words as the wallet's page. */
const kindNames: Readonly<Record<Turnover['kind'], string>> = {
  deposit: 'Deposits',
  adjustment: 'Adjustments',
  charge: 'Subscribers',
  reversal: 'Subscribers who left',
  fraud_reversal: 'Taken back as fraud',
  release: 'Earnings released',
  withdrawal_reserve: 'Set aside for withdrawals',
  withdrawal_paid: 'Withdrawals paid',
  withdrawal_refused: 'Withdrawals refused',
  withdrawal_cancelled: 'Withdrawals cancelled',
  refund: 'Set aside for refunds',
  refund_paid: 'Refunds paid',
  refund_refused: 'Refunds refused',
};
