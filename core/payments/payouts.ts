/**
 * Payouts by a payment rail. A withdrawal is taken as being sent in one step with the limits; then the rail is asked whether
 * it has made this transfer before it is asked to make it; then the end is booked. Whatever dies in between, the next run
 * asks again under the same id, under which the rail sends once.
 */
import { assertAdministrator, type Operator } from '../accounts/index.js';
import { decisionNotifications, payableAtMs } from '../ledger/index.js';
import { ServiceError } from '../errors.js';
import { type Micros, parseMoney } from '../money.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { PayoutRail, PayoutRailName, RailTransfer } from '../ports/payment-rail.js';
import type { PayoutBeginning, PayoutWord, RailPayout } from '../ports/rail-store.js';
import type { Withdrawal, WithdrawalOutcome } from '../ports/withdrawal-store.js';
import { divideRatios, ratioOf } from '../ratio.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 20;
/** What a rail was last asked to send that long ago has come to its end there. */
const SILENT_MS = HOUR_MS;
/** Decimals of an amount that is sent: what USDT has on every network. */
const ASSET_DECIMALS = 6;

export interface Payouts {
  /** Those that pay out here. */
  rails: readonly PayoutRailName[];
  /** Begins what is due and within the limits, and goes on with what is being sent; how many came to an end. */
  run(): Promise<number>;
  /**
   * Sends a withdrawal that an administrator saw, whatever the limits say, once its hours are over.
   * @throws ServiceError `forbidden` for others; `invalid` for one that no rail pays; `unavailable` without a rate
   */
  send(operator: Operator, withdrawalId: number, seenMicros: Micros): Promise<PayoutBeginning>;
  /**
   * What an administrator says of a withdrawal that is being sent, where the rail does not: it was paid, or was not and waits
   * again. The rail is asked first, and its word counts.
   * @throws ServiceError `conflict` where the rail knows better, or was asked to send it in the last hour; `invalid` without a
   *   note
   */
  settle(withdrawal: Withdrawal, word: PayoutWord, keeping?: Keeping<Withdrawal>): Promise<WithdrawalOutcome>;
  isOn(): Promise<boolean>;
  /** Stops all payouts by rails, or lets them go on. @throws ServiceError `forbidden` for who is no administrator */
  setOn(operator: Operator, isOn: boolean): Promise<void>;
}

export function createPayouts({
  store,
  rails,
  clock,
  settings,
  log,
}: Pick<Ports, 'store' | 'rails' | 'clock' | 'settings' | 'log'>): Payouts {
  const limits = {
    mostMicros: parseMoney(settings.PAYOUT_MAX),
    accountDayMicros: parseMoney(settings.PAYOUT_ACCOUNT_DAY_MAX),
    dayMicros: parseMoney(settings.PAYOUT_DAY_MAX),
  };
  const paying = rails.flatMap(({ payouts }) => payouts ?? []);
  const railOf = (name: string) => paying.find((each) => each.name === name);
  /** Where the last look at what is due, and at what is being sent, ended: those that have to wait hold up no other. */
  const looked = new Turns();

  const begin = async (
    rail: PayoutRail,
    { withdrawalId, amountMicros }: Withdrawal,
    rate: string,
    by: { decidedBy: number | null; limits: typeof limits | null },
  ): Promise<PayoutBeginning> => {
    const assetAmount = inAsset(amountMicros, rate);
    const { name, asset } = rail;
    const { decidedBy } = by;
    const payout = { withdrawalId, rail: name, asset, assetAmount, seenMicros: amountMicros, decidedBy };
    return store.rails.beginPayout(payout, by.limits, clock.now());
  };

  const beginDue = async (rail: PayoutRail): Promise<void> => {
    if (limits.mostMicros === 0n) return;
    const askedBeforeMs = clock.now() - settings.WITHDRAWAL_HOURS * HOUR_MS;
    const due = await looked.next(`due ${rail.name}`, (afterId) =>
      store.rails.duePayouts(rail.name, { askedBeforeMs, afterId, limit: AT_ONCE }),
    );
    if (due.length === 0) return;
    const rate = await rail.rate(settings.CURRENCY);
    if (rate.kind !== 'certain') return;
    for (const withdrawal of due) await begin(rail, withdrawal, rate.value, { decidedBy: null, limits });
  };

  /** Books the end, where the transfer is the one that was wanted. */
  const end = async (payout: RailPayout, transfer: RailTransfer): Promise<boolean> => {
    if (!isWanted(payout, transfer)) {
      log.error(
        { withdrawalId: payout.withdrawalId, transfer: transfer.transferId },
        'a transfer is not the payout of its id: it is not booked',
      );
      return false;
    }
    const note = `${transfer.amount} ${transfer.asset}`;
    const made = { transferId: transfer.transferId, note, atMs: transfer.atMs };
    return store.rails.endPayout(payout.withdrawalId, made, decisionNotifications, clock.now());
  };

  const refuse = async ({ withdrawalId, rail }: RailPayout, reason: string): Promise<boolean> => {
    log.error(
      { withdrawalId, rail, reason },
      'a payment rail refused a payout: it waits for an administrator',
    );
    const nowMs = clock.now();
    const notifications = settings.ADMIN_IDS.map((accountId) => ({
      accountId,
      kind: 'payout_refused' as const,
      facts: { withdrawalId, reason },
      dedupeKey: `payout-refused:${String(withdrawalId)}:${String(nowMs)}:${String(accountId)}`,
    }));
    await store.rails.refusePayout(withdrawalId, reason, notifications, nowMs);
    return true;
  };

  /** Returns whether it came to an end. */
  const carryOn = async (rail: PayoutRail, payout: RailPayout, askedAtMs: number): Promise<boolean> => {
    const spendId = spendIdOf(payout.withdrawalId, askedAtMs);
    const before = await rail.transferBy(spendId);
    if (before.kind !== 'certain') return false;
    if (before.value !== null) return end(payout, before.value);
    if (!(await store.rails.tryPayout(payout.withdrawalId, clock.now()))) return false;
    const { accountId: userId, assetAmount: amount } = payout;
    const comment = `${settings.SERVICE_NAME} #${String(payout.withdrawalId)}`;
    const made = await rail.transfer({ spendId, userId, amount, comment });
    if (made.kind === 'certain') return end(payout, made.value);
    if (made.kind === 'unknown') return false;
    // It may say no because it has made it: under this id it sends once.
    const meanwhile = await rail.transferBy(spendId);
    if (meanwhile.kind !== 'certain') return false;
    return meanwhile.value === null ? refuse(payout, made.reason) : end(payout, meanwhile.value);
  };

  const settle: Payouts['settle'] = async (withdrawal, word, keeping) => {
    const { withdrawalId, askedAtMs } = withdrawal;
    const payout = await store.rails.payout(withdrawalId);
    if (payout === null) throw new TypeError('a withdrawal is being sent without a payout');
    if (word.note === '') throw new ServiceError('invalid', 'note: say how you know.', { topic: 'required' });
    const rail = railOf(payout.rail);
    const made = (await rail?.transferBy(spendIdOf(withdrawalId, askedAtMs))) ?? null;
    const transfer = made?.kind === 'certain' ? made.value : undefined;
    // One to somebody else is not this payout.
    if (transfer && (await end(payout, transfer)))
      throw new ServiceError('conflict', 'The payment service answers, and has sent it.', {
        topic: 'payout_sent',
      });
    if (transfer === null && word.state === 'paid')
      throw new ServiceError('conflict', 'The payment service answers, and has not sent it.', {
        topic: 'payout_not_sent',
      });
    const nowMs = clock.now();
    const untilMs = nowMs - SILENT_MS;
    const args = [withdrawalId, word, untilMs, decisionNotifications, nowMs, keeping] as const;
    const outcome = await store.rails.settlePayout(...args);
    if (outcome === null)
      throw new ServiceError('conflict', 'The payment service was asked to send it less than an hour ago.', {
        topic: 'payout_asked_lately',
      });
    const { decidedBy, state } = word;
    log.warn({ withdrawalId, by: decidedBy ?? 'terminal', state }, 'a payout was settled by word');
    return outcome;
  };

  const carryOnAll = async (rail: PayoutRail): Promise<number> => {
    let ended = 0;
    const sending = await looked.next(`sending ${rail.name}`, (afterId) =>
      store.rails.sendingPayouts(rail.name, { afterId, limit: AT_ONCE }),
    );
    for (const payout of sending) {
      const withdrawal = await store.withdrawals.find(payout.withdrawalId);
      if (withdrawal !== null && (await carryOn(rail, payout, withdrawal.askedAtMs))) ended += 1;
    }
    return ended;
  };

  return {
    rails: paying.map(({ name }) => name),
    run: async () => {
      let ended = 0;
      for (const rail of paying) {
        await beginDue(rail);
        ended += await carryOnAll(rail);
      }
      return ended;
    },
    send: async (operator, withdrawalId, seenMicros) => {
      assertAdministrator(settings, operator);
      const withdrawal = await store.withdrawals.find(withdrawalId);
      if (withdrawal === null) return 'gone';
      if (withdrawal.state === 'waiting' && clock.now() < payableAtMs(withdrawal, settings.WITHDRAWAL_HOURS))
        return 'early';
      const rail = railOf(withdrawal.rail);
      if (rail === undefined)
        throw new ServiceError('invalid', 'No payment rail pays this withdrawal.', { topic: 'rail_closed' });
      const rate = await rail.rate(settings.CURRENCY);
      if (rate.kind !== 'certain')
        throw new ServiceError('unavailable', 'The payment service does not answer. Try again in a minute.');
      const seen = { ...withdrawal, amountMicros: seenMicros };
      return begin(rail, seen, rate.value, { decidedBy: operator, limits: null });
    },
    settle,
    isOn: () => store.rails.isOn('payouts'),
    setOn: async (operator, isOn) => {
      assertAdministrator(settings, operator);
      await store.rails.setSwitch('payouts', isOn, operator ?? 0, clock.now());
      log.warn({ by: operator ?? 'terminal', isOn }, 'payouts by rails were switched');
    },
  };
}

/** Goes through rows a page at a time, from one run to the next, and begins again at the end. */
class Turns {
  readonly #ends = new Map<string, number>();

  async next<Row extends { withdrawalId: number }>(
    name: string,
    read: (afterId: number) => Promise<Row[]>,
  ): Promise<Row[]> {
    const rows = await read(this.#ends.get(name) ?? 0);
    this.#ends.set(name, rows.length < AT_ONCE ? 0 : (rows.at(-1)?.withdrawalId ?? 0));
    return rows;
  }
}

/** Of a backup that is restored, the numbers of withdrawals come again: they differ by the moment they were asked at. */
export function spendIdOf(withdrawalId: number, askedAtMs: number): string {
  return `w${String(withdrawalId)}-${String(askedAtMs)}`;
}

/** Rounded down: never more than was taken out of the wallet. */
function inAsset(amountMicros: Micros, rate: string): string {
  const { numerator, denominator } = divideRatios(
    { numerator: amountMicros, denominator: 1n },
    ratioOf(rate),
  );
  const micros = numerator / denominator;
  const scale = 10n ** BigInt(ASSET_DECIMALS);
  const fraction = (micros % scale).toString().padStart(ASSET_DECIMALS, '0').replace(/0+$/, '');
  return `${(micros / scale).toString()}${fraction === '' ? '' : `.${fraction}`}`;
}

function isWanted(payout: RailPayout, { userId, asset, amount }: RailTransfer): boolean {
  const [wanted, made] = [ratioOf(payout.assetAmount), ratioOf(amount)];
  const isAmount = wanted.numerator * made.denominator === made.numerator * wanted.denominator;
  return userId === payout.accountId && asset === payout.asset && isAmount;
}

/** Which withdrawal a transfer was made for; null: for none of ours. */
export function withdrawalOf(spendId: string): number | null {
  const [, id] = /^w(\d{1,15})-\d{1,15}$/.exec(spendId) ?? [];
  return id === undefined ? null : Number(id);
}
