/** Lists as files, and the buttons that keep them. Text that a spreadsheet would take for a formula or a number stays text. */
import type { ReactNode } from 'react';
import { format } from './format';
import { common, csv, type Words } from '../words';
import { Small } from './page';

export function saveCsv(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  // Where amounts have a decimal comma, cells are parted by semicolons, and 12.5 would be a day in May.
  const isComma = format.typed.decimal === ',';
  const cell = (value: string | number) =>
    typeof value === 'string' ? textOf(value) : String(value).replace('.', format.typed.decimal);
  const lines = [titles, ...rows].map((row) => row.map(cell).join(isComma ? ';' : ','));
  // With a byte order mark, by which spreadsheets know the encoding.
  const file = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Keeps these fields of the records, with their titles for people. */
export function saveFields<Field extends keyof Words['csv']>(
  name: string,
  fields: readonly Field[],
  records: readonly Readonly<Record<Field, string | number | null>>[],
): void {
  const rows = records.map((record) => fields.map((field) => record[field] ?? ''));
  saveCsv(
    name,
    fields.map((field) => csv[field]),
    rows,
  );
}

/** Formulas, and digits that a number loses: zeros in front, and those after the fifteenth, as the number of a card has. */
const TAKEN_OTHERWISE = /^[=+\-@\t\r]|^0\d+$|^\d{16,}$/;

function textOf(value: string): string {
  const text = TAKEN_OTHERWISE.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function SaveButton(props: { isDisabled?: boolean; save: () => unknown }): ReactNode {
  const { isDisabled = false, save } = props;
  return (
    <Small aria-label={common.csvAll} disabled={isDisabled} onClick={() => void save()}>
      {common.csv}
    </Small>
  );
}

/** The button of `saveFields`. */
export function SaveFields<Field extends keyof Words['csv']>(props: {
  /** Of the file. */
  name: string;
  fields: readonly Field[];
  records: readonly Readonly<Record<Field, string | number | null>>[];
}): ReactNode {
  const { name, fields, records } = props;
  return <SaveButton isDisabled={records.length === 0} save={() => saveFields(name, fields, records)} />;
}
