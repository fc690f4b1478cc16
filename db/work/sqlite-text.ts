/**
 * The text of a statement for SQLite, from PostgreSQL's. SQLite has one writer and types of values instead of columns: so
 * locks of rows and casts go, and a list is passed as JSON. What differs in more than words has a text of its own.
 */

const LIST = String.raw`\$\d+::(?:bigint|text)\[\]`;

const rules: readonly (readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)])[] = [
  // One transaction writes at a time: there is nothing to lock.
  [/\s+FOR (?:NO KEY )?(?:UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED| NOWAIT)?/g, ''],
  [/\bSELECT FROM\b/g, 'SELECT 1 FROM'],
  [new RegExp(String.raw`= ANY ?\((${LIST})\)`, 'g'), 'IN (SELECT value FROM json_each($1))'],
  [new RegExp(String.raw`<> ALL ?\((${LIST})\)`, 'g'), 'NOT IN (SELECT value FROM json_each($1))'],
  [
    /\bunnest\s*\(([^()]*)\)\s+(WITH ORDINALITY\s+)?AS\s+(\w+)\s*\(([^()]*)\)/g,
    (_, ...groups) => listRows(groups),
  ],
  [/\bGREATEST\s*\(/gi, 'max('],
  [/\bLEAST\s*\(/gi, 'min('],
  [/::(?:bigint|boolean|double precision|int|integer|numeric|text)(?:\[\])?/g, ''],
];

/** The rows of one list or more, which are equally long: those of `unnest`. All its lists are bound as one list of rows. */
function listRows([lists = '', ordinality, name = '', columns = '']: string[]): string {
  const names = columns.split(',').map((column) => column.trim());
  const numbers = lists.split(',').map((list) => /\$(\d+)/.exec(list)?.[1] ?? '');
  const values = numbers.map((_, index) => `value ->> ${String(index)} AS ${names[index] ?? ''}`);
  if (ordinality !== undefined) values.push(`key + 1 AS ${names.at(-1) ?? ''}`);
  return `(SELECT ${values.join(', ')} FROM json_each($${numbers.join('_')}_)) AS ${name}`;
}

/** @returns the text in SQLite's words, its placeholders still numbered as they were; `$1_2_` is the list of rows of the first and second list */
export function sqliteText(text: string): string {
  let words = text;
  for (const [pattern, replacement] of rules)
    words =
      typeof replacement === 'string'
        ? words.replace(pattern, replacement)
        : words.replace(pattern, replacement);
  return words;
}
