/**
 * Who was erased, in a file outside the database: restoring a backup from before that erases them again. It holds no id: a
 * line for each person with their pseudonym, after a line with the key that makes pseudonyms, sealed under SECRETS_KEY.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { backupFolder } from '../../core/adapters/backup-runner.js';
import type { Settings } from '../../core/config.js';
import type { ErasedList } from '../../core/people/index.js';

type Place = Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>;

export const erasedListFile = (settings: Place): string => path.join(backupFolder(settings), 'erased.txt');

/** Null before the first erasure. */
export function readErasedList(settings: Place): ErasedList | null {
  const file = erasedListFile(settings);
  if (!existsSync(file)) return null;
  const [key = '', ...lines] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return { key, pseudonyms: lines.map(Number) };
}

/** Whole or not at all, and on the disk when it returns. */
export function writeErasedList(settings: Place, { key, pseudonyms }: ErasedList): void {
  const file = erasedListFile(settings);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  const descriptor = openSync(part, 'w', 0o600);
  try {
    writeSync(descriptor, `${[key, ...pseudonyms.map(String)].join('\n')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
}

/** Puts a person on it. */
export function listErased(settings: Place, { key, pseudonym }: { key: string; pseudonym: number }): void {
  const before = readErasedList(settings)?.pseudonyms ?? [];
  writeErasedList(settings, { key, pseudonyms: [...new Set([...before, pseudonym])] });
}
