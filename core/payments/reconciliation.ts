/**
 * Holds what a payment rail has to what the ledger has: every invoice that was paid, and every transfer, of the last days.
 * A payment that was not reported is booked, as a notice would have done. Everything else that differs is for a person: it
 * is shown while it is within these days (`docs/payments.md`, Comparison), raises an alert, and is never corrected here.
 */
import { toEach } from '../notifications.js';
import { DAY_MS } from '../days.js';
import type { Ports } from '../ports.js';
import type { CheckRail, PaymentRail, PayoutRail, RailInvoice, RailTransfer } from '../ports/payment-rail.js';
import type { RailDeposit, RailDifference, RailPayout, RailPlace } from '../ports/rail-store.js';
import { paymentsBeat } from '../ledger/index.js';
import { formatMoney, type Micros, share } from '../money.js';
import { pagesOf } from '../pages.js';
import { assertAdministrator, type Operator } from '../accounts/index.js';
import type { Deposits } from './deposits.js';
import { listed } from './rail-pages.js';
import { withdrawalOf } from './spend-id.js';

/** How far back each run looks. */
const WINDOW_MS = 7 * DAY_MS;
/** What is ours and younger than this edge of the window must be theirs, too: their clock is not ours. */
const EDGE_MS = DAY_MS;
/** What happened since the rail was asked is for the next run. */
const RECENT_MS = 600_000;
/** More than that in the window is not compared: what a rail does not have can be said of a whole list alone. */
const PAGES_MAX = 500;
const SHOWN = 100;
/** What is held in assets may lose a tenth of what it was booked at. */
const RATES_HOLD = '0.9';

export function createReconciliation(
  { store, rails, clock, settings, log }: Pick<Ports, 'store' | 'rails' | 'clock' | 'settings' | 'log'>,
  deposits: Pick<Deposits, 'learn'>,
) {
  const said = (deposit: RailDeposit) =>
    `${formatMoney(deposit.amountMicros, settings.CURRENCY, 'en')} of account:${String(deposit.accountId)}`;

  /** Null where the rail did not answer. */
  const allSince = async <Item>(
    rail: Pick<PaymentRail, 'name'>,
    read: Parameters<typeof listed<Item>>[0],
  ): Promise<{ items: Item[]; isAll: boolean } | null> => {
    const found = await listed(read, PAGES_MAX);
    if (found?.isAll === false) log.error({ rail: rail.name }, 'a payment rail has more than is compared');
    return found;
  };

  const compareInvoices = async (rail: PaymentRail, sinceMs: number): Promise<RailDifference[] | null> => {
    const invoices = await allSince(rail, (from) => rail.paidInvoices(sinceMs, from));
    if (invoices === null) return null;
    const found: RailDifference[] = [];
    for (const invoice of invoices.items) {
      const learnt = await deposits.learn(rail, invoice);
      const { invoiceId } = invoice;
      if (learnt === 'booked')
        log.warn({ rail: rail.name, invoice: invoiceId }, 'a payment that was not reported is booked');
      if (learnt === 'different' || learnt === 'foreign')
        found.push({ about: `invoice ${invoiceId}`, ours: 'nothing booked', theirs: wordsOf(invoice) });
      if (learnt === 'returned')
        found.push({ about: `invoice ${invoiceId}`, ours: 'booked', theirs: wordsOf(invoice) });
    }
    if (!invoices.isAll) return null;
    const theirs = new Set(invoices.items.map(({ invoiceId }) => invoiceId));
    const place = { atMs: sinceMs + EDGE_MS, id: 0 };
    const read = (after: RailPlace) => store.rails.paidDeposits(rail.name, after);
    const placeOf = ({ endedAtMs, depositId }: RailDeposit) => ({ atMs: endedAtMs ?? 0, id: depositId });
    for await (const page of pagesOf(place, read, placeOf)) {
      const lacking = page.filter(({ invoiceId }) => !theirs.has(invoiceId ?? ''));
      for (const deposit of lacking.filter(({ endedAtMs }) => isInside(endedAtMs, sinceMs)))
        found.push({ about: `invoice ${deposit.invoiceId ?? '?'}`, ours: said(deposit), theirs: 'not paid' });
    }
    return found;
  };

  const compareTransfers = async (rail: PayoutRail, sinceMs: number): Promise<RailDifference[] | null> => {
    const transfers = await allSince(rail, (from) => rail.transfers(sinceMs, from));
    if (transfers?.isAll !== true) return null;
    const found: RailDifference[] = [];
    for (const transfer of transfers.items)
      if (!(await isOurs(transfer)))
        found.push({
          about: `transfer ${transfer.transferId}`,
          ours: 'no payout',
          theirs: `${transfer.amount} ${transfer.asset} to user:${String(transfer.userId)}`,
        });
    const theirs = new Set(transfers.items.map(({ transferId }) => transferId));
    const sent = new Set(transfers.items.map(({ spendId }) => withdrawalOf(spendId)));
    // The rail has said that a check was taken. It never says who took it.
    const isThere = ({ transferId, withdrawalId, checkId }: RailPayout) =>
      checkId !== null || (transferId === null ? sent.has(withdrawalId) : theirs.has(transferId));
    const place = { atMs: sinceMs - WINDOW_MS, id: 0 };
    const read = (after: RailPlace) => store.rails.sentPayouts(rail.name, after);
    const placeOf = ({ begunAtMs, withdrawalId }: RailPayout) => ({ atMs: begunAtMs, id: withdrawalId });
    const taken = new Set<string>();
    for await (const page of pagesOf(place, read, placeOf))
      for (const payout of page) {
        if (payout.checkId !== null) taken.add(payout.checkId);
        if (!isThere(payout) && isInside(payout.endedAtMs, sinceMs))
          found.push({
            about: `transfer ${payout.transferId ?? `of withdrawal ${String(payout.withdrawalId)}`}`,
            ours: `withdrawal ${String(payout.withdrawalId)}: ${payout.assetAmount} ${payout.asset}`,
            theirs: 'no transfer',
          });
      }
    const foreign = rail.checks === null ? [] : await foreignChecks(rail, rail.checks, taken, sinceMs);
    return foreign === null ? null : [...found, ...foreign];
  };

  /** @param taken checks of payouts that ended */
  const foreignChecks = async (
    rail: PayoutRail,
    checks: CheckRail,
    taken: ReadonlySet<string>,
    sinceMs: number,
  ): Promise<RailDifference[] | null> => {
    const made = await allSince(rail, (from) => checks.madeSince(sinceMs, from));
    if (made?.isAll !== true) return null;
    const found: RailDifference[] = [];
    for (const { checkId, amount, asset, atMs } of made.items) {
      // Its number may be on its way here.
      const isNew = atMs > clock.now() - RECENT_MS;
      if (isNew || taken.has(checkId) || (await store.rails.sendingByCheck(rail.name, checkId)) !== null)
        continue;
      found.push({ about: `check ${checkId}`, ours: 'no payout', theirs: `${amount} ${asset}` });
    }
    return found;
  };

  /** One that is being sent is booked when its payout goes on, or reported there. */
  const isOurs = async ({ spendId, transferId }: RailTransfer): Promise<boolean> => {
    const withdrawalId = withdrawalOf(spendId);
    const payout = withdrawalId === null ? null : await store.rails.payout(withdrawalId);
    return payout !== null && (payout.state === 'sending' || isOf(payout, transferId));
  };

  /**
   * That the rail has what the ledger says it has. More is no difference, since an operator may pay in. What is less may be on
   * its way, or the service's own, or the move of a rate.
   */
  const compareBalance = async (rail: PaymentRail): Promise<RailDifference[] | null> => {
    const held = await rail.balance?.(settings.CURRENCY);
    if (held === undefined) return [];
    if (held.kind !== 'certain') return null;
    const { bookedMicros, sendingMicros, incomeMicros } = await store.rails.holding(rail.name);
    const ownMicros = incomeMicros > 0n ? incomeMicros : 0n;
    const leastMicros = share(bookedMicros, RATES_HOLD).part - sendingMicros - ownMicros;
    if (held.value >= leastMicros) return [];
    const words = (micros: Micros) => formatMoney(micros, settings.CURRENCY, 'en');
    return [{ about: 'balance', ours: words(bookedMicros), theirs: words(held.value) }];
  };

  const compare = async (rail: PaymentRail): Promise<number> => {
    const nowMs = clock.now();
    const sinceMs = nowMs - WINDOW_MS;
    const invoices = await compareInvoices(rail, sinceMs);
    const transfers = rail.payouts === null ? [] : await compareTransfers(rail.payouts, sinceMs);
    const balance = await compareBalance(rail);
    if (invoices === null || transfers === null || balance === null) return 0;
    const found = [...invoices, ...transfers, ...balance];
    const isNew = await store.rails.setDifferences(rail.name, found, nowMs);
    for (const difference of isNew)
      log.error({ rail: rail.name, ...difference }, 'a payment rail and the ledger differ');
    await report(rail, isNew, nowMs);
    await store.health.beat(paymentsBeat(rail.name), nowMs);
    return found.length;
  };

  const report = (rail: PaymentRail, isNew: readonly RailDifference[], nowMs: number): Promise<void> =>
    store.notifications.queue(
      isNew.slice(0, SHOWN).flatMap(({ about, ours, theirs }) => {
        const facts = { rail: rail.name, about, ours, theirs };
        const key = `rail-difference:${rail.name}:${about}:${String(nowMs)}`;
        return toEach(settings.ADMIN_IDS, 'rail_difference', facts, key);
      }),
      nowMs,
    );

  return {
    /** Compares every rail; how many differences there are. A rail that does not answer is left for the next run. */
    run: async () => {
      let differing = 0;
      for (const rail of rails) differing += await compare(rail);
      return differing;
    },
    /** @throws ServiceError `forbidden` for who is no administrator */
    differences: (operator: Operator) => {
      assertAdministrator(settings, operator);
      return store.rails.differences(SHOWN);
    },
  };
}

/** By an administrator's word a payout was sent without a number. */
const isOf = ({ state, transferId }: RailPayout, theirs: string) =>
  transferId === theirs || (transferId === null && state === 'sent');

/** By the rail's clock: well within what was read of it. */
const isInside = (atMs: number | null, sinceMs: number) =>
  atMs !== null && atMs >= sinceMs + EDGE_MS && atMs <= sinceMs + WINDOW_MS - RECENT_MS;

function wordsOf({ asked, paid }: RailInvoice): string {
  const { note = '', returnedMicros = 0n } = paid ?? {};
  const said = (micros: Micros) => (asked === null ? '' : formatMoney(micros, asked.currency, 'en'));
  return returnedMicros > 0n
    ? `returned ${said(returnedMicros)} of ${note}`
    : `paid ${note} for ${said(asked?.amountMicros ?? 0n)}`;
}
