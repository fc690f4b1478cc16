/** Admin commands about the secret that seals tokens and keys. */
import { backupFolder } from '../../core/adapters/backup-runner.js';
import { readErasedList, writeErasedList } from '../../core/adapters/erased-list.js';
import { say } from './answer.js';
import { type AdminCommand, withService } from './admin.js';
import { confirm } from './confirm.js';
import { shareErased } from './offsite.js';

export function addSecretCommands(program: AdminCommand): void {
  program
    .command('rotate-secrets')
    .description('Seals everything again under the first secret of SECRETS_KEY; see docs/operating.md.')
    .option('--restarted', 'all processes run with this SECRETS_KEY; without it, only counts', false)
    .option('--lost', 'no secret that opens the database is left: it takes the first of SECRETS_KEY', false)
    .option('--yes', 'does not ask, for scripts', false)
    .action(async ({ restarted, lost, yes }: { restarted: boolean; lost: boolean; yes: boolean }) => {
      if (lost) {
        await adopt(yes);
        return;
      }
      await withService(async ({ secrets, people }, settings) => {
        if (!restarted) {
          const stale = await secrets.stale();
          say(`${String(stale)} value(s) are sealed under another secret than the first.`);
          // A run that was cut short may have left the list of who was erased, which is no value of the database.
          say(
            stale === 0
              ? 'Once this has ended with --restarted, the other secrets can be taken out of SECRETS_KEY.'
              : 'Restart all processes with this SECRETS_KEY, then run this with --restarted.',
          );
          return;
        }
        const { resealed, unreadable } = await secrets.reseal();
        const folder = backupFolder(settings);
        const list = readErasedList(folder);
        if (list !== null) writeErasedList(folder, { ...list, key: await people.sealedKey() });
        await shareErased(settings);
        say(`${String(resealed)} value(s) are sealed under the first secret now.`);
        if (unreadable > 0) {
          say(
            `${String(unreadable)} value(s) are opened by no secret of SECRETS_KEY: keep or find the one that does.`,
          );
          process.exitCode = 1;
        } else say('Nothing is left under another one: it can be taken out of SECRETS_KEY.');
      });
    });
}

async function adopt(yes: boolean): Promise<void> {
  await confirm(
    'The database takes the first secret of SECRETS_KEY, and the keys, tokens and addresses in it that no secret opens stay unreadable.',
    { yes },
  );
  await withService(({ secrets }) => secrets.adopt(), true);
  say('The database takes SECRETS_KEY now. See "Where the right one is lost" in docs/operating.md.');
}
