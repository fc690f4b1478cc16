/** Admin commands about the people behind bots and orders. */
import { InvalidArgumentError, Option } from 'commander';
import { keyNames } from '../../core/accounts/index.js';
import type { KeyKind } from '../../core/ports/account-store.js';
import { column, numberColumn, say, tablePage } from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, at, id, moneyColumn } from './admin.js';

interface KeyOptions {
  user: number;
  kind: KeyKind;
  bot?: number;
  yes: boolean;
}

export function addAccountCommands(program: AdminCommand): void {
  program
    .command('accounts')
    .description('Lists accounts, newest first.')
    .option('--search <text>', 'part of a name or username', '')
    .limited()
    .does(async (service, { search, limit }: { search: string; limit: number }, { CURRENCY }) => {
      const { accounts, total } = await service.accounts.list({ search, offset: 0, limit });
      const rows = [];
      for (const account of accounts)
        rows.push({ ...account, ...(await service.wallet.balance(account.accountId)) });
      tablePage({ rows, total }, [
        numberColumn('user_id', 'Account', (row) => row.accountId),
        column('name', 'Name', (row) => row.firstName),
        column('username', 'Username', (row) => row.username, at),
        moneyColumn('balance', 'Balance', CURRENCY, (row) => row.availableMicros),
        column(
          'is_blocked',
          'State',
          (row) => row.isBlocked,
          (isBlocked) => (isBlocked ? 'blocked' : 'active'),
        ),
      ]);
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
    .option('--yes', 'without a question', false)
    .does(async (service, { user, kind, bot, yes }: KeyOptions) => {
      if ((kind === 'bot') !== (bot !== undefined))
        throw new InvalidArgumentError('--bot is needed for a Bot Key, and for that alone.');
      const { account } = await service.accounts.profile(user);
      const holder = `${account.firstName} (${String(user)})`;
      await confirm(`The ${keyNames[kind]} of ${holder} stops working at once, wherever it is used.`, {
        yes,
      });
      if (kind !== 'bot') await service.accounts.replaceKey(user, kind);
      else if (bot !== undefined) await service.bots.changeKey(user, bot);
      say(`The ${keyNames[kind]} of ${holder} is replaced; the old one is dead.`);
    });
}
