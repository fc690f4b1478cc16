/** A table that is searched, sorted, and kept as a file; of a long one the first hundred rows are drawn. */
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { common, figures, spoken } from '../words';
import { SaveButton, saveCsv } from './csv';
import { type Day, measured } from './measure';
import { Panel, Small } from './page';
import { type Column as TableColumn, Table } from './table';

export interface Column<Row> {
  /** As `sort` in the address names it; `-` in front is from the last down. */
  key: string;
  title: string;
  /** Of a column of numbers: writes one. */
  say?: (value: number) => string;
  /** What rows are ordered by and found in, and what stands in the file. */
  plain: (row: Row) => string | number;
  /** Left out: what is plain. */
  cell?: (row: Row) => ReactNode;
}

interface RowsProps<Row> {
  title: string;
  /** Of the file. */
  name: string;
  rows: readonly Row[];
  idOf: (row: Row) => number;
  columns: readonly Column<Row>[];
  /** In a last column, which the file does not have. */
  action?: (row: Row) => ReactNode;
  /** Below the rows. */
  note?: string | false;
}

const STEP = 100;
/** Fewer rows are found by looking. */
const SEARCHED_FROM = 10;

export function Rows<Row>(table: RowsProps<Row>): ReactNode {
  const { title, name, rows, columns, idOf, action, note = false } = table;
  const [query] = useSearchParams();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const [sort, setSort] = useState(query.get('sort') ?? '');
  const [shown, setShown] = useState(STEP * (Number(query.get('page')) || 1));
  const found = sorted(searched(rows, columns, search), columns, sort);
  const actions = (
    <>
      {(rows.length > SEARCHED_FROM || search !== '') && (
        <TextInput
          size="xs"
          type="search"
          aria-label={common.search}
          placeholder={common.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <SaveButton
        save={() => {
          const lines = found.map((row) => columns.map(({ plain }) => plain(row)));
          saveCsv(
            name,
            columns.map((column) => column.title),
            lines,
          );
        }}
      />
    </>
  );
  return (
    <Panel title={title} isFlush actions={actions}>
      {found.length === 0 ? (
        <p className="soft inset">{figures.noData}</p>
      ) : (
        <Table
          rows={found.slice(0, shown)}
          keyOf={idOf}
          columns={[
            ...columns.map((column) => headed(column, sort, setSort)),
            ...(action === undefined ? [] : [{ title: common.actions, className: 'right', cell: action }]),
          ]}
        />
      )}
      {found.length > shown && (
        <div className="row inset">
          <Small onClick={() => setShown(shown + STEP)}>{common.more}</Small>
          <span className="soft small">{common.of({ shown, total: found.length })}</span>
        </div>
      )}
      {note !== false && <p className="soft small inset">{note}</p>}
    </Panel>
  );
}

/** @param sort by which rows are ordered */
function headed<Row>(column: Column<Row>, sort: string, setSort: (sort: string) => void): TableColumn<Row> {
  const { key, title, say } = column;
  const isDown = sort.startsWith('-');
  const isBy = keyOf(sort) === key;
  // Figures are first wanted largest first, words from A.
  const next = isBy ? !isDown : say !== undefined;
  return {
    title,
    isNumber: say !== undefined,
    className: say === undefined ? 'break' : 'nowrap',
    sort: isBy ? (isDown ? 'descending' : 'ascending') : undefined,
    heading: (
      <button type="button" className="bare" onClick={() => setSort(next ? `-${key}` : key)}>
        {title}
      </button>
    ),
    cell: (row) => cellOf(column, row),
  };
}

/** What a row brought. */
export function sumColumns(): Column<Omit<Day, 'date'>>[] {
  return (['subscribers', 'value'] as const).map((key) => ({
    key,
    ...measured(key),
    plain: (row) => row[key],
  }));
}

function cellOf<Row>({ cell, say, plain }: Column<Row>, row: Row): ReactNode {
  if (cell !== undefined) return cell(row);
  return say === undefined ? plain(row) : say(Number(plain(row)));
}

const keyOf = (sort: string): string => sort.replace(/^-/, '');

function searched<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const wanted = search.toLocaleLowerCase(spoken).replace(/^@/, '');
  const texts = columns.filter(({ say }) => say === undefined);
  return rows.filter((row) =>
    texts.some(({ plain }) => String(plain(row)).toLocaleLowerCase(spoken).includes(wanted)),
  );
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string): readonly Row[] {
  const by = columns.find(({ key }) => key === keyOf(sort));
  if (by === undefined) return rows;
  const { compare } = new Intl.Collator(spoken, { numeric: true });
  const way = sort.startsWith('-') ? -1 : 1;
  const compared = by.say
    ? (a: Row, b: Row) => Number(by.plain(a)) - Number(by.plain(b))
    : (a: Row, b: Row) => compare(String(by.plain(a)), String(by.plain(b)));
  return rows.toSorted((a, b) => way * compared(a, b));
}
