/** Admin commands about money. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { amount, id, money, say, withService } from './desk.js';

export function addWalletCommands(program: Command): void {
  program
    .command('credit')
    .description('Books a deposit on the wallet of an account.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .requiredOption('--amount <number>', 'how much, in the currency of the service', amount)
    .option('--note <text>', 'what it is for; shown in the history', 'Deposit by the operator')
    .option('--reference <text>', 'books at most once by this reference, so that a repeat does no harm')
    .action(async (options: { user: number; amount: bigint; note: string; reference?: string }) => {
      await withService(async (service, { CURRENCY }) => {
        const { account } = await service.accounts.profile(options.user);
        const booking = await service.wallet.credit(options.user, options.amount, {
          reference: options.reference ?? `admin:${randomUUID()}`,
          note: options.note,
          bookedBy: null,
        });
        const done = booking.isNew ? 'Booked' : 'Was booked before, nothing changed:';
        const whom = `${account.firstName} (${String(options.user)})`;
        const balance = money(booking.balance.availableMicros, CURRENCY);
        say(`${done} ${money(options.amount, CURRENCY)} for ${whom}. The balance is ${balance}.`);
      });
    });
}
