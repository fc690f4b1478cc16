/**
 * Who was erased, in a file outside the database: restoring a backup from before that erases them again. It holds no id: a
 * line for each person with their pseudonym, after a line with the key that makes pseudonyms, sealed under SECRETS_KEY.
 * It is kept with the backups, and goes with them to another place.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { SettingsError } from '../config.js';
import type { ErasedList } from '../people/index.js';
import type { Offsite } from './offsite/index.js';

const NAME = 'erased.txt';

/** @param folder of the backups, here and below */
export const erasedListFile = (folder: string): string => path.join(folder, NAME);

/** Makes the folder where it is lacking. @throws SettingsError where no file can be put there */
export function requireBackupFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SettingsError(
      `Nothing can be written into the folder of backups: ${error instanceof Error ? error.message : String(error)}. Set BACKUP_DIR to a folder that the service may write.`,
    );
  }
}

/** Null before the first erasure. */
export function readErasedList(folder: string): ErasedList | null {
  const file = erasedListFile(folder);
  return existsSync(file) ? listIn(readFileSync(file, 'utf8')) : null;
}

/** Whole or not at all, and on the disk when it returns. */
export function writeErasedList(folder: string, list: ErasedList): void {
  const file = erasedListFile(folder);
  requireBackupFolder(folder);
  const part = `${file}.part`;
  writeFileSync(part, textOf(list), { mode: 0o600, flush: true });
  renameSync(part, file);
}

/** Puts a person on it. */
export function listErased(folder: string, { key, pseudonym }: { key: string; pseudonym: number }): void {
  const before = readErasedList(folder)?.pseudonyms ?? [];
  writeErasedList(folder, { key, pseudonyms: [...new Set([...before, pseudonym])] });
}

/** A person who is on the list here or off-site is on both then. */
export async function shareErasedList(
  offsite: Pick<Offsite, 'keepText' | 'keptTexts'>,
  folder: string,
): Promise<void> {
  const there = (await offsite.keptTexts(NAME)).map(listIn);
  // Read when the store has answered, which may take minutes: somebody may have been erased meanwhile.
  const here = readErasedList(folder);
  const lists = here === null ? there : [here, ...there];
  const [first] = lists;
  if (first === undefined) return;
  const pseudonyms = [...new Set(lists.flatMap((list) => list.pseudonyms))];
  const all = { key: first.key, pseudonyms };
  if (pseudonyms.length > (here?.pseudonyms.length ?? 0)) writeErasedList(folder, all);
  await offsite.keepText(NAME, textOf(all));
}

function listIn(text: string): ErasedList {
  const [key = '', ...lines] = text.split('\n').filter((line) => line !== '');
  return { key, pseudonyms: lines.map(Number) };
}

function textOf({ key, pseudonyms }: ErasedList): string {
  return `${[key, ...pseudonyms.map(String)].join('\n')}\n`;
}
