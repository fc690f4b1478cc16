/** Admin commands about copies of backups in an object store. */
import { backupFolder } from '../../core/adapters/backup-runner.js';
import { requireBackupFolder, shareErasedList } from '../../core/adapters/erased-list.js';
import {
  createOffsite,
  OffsiteFault,
  type OffsiteTerms,
  offsiteTerms,
} from '../../core/adapters/offsite/index.js';
import { sendBackup } from '../../core/adapters/offsite-backup.js';
import type { Settings } from '../../core/config.js';
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, settings } from './admin.js';

export function addOffsiteCommands(program: AdminCommand): void {
  const offsite = program.command('offsite').description('Looks after copies of backups in an object store.');
  offsite
    .command('list')
    .description('Lists the copies, oldest first.')
    .action(async () => {
      const copies = await createOffsite(termsOf(settings())).list();
      table(copies, [
        column('name', 'Copy', ({ name }) => name),
        numberColumn('kib', 'KiB', ({ bytes }) => Math.ceil(bytes / 1_024)),
        column('verified', 'Read back', ({ isVerified }) => isVerified),
        column('opens', 'SECRETS_KEY opens it', ({ isOurs }) => isOurs),
      ]);
    });
  offsite
    .command('send <file>')
    .description(
      'Sends a backup, such as a dump of PostgreSQL: sealed, read back, and the oldest taken away.',
    )
    .action((file: string) => sendOffsite(settings(), file));
  offsite
    .command('fetch [copy]')
    .description('Brings a copy, the latest that was read back by default, into BACKUP_DIR, opened.')
    .action(async (copy?: string) => {
      say(`${await fetchOffsite(settings(), copy ?? null)} is there, as it was sent.`);
    });
}

export async function sendOffsite(current: Settings, file: string): Promise<void> {
  const sent = await sendBackup({
    terms: termsOf(current),
    file,
    folder: backupFolder(current),
    nowMs: Date.now(),
  });
  say(`${sent.name} is off-site, read back whole.`);
  for (const name of sent.removed) say(`${name} is taken away there.`);
}

/** With the list of who was erased since. Returns the file. */
export async function fetchOffsite(current: Settings, copy: string | null): Promise<string> {
  const offsite = createOffsite(termsOf(current));
  requireBackupFolder(backupFolder(current));
  const file = await offsite.fetch(copy, backupFolder(current));
  await shareErasedList(offsite, backupFolder(current));
  return file;
}

/** Has the list of who was erased be the same off-site, where there is a store. */
export async function shareErased(current: Settings): Promise<void> {
  const terms = offsiteTerms(current);
  if (terms !== null) await shareErasedList(createOffsite(terms), backupFolder(current));
}

function termsOf(current: Settings): OffsiteTerms {
  const terms = offsiteTerms(current);
  if (terms !== null) return terms;
  throw new OffsiteFault(
    'There is no store for copies: set OFFSITE_URL, OFFSITE_ACCESS_KEY and OFFSITE_SECRET_KEY.',
  );
}
