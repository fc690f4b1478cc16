/**
 * Withdrawals: asked for by people who have something available, paid outside the service and booked here by an
 * administrator, or refused with a reason (`decisions.md`, Bots: `balance` = deposits + released earnings − charges −
 * withdrawals). From the asking on the amount is not available any more.
 */
import { assertAdministrator, type Operator } from '../accounts/index.js';
import { ServiceError } from '../errors.js';
import { keptAs } from '../kept-answers.js';
import { destinationMarks } from './destination.js';
import { payableAtMs } from './payouts.js';
import { formatMoney, MAX_MICROS, type Micros, parseMoney } from '../money.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import type { Keeping } from '../ports/answer-store.js';
import type { Balance } from '../ports/ledger-store.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { PayoutRailName } from '../ports/payment-rail.js';
import { textWithin } from '../reason.js';
import type { PayoutWord } from '../ports/rail-store.js';
import type {
  Withdrawal,
  WithdrawalDecision,
  WithdrawalOutcome,
  WithdrawalState,
} from '../ports/withdrawal-store.js';

/** What withdrawals are held to; `waitingMax` is how many of one account may wait at once. */
export const withdrawalBounds = { detailsLengthMax: 500, noteLengthMax: 300, waitingMax: 5 } as const;

/** What the details are sealed for; details moved to another column do not open. */
export const DETAILS_PURPOSE = 'withdrawal-details';
const PAGE_MAX = 100;
/** The most bots whose earnings a card adds up. */
const CARD_BOTS = 1_000;

/** A withdrawal as its owner and administrators see it. */
export interface WithdrawalView extends Omit<Withdrawal, 'detailsCipher'> {
  /** It is paid out no sooner: until then charges of the account's own orders may take of it. */
  payableAtMs: number;
  /** Where to pay to, as its owner wrote it. */
  details: string;
}

/** A withdrawal with what helps to decide it. */
export interface WithdrawalCard {
  withdrawal: WithdrawalView;
  account: Account;
  balance: Balance;
  /** What the account's bots have earned in all, without what they brought earlier owners. */
  earnedMicros: Micros;
}

export interface WantedWithdrawal {
  amountMicros: Micros;
  /** Where to pay to; a rail that pays to the person's own account of the platform needs none. */
  details: string;
  /** Absent: an administrator pays it, elsewhere. */
  rail?: PayoutRailName | undefined;
  requestKey: string;
}

export type Asking =
  | { kind: 'asked' | 'already'; withdrawal: WithdrawalView; balance: Balance }
  | { kind: 'short'; balance: Balance }
  | { kind: 'too_many' };

/** `already`: somebody was first, and its state does not allow that any more. */
export type Decided = { kind: 'decided' | 'already'; withdrawal: WithdrawalView } | { kind: 'gone' };

export type Payment =
  | Decided
  /** It must wait still. */
  | { kind: 'early'; withdrawal: WithdrawalView }
  /** It is not for the amount that the administrator saw. */
  | { kind: 'changed'; withdrawal: WithdrawalView };

export interface Withdrawals {
  /** The least that can be asked for. */
  minMicros: Micros;
  /** @throws ServiceError `invalid` for a rail that is not open here */
  assertOpen(rail: PayoutRailName): void;
  /**
   * Reserves the amount and notifies every administrator; asking again with the same `requestKey` changes nothing.
   * @throws ServiceError `invalid` for an amount below the least, or details that are empty or too long
   */
  ask(accountId: number, wanted: WantedWithdrawal): Promise<Asking>;
  /** One's own, latest first, a page before `beforeId`. */
  list(accountId: number, page: { beforeId: number | null; limit: number }): Promise<WithdrawalView[]>;
  /** @throws ServiceError `forbidden` unless it is this account's */
  info(accountId: number, withdrawalId: number): Promise<WithdrawalView>;
  /** Puts the amount back while it is undecided. @throws ServiceError `forbidden` unless it is this account's */
  cancel(accountId: number, withdrawalId: number, keeping?: Keeping<Payment>): Promise<Decided>;
  /** In one state, for administrators: those that wait, or are being paid, oldest first. */
  queue(
    operator: Operator,
    page: { state: WithdrawalState; offset: number; limit: number },
  ): Promise<{ withdrawals: WithdrawalView[]; total: number }>;
  /** For administrators; null when there is no such withdrawal. */
  card(operator: Operator, withdrawalId: number): Promise<WithdrawalCard | null>;
  /** Whether it must wait still before it is paid out. */
  isEarly(withdrawal: WithdrawalView): boolean;
  /**
   * The administrator is about to transfer the amount that they saw: from then on it stays as it is, until `pay` or `takeBack`.
   * For administrators.
   */
  begin(
    operator: Operator,
    withdrawalId: number,
    seenMicros: Micros,
    keeping?: Keeping<Payment>,
  ): Promise<Payment>;
  /**
   * The transfer was not made: it waits again, and charges may take of it. The owner reads the note. For administrators.
   * @throws ServiceError `invalid` without a note
   */
  takeBack(
    operator: Operator,
    withdrawalId: number,
    note: string,
    keeping?: Keeping<Payment>,
  ): Promise<Decided>;
  /** The amount that the administrator saw was paid outside the service; `note` may be empty. For administrators. */
  pay(
    operator: Operator,
    withdrawalId: number,
    payment: { seenMicros: Micros; note: string },
    keeping?: Keeping<Payment>,
  ): Promise<Payment>;
  /** The amount goes back; the owner reads the note. For administrators. @throws ServiceError `invalid` without one */
  refuse(
    operator: Operator,
    withdrawalId: number,
    note: string,
    keeping?: Keeping<Payment>,
  ): Promise<Decided>;
}

/**
 * What an administrator says of a withdrawal that is being sent: it was paid, or was not and waits again. The rail is asked
 * first, and its word counts. A check that was not taken is deleted there.
 * @throws ServiceError `conflict` where the rail knows better, or was asked to send it in the last hour; `invalid` without a
 *   note
 */
export type SettlePayout = (
  withdrawal: Withdrawal,
  word: PayoutWord,
  keeping?: Keeping<Withdrawal>,
) => Promise<WithdrawalOutcome>;

export function createWithdrawals(
  { store, clock, settings, vault, rails }: Pick<Ports, 'store' | 'clock' | 'settings' | 'vault' | 'rails'>,
  settlePayout: SettlePayout,
): Withdrawals {
  const minMicros = parseMoney(settings.WITHDRAWAL_MIN);
  const { detailsLengthMax, noteLengthMax, waitingMax } = withdrawalBounds;
  const money = (micros: Micros) => formatMoney(micros, settings.CURRENCY, 'en');

  const view = ({ detailsCipher, ...withdrawal }: Withdrawal): WithdrawalView => ({
    ...withdrawal,
    payableAtMs: payableAtMs(withdrawal, settings.WITHDRAWAL_HOURS),
    details: vault.open(detailsCipher, DETAILS_PURPOSE),
  });

  const own = async (accountId: number, withdrawalId: number): Promise<Withdrawal> => {
    const withdrawal = await store.withdrawals.find(withdrawalId);
    if (withdrawal?.accountId !== accountId)
      throw new ServiceError('forbidden', `Withdrawal ${String(withdrawalId)} is not one of yours.`);
    return withdrawal;
  };

  const decided = (withdrawal: Withdrawal): Payment => ({ kind: 'decided', withdrawal: view(withdrawal) });

  const decide = async (
    withdrawalId: number,
    decision: WithdrawalDecision,
    keeping: Keeping<Payment> | undefined,
  ): Promise<Payment> => {
    const kept = keptAs(keeping, decided);
    const known = await store.withdrawals.find(withdrawalId);
    const outcome =
      known?.state === 'sending' && (decision.state === 'paid' || decision.state === 'waiting')
        ? await settlePayout(known, decision, kept)
        : await store.withdrawals.decide(withdrawalId, decision, decisionNotifications, clock.now(), kept);
    return outcome.kind === 'gone' ? outcome : { kind: outcome.kind, withdrawal: view(outcome.withdrawal) };
  };

  const decideUnseen = async (
    withdrawalId: number,
    decision: WithdrawalDecision,
    keeping: Keeping<Payment> | undefined,
  ): Promise<Decided> => {
    const outcome = await decide(withdrawalId, decision, keeping);
    if (outcome.kind === 'changed' || outcome.kind === 'early')
      throw new TypeError('only a payment depends on the amount and the time');
    return outcome;
  };

  const decidePayment = async (
    withdrawalId: number,
    decision: WithdrawalDecision & { state: 'paying' | 'paid' },
    keeping: Keeping<Payment> | undefined,
  ): Promise<Payment> => {
    const known = await store.withdrawals.find(withdrawalId);
    const withdrawal = known?.state === 'waiting' ? view(known) : null;
    // When it was asked for never changes: what is early now was not decided meanwhile as paid.
    if (withdrawal !== null && clock.now() < withdrawal.payableAtMs) return { kind: 'early', withdrawal };
    return decide(withdrawalId, decision, keeping);
  };

  const readNote = (note: string, min: number) => textWithin('note', note, { min, max: noteLengthMax });

  const assertOpen = (rail: PayoutRailName): void => {
    if (rails.some(({ payouts }) => payouts?.name === rail)) return;
    throw new ServiceError('invalid', 'rail: payouts by it are not open here.', { topic: 'rail_closed' });
  };

  return {
    minMicros,
    assertOpen,
    ask: async (accountId, { amountMicros, details, rail, requestKey }) => {
      if (amountMicros < minMicros || amountMicros > MAX_MICROS)
        throw new ServiceError('invalid', `amount: must be at least ${money(minMicros)}.`, {
          topic: 'least',
          values: { min: money(minMicros) },
        });
      if (rail !== undefined) assertOpen(rail);
      const written = rail === undefined ? details : toOwnAccount(accountId);
      const text = textWithin('details', written, { max: detailsLengthMax });
      const detailsCipher = vault.seal(text, DETAILS_PURPOSE);
      const marks = rail === undefined ? { destinationMarks: destinationMarks(vault, text) } : {};
      const wanted = { amountMicros, detailsCipher, rail: rail ?? ('manual' as const), requestKey, ...marks };
      const asking = await store.withdrawals.ask(
        accountId,
        wanted,
        waitingMax,
        (withdrawal) => askedNotifications(settings.ADMIN_IDS, withdrawal),
        clock.now(),
      );
      return 'withdrawal' in asking ? { ...asking, withdrawal: view(asking.withdrawal) } : asking;
    },
    list: async (accountId, { beforeId, limit }) =>
      (await store.withdrawals.ofAccount(accountId, { beforeId, limit: Math.min(limit, PAGE_MAX) })).map(
        view,
      ),
    info: async (accountId, withdrawalId) => view(await own(accountId, withdrawalId)),
    cancel: async (accountId, withdrawalId, keeping) => {
      await own(accountId, withdrawalId);
      return decideUnseen(withdrawalId, { state: 'cancelled', decidedBy: null, note: '' }, keeping);
    },
    queue: async (operator, { state, offset, limit }) => {
      assertAdministrator(settings, operator);
      const page = { offset, limit: Math.min(limit, PAGE_MAX) };
      const { withdrawals, total } = await store.withdrawals.inState(state, page);
      return { withdrawals: withdrawals.map(view), total };
    },
    card: async (operator, withdrawalId) => {
      assertAdministrator(settings, operator);
      const withdrawal = await store.withdrawals.find(withdrawalId);
      const account = withdrawal === null ? null : await store.accounts.find(withdrawal.accountId);
      if (withdrawal === null || account === null) return null;
      const [balance, bots] = await Promise.all([
        store.ledger.balance(account.accountId),
        store.bots.ofAccount(account.accountId, CARD_BOTS),
      ]);
      const earnedMicros = bots.reduce((sum, bot) => sum + bot.profitMicros - bot.profitBeforeMicros, 0n);
      return { withdrawal: view(withdrawal), account, balance, earnedMicros };
    },
    isEarly: ({ payableAtMs }) => clock.now() < payableAtMs,
    begin: async (operator, withdrawalId, seenMicros, keeping) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'paying', decidedBy: operator, note: '', seenMicros } as const;
      return decidePayment(withdrawalId, decision, keeping);
    },
    takeBack: async (operator, withdrawalId, note, keeping) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'waiting', decidedBy: operator, note: readNote(note, 1) } as const;
      return decideUnseen(withdrawalId, decision, keeping);
    },
    pay: async (operator, withdrawalId, { seenMicros, note }, keeping) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'paid', decidedBy: operator, note: readNote(note, 0), seenMicros } as const;
      return decidePayment(withdrawalId, decision, keeping);
    },
    refuse: async (operator, withdrawalId, note, keeping) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'refused', decidedBy: operator, note: readNote(note, 1) } as const;
      return decideUnseen(withdrawalId, decision, keeping);
    },
  };
}

/** Where a rail pays to. */
const toOwnAccount = (accountId: number) => `Telegram ${String(accountId)}`;

/** One for each administrator. */
function askedNotifications(
  administrators: readonly number[],
  { withdrawalId }: Withdrawal,
): NewNotification[] {
  return administrators.map((accountId) => ({
    accountId,
    kind: 'withdrawal_asked',
    facts: { withdrawalId },
    dedupeKey: `withdrawal:${String(withdrawalId)}:asked:${String(accountId)}`,
  }));
}

/** An owner who cancels knows it. */
export function decisionNotifications({
  withdrawalId,
  accountId,
  amountMicros,
  state,
  note,
}: Withdrawal): NewNotification[] {
  if (state !== 'paid' && state !== 'refused') return [];
  return [
    {
      accountId,
      kind: `withdrawal_${state}`,
      facts: { withdrawalId, amountMicros: String(amountMicros), note },
      dedupeKey: `withdrawal:${String(withdrawalId)}:${state}`,
    },
  ];
}
