/** Admin commands about backups. */
import path from 'node:path';
import { backupFolder, canBackUp } from '../../core/adapters/backup-runner.js';
import type { Settings } from '../../core/config.js';
import { requireOwnDatabase } from '../../core/installation.js';
import { createPeople } from '../../core/people/index.js';
import { createVault } from '../../core/vault.js';
import { BackupFault, listBackups, makeBackup, restoreBackup } from '../../db/sqlite/backup/index.js';
import { readErasedList } from '../../core/adapters/erased-list.js';
import { column, say, table } from './answer.js';
import { type AdminCommand, settings } from './admin.js';
import { fetchOffsite, sendOffsite } from './offsite.js';

/** @throws where the database is no file */
function fileSettings(): Settings {
  const current = settings();
  if (canBackUp(current)) return current;
  throw new BackupFault(
    'Backups of PostgreSQL are made by its own tools (pg_dump, pg_basebackup): see "Backups of PostgreSQL" in docs/operating.md.',
  );
}

export function addBackupCommands(program: AdminCommand): void {
  program
    .command('backup')
    .description(
      'Makes a verified backup now, while the service runs, and sends it off-site where OFFSITE_URL is set.',
    )
    .action(async () => {
      const current = fileSettings();
      const { file, bytes, removed } = await makeBackup({
        path: current.DATABASE_URL,
        folder: backupFolder(current),
        keep: current.BACKUP_KEEP,
        nowMs: Date.now(),
      });
      say(`${file}: ${String(Math.ceil(bytes / 1_024))} KiB, verified.`);
      for (const name of removed) say(`${name} is taken away.`);
      if (current.OFFSITE_URL !== undefined) await sendOffsite(current, file);
    });

  program
    .command('backups')
    .description('Lists the backups, oldest first.')
    .action(() => {
      const current = fileSettings();
      const folder = backupFolder(current);
      table(listBackups(folder, current.DATABASE_URL), [
        column('file', 'File', (name) => path.join(folder, name)),
      ]);
    });

  program
    .command('restore [file]')
    .description(
      'Puts a backup in the place of the database, which is kept next to it. Stop the service first.',
    )
    .option('--offsite', 'an off-site copy of that name, or the latest that was read back', false)
    .action(async (wanted: string | undefined, { offsite }: { offsite: boolean }) => {
      const current = fileSettings();
      if (wanted === undefined && !offsite)
        throw new BackupFault('Name the file, or say --offsite: `npm run admin -- backups` lists the files.');
      const file = offsite ? await fetchOffsite(current, wanted ?? null) : (wanted ?? '');
      const vault = createVault(current.SECRETS_KEY);
      let again = 0;
      const { keptAs } = await restoreBackup({
        path: current.DATABASE_URL,
        backup: file,
        nowMs: Date.now(),
        accept: async (store) => {
          await requireOwnDatabase({ store, vault, settings: current });
          const list = readErasedList(backupFolder(current));
          if (list !== null)
            again = await createPeople({ store, vault, settings: current }).eraseListed(list);
        },
      });
      say(`${file} is the database now, verified and up to date.`);
      if (keptAs !== null) say(`The one that was there is kept as ${keptAs}.`);
      if (again > 0) say(`${String(again)} person(s) who were erased since are erased again.`);
      say('Read "After a restore" in docs/operating.md before you start the service.');
    });
}
