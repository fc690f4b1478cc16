/** Rows as a file that spreadsheets open (RFC 4180), in UTF-8 with the mark by which they know it. */

const BYTE_ORDER_MARK = '\uFEFF';

/** @param texts the titles of columns whose cells are what people wrote, not numbers */
export function toCsv(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  texts: ReadonlySet<string>,
): string {
  const lines = rows.map((row) =>
    row.map((cell, at) => quoted(texts.has(titles[at] ?? '') ? harmless(cell) : cell)),
  );
  return `${BYTE_ORDER_MARK}${[titles.map(quoted), ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
}

/** Spreadsheets run what begins like a formula; names come from strangers. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
