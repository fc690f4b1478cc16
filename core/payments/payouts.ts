/**
 * Payouts by a payment rail. A withdrawal is taken as being sent in one step with the limits; then the rail is asked whether
 * it has made this transfer before it is asked to make it; then the end is booked. Whatever dies in between, the next run
 * asks again under the same id, under which the rail sends once.
 */
import { toEach } from '../notifications.js';
import { HOUR_MS } from '../days.js';
import { assertAdministrator, type Operator } from '../accounts/index.js';
import { decisionNotifications, payableAtMs } from '../ledger/index.js';
import { ServiceError } from '../errors.js';
import { type Micros, parseMoney } from '../money.js';
import type { Ports } from '../ports.js';
import type { PayoutRail, RailTransfer } from '../ports/payment-rail.js';
import type { PayoutBeginning, PayoutLimits, RailPayout } from '../ports/rail-store.js';
import type { Withdrawal } from '../ports/withdrawal-store.js';
import { divideRatios, ratioOf } from '../ratio.js';
import { createCheckPayouts, isSum } from './checks.js';
import { createPayoutWord } from './payout-word.js';
import { spendIdOf } from './spend-id.js';

const AT_ONCE = 20;
/** Decimals of an amount that is sent: what USDT has on every network. */
const ASSET_DECIMALS = 6;

export function createPayouts(ports: Pick<Ports, 'store' | 'rails' | 'clock' | 'settings' | 'log'>) {
  const { store, rails, clock, settings, log } = ports;
  const limits = limitsOf(settings);
  const paying = rails.flatMap(({ payouts }) => payouts ?? []);
  const railOf = (name: string) => paying.find((each) => each.name === name);
  /** Where the last look at what is due, and at what is being sent, ended: those that have to wait hold up no other. */
  const next = createTurns();

  const begin = async (
    rail: PayoutRail,
    { withdrawalId, amountMicros }: Withdrawal,
    rate: string,
    by: { decidedBy: number | null; limits: PayoutLimits | null },
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
    const due = await next(`due ${rail.name}`, (afterId) =>
      store.rails.duePayouts(rail.name, { askedBeforeMs, afterId, limit: AT_ONCE }),
    );
    if (due.length === 0) return;
    const rate = await rail.rate(settings.CURRENCY);
    if (rate.kind !== 'certain') return;
    for (const withdrawal of due) await begin(rail, withdrawal, rate.value, { decidedBy: null, limits });
  };

  const book = (
    { withdrawalId }: RailPayout,
    made: Pick<RailTransfer, 'asset' | 'amount' | 'atMs'> & { transferId: string | null },
  ): Promise<boolean> => {
    const { transferId, amount, asset, atMs } = made;
    const transfer = { transferId, note: `${amount} ${asset}`, atMs };
    return store.rails.endPayout(withdrawalId, transfer, decisionNotifications, clock.now());
  };

  /** Books the end, where the transfer is the one that was wanted. */
  const end = async (payout: RailPayout, transfer: RailTransfer): Promise<boolean> => {
    if (transfer.userId === payout.accountId && isSum(payout, transfer)) return book(payout, transfer);
    log.error(
      { withdrawalId: payout.withdrawalId, transfer: transfer.transferId },
      'a transfer is not the payout of its id: it is not booked',
    );
    return false;
  };

  const refuse = async ({ withdrawalId, rail }: RailPayout, reason: string): Promise<boolean> => {
    log.error(
      { withdrawalId, rail, reason },
      'a payment rail refused a payout: it waits for an administrator',
    );
    const nowMs = clock.now();
    const key = `payout-refused:${String(withdrawalId)}:${String(nowMs)}`;
    const notifications = toEach(settings.ADMIN_IDS, 'payout_refused', { withdrawalId, reason }, key);
    await store.rails.refusePayout(withdrawalId, reason, notifications, nowMs);
    return true;
  };

  const checks = createCheckPayouts(ports, {
    end: (payout, { asset, amount, takenAtMs }) =>
      book(payout, { transferId: null, asset, amount, atMs: takenAtMs ?? clock.now() }),
    refuse,
  });

  /** Returns whether it came to an end. */
  const carryOn = async (rail: PayoutRail, payout: RailPayout, askedAtMs: number): Promise<boolean> => {
    const spendId = spendIdOf(payout.withdrawalId, askedAtMs);
    const lookedAtMs = clock.now();
    const before = await rail.transferBy(spendId);
    if (before.kind !== 'certain') return false;
    if (before.value !== null) return end(payout, before.value);
    if (rail.checks !== null && rail.paysByChecks) return checks.begin(rail.checks, payout, lookedAtMs);
    if (!(await store.rails.tryPayout(payout.withdrawalId, clock.now()))) return false;
    const { accountId: userId, asset, assetAmount: amount } = payout;
    const comment = `${settings.SERVICE_NAME} #${String(payout.withdrawalId)}`;
    const made = await rail.transfer({ spendId, userId, asset, amount, comment });
    if (made.kind === 'certain') return end(payout, made.value);
    if (made.kind === 'unknown') return false;
    // It may say no because it has made it: under this id it sends once.
    const meanwhile = await rail.transferBy(spendId);
    if (meanwhile.kind !== 'certain') return false;
    return meanwhile.value === null ? refuse(payout, made.reason) : end(payout, meanwhile.value);
  };

  const carryOnAll = async (rail: PayoutRail): Promise<number> => {
    let ended = 0;
    const sending = await next(`sending ${rail.name}`, (afterId) =>
      store.rails.sendingPayouts(rail.name, { afterId, limit: AT_ONCE }),
    );
    const byCheck = sending.filter(({ checkId }) => checkId !== null);
    ended += await checks.carryOn(rail, byCheck);
    for (const payout of sending.filter(({ checkId }) => checkId === null)) {
      const withdrawal = await store.withdrawals.find(payout.withdrawalId);
      if (withdrawal !== null && (await carryOn(rail, payout, withdrawal.askedAtMs))) ended += 1;
    }
    return ended;
  };

  return {
    rails: paying.map(({ name }) => name),
    /** Begins what is due and within the limits, and goes on with what is being sent; how many came to an end. */
    run: async () => {
      let ended = 0;
      for (const rail of paying) {
        await beginDue(rail);
        ended += await carryOnAll(rail);
      }
      return ended;
    },
    /**
     * Sends a withdrawal that an administrator saw, whatever the limits say, once its hours are over.
     * @throws ServiceError `forbidden` for others; `invalid` for one that no rail pays; `unavailable` without a rate
     */
    send: async (operator: Operator, withdrawalId: number, seenMicros: Micros): Promise<PayoutBeginning> => {
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
    settle: createPayoutWord(ports, { railOf, checks, end }),
    /**
     * Where a person takes the check of their withdrawal; null: there is none to take.
     * @throws ServiceError `forbidden` unless it is this account's; `unavailable` when the rail does not answer
     */
    checkUrl: async (accountId: number, withdrawalId: number) => {
      const owned = (await store.rails.payout(withdrawalId)) ?? (await store.withdrawals.find(withdrawalId));
      if (owned?.accountId !== accountId)
        throw new ServiceError('forbidden', `Withdrawal ${String(withdrawalId)} is not one of yours.`);
      return 'checkId' in owned ? checks.url(railOf(owned.rail)?.checks ?? null, owned) : null;
    },
    isOn: () => store.rails.isOn('payouts'),
    /** Stops all payouts by rails, or lets them go on. @throws ServiceError `forbidden` for who is no administrator */
    setOn: async (operator: Operator, isOn: boolean) => {
      assertAdministrator(settings, operator);
      await store.rails.setSwitch('payouts', isOn, operator ?? 0, clock.now());
      log.warn({ by: operator ?? 'terminal', isOn }, 'payouts by rails were switched');
    },
  };
}

const limitsOf = (settings: Ports['settings']): PayoutLimits => ({
  mostMicros: parseMoney(settings.PAYOUT_MAX),
  accountDayMicros: parseMoney(settings.PAYOUT_ACCOUNT_DAY_MAX),
  dayMicros: parseMoney(settings.PAYOUT_DAY_MAX),
});

/** Goes through rows a page at a time, from one run to the next, and begins again at the end. */
function createTurns() {
  const ends = new Map<string, number>();
  return async <Row extends { withdrawalId: number }>(
    name: string,
    read: (afterId: number) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const rows = await read(ends.get(name) ?? 0);
    ends.set(name, rows.length < AT_ONCE ? 0 : (rows.at(-1)?.withdrawalId ?? 0));
    return rows;
  };
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

export interface PayoutStanding {
  /** Trusted, and not blocked. */
  isTrusted: boolean;
  /** Its wallet is below zero, such as after an adjustment. */
  isInDebt: boolean;
  /** Earned by the orders of others, not on hold, and not withdrawn yet. */
  releasedMicros: Micros;
  /** Paid out, or under way, in the last 24 hours: to the account, and in all. */
  accountDayMicros: Micros;
  dayMicros: Micros;
}

/** Why a payout has to wait for an administrator; null: it may go. */
export function payoutHindrance(
  amountMicros: Micros,
  limits: PayoutLimits,
  standing: PayoutStanding,
): 'untrusted' | 'in_debt' | 'not_released' | 'too_much' | 'too_much_today' | null {
  if (!standing.isTrusted) return 'untrusted';
  if (standing.isInDebt) return 'in_debt';
  if (amountMicros > standing.releasedMicros) return 'not_released';
  if (amountMicros > limits.mostMicros) return 'too_much';
  const isOver =
    standing.accountDayMicros + amountMicros > limits.accountDayMicros ||
    standing.dayMicros + amountMicros > limits.dayMicros;
  return isOver ? 'too_much_today' : null;
}
