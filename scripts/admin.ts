/**
 * `npm run admin -- <command>`: what an operator does without SQL. Each command has --help and says what it did; the
 * commands of one noun are one file of `admin/`. It works beside the running service, on the same database.
 */
import { Command } from 'commander';
import { SettingsError } from '../core/config.js';
import { BackupFault } from '../db/backup/index.js';
import { ServiceError } from '../core/errors.js';
import { addAccountCommands } from './admin/accounts.js';
import { addBackupCommands } from './admin/backups.js';
import { addSponsorCommands } from './admin/sponsors.js';
import { addStoreCommands } from './admin/store.js';
import { addWalletCommands } from './admin/wallet.js';
import { addWebhookCommands } from './admin/webhooks.js';

const program = new Command('npm run admin --')
  .description('Looks after one Sponsorgate installation.')
  .showHelpAfterError('Add --help to see what a command takes.');

addStoreCommands(program);
addBackupCommands(program);
addAccountCommands(program);
addWalletCommands(program);
addSponsorCommands(program);
addWebhookCommands(program);

program.parseAsync().catch((error: unknown) => {
  const isExpected =
    error instanceof ServiceError || error instanceof SettingsError || error instanceof BackupFault;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
