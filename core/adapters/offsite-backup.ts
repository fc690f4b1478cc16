/** Sends a backup off-site, with the list of who was erased, and remembers how old the latest one there is. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireBackupFolder, shareErasedList } from './erased-list.js';
import { createOffsite, type OffsiteTerms } from './offsite/index.js';

/** What a worker is sent, once. */
export interface OffsiteTask {
  terms: OffsiteTerms;
  file: string;
  /** Of the backups. */
  folder: string;
  nowMs: number;
}

export interface OffsiteSent {
  name: string;
  bytes: number;
  /** Older copies that were taken away. */
  removed: string[];
}

const latestFile = (folder: string): string => path.join(folder, 'latest-offsite.txt');

/** @throws OffsiteFault or SettingsError saying what to do; no copy that was there is gone then */
export async function sendBackup({ terms, file, folder, nowMs }: OffsiteTask): Promise<OffsiteSent> {
  const offsite = createOffsite(terms);
  // Over PostgreSQL nothing else makes it, and the moment of the copy is kept there.
  requireBackupFolder(folder);
  // First: a copy without it would bring back who was erased.
  await shareErasedList(offsite, folder);
  const { name, bytes, begunMs } = await offsite.send(file, nowMs);
  writeFileSync(latestFile(folder), `${new Date(begunMs).toISOString()}\n`);
  return { name, bytes, removed: await offsite.retire(name, nowMs) };
}

/** When the backup was begun that is the latest off-site; null: none was sent from here, as far as the file says. */
export function latestOffsiteMs(folder: string): number | null {
  try {
    const begunMs = Date.parse(readFileSync(latestFile(folder), 'utf8').trim());
    return Number.isNaN(begunMs) ? null : begunMs;
  } catch {
    return null;
  }
}
