/** Crypto Pay on a real socket: its API for one app. */
import { openRailSocket, type RailCall, type RailReply, type RailSocket } from '../rail-socket.js';
import { CryptoPayLedger, type CryptoPayWorld, Refusal } from './ledger.js';
import { Notices } from './notices.js';

export interface CryptoPay extends RailSocket {
  token: string;
  world: CryptoPayWorld;
  ledger: CryptoPayLedger;
  notices: Notices;
  /** Pays an invoice, and makes its notice. */
  pay(invoiceId: string | number, asset?: string): void;
}

const TOKEN = '777:AAcryptoPayTokenOfTheEmulator';

export async function openCryptoPay(options: { now?: () => number } = {}): Promise<CryptoPay> {
  const now = options.now ?? Date.now;
  const world: CryptoPayWorld = {
    now,
    rates: new Map([
      ['USDT/RUB', 80],
      ['USDT/USD', 1],
      ['TON/RUB', 240],
      ['TON/USD', 3],
    ]),
    users: new Set(),
    balances: new Map([['USDT', 1_000]]),
    allowsTransfers: true,
    allowsChecks: true,
  };
  const ledger = new CryptoPayLedger(world);
  const notices = new Notices(TOKEN, now);
  const socket = await openRailSocket({
    nameOf: ({ path }) => path.replace('/api/', ''),
    answer: (call) => answer(ledger, call),
    failure: { ok: false, error: { code: 500, name: 'INTERNAL' } },
  });
  return Object.assign(socket, {
    token: TOKEN,
    world,
    ledger,
    notices,
    pay: (invoiceId: string | number, asset?: string) => {
      notices.add(ledger.pay(Number(invoiceId), asset));
    },
  });
}

const methods = [
  'createInvoice',
  'getInvoices',
  'transfer',
  'getTransfers',
  'createCheck',
  'getChecks',
  'deleteCheck',
  'getBalance',
  'getExchangeRates',
] as const;

/** Its envelope says how a call ended, and HTTP says 200. */
function answer(ledger: CryptoPayLedger, { name, headers, body }: RailCall): RailReply {
  const method = methods.find((each) => each === name);
  try {
    if (headers['crypto-pay-api-token'] !== TOKEN) throw new Refusal('UNAUTHORIZED', 401);
    if (method === undefined) throw new Refusal('METHOD_NOT_FOUND', 405);
    return { status: 200, body: { ok: true, result: ledger[method](body) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 200, body: { ok: false, error: { code: error.code, name: error.name } } };
  }
}
