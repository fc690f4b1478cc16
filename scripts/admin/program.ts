/** All admin commands; each noun has one file in this folder. */
import type { Command } from 'commander';
import { addAccountCommands } from './accounts.js';
import { addDisputeCommands } from './disputes.js';
import { addImportCommands } from './import.js';
import { addModerationCommands } from './moderation.js';
import { addMoveCommands } from './move.js';
import { addNetworkCommands } from './networks.js';
import { addNotificationCommands } from './notifications.js';
import { addOffsiteCommands } from './offsite.js';
import { addOrderCommands } from './orders.js';
import { addPeopleCommands } from './people.js';
import { addReversalCommands } from './reversals.js';
import { addSecretCommands } from './secrets.js';
import { addSponsorCommands } from './sponsors.js';
import { addStoreCommands } from './store.js';
import { addTrialCommands } from './trial.js';
import { addTrustCommands } from './trust.js';
import { addWalletCommands } from './wallet.js';
import { addWebhookCommands } from './webhooks.js';
import { AdminCommand } from './admin.js';
import { beginAnswer, endAnswer } from './answer.js';
import { addBackupCommands } from './backups.js';
import { addWithdrawalCommands } from './withdrawals.js';

/** Commands that do something: those within others, and others that have a command of their own. */
function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((inner) => [inner, ...leavesOf(inner)]);
}

export function createProgram(): Command {
  const program = new AdminCommand('npm run admin --')
    .description('Looks after one Sponsorgate installation.')
    .showHelpAfterError('Add --help to see what a command takes.');
  addStoreCommands(program);
  addMoveCommands(program);
  addImportCommands(program);
  addAccountCommands(program);
  addWalletCommands(program);
  addWithdrawalCommands(program);
  addReversalCommands(program);
  addModerationCommands(program);
  addTrustCommands(program);
  addOrderCommands(program);
  addNotificationCommands(program);
  addSponsorCommands(program);
  addDisputeCommands(program);
  addTrialCommands(program);
  addWebhookCommands(program);
  addNetworkCommands(program);
  addBackupCommands(program);
  addOffsiteCommands(program);
  addSecretCommands(program);
  addPeopleCommands(program);
  for (const command of leavesOf(program))
    if (command.options.every(({ long }) => long !== '--json'))
      command.option('--json', 'answers one line of JSON', false);
  program.hook('preAction', (_, command) => beginAnswer(command.optsWithGlobals()['json'] === true));
  program.hook('postAction', () => endAnswer());
  return program;
}
