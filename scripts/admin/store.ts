/** Admin commands about the database itself. */
import type { Command } from 'commander';
import { migrate } from '../../db/index.js';
import { databasePath } from '../paths.js';
import { say, settings, withService } from './desk.js';

export function addStoreCommands(program: Command): void {
  program
    .command('migrate')
    .description('Brings the database to the current schema. Starting the service does this too.')
    .action(async () => {
      const path = databasePath(settings());
      migrate(path);
      say(`${path} is up to date.`);
    });

  program
    .command('check')
    .description('Checks the ledger: all postings and all balances sum to zero.')
    .action(async () => {
      await withService(async (service) => {
        const { postingsMicros, balancesMicros, entriesOutOfBalance } = await service.wallet.check();
        const isSound = postingsMicros === 0n && balancesMicros === 0n && entriesOutOfBalance === 0;
        say(
          isSound
            ? 'The ledger is in balance.'
            : 'The ledger is OUT OF BALANCE. Stop the service and restore a backup.',
        );
        if (!isSound) process.exitCode = 1;
      });
    });
}
