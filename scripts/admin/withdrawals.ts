/** Admin commands about withdrawals: what administrators do in the operator bot, at the terminal. */
import { Option } from 'commander';
import { type WithdrawalView, withdrawalStates } from '../../core/ledger/index.js';
import type { WithdrawalState } from '../../core/ports/withdrawal-store.js';
import { column, numberColumn, numberedColumn, onOneLine, say, tablePage } from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, amount, id, momentColumn, money, moneyColumn, when } from './admin.js';

export function addWithdrawalCommands(program: AdminCommand): void {
  program
    .command('withdrawals')
    .description('Lists withdrawals with where to pay to: those that wait or are being paid, oldest first.')
    .addOption(
      new Option('--state <state>', 'those in this state').choices([...withdrawalStates]).default('waiting'),
    )
    .paged()
    .does(async (service, wanted: { state: WithdrawalState; offset: number; limit: number }, settings) => {
      const { CURRENCY, SERVICE_TIMEZONE } = settings;
      const { withdrawals, total } = await service.withdrawals.queue(null, wanted);
      tablePage({ rows: withdrawals, total, what: wanted.state }, [
        numberedColumn('id', 'Withdrawal', (row) => row.withdrawalId),
        momentColumn('asked_at', 'Asked for', SERVICE_TIMEZONE, (row) => row.askedAtMs),
        numberColumn('user_id', 'Account', (row) => row.accountId),
        moneyColumn('amount', 'Amount', CURRENCY, (row) => row.amountMicros),
        moneyColumn('taken', 'Taken by its orders', CURRENCY, (row) => row.takenMicros),
        column('state', 'State', (row) => row.state),
        momentColumn('payable_from', 'Payable from', SERVICE_TIMEZONE, (row) => row.payableAtMs),
        column('details', 'Pay to', (row) => row.details),
        column('note', 'Note', (row) => row.note),
      ]);
    });

  program
    .command('begin-withdrawal')
    .description('Says that you are about to pay a withdrawal: from then on no charge takes of it.')
    .requiredOption('--id <number>', 'the withdrawal', id)
    .requiredOption('--amount <number>', 'the amount that you saw', amount)
    .does(async (service, options: { id: number; amount: bigint }, settings) => {
      report(await service.withdrawals.begin(null, options.id, options.amount), 'paying', settings);
    });

  program
    .command('take-back-withdrawal')
    .description(
      'Says that the transfer was not made: the withdrawal waits again, and charges may take of it.',
    )
    .requiredOption('--id <number>', 'the withdrawal', id)
    .requiredOption('--note <text>', 'the reason; its owner reads it')
    .does(async (service, options: { id: number; note: string }, settings) => {
      report(await service.withdrawals.takeBack(null, options.id, options.note), 'waiting', settings);
    });

  program
    .command('pay-withdrawal')
    .description('Notes that a withdrawal has been paid outside the service, and notifies its owner.')
    .requiredOption('--id <number>', 'the withdrawal', id)
    .requiredOption('--amount <number>', 'the amount that was paid', amount)
    .option('--note <text>', 'for its owner, such as the number of the transfer', '')
    .option('--yes', 'without a question', false)
    .does(async (service, options: Decision & { amount: bigint }, settings) => {
      await confirm(
        `Withdrawal #${String(options.id)} is noted as paid, and its owner is notified.`,
        options,
      );
      const payment = { seenMicros: options.amount, note: options.note };
      report(await service.withdrawals.pay(null, options.id, payment), 'paid', settings);
    });

  program
    .command('refuse-withdrawal')
    .description(
      'Puts the amount of a withdrawal back into the wallet, and notifies its owner of the reason.',
    )
    .requiredOption('--id <number>', 'the withdrawal', id)
    .requiredOption('--note <text>', 'the reason; its owner reads it')
    .option('--yes', 'without a question', false)
    .does(async (service, options: Decision, settings) => {
      await confirm(
        `Withdrawal #${String(options.id)} is refused, and its owner is notified: ${options.note}.`,
        options,
      );
      report(await service.withdrawals.refuse(null, options.id, options.note), 'refused', settings);
    });
}

interface Decision {
  id: number;
  note: string;
  yes: boolean;
}

type Named = Readonly<{ CURRENCY: string; SERVICE_TIMEZONE: string }>;

/** Says what became of it; a decision that somebody else made before is a failure. */
function report(
  outcome:
    | { kind: 'gone' }
    | { kind: 'decided' | 'already' | 'early' | 'changed'; withdrawal: WithdrawalView },
  wanted: WithdrawalState,
  settings: Named,
): void {
  if (outcome.kind === 'gone') say('There is no such withdrawal.');
  else if (outcome.kind === 'early') {
    const from = when(outcome.withdrawal.payableAtMs, settings.SERVICE_TIMEZONE);
    say(`It may be paid from ${from} on: until then it pays for those who join the account's orders.`);
  } else if (outcome.kind === 'changed')
    say(`It is for another amount by now, and nothing is decided: ${line(outcome.withdrawal, settings)}`);
  else if (outcome.kind === 'already') say(`It was decided before: ${line(outcome.withdrawal, settings)}`);
  else say(line(outcome.withdrawal, settings));
  const isSo = outcome.kind !== 'gone' && outcome.kind !== 'changed' && outcome.withdrawal.state === wanted;
  if (!isSo) process.exitCode = 1;
}

function line(withdrawal: WithdrawalView, { CURRENCY, SERVICE_TIMEZONE }: Named): string {
  const { withdrawalId, accountId, amountMicros, takenMicros, state, askedAtMs, payableAtMs, details, note } =
    withdrawal;
  const parts = [
    `#${String(withdrawalId)}`,
    when(askedAtMs, SERVICE_TIMEZONE),
    `account ${String(accountId)}`,
    money(amountMicros, CURRENCY),
    state,
    ...(takenMicros === 0n ? [] : [`taken by its orders: ${money(takenMicros, CURRENCY)}`]),
    ...(state === 'waiting' && Date.now() < payableAtMs
      ? [`payable from ${when(payableAtMs, SERVICE_TIMEZONE)}`]
      : []),
    `to: ${onOneLine(details)}`,
    ...(note === '' ? [] : [`note: ${note}`]),
  ];
  return parts.join('  ');
}
