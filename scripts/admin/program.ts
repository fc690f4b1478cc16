/** All admin commands; those of one noun are one file beside this. */
import { Command } from 'commander';
import { addAccountCommands } from './accounts.js';
import { addModerationCommands } from './moderation.js';
import { addMoveCommands } from './move.js';
import { addNoticeCommands } from './notices.js';
import { addOrderCommands } from './orders.js';
import { addSecretCommands } from './secrets.js';
import { addSponsorCommands } from './sponsors.js';
import { addStoreCommands } from './store.js';
import { addTrustCommands } from './trust.js';
import { addWalletCommands } from './wallet.js';
import { addWebhookCommands } from './webhooks.js';
import { addBackupCommands } from './backups.js';
import { addWithdrawalCommands } from './withdrawals.js';

export function createProgram(): Command {
  const program = new Command('npm run admin --')
    .description('Looks after one Sponsorgate installation.')
    .showHelpAfterError('Add --help to see what a command takes.');
  addStoreCommands(program);
  addMoveCommands(program);
  addAccountCommands(program);
  addWalletCommands(program);
  addWithdrawalCommands(program);
  addModerationCommands(program);
  addTrustCommands(program);
  addOrderCommands(program);
  addNoticeCommands(program);
  addSponsorCommands(program);
  addWebhookCommands(program);
  addBackupCommands(program);
  addSecretCommands(program);
  return program;
}
