/** Admin commands about withdrawals: what administrators do in the operator bot, at the terminal. */
import { type Command, Option } from 'commander';
import type { WithdrawalView } from '../../core/ledger/index.js';
import type { WithdrawalState } from '../../core/ports.js';
import { id, money, say, when, withService } from './desk.js';

const states = ['waiting', 'paid', 'refused', 'cancelled'] as const;

export function addWithdrawalCommands(program: Command): void {
  program
    .command('withdrawals')
    .description('Lists withdrawals with where to pay to: those that wait, oldest first.')
    .addOption(
      new Option('--state <state>', 'those in this state').choices([...states]).default(states[0] as string),
    )
    .option('--offset <number>', 'how many to pass over', id, 0)
    .option('--limit <number>', 'how many, at most 100', id, 20)
    .action(async (page: { state: WithdrawalState; offset: number; limit: number }) => {
      await withService(async (service, settings) => {
        const { withdrawals, total } = await service.withdrawals.queue(null, page);
        for (const withdrawal of withdrawals) say(line(withdrawal, settings));
        say(`${String(withdrawals.length)} of ${String(total)} ${page.state}.`);
      });
    });

  program
    .command('pay-withdrawal')
    .description('Notes that a withdrawal has been paid outside the service, and tells its owner.')
    .requiredOption('--id <number>', 'the withdrawal', id)
    .option('--note <text>', 'for its owner, such as the number of the transfer', '')
    .action(async (options: { id: number; note: string }) => {
      await withService(async (service, settings) => {
        report(await service.withdrawals.pay(null, options.id, options.note), 'paid', settings);
      });
    });

  program
    .command('refuse-withdrawal')
    .description('Puts the amount of a withdrawal back into the wallet, and tells its owner why.')
    .requiredOption('--id <number>', 'the withdrawal', id)
    .requiredOption('--note <text>', 'the reason; its owner reads it')
    .action(async (options: { id: number; note: string }) => {
      await withService(async (service, settings) => {
        report(await service.withdrawals.refuse(null, options.id, options.note), 'refused', settings);
      });
    });
}

type Named = Readonly<{ CURRENCY: string; SERVICE_TIMEZONE: string }>;

/** Says what became of it; a decision that somebody else made before is a failure. */
function report(
  outcome: { kind: 'gone' } | { kind: 'decided' | 'already' | 'early'; withdrawal: WithdrawalView },
  wanted: WithdrawalState,
  settings: Named,
): void {
  if (outcome.kind === 'gone') say('There is no such withdrawal.');
  else if (outcome.kind === 'early') {
    const from = when(outcome.withdrawal.payableAtMs, settings.SERVICE_TIMEZONE);
    say(`It may be paid from ${from} on: until then it pays for those who join the account's orders.`);
  } else if (outcome.kind === 'already') say(`It was decided before: ${line(outcome.withdrawal, settings)}`);
  else say(line(outcome.withdrawal, settings));
  const isSo = outcome.kind !== 'gone' && outcome.withdrawal.state === wanted;
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
    `to: ${details.replace(/\s+/g, ' ')}`,
    ...(note === '' ? [] : [`note: ${note}`]),
  ];
  return parts.join('  ');
}
