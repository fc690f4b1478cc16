/** The history by day: each day added up, and opened to its lines. By kind and between dates; a month as a statement. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { Fragment, type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { usePages } from '../api/pages';
import { SaveButton, saveCsv } from '../parts/csv';
import { format } from '../parts/format';
import { inZone } from '../parts/notation';
import { More } from '../parts/pager';
import { Empty, Panel, Shown, Small } from '../parts/page';
import { common, wallet } from '../words';

const DAYS = 14;
const LINES = 50;
const MONTHS = 24;

type Page = Answered<'/wallet#days'>;
type Day = Page['result']['days'][number];
type Kind = Day['kinds'][number]['kind'];
type History = Answered<'/wallet#history'>;

interface Filters {
  kind: Kind | '';
  from: string;
  to: string;
}

function askedOf({ kind, from, to }: Filters) {
  return {
    ...(kind === '' ? {} : { kind }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  };
}

export function Days(): ReactNode {
  const [filters, setFilters] = useState<Filters>({ kind: '', from: '', to: '' });
  const pages = usePages('/wallet#days', { limit: DAYS, ...askedOf(filters) }, ({ result }) =>
    result.next === null ? null : { to: result.next },
  );
  const first = pages.data?.[0]?.result;
  const days = pages.data?.flatMap(({ result }) => result.days) ?? [];
  const zone = first?.time_zone ?? '';
  return (
    <Panel isFlush title={wallet.history} actions={<Save days={days} zone={zone} />}>
      <Choice filters={filters} change={setFilters} zone={zone} />
      {first === undefined ? (
        <div className="inset">
          <Shown of={pages}>{() => null}</Shown>
        </div>
      ) : (
        <Table days={days} kind={filters.kind} />
      )}
      {first !== undefined && days.length === 0 && !pages.hasNextPage && (
        <Empty icon="wallet" title={isAny(filters) ? wallet.noHistory : wallet.nothingFound} />
      )}
      <More pages={pages} />
    </Panel>
  );
}

function isAny({ kind, from, to }: Filters): boolean {
  return kind === '' && from === '' && to === '';
}

function Choice(props: { filters: Filters; change: (to: Filters) => void; zone: string }): ReactNode {
  const { filters, change, zone } = props;
  return (
    <div className="row end inset">
      <NativeSelect
        label={wallet.kind}
        value={filters.kind}
        data={[
          { value: '', label: common.all },
          ...Object.entries(wallet.dayKinds).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => change({ ...filters, kind: currentTarget.value as Kind | '' })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={common[end]}
          value={filters[end]}
          onChange={({ currentTarget }) => change({ ...filters, [end]: currentTarget.value })}
        />
      ))}
      <span className="soft small">{zone === '' ? ' ' : wallet.daysOf({ zone })}</span>
    </div>
  );
}

/** The last months as statements, and the days that are shown as CSV. */
function Save({ days, zone }: { days: readonly Day[]; zone: string }): ReactNode {
  const months = lastMonths(zone);
  const [chosen, setChosen] = useInputState('');
  const month = chosen || (months[0] ?? '');
  return (
    <div className="row">
      <NativeSelect
        size="xs"
        aria-label={wallet.month}
        value={month}
        data={months.map((value) => ({ value, label: format.month(value) }))}
        onChange={setChosen}
      />
      <Small component="a" href={`/wallet/statement.xlsx?month=${month}`} download>
        {wallet.statement}
      </Small>
      <SaveButton save={() => saveDays(days)} />
    </div>
  );
}

function saveDays(days: readonly Day[]): void {
  const titles = [common.when, wallet.kind, wallet.count, wallet.available, wallet.held, wallet.reserved];
  const names = wallet.dayKinds;
  const rows = days.flatMap(({ date, kinds }) =>
    kinds.map((each) => [date, names[each.kind], each.entries, each.amount, each.held, each.reserved]),
  );
  saveCsv('wallet', titles, rows);
}

/** Up to the one that runs in the service's zone, `''` while that is not known: there is no statement of one to come. */
function lastMonths(zone: string): string[] {
  const today = new Date().toLocaleDateString('sv', inZone(zone));
  const [year, month] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 - ago)).toISOString().slice(0, 7),
  );
}

function Table({ days, kind }: { days: readonly Day[]; kind: Kind | '' }): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const turn = (date: string): void => {
    const next = new Set(opened);
    if (!next.delete(date)) next.add(date);
    setOpened(next);
  };
  if (days.length === 0) return null;
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">{common.when}</th>
          <th scope="col">{common.what}</th>
          <th scope="col" className="right">
            {common.amount}
          </th>
          <th scope="col" className="right">
            {wallet.balanceAfter}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Fragment key={day.date}>
            <DayRow day={day} isOpen={opened.has(day.date)} turn={() => turn(day.date)} />
            {opened.has(day.date) && (
              <tr className="opened">
                <td colSpan={4}>
                  <Lines date={day.date} kind={kind} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function DayRow({ day, isOpen, turn }: { day: Day; isOpen: boolean; turn: () => void }): ReactNode {
  const sum = (of: 'amount' | 'held'): number => day.kinds.reduce((total, each) => total + each[of], 0);
  const [amount, held] = [sum('amount'), sum('held')];
  return (
    <tr>
      <td className="nowrap">
        <button type="button" className="opener" aria-expanded={isOpen} onClick={turn}>
          {format.date(day.date)}
        </button>
      </td>
      <td className="break">
        {day.kinds
          .map(({ kind, entries }) => `${wallet.dayKinds[kind]}: ${format.whole(entries)}`)
          .join(' · ')}
      </td>
      <td className="right nowrap strong">
        {format.price(amount)}
        {held !== 0 && <div className="soft small">{wallet.heldBy({ amount: format.price(held) })}</div>}
      </td>
      <td className="right nowrap soft">{format.money(day.balance)}</td>
    </tr>
  );
}

function Lines({ date, kind }: { date: string; kind: Kind | '' }): ReactNode {
  const asked = { limit: LINES, date, ...(kind === '' ? {} : { kind }) };
  const pages = usePages('/wallet#history', asked, ({ result: { lines } }) => {
    const last = lines.at(-1);
    return last === undefined || lines.length < LINES ? null : { before: last.entry_id };
  });
  return (
    <Shown of={pages} lines={2}>
      {(found) => (
        <div className="stack tight">
          {found
            .flatMap(({ result }) => result.lines)
            .map((line) => (
              <Line key={line.entry_id} line={line} />
            ))}
          <More pages={pages} />
        </div>
      )}
    </Shown>
  );
}

function Line({ line }: { line: History['result']['lines'][number] }): ReactNode {
  const facts = [
    line.user_id === null ? '' : `${wallet.user} ${String(line.user_id)}`,
    line.order_id === null ? '' : `${wallet.order} #${String(line.order_id)}`,
    line.note,
  ].filter((fact) => fact !== '');
  const isHeld = line.amount === 0 && line.held !== 0;
  return (
    <div className="row between line">
      <span className="break">
        <span className="soft">{format.hour(line.at)}</span> {wallet.kinds[line.kind]}{' '}
        <span className="soft small">{facts.join(' · ')}</span>
      </span>
      <span className="nowrap">
        {isHeld ? wallet.heldBy({ amount: format.price(line.held) }) : format.price(line.amount)}
      </span>
    </div>
  );
}
