/** Lists as files. What a spreadsheet would take for a formula is kept from being one. */

export function saveCsv(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [titles, ...rows].map((row) => row.map(cell).join(','));
  // With a byte order mark, by which spreadsheets know the encoding.
  const file = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

/** @param titles of the fields, for people; more may be there */
export function saveFields<Field extends string>(
  name: string,
  titles: Readonly<Record<Field, string>>,
  fields: readonly Field[],
  records: readonly Readonly<Record<Field, string | number | null>>[],
): void {
  const rows = records.map((record) => fields.map((field) => record[field] ?? ''));
  saveCsv(
    name,
    fields.map((field) => titles[field]),
    rows,
  );
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
