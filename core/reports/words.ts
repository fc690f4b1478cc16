/** The words of a report in the language of the person who asked for it, and the lines of its summary. */
import type { Words, WordValues } from '../ports/words.js';
import type { Cell, ColumnKind, SummaryLine } from '../ports/workbooks.js';

export interface ReportWords {
  language: string;
  text(key: string, values?: WordValues): string;
}

/** @param accountLanguage what the operator bot speaks with the owner */
export function reportWords(words: Words, accountLanguage: string): ReportWords {
  const language = words.accountLanguage(accountLanguage);
  return { language, text: (key, values) => words.text(language, key, values) };
}

export function line(label: string, value: Cell, kind: ColumnKind = 'text'): SummaryLine {
  return { label, value, kind };
}
