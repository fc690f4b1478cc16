/** What an administrator sees of a withdrawal, and what can be done about it. */
import type { WithdrawalView } from '../../../core/ledger/index.js';
import type { Service } from '../../../core/service.js';
import { money } from '../figures.js';
import { button, type Screen } from '../screen.js';
import { describeWithdrawal } from '../wallet/index.js';
import type { Words } from '../../words.js';

/** Null when there is no such withdrawal. @throws ServiceError `forbidden` for who is no administrator */
export async function payoutCard(
  service: Service,
  { accountId: administratorId, words, zone }: { accountId: number; words: Words; zone: string },
  withdrawalId: number,
): Promise<Screen | null> {
  const card = await service.withdrawals.card(administratorId, withdrawalId);
  if (card === null) return null;
  const { withdrawal, account, balance, earnedMicros } = card;
  const said = (micros: bigint) => money(micros, service.settings.CURRENCY, words);
  const html = [
    describeWithdrawal(withdrawal, words, service.settings.CURRENCY, zone),
    '',
    words.html('payout-account', {
      name: account.firstName,
      id: String(account.accountId),
      available: said(balance.availableMicros),
      reserved: said(balance.reservedMicros),
      earned: said(earnedMicros),
    }),
    ...(withdrawal.state === 'paying'
      ? [words.html('payout-paying', { amount: said(withdrawal.amountMicros), by: payerOf(withdrawal) })]
      : []),
    ...(withdrawal.state === 'sending'
      ? [words.html('payout-sending', { amount: said(withdrawal.amountMicros) })]
      : []),
    ...(account.isBlocked ? [words.html('payout-blocked')] : []),
  ].join('\n');
  return {
    html,
    rows: [
      ...decisionRows(service, withdrawal, words),
      [
        button(words.text('button-purse'), 'purse', { accountId: account.accountId }),
        button(words.text('button-payouts'), 'payouts'),
      ],
    ],
  };
}

/** What can be decided of it in its state. */
function decisionRows(service: Service, withdrawal: WithdrawalView, words: Words): Screen['rows'] {
  const { withdrawalId, state, amountMicros, rail } = withdrawal;
  if (state === 'paying' || state === 'sending')
    return [
      [
        button(words.text('button-paid'), 'payout-pay', { withdrawalId }),
        button(words.text('button-payout-back'), 'payout-back', { withdrawalId }),
      ],
    ];
  if (state !== 'waiting') return [];
  const amount = money(amountMicros, service.settings.CURRENCY, words);
  const micros = Number(amountMicros);
  const send = button(words.text('button-payout-send', { amount }), 'payout-send', { withdrawalId, micros });
  return [
    ...(service.payouts.rails.some((each) => each === rail) ? [[send]] : []),
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
