/** What an administrator sees of a withdrawal, and what can be done about it. */
import type { WithdrawalView } from '../../../core/ledger/index.js';
import type { Reader } from '../context.js';
import { money } from '../figures.js';
import { button, inLines, type Screen } from '../screen.js';
import { describeWithdrawal } from '../wallet/index.js';

/** Null when there is no such withdrawal. @throws ServiceError `forbidden` for who is no administrator */
export async function payoutCard(reader: Reader, zone: string, withdrawalId: number): Promise<Screen | null> {
  const { service, words } = reader;
  const card = await service.withdrawals.card(reader.accountId, withdrawalId);
  if (card === null) return null;
  const { withdrawal, account, balance, earnedMicros } = card;
  const amount = money(reader, withdrawal.amountMicros);
  const html = inLines([
    describeWithdrawal(withdrawal, reader, zone),
    '',
    words.html('payout-account', {
      name: account.firstName,
      id: String(account.accountId),
      available: money(reader, balance.availableMicros),
      reserved: money(reader, balance.reservedMicros),
      earned: money(reader, earnedMicros),
    }),
    withdrawal.state === 'paying' && words.html('payout-paying', { amount, by: payerOf(withdrawal) }),
    withdrawal.state === 'sending' && words.html('payout-sending', { amount }),
    account.isBlocked && words.html('payout-blocked'),
  ]);
  return {
    html,
    rows: [
      ...decisionRows(withdrawal, reader),
      [
        button(words.text('button-purse'), 'purse', { accountId: account.accountId }),
        button(words.text('button-payouts'), 'payouts'),
      ],
    ],
  };
}

/** What can be decided of it in its state. */
function decisionRows(withdrawal: WithdrawalView, reader: Reader): Screen['rows'] {
  const { service, words } = reader;
  const { withdrawalId, state, amountMicros, rail } = withdrawal;
  if (state === 'paying' || state === 'sending')
    return [
      [
        button(words.text('button-paid'), 'payout-pay', { withdrawalId }),
        button(words.text('button-payout-back'), 'payout-back', { withdrawalId }),
      ],
    ];
  if (state !== 'waiting') return [];
  const amount = money(reader, amountMicros);
  const micros = Number(amountMicros);
  const send = button(words.text('button-payout-send', { amount }), 'payout-send', { withdrawalId, micros });
  return [
    [service.payouts.rails.some((each) => each === rail) && send],
    [
      button(words.text('button-paying', { amount }), 'payout-begin', { withdrawalId, micros }),
      button(words.text('button-reject'), 'payout-refuse', { withdrawalId }),
    ],
  ];
}

/** The administrator's id; the terminal has none. */
function payerOf({ decidedBy }: WithdrawalView): string {
  return decidedBy === null ? '—' : String(decidedBy);
}
