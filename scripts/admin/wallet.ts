/** Admin commands about what is in a wallet, and how it came there. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { RefundOutcome } from '../../core/ledger/index.js';
import { amount, id, money, say, when, withService } from './desk.js';

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
        const booking = await service.wallet.book(null, options.user, options.amount, {
          reference: options.reference ?? `admin:${randomUUID()}`,
          note: options.note,
        });
        const done = booking.isNew ? 'Booked' : 'Was booked before, nothing changed:';
        const whom = `${account.firstName} (${String(options.user)})`;
        const balance = money(booking.balance.availableMicros, CURRENCY);
        say(`${done} ${money(options.amount, CURRENCY)} for ${whom}. The balance is ${balance}.`);
      });
    });

  program
    .command('history')
    .description('Says every movement of an account, latest first, with what was available after it.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .option('--before <number>', 'only entries before this one', id)
    .option('--limit <number>', 'how many, at most 100', id, 20)
    .action(
      async ({ user, before = null, limit }: { user: number; before?: number | null; limit: number }) => {
        await withService(async (service, { CURRENCY, SERVICE_TIMEZONE }) => {
          const { availableMicros, heldMicros, reservedMicros } = await service.wallet.balance(user);
          for (const line of await service.wallet.history(user, { beforeEntryId: before, limit })) {
            const moved = [
              ['', line.amountMicros],
              ['held ', line.heldMicros],
              ['reserved ', line.reservedMicros],
            ] as const;
            const amounts = moved
              .filter(([, micros]) => micros !== 0n)
              .map(([name, micros]) => `${name}${micros > 0n ? '+' : ''}${money(micros, CURRENCY)}`);
            const about = [line.orderId === null ? '' : `order ${String(line.orderId)}`, line.note];
            const parts = [String(line.entryId), when(line.atMs, SERVICE_TIMEZONE), line.kind, ...amounts];
            const rest = [...about.filter((text) => text !== ''), `→ ${money(line.balanceMicros, CURRENCY)}`];
            say([...parts, ...rest].join('  '));
          }
          const [available, held, reserved] = [availableMicros, heldMicros, reservedMicros].map((micros) =>
            money(micros, CURRENCY),
          );
          say(`Available ${String(available)}, held ${String(held)}, reserved ${String(reserved)}.`);
        });
      },
    );

  program
    .command('payments')
    .description('Lists the latest payments in stars of an account, with the charge that a refund names.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .action(async ({ user }: { user: number }) => {
      await withService(async (service, { CURRENCY, SERVICE_TIMEZONE }) => {
        const payments = await service.refunds.payments(null, user);
        for (const { chargeId, stars, amountMicros, paidAtMs, refundState } of payments) {
          const state = refundState === 'none' ? [] : [`refund: ${refundState}`];
          const figures = [`${String(stars)} stars`, money(amountMicros, CURRENCY), ...state];
          say([when(paidAtMs, SERVICE_TIMEZONE), chargeId, ...figures].join('  '));
        }
        say(`${String(payments.length)} payment(s).`);
      });
    });

  program
    .command('refund')
    .description('Gives a payment in stars back, whole and once, if its worth is still available.')
    .requiredOption('--charge <id>', 'the charge, as `payments` lists it')
    .action(async ({ charge }: { charge: string }) => {
      await withService(async (service, { CURRENCY }) => {
        const outcome = await service.refunds.refund(null, charge);
        say(sayRefund(outcome, CURRENCY));
        if (outcome.kind !== 'refunded' && outcome.kind !== 'already') process.exitCode = 1;
      });
    });
}

function sayRefund(outcome: RefundOutcome, currency: string): string {
  switch (outcome.kind) {
    case 'refunded':
      return `Given back: ${String(outcome.payment.stars)} stars, ${money(outcome.payment.amountMicros, currency)}.`;
    case 'already':
      return 'It was given back before.';
    case 'spent':
      return `It cannot be given back: only ${money(outcome.availableMicros, currency)} are available.`;
    case 'needed':
      return `It cannot be given back yet: users who saw the account's orders of late may still cost ${money(outcome.mayCostMicros, currency)}. Stop its orders, and ask again once WITHDRAWAL_HOURS have passed.`;
    case 'refused':
      return `The platform refuses: ${outcome.payment.refundNote}`;
    case 'waiting':
      return 'The platform does not answer. The amount is set aside; the bot process asks again every minute.';
    case 'gone':
      return 'There is no such payment.';
  }
}
