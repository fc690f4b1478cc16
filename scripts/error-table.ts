/**
 * Writes the table of all error keys into `docs/errors.md`, made of the code and the words.
 *
 *     npm run errors
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodes, type FailureKind, failureTopics, httpCodes } from '../core/errors.js';
import { checkedLanguages, textIn } from '../words/index.js';

export const errorDocs = path.resolve(import.meta.dirname, '../docs/errors.md');
const [BEGIN, END] = ['<!-- Written by npm run errors. -->', '<!-- End. -->'];

/** @returns the page with its tables as they are by the code now */
export function withErrorTables(page: string): string {
  const [before, rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before ?? ''}${BEGIN}\n\n${kinds()}\n\n${topics()}\n\n${END}${after}`;
}

function kinds(): string {
  const rows = Object.entries(httpCodes).map(([kind, status]) => {
    // Object.entries has no types: these are the kinds.
    const isNamed = errorCodes.has(kind as FailureKind);
    return [code(kind), String(status), isNamed ? code(kind) : '', ...said(isNamed ? kind : String(status))];
  });
  return table(['Kind', 'Status', '`error_code`', ...checkedLanguages], rows);
}

function topics(): string {
  const rows = Object.entries(failureTopics).map(([topic, values]) => [
    code(topic),
    values.map(code).join(', '),
    ...said(topic, Object.fromEntries(values.map((name) => [name, `{ ${name} }`]))),
  ]);
  return table(['Topic', 'Values', ...checkedLanguages], rows);
}

function said(name: string, values: Readonly<Record<string, string>> = {}): string[] {
  const key = `error-${name.replaceAll('_', '-')}`;
  return checkedLanguages.map((language) => textIn(language, key, values).replaceAll('|', '\\|'));
}

const code = (text: string): string => `\`${text}\``;

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, heading.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(errorDocs, withErrorTables(readFileSync(errorDocs, 'utf8')));
