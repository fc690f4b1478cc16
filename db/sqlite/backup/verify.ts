/** Checks that an unserved database file is whole and its money adds up. */
import Database from 'better-sqlite3';
import type { Store } from '../../../core/ports.js';
import { isDamage } from '../faults.js';
import { createSqliteStore } from '../index.js';

/** The copy is damaged, or its money does not add up. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

/** The file itself is damaged; what was found, without what to do about it. */
export class DamageFound extends BackupFault {
  constructor(readonly found: string) {
    super(`It is damaged: ${found}`);
  }
}

/**
 * Reads the whole file.
 * @throws BackupFault saying what is wrong with it
 */
export async function verifyDatabase(path: string): Promise<void> {
  const database = new Database(path, { fileMustExist: true });
  try {
    const problems = database.pragma('integrity_check(10)') as { integrity_check: string }[];
    const report = problems.map(({ integrity_check: line }) => line).join('; ');
    if (report !== 'ok') throw new DamageFound(report);
    const strays = database.pragma('foreign_key_check') as unknown[];
    if (strays.length > 0) throw new BackupFault(`${String(strays.length)} rows refer to what is not there.`);
  } catch (error) {
    if (error instanceof BackupFault) throw error;
    if (isDamage(error)) throw new DamageFound((error as Error).message);
    throw new BackupFault(`It cannot be read: ${String(error)}`);
  } finally {
    database.close();
  }
  await overStore(path, verifyLedger);
}

async function verifyLedger({ ledger }: Store): Promise<void> {
  const { postingsMicros, balancesMicros, entriesOutOfBalance } = await ledger.check();
  if (postingsMicros !== 0n || balancesMicros !== 0n || entriesOutOfBalance !== 0)
    throw new BackupFault('Its ledger is out of balance.');
}

/** Opens an unserved file through a store. */
export async function overStore(path: string, look: (store: Store) => Promise<void>): Promise<void> {
  const store = await createSqliteStore({ path });
  try {
    await look(store);
  } finally {
    await store.close();
  }
}

/** Turns a closed database into one file, without a write-ahead log. */
export function closeIntoOneFile(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
}
