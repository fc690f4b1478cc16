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
import { assertAmount, type Micros, parseMoney } from '../money.js';
import { toEach } from '../notifications.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { Bot } from '../ports/bot-store.js';
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

export interface WantedWithdrawal {
  amountMicros: Micros;
  /** Where to pay to; a rail that pays to the person's own account of the platform needs none. */
  details: string;
  /** Absent: an administrator pays it, elsewhere. */
  rail?: PayoutRailName | undefined;
  requestKey: string;
}

/** `already`: somebody was first, and its state does not allow that any more. */
export type Decided = { kind: 'decided' | 'already'; withdrawal: WithdrawalView } | { kind: 'gone' };

export type Payment =
  | Decided
  /** It must wait still. */
  | { kind: 'early'; withdrawal: WithdrawalView }
  /** It is not for the amount that the administrator saw. */
  | { kind: 'changed'; withdrawal: WithdrawalView };

export type Withdrawals = ReturnType<typeof createWithdrawals>;

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
  ports: Pick<Ports, 'store' | 'clock' | 'settings' | 'vault' | 'rails'>,
  settlePayout: SettlePayout,
) {
  const { store, clock, settings, vault, rails } = ports;
  const minMicros = parseMoney(settings.WITHDRAWAL_MIN);
  const { detailsLengthMax, waitingMax } = withdrawalBounds;

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

  const assertOpen = (rail: PayoutRailName): void => {
    if (rails.some(({ payouts }) => payouts?.name === rail)) return;
    throw new ServiceError('invalid', 'rail: payouts by it are not open here.', { topic: 'rail_closed' });
  };

  return {
    /** The least that can be asked for. */
    minMicros,
    /** @throws ServiceError `invalid` for a rail that is not open here */
    assertOpen,
    /**
     * Reserves the amount and notifies every administrator; asking again with the same `requestKey` changes nothing.
     * @throws ServiceError `invalid` for an amount out of bounds, or details that are empty or too long
     */
    ask: async (accountId: number, wanted: WantedWithdrawal) => {
      const { amountMicros, details, rail, requestKey } = wanted;
      assertAmount(amountMicros, { leastMicros: minMicros }, settings.CURRENCY);
      if (rail !== undefined) assertOpen(rail);
      const written = rail === undefined ? details : toOwnAccount(accountId);
      const text = textWithin('details', written, { max: detailsLengthMax });
      const detailsCipher = vault.seal(text, DETAILS_PURPOSE);
      const marks = rail === undefined ? { destinationMarks: destinationMarks(vault, text) } : {};
      const asked = { amountMicros, detailsCipher, rail: rail ?? ('manual' as const), requestKey, ...marks };
      const asking = await store.withdrawals.ask(
        accountId,
        asked,
        waitingMax,
        ({ withdrawalId }) =>
          toEach(
            settings.ADMIN_IDS,
            'withdrawal_asked',
            { withdrawalId },
            `withdrawal:${String(withdrawalId)}:asked`,
          ),
        clock.now(),
      );
      return 'withdrawal' in asking ? { ...asking, withdrawal: view(asking.withdrawal) } : asking;
    },
    /** One's own that was asked for by this key; null: none was. */
    ofRequest: async (accountId: number, requestKey: string): Promise<WithdrawalView | null> => {
      const withdrawal = await store.withdrawals.ofRequest(requestKey);
      return withdrawal?.accountId === accountId ? view(withdrawal) : null;
    },
    /** One's own, latest first, a page before `beforeId`. */
    list: async (accountId: number, { beforeId, limit }: { beforeId: number | null; limit: number }) => {
      const page = { beforeId, limit: Math.min(limit, PAGE_MAX) };
      return (await store.withdrawals.ofAccount(accountId, page)).map(view);
    },
    /** @throws ServiceError `forbidden` unless it is this account's */
    info: async (accountId: number, withdrawalId: number) => view(await own(accountId, withdrawalId)),
    /** In one state, for administrators: those that wait, or are being paid, oldest first. */
    queue: async (operator: Operator, page: { state: WithdrawalState; offset: number; limit: number }) => {
      assertAdministrator(settings, operator);
      const { state, offset, limit } = page;
      const some = { offset, limit: Math.min(limit, PAGE_MAX) };
      const { withdrawals, total } = await store.withdrawals.inState(state, some);
      return { withdrawals: withdrawals.map(view), total };
    },
    /**
     * What helps to decide a withdrawal, for administrators; null when there is none. `earnedMicros`: what the account's
     * bots have earned by the orders of others, without what they brought earlier owners.
     */
    card: async (operator: Operator, withdrawalId: number) => {
      assertAdministrator(settings, operator);
      const withdrawal = await store.withdrawals.find(withdrawalId);
      const account = withdrawal === null ? null : await store.accounts.find(withdrawal.accountId);
      if (withdrawal === null || account === null) return null;
      const [balance, bots] = await Promise.all([
        store.ledger.balance(account.accountId),
        store.bots.ofAccount(account.accountId, CARD_BOTS),
      ]);
      const earnedMicros = bots.reduce((sum, bot) => sum + earnedOf(bot), 0n);
      return { withdrawal: view(withdrawal), account, balance, earnedMicros };
    },
    /** Whether it must wait still before it is paid out. */
    isEarly: ({ payableAtMs }: WithdrawalView) => clock.now() < payableAtMs,
    ...createDecisions(ports, { view, own }, settlePayout),
  };
}

/** What becomes of a withdrawal, by its owner's word or an administrator's. */
function createDecisions(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  {
    view,
    own,
  }: {
    view: (withdrawal: Withdrawal) => WithdrawalView;
    own: (accountId: number, withdrawalId: number) => Promise<Withdrawal>;
  },
  settlePayout: SettlePayout,
) {
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

  const readNote = (note: string, min: number) =>
    textWithin('note', note, { min, max: withdrawalBounds.noteLengthMax });

  return {
    /** Puts the amount back while it is undecided. @throws ServiceError `forbidden` unless it is this account's */
    cancel: async (accountId: number, withdrawalId: number, keeping?: Keeping<Payment>) => {
      await own(accountId, withdrawalId);
      return decideUnseen(withdrawalId, { state: 'cancelled', decidedBy: null, note: '' }, keeping);
    },
    /**
     * The administrator is about to transfer the amount that they saw: from then on it stays as it is, until `pay` or `takeBack`.
     * For administrators.
     */
    begin: async (
      operator: Operator,
      withdrawalId: number,
      seenMicros: Micros,
      keeping?: Keeping<Payment>,
    ) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'paying', decidedBy: operator, note: '', seenMicros } as const;
      return decidePayment(withdrawalId, decision, keeping);
    },
    /**
     * The transfer was not made: it waits again, and charges may take of it. The owner reads the note. For administrators.
     * @throws ServiceError `invalid` without a note
     */
    takeBack: async (operator: Operator, withdrawalId: number, note: string, keeping?: Keeping<Payment>) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'waiting', decidedBy: operator, note: readNote(note, 1) } as const;
      return decideUnseen(withdrawalId, decision, keeping);
    },
    /** The amount that the administrator saw was paid outside the service; `note` may be empty. For administrators. */
    pay: async (
      operator: Operator,
      withdrawalId: number,
      { seenMicros, note }: { seenMicros: Micros; note: string },
      keeping?: Keeping<Payment>,
    ) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'paid', decidedBy: operator, note: readNote(note, 0), seenMicros } as const;
      return decidePayment(withdrawalId, decision, keeping);
    },
    /** The amount goes back; the owner reads the note. For administrators. @throws ServiceError `invalid` without one */
    refuse: async (operator: Operator, withdrawalId: number, note: string, keeping?: Keeping<Payment>) => {
      assertAdministrator(settings, operator);
      const decision = { state: 'refused', decidedBy: operator, note: readNote(note, 1) } as const;
      return decideUnseen(withdrawalId, decision, keeping);
    },
  };
}

/** Own orders only move what their owner paid in. */
function earnedOf({ profitMicros, profitOwnOrdersMicros, profitBeforeMicros }: Bot): Micros {
  return profitMicros - profitOwnOrdersMicros - profitBeforeMicros;
}

/** Where a rail pays to. */
const toOwnAccount = (accountId: number) => `Telegram ${String(accountId)}`;

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
