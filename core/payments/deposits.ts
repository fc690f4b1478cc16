/**
 * Deposits by a payment rail. A deposit is written down before the rail is asked for its invoice, and is booked once, by the
 * number of that invoice, no matter who reports the payment first: the rail's notice, or the question about what is open.
 */
import { HOUR_MS } from '../days.js';
import { ServiceError } from '../errors.js';
import { assertAmount, formatMoney, type Micros, parseMoney, toDecimal } from '../money.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import type { Keeping } from '../ports/answer-store.js';
import type { PaymentRail, RailInvoice, RailName, RailNotice } from '../ports/payment-rail.js';
import type { RailDeposit } from '../ports/rail-store.js';
import { takeTurn } from '../rate-limit.js';

/** The rail keeps its rate for so long. */
const LIFE_MS = HOUR_MS;
/** An invoice that the rail does not know any more is given up so long after its end. */
const GRACE_MS = HOUR_MS;
/** Of one account within an hour. */
const ASKED = { max: 20, windowMs: HOUR_MS };
const KEY_BYTES = 16;
/** The account, the key of the deposit, and a mark under this installation's secret: another may have the same merchant. */
const PAYLOAD = /^(\d{1,19}):([\w-]{22})(?::([\w-]+))?$/;
const MARK_LENGTH = 16;
const ASKED_AT_ONCE = 100;

/**
 * What came of what a rail reported. `booked`: it was missing here. `different`: it is paid, and is not what was asked for;
 * it is not booked, since a person has to look. `returned`: it is booked, and went back to its payer since. `foreign`: an invoice
 * that was made elsewhere, such as by another installation.
 */
export type Learnt = 'booked' | 'known' | 'different' | 'returned' | 'foreign';

export type Deposits = ReturnType<typeof createDeposits>;

export function createDeposits(
  ports: Pick<Ports, 'store' | 'rails' | 'clock' | 'random' | 'settings' | 'log' | 'vault'>,
) {
  const { store, rails, clock, random, settings, log, vault } = ports;
  const minMicros = parseMoney(settings.DEPOSIT_MIN);
  const said = (micros: Micros) => formatMoney(micros, settings.CURRENCY, 'en');

  const railOf = (name: string): PaymentRail => {
    const rail = rails.find((each) => each.name === name);
    if (rail === undefined)
      throw new ServiceError('invalid', 'rail: deposits by it are not open here.', { topic: 'rail_closed' });
    return rail;
  };

  const closedTo = (account: Pick<Account, 'isTrusted'> | null): RailName[] =>
    account?.isTrusted === true
      ? []
      : rails.filter(({ isReversible }) => isReversible).map(({ name }) => name);

  const assertOpen = async (accountId: number, name: RailName) => {
    const { isReversible } = railOf(name);
    if (isReversible && closedTo(await store.accounts.find(accountId)).includes(name))
      throw new ServiceError(
        'invalid',
        'rail: open to accounts that the operator trusts, since its payments can be taken back.',
        { topic: 'rail_untrusted' },
      );
  };

  const ask = async (
    accountId: number,
    { rail: name, amountMicros }: { rail: RailName; amountMicros: Micros },
    keeping?: Keeping<RailDeposit>,
  ) => {
    const rail = railOf(name);
    await assertOpen(accountId, name);
    assertAmount(amountMicros, { leastMicros: minMicros }, settings.CURRENCY);
    const nowMs = clock.now();
    const say = () => 'Too many deposits were begun.';
    await takeTurn(ports, `deposits:${String(accountId)}`, ASKED, say);
    const requestKey = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
    const expiresAtMs = nowMs + LIFE_MS;
    const made = { requestKey, accountId, rail: name, amountMicros, askedAtMs: nowMs, expiresAtMs };
    await store.rails.askDeposit(made);
    const answer = await rail.requestInvoice({
      payload: payloadOf(vault, accountId, requestKey),
      amount: toDecimal(amountMicros),
      currency: settings.CURRENCY,
      description: `${settings.SERVICE_NAME}: ${said(amountMicros)}`,
      lifeSeconds: LIFE_MS / 1_000,
    });
    if (answer.kind === 'certain') {
      const { invoiceId, url } = answer.value;
      return store.rails.answerDeposit(requestKey, { invoiceId, url }, clock.now(), keeping);
    }
    log.warn({ rail: name, reason: answer.reason }, 'a payment rail made no invoice');
    if (answer.kind === 'unknown')
      throw new ServiceError('unavailable', 'The payment service does not answer. Try again in a minute.', {
        retryAfterSeconds: 60,
      });
    await store.rails.answerDeposit(requestKey, { refusal: answer.reason }, clock.now());
    throw new ServiceError('invalid', `amount: the payment service refused it (${answer.reason}).`, {
      topic: 'deposit_refused',
    });
  };

  /** Books what was paid, unless it is not what was asked for. */
  const learnPaid = async (
    rail: PaymentRail,
    { invoiceId, payload, asked, paid }: RailInvoice,
  ): Promise<Learnt> => {
    const [, accountText = '', requestKey = '', mark = ''] = PAYLOAD.exec(payload) ?? [];
    const accountId = Number(accountText);
    const known = await store.rails.depositByKey(requestKey);
    if (known === null && !vault.verify(markedText(accountId, requestKey), mark, MARK_LENGTH))
      return 'foreign';
    if (known?.state === 'paid' && known.invoiceId === invoiceId)
      return (paid?.returnedMicros ?? 0n) > 0n ? 'returned' : 'known';
    const account = await store.accounts.find(accountId);
    const amountMicros = asked?.currency === settings.CURRENCY ? asked.amountMicros : null;
    const isAsAsked = known === null || (known.amountMicros === amountMicros && known.state !== 'paid');
    if (account === null || amountMicros === null || paid === null || !isAsAsked) return 'different';
    const { feeMicros, note, atMs } = paid;
    const nowMs = clock.now();
    const payment = {
      requestKey,
      accountId,
      rail: rail.name,
      amountMicros,
      invoiceId,
      feeMicros,
      note,
      askedAtMs: known?.askedAtMs ?? atMs,
      expiresAtMs: known?.expiresAtMs ?? atMs,
      paidAtMs: atMs > 0 ? atMs : nowMs,
    };
    const notification = {
      accountId,
      kind: 'deposit',
      facts: { amountMicros: String(amountMicros), note },
      dedupeKey: `deposit:${rail.name}:${invoiceId}`,
    } as const;
    return (await store.rails.payDeposit(payment, [notification], nowMs)) ? 'booked' : 'known';
  };

  const learn = async (rail: PaymentRail, invoice: RailInvoice): Promise<Learnt> => {
    const requestKey = PAYLOAD.exec(invoice.payload)?.[2];
    if (requestKey === undefined) return 'foreign';
    if (invoice.state === 'paid') return learnPaid(rail, invoice);
    if (invoice.state === 'expired') await store.rails.expireDeposit(requestKey, clock.now());
    return 'known';
  };

  /** @returns how many of them ended */
  const refreshSome = async (rail: PaymentRail, open: readonly RailDeposit[]): Promise<number> => {
    const numbers = open.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]));
    const answer = numbers.length === 0 ? null : await rail.invoices(numbers);
    if (answer !== null && answer.kind !== 'certain') return 0;
    const invoices = answer?.value ?? [];
    for (const invoice of invoices) await learn(rail, invoice);
    const known = new Set(invoices.map(({ invoiceId }) => invoiceId));
    const nowMs = clock.now();
    const lost = open.filter(
      ({ invoiceId, expiresAtMs }) =>
        (invoiceId === null || !known.has(invoiceId)) && nowMs > expiresAtMs + GRACE_MS,
    );
    for (const { requestKey } of lost) await store.rails.expireDeposit(requestKey, nowMs);
    return invoices.filter(({ state }) => state !== 'open').length + lost.length;
  };

  const refresh = async () => {
    let ended = 0;
    for (const rail of rails) {
      let open: RailDeposit[] = [];
      do {
        const afterId = open.at(-1)?.depositId ?? 0;
        open = await store.rails.openDeposits(rail.name, { afterId, limit: ASKED_AT_ONCE });
        ended += await refreshSome(rail, open);
      } while (open.length === ASKED_AT_ONCE);
    }
    return ended;
  };

  return {
    rails: rails.map(({ name }) => name),
    minMicros,
    /** Rails that this account may not pay in by: their payments can be taken back, and it is not trusted. */
    closedTo,
    /** @throws ServiceError `invalid` for a rail that is not open to this account */
    assertOpen,
    /**
     * @throws ServiceError `invalid` for an amount out of bounds, a rail that is not open, or what the rail refuses; `limited`
     *   for more than 20 an hour; `unavailable` when the rail does not answer
     */
    ask,
    /** @throws ServiceError `forbidden` unless it is this account's */
    info: async (accountId: number, depositId: number) => {
      const deposit = await store.rails.deposit(depositId);
      if (deposit?.accountId === accountId) return deposit;
      throw new ServiceError('forbidden', `Deposit ${String(depositId)} is not one of yours.`);
    },
    /** What a rail brings by itself. Refused: it is not from the rail. Unknown: it has to come again. */
    notice: async (name: string, notice: RailNotice): Promise<'taken' | 'refused' | 'unknown'> => {
      const rail = rails.find((each) => each.name === name);
      if (rail === undefined) return 'refused';
      const answer = await rail.readNotice(notice);
      if (answer.kind !== 'certain') return answer.kind;
      const invoice = answer.value;
      const learnt = invoice === null ? 'known' : await learn(rail, invoice);
      const facts = { rail: name, invoice: invoice?.invoiceId };
      if (learnt === 'different') log.error(facts, 'a payment is not what was asked for: it is not booked');
      if (learnt === 'returned') log.error(facts, 'a payment that is booked went back to its payer');
      return 'taken';
    },
    /** Asks about those that may still be paid; how many ended. */
    refresh,
    learn,
  };
}

const markedText = (accountId: number, requestKey: string) => `deposit:${String(accountId)}:${requestKey}`;

function payloadOf(vault: Ports['vault'], accountId: number, requestKey: string): string {
  const mark = vault.sign(markedText(accountId, requestKey)).slice(0, MARK_LENGTH);
  return `${String(accountId)}:${requestKey}:${mark}`;
}
