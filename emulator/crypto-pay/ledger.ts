/**
 * What Crypto Pay keeps of one app: its invoices, transfers and balances.
 * Source, where nothing else is said: https://help.send.tg/en/articles/10279948-crypto-pay-api (1.5.2).
 */
export interface Invoice {
  invoice_id: number;
  hash: string;
  status: 'active' | 'paid' | 'expired';
  currency_type: 'fiat' | 'crypto';
  fiat?: string;
  asset?: string;
  amount: string;
  description?: string;
  payload?: string;
  bot_invoice_url: string;
  created_at: string;
  expiration_date?: string;
  paid_asset?: string;
  paid_amount?: string;
  paid_fiat_rate?: string;
  fee_asset?: string;
  /** A number, unlike the other amounts. */
  fee_amount?: number;
  paid_at?: string;
}

export interface Transfer {
  transfer_id: number;
  spend_id: string;
  user_id: number;
  asset: string;
  amount: string;
  status: 'completed';
  completed_at: string;
  comment?: string;
}

export interface Check {
  check_id: number;
  hash: string;
  asset: string;
  amount: string;
  bot_check_url: string;
  status: 'active' | 'activated';
  created_at: string;
  activated_at?: string;
}

/** Why a call is refused, in the envelope's `error`. */
export class Refusal extends Error {
  constructor(
    override readonly name: string,
    readonly code = 400,
  ) {
    super(name);
  }
}

/** Of a payment: a guess. Who reads `fee_amount` needs no share. */
const FEE_SHARE = 0.03;
/** `expires_in`: 1 to 2678400 seconds. */
const LIFE_MAX_SECONDS = 2_678_400;
/** `payload`: up to 4 KB; `description`: up to 1,024 characters; `spend_id` up to 64. */
const lengths = { payload: 4_096, description: 1_024, spendId: 64, comment: 1_024 } as const;
/** A transfer is of 1 to 25,000 USD at least and at most ("amount" of `transfer`). */
const transferUsd = { min: 1, max: 25_000 } as const;
const FIATS = 'USD EUR RUB BYN UAH GBP CNY KZT UZS GEL TRY AMD THB INR BRL IDR AZN AED PLN ILS'.split(' ');
const PAGE_MAX = 1_000;
const PAGE = 100;

type Parameters = Readonly<Record<string, unknown>>;

export interface CryptoPayWorld {
  now(): number;
  /** What one unit of an asset is worth in a fiat currency. */
  rates: Map<string, number>;
  /** People who have started the bot: others cannot be sent anything. */
  users: Set<number>;
  balances: Map<string, number>;
  allowsTransfers: boolean;
  /** Both are switched on in the app's security settings ("transfer", "createCheck"). */
  allowsChecks: boolean;
}

export class CryptoPayLedger {
  readonly invoices: Invoice[] = [];
  readonly transfers: Transfer[] = [];
  readonly checks: Check[] = [];
  #madeChecks = 1;
  /** By the number of a check: who alone may activate it. Answers do not have it. */
  readonly pins = new Map<number, number>();

  constructor(readonly world: CryptoPayWorld) {}

  createInvoice(given: Parameters): Invoice {
    const { currency_type: type = 'crypto', fiat, asset } = given;
    const [payload, description] = [textOf(given['payload']), textOf(given['description'])];
    const amount = decimalOf(given['amount']);
    const seconds = given['expires_in'] === undefined ? null : Number(given['expires_in']);
    if (type === 'fiat' && !FIATS.includes(String(fiat))) throw new Refusal('FIAT_INVALID');
    if (type === 'crypto' && typeof asset !== 'string') throw new Refusal('ASSET_INVALID');
    if (Number(amount) <= 0) throw new Refusal('AMOUNT_INVALID');
    if (seconds !== null && !(seconds >= 1 && seconds <= LIFE_MAX_SECONDS))
      throw new Refusal('EXPIRES_IN_INVALID');
    if ((payload ?? '').length > lengths.payload) throw new Refusal('PAYLOAD_INVALID');
    if ((description ?? '').length > lengths.description) throw new Refusal('DESCRIPTION_INVALID');
    const number = 528_000 + this.invoices.length + 1;
    const nowMs = this.world.now();
    const invoice: Invoice = {
      invoice_id: number,
      hash: `IV${String(number)}`,
      status: 'active',
      currency_type: type === 'fiat' ? 'fiat' : 'crypto',
      ...(type === 'fiat' ? { fiat: String(fiat) } : { asset: String(asset) }),
      amount,
      ...(description === undefined ? {} : { description }),
      ...(payload === undefined ? {} : { payload }),
      bot_invoice_url: `https://t.me/CryptoBot?start=IV${String(number)}`,
      created_at: new Date(nowMs).toISOString(),
      ...(seconds === null ? {} : { expiration_date: new Date(nowMs + seconds * 1_000).toISOString() }),
    };
    this.invoices.push(invoice);
    return invoice;
  }

  /** The payer presses Pay: at the rate of the moment, while the invoice is active. */
  pay(invoiceId: number, asset = 'USDT'): Invoice {
    this.#expire();
    const invoice = this.invoices.find((each) => each.invoice_id === invoiceId);
    if (invoice?.status !== 'active') throw new Refusal('INVOICE_NOT_ACTIVE');
    const rate = this.#rateOf(asset, invoice.fiat ?? 'USD');
    const paid = Number(invoice.amount) / rate;
    const fee = paid * FEE_SHARE;
    Object.assign(invoice, {
      status: 'paid',
      paid_asset: asset,
      paid_amount: paid.toFixed(8),
      paid_fiat_rate: String(rate),
      fee_asset: asset,
      fee_amount: Number(fee.toFixed(8)),
      paid_at: new Date(this.world.now()).toISOString(),
    });
    this.world.balances.set(asset, (this.world.balances.get(asset) ?? 0) + paid - fee);
    return invoice;
  }

  getInvoices(given: Parameters): { items: Invoice[] } {
    this.#expire();
    const numbers = typeof given['invoice_ids'] === 'string' ? given['invoice_ids'].split(',') : null;
    const found = this.invoices
      .filter((invoice) => numbers === null || numbers.includes(String(invoice.invoice_id)))
      .filter((invoice) => given['status'] === undefined || invoice.status === given['status'])
      .toReversed();
    return { items: pageOf(found, given) };
  }

  transfer(given: Parameters): Transfer {
    if (!this.world.allowsTransfers) throw new Refusal('METHOD_DISABLED', 403);
    const { user_id: user, asset, spend_id: spendId } = given;
    const comment = textOf(given['comment']);
    const amount = decimalOf(given['amount']);
    if (typeof spendId !== 'string' || spendId === '' || spendId.length > lengths.spendId)
      throw new Refusal('SPEND_ID_INVALID');
    if ((comment ?? '').length > lengths.comment) throw new Refusal('COMMENT_INVALID');
    // "Random UTF-8 string unique per transfer for idempotent requests. The same spend_id can be accepted only once."
    if (this.transfers.some((known) => known.spend_id === spendId))
      throw new Refusal('SPEND_ID_ALREADY_USED');
    if (!this.world.users.has(Number(user))) throw new Refusal('USER_NOT_FOUND');
    const usd = Number(amount) * this.#rateOf(String(asset), 'USD');
    if (usd < transferUsd.min) throw new Refusal('AMOUNT_TOO_SMALL');
    if (usd > transferUsd.max) throw new Refusal('AMOUNT_TOO_BIG');
    const held = this.world.balances.get(String(asset)) ?? 0;
    if (held < Number(amount)) throw new Refusal('NOT_ENOUGH_COINS');
    this.world.balances.set(String(asset), held - Number(amount));
    const transfer: Transfer = {
      transfer_id: 9_000 + this.transfers.length + 1,
      spend_id: spendId,
      user_id: Number(user),
      asset: String(asset),
      amount,
      status: 'completed',
      completed_at: new Date(this.world.now()).toISOString(),
      ...(comment === undefined ? {} : { comment }),
    };
    this.transfers.push(transfer);
    return transfer;
  }

  getTransfers(given: Parameters): { items: Transfer[] } {
    const found = this.transfers
      .filter(({ spend_id }) => given['spend_id'] === undefined || spend_id === given['spend_id'])
      .toReversed();
    return { items: pageOf(found, given) };
  }

  /**
   * "createCheck": there is no id of the caller's, so each call makes one. Its amount leaves `available` for `onhold`
   * ("getBalance": "unavailable amount currently is on hold"). That it never expires is how checks behave in @CryptoBot;
   * the page does not say it.
   */
  createCheck(given: Parameters): Check {
    if (!this.world.allowsChecks) throw new Refusal('METHOD_DISABLED', 403);
    const asset = String(given['asset']);
    const amount = decimalOf(given['amount']);
    this.#rateOf(asset, 'USD');
    const held = this.world.balances.get(asset) ?? 0;
    if (Number(amount) <= 0) throw new Refusal('AMOUNT_INVALID');
    if (held < Number(amount)) throw new Refusal('NOT_ENOUGH_COINS');
    this.world.balances.set(asset, held - Number(amount));
    const number = 3_000 + this.#madeChecks++;
    const hash = `CQ${String(number)}`;
    const check: Check = {
      check_id: number,
      hash,
      asset,
      amount,
      bot_check_url: `https://t.me/CryptoBot?start=${hash}`,
      status: 'active',
      created_at: new Date(this.world.now()).toISOString(),
    };
    if (given['pin_to_user_id'] !== undefined) this.pins.set(number, Number(given['pin_to_user_id']));
    this.checks.push(check);
    return check;
  }

  /** Somebody opens its link. "pin_to_user_id": "ID of the user who will be able to activate the check." */
  activate(checkId: number, userId: number): Check {
    const check = this.checks.find(({ check_id }) => check_id === checkId);
    if (check?.status !== 'active') throw new Refusal('CHECK_NOT_ACTIVE');
    if ((this.pins.get(checkId) ?? userId) !== userId) throw new Refusal('CHECK_OF_ANOTHER');
    return Object.assign(check, {
      status: 'activated',
      activated_at: new Date(this.world.now()).toISOString(),
    });
  }

  /** "deleteCheck": its amount is available again. */
  deleteCheck(given: Parameters): boolean {
    const index = this.checks.findIndex(
      ({ check_id, status }) => check_id === Number(given['check_id']) && status === 'active',
    );
    const [check] = index < 0 ? [] : this.checks.splice(index, 1);
    if (check === undefined) throw new Refusal('CHECK_NOT_FOUND');
    const held = this.world.balances.get(check.asset) ?? 0;
    this.world.balances.set(check.asset, held + Number(check.amount));
    return true;
  }

  getChecks(given: Parameters): { items: Check[] } {
    const numbers = typeof given['check_ids'] === 'string' ? given['check_ids'].split(',') : null;
    const found = this.checks
      .filter(({ check_id }) => numbers === null || numbers.includes(String(check_id)))
      .filter(({ asset }) => given['asset'] === undefined || asset === given['asset'])
      .filter(({ status }) => given['status'] === undefined || status === given['status'])
      .toReversed();
    return { items: pageOf(found, given) };
  }

  getBalance(): object[] {
    return [...this.world.balances].map(([currency_code, available]) => ({
      currency_code,
      available: available.toFixed(8),
      onhold: this.checks
        .filter(({ asset, status }) => asset === currency_code && status === 'active')
        .reduce((sum, { amount }) => sum + Number(amount), 0)
        .toFixed(8),
    }));
  }

  getExchangeRates(): object[] {
    return [...this.world.rates].map(([pair, rate]) => {
      const [source, target] = pair.split('/');
      return { is_valid: true, is_crypto: true, is_fiat: false, source, target, rate: String(rate) };
    });
  }

  #rateOf(asset: string, fiat: string): number {
    const rate = this.world.rates.get(`${asset}/${fiat}`);
    if (rate === undefined) throw new Refusal('ASSET_INVALID');
    return rate;
  }

  #expire(): void {
    const nowMs = this.world.now();
    for (const invoice of this.invoices)
      if (invoice.status === 'active' && Date.parse(invoice.expiration_date ?? '') <= nowMs)
        invoice.status = 'expired';
  }
}

function textOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

function decimalOf(given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text)) throw new Refusal('AMOUNT_INVALID');
  return text;
}

/** `offset` from 0; `count` 1 to 1000, 100 where nothing is said. */
function pageOf<Item>(items: readonly Item[], given: Parameters): Item[] {
  const offset = Number(given['offset'] ?? 0);
  const count = Number(given['count'] ?? PAGE);
  if (!(count >= 1 && count <= PAGE_MAX)) throw new Refusal('COUNT_INVALID');
  return items.slice(offset, offset + count);
}
