/**
 * What a command answers on stdout: tables with headers and sentences, or with `--json` one line of JSON that holds both
 * (`{"rows": [...], "total": 12, "said": ["..."]}`; each further table of a command under its own name).
 */

type Json = string | number | boolean | null | readonly string[];

/** A column of a table; `Row` is what the service returns for one line. */
export interface Column<Row> {
  /** In JSON: snake_case, as the interface has it. */
  key: string;
  title: string;
  value: (row: Row) => Json;
  /** How a person reads it, where that is not the value itself. */
  show?: ((row: Row) => string) | undefined;
  /** Stands at the right side. */
  isNumber?: boolean;
}

/** @param show how a person reads the value */
export function column<Row, Value extends Json>(
  key: string,
  title: string,
  value: (row: Row) => Value,
  show?: (value: Value, row: Row) => string,
): Column<Row> {
  return { key, title, value, show: show && ((row) => show(value(row), row)) };
}

export const numberColumn = <Row, Value extends Json>(
  ...facts: Parameters<typeof column<Row, Value>>
): Column<Row> => ({ ...column(...facts), isNumber: true });

/** Of what has a number, as people write it: `#12`. */
export const numberedColumn = <Row>(key: string, title: string, number: (row: Row) => number): Column<Row> =>
  numberColumn(key, title, number, (shown) => `#${String(shown)}`);

/** A table that is not the command's main one, or has more rows than are shown. */
interface Listed<Row> {
  rows: readonly Row[];
  name?: string;
  /** Of all rows, those on other pages too. */
  total?: number;
}

const GAP = '  ';

/** Such as `1 join` and `3 joins`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

let collected: Record<string, unknown> | null = null;

export function beginAnswer(isJson: boolean): void {
  collected = isJson ? { said: [] } : null;
}

/** Ends it: prints what was collected. */
export function endAnswer(): void {
  if (collected !== null) process.stdout.write(`${JSON.stringify(collected)}\n`);
  collected = null;
}

/** A sentence, which belongs to the command's answer. */
export function say(text: string): void {
  if (collected === null) process.stdout.write(`${text}\n`);
  else (collected['said'] as string[]).push(text);
}

/** A whole document, which is JSON in either way; under its own name with `--json`. */
export function sayDocument(name: string, document: unknown): void {
  if (collected === null) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else collected[name] = document;
}

/** A table; without rows a person sees no header either. */
export function table<Row>(
  listed: readonly Row[] | Listed<Row>,
  columns: readonly Column<NoInfer<Row>>[],
): void {
  const { rows, name = 'rows', total } = 'rows' in listed ? listed : { rows: listed };
  if (collected !== null) {
    const entries = rows.map((row) => columns.map(({ key, value }) => [key, value(row)] as const));
    collected[name] = entries.map((cells) => Object.fromEntries(cells));
    if (total !== undefined) collected[name === 'rows' ? 'total' : `${name}_total`] = total;
  } else if (rows.length > 0) process.stdout.write(drawn(columns, rows));
}

/** A page of a longer list, and how much of it that is. `what` its rows are stands after the numbers. */
export function tablePage<Row>(
  { what, ...listed }: Listed<Row> & { total: number; what?: string },
  columns: readonly Column<NoInfer<Row>>[],
): void {
  table(listed, columns);
  const numbers = `${String(listed.rows.length)} of ${String(listed.total)}`;
  say(`${[numbers, ...(what === undefined ? [] : [what])].join(' ')}.`);
}

function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => shown(column, row))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  const fitted = (line: readonly string[]) =>
    line.map((cell, index) =>
      columns[index]?.isNumber === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
    );
  const [head = [], ...body] = lines;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map((line) => `${fitted(line).join(GAP).trimEnd()}\n`).join('');
}

function shown<Row>({ value, show }: Column<Row>, row: Row): string {
  if (show !== undefined) return onOneLine(show(row));
  const plain = value(row);
  if (typeof plain === 'boolean') return plain ? 'yes' : 'no';
  return onOneLine(Array.isArray(plain) ? plain.join(', ') : String(plain ?? ''));
}

/** Whatever people named. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');
