/** Admin commands about the people behind bots and orders. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { keyNames } from '../../core/accounts/index.js';
import type { KeyKind } from '../../core/ports.js';
import { id, money, say, withService } from './desk.js';

export function addAccountCommands(program: Command): void {
  program
    .command('accounts')
    .description('Lists accounts, newest first.')
    .option('--search <text>', 'part of a name or username', '')
    .option('--limit <number>', 'how many', id, 20)
    .action(async ({ search, limit }: { search: string; limit: number }) => {
      await withService(async (service, { CURRENCY }) => {
        const { accounts, total } = await service.accounts.list({ search, offset: 0, limit });
        for (const { accountId, firstName, username, isBlocked } of accounts) {
          const { availableMicros } = await service.wallet.balance(accountId);
          const state = isBlocked ? '  blocked' : '';
          say(
            `${String(accountId)}  ${firstName}  @${username}  ${money(availableMicros, CURRENCY)}${state}`,
          );
        }
        say(`${String(accounts.length)} of ${String(total)}.`);
      });
    });

  program
    .command('keys')
    .description(
      'Replaces a key, which is dead in every process at once. Its owner sees the new one in the operator bot; it is not said here.',
    )
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .addOption(
      new Option('--kind <kind>', 'which key').choices(['access', 'statistics', 'bot']).makeOptionMandatory(),
    )
    .option('--bot <id>', 'for a Bot Key: platform id of the bot', id)
    .action(async ({ user, kind, bot }: { user: number; kind: KeyKind; bot?: number }) => {
      if ((kind === 'bot') !== (bot !== undefined))
        throw new InvalidArgumentError('--bot is needed for a Bot Key, and for that alone.');
      await withService(async (service) => {
        const { account } = await service.accounts.profile(user);
        if (kind !== 'bot') await service.accounts.replaceKey(user, kind);
        else if (bot !== undefined) await service.bots.changeKey(user, bot);
        const whose = `${account.firstName} (${String(user)})`;
        say(`The ${keyNames[kind]} of ${whose} is replaced; the old one is dead.`);
      });
    });
}
