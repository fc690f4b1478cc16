/** Admin commands about the people behind bots and orders. */
import type { Command } from 'commander';
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
}
