/** A table of which each line is a card on a phone. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  /** Stands at the right. */
  isNumber?: boolean;
  className?: string;
  /** In the place of the title. */
  heading?: ReactNode;
  /** Rows are ordered by it. */
  sort?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
}

export function Table<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  /** Keeps its columns on a phone. */
  isPlain?: boolean;
}): ReactNode {
  const { columns, rows, keyOf, isPlain = false } = props;
  return (
    <table className={isPlain ? 'table' : 'table cards'}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber, heading = title, sort }) => (
            <th scope="col" key={title} className={isNumber ? 'right' : ''} aria-sort={sort}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ title, isNumber, className = '', cell }) => (
              <td key={title} className={`${isNumber ? 'right ' : ''}${className}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
