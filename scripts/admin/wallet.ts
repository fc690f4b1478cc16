/** Admin commands about what is in a wallet, and how it came there. */
import { randomUUID } from 'node:crypto';
import type { RefundOutcome } from '../../core/ledger/index.js';
import type { StarPayment } from '../../core/ports/star-payment-store.js';
import { type Column, column, numberColumn, say, table } from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, amount, id, momentColumn, money, moneyColumn, plainWords } from './admin.js';

interface Deposit {
  user: number;
  amount: bigint;
  note: string;
  reference?: string;
  yes: boolean;
}

interface HistoryOptions {
  user: number;
  before?: number | null;
  limit: number;
}

const refundWords: Readonly<Record<StarPayment['refundState'], string>> = {
  none: 'no',
  waiting: 'asked for, not answered yet',
  done: 'yes',
  refused: 'the platform refused',
};

/** Money that came or went; nothing stands where nothing moved. */
function movedColumn<Row>(
  key: string,
  title: string,
  currency: string,
  micros: (row: Row) => bigint,
): Column<Row> {
  const show = (row: Row): string => {
    const moved = micros(row);
    return moved === 0n ? '' : `${moved > 0n ? '+' : ''}${money(moved, currency)}`;
  };
  return { ...moneyColumn(key, title, currency, micros), show };
}

export function addWalletCommands(program: AdminCommand): void {
  program
    .command('credit')
    .description('Books a deposit on the wallet of an account.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .requiredOption('--amount <number>', 'how much, in the currency of the service', amount)
    .option('--note <text>', 'what it is for; shown in the history', 'Deposit by the operator')
    .option('--reference <text>', 'books at most once by this reference, so that a repeat does no harm')
    .option('--yes', 'without a question', false)
    .does(async (service, options: Deposit, { CURRENCY }) => {
      const { account } = await service.accounts.profile(options.user);
      const owner = `${account.firstName} (${String(options.user)})`;
      const what = `${money(options.amount, CURRENCY)} are booked for ${owner}.`;
      // Scripts that book by their own reference need no confirmation.
      await confirm(what, { yes: options.yes, isFreeForScripts: true });
      const booking = await service.wallet.book(null, options.user, options.amount, {
        reference: options.reference ?? `admin:${randomUUID()}`,
        note: options.note,
      });
      const done = booking.isNew ? 'Booked' : 'Was booked before, nothing changed:';
      const balance = money(booking.balance.availableMicros, CURRENCY);
      say(`${done} ${money(options.amount, CURRENCY)} for ${owner}. The balance is ${balance}.`);
    });

  program
    .command('adjust')
    .description(
      'Books an adjustment on a wallet: a deposit by hand, or with --take money taken back, which may leave a debt.',
    )
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .requiredOption('--amount <number>', 'how much, in the currency of the service', amount)
    .requiredOption('--note <text>', 'the reason; its owner reads it')
    .option('--take', 'takes it from the account', false)
    .option('--reference <text>', 'books at most once by this reference')
    .option('--yes', 'without a question', false)
    .does(async (service, options: Deposit & { take: boolean }, { CURRENCY }) => {
      const { account } = await service.accounts.profile(options.user);
      const owner = `${account.firstName} (${String(options.user)})`;
      const said = money(options.amount, CURRENCY);
      const what = options.take ? `${said} are taken from ${owner}.` : `${said} are booked for ${owner}.`;
      await confirm(what, options);
      const micros = options.take ? -options.amount : options.amount;
      const { isNew, balance } = await service.wallet.adjust(null, options.user, micros, {
        reference: options.reference ?? `admin:${randomUUID()}`,
        note: options.note,
      });
      const done = isNew ? what : 'Was booked before, nothing changed.';
      say(`${done} The balance is ${money(balance.availableMicros, CURRENCY)}.`);
    });

  program
    .command('history')
    .description('Says every movement of an account, latest first, with what was available after it.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .option('--before <number>', 'only entries before this one', id)
    .limited()
    .does(async (service, { user, before = null, limit }: HistoryOptions, { CURRENCY, SERVICE_TIMEZONE }) => {
      const { availableMicros, heldMicros, reservedMicros } = await service.wallet.balance(user);
      const lines = await service.wallet.history(user, { beforeEntryId: before, limit });
      table(lines, [
        numberColumn('entry_id', 'Entry', (row) => row.entryId),
        momentColumn('at', 'When', SERVICE_TIMEZONE, (row) => row.atMs),
        column('kind', 'What', (row) => row.kind, plainWords),
        movedColumn('amount', 'Wallet', CURRENCY, (row) => row.amountMicros),
        movedColumn('held', 'Held', CURRENCY, (row) => row.heldMicros),
        movedColumn('reserved', 'Reserved', CURRENCY, (row) => row.reservedMicros),
        numberColumn('order_id', 'Order', (row) => row.orderId),
        numberColumn('bot_id', 'Bot', (row) => row.botId),
        numberColumn('user_id', 'User', (row) => row.userId),
        moneyColumn('balance', 'Available after it', CURRENCY, (row) => row.balanceMicros),
        column('note', 'Note', (row) => row.note),
      ]);
      const [available, held, reserved] = [availableMicros, heldMicros, reservedMicros].map((micros) =>
        money(micros, CURRENCY),
      );
      say(`Available ${String(available)}, held ${String(held)}, reserved ${String(reserved)}.`);
    });

  program
    .command('payments')
    .description('Lists the latest payments in stars of an account, with the charge that a refund names.')
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .does(async (service, { user }: { user: number }, { CURRENCY, SERVICE_TIMEZONE }) => {
      await service.accounts.profile(user);
      const payments = await service.refunds.payments(null, user);
      table(payments, [
        momentColumn('paid_at', 'Paid', SERVICE_TIMEZONE, (row) => row.paidAtMs),
        column('charge', 'Charge', (row) => row.chargeId),
        numberColumn('stars', 'Stars', (row) => row.stars),
        moneyColumn('amount', 'Worth', CURRENCY, (row) => row.amountMicros),
        column(
          'refund',
          'Given back',
          (row) => row.refundState,
          (refundState) => refundWords[refundState],
        ),
      ]);
      say(`${String(payments.length)} payment(s).`);
    });

  program
    .command('refund')
    .description('Gives a payment in stars back, whole and once, if its worth is still available.')
    .requiredOption('--charge <id>', 'the charge, as `payments` lists it')
    .option('--yes', 'without a question', false)
    .does(async (service, { charge, yes }: { charge: string; yes: boolean }, { CURRENCY }) => {
      await confirm(`The stars of ${charge} go back to the person who paid them.`, { yes });
      const outcome = await service.refunds.refund(null, charge);
      say(sayRefund(outcome, CURRENCY));
      if (outcome.kind !== 'refunded' && outcome.kind !== 'already') process.exitCode = 1;
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
