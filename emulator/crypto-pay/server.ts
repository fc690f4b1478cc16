/** Crypto Pay on a real socket: its API for one app, with the faults that a rail has on a bad day. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CryptoPayLedger, type CryptoPayWorld, Refusal } from './ledger.js';
import { Notices } from './notices.js';

/**
 * What goes wrong with a call. `lost`: it is done, and its answer never comes. `html`: a proxy answers instead, and nothing
 * is done. `silent`: nothing is done, and nothing comes. `error`: 500 in the envelope, nothing is done.
 */
export type CallFault = 'lost' | 'html' | 'silent' | 'error';

export interface CryptoPay {
  url: string;
  token: string;
  world: CryptoPayWorld;
  ledger: CryptoPayLedger;
  notices: Notices;
  /** Pays an invoice, and makes its notice. */
  pay(invoiceId: string | number, asset?: string): void;
  /** The next call of the method meets it; several queue up. Null: none that is queued. */
  fault: (method: string, fault: CallFault | null) => void;
  /** Asked before each call: what goes wrong with it. */
  faultOf: ((method: string) => CallFault | null) | null;
  /** The calls so far, by method. */
  calls: string[];
  close(): Promise<void>;
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
  };
  const ledger = new CryptoPayLedger(world);
  const notices = new Notices(TOKEN, now);
  const faults = new Map<string, CallFault[]>();
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = new URL(request.url ?? '/', 'http://rail').pathname.replace('/api/', '');
    const parameters = await bodyOf(request);
    calls.push(method);
    const fault = rail.faultOf?.(method) ?? faults.get(method)?.shift() ?? null;
    if (fault === 'silent') {
      response.destroy();
      return;
    }
    if (fault === 'html') {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const outcome =
      fault === 'error'
        ? { ok: false, error: { code: 500, name: 'INTERNAL' } }
        : request.headers['crypto-pay-api-token'] === TOKEN
          ? done(ledger, method, parameters)
          : { ok: false, error: { code: 401, name: 'UNAUTHORIZED' } };
    if (fault === 'lost') response.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(outcome));
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rail: CryptoPay = {
    url: `http://127.0.0.1:${String(port)}`,
    token: TOKEN,
    ...{ world, ledger, notices, calls, faultOf: null },
    pay: (invoiceId, asset) => {
      notices.add(ledger.pay(Number(invoiceId), asset));
    },
    fault: (method, fault) => {
      if (fault === null) faults.delete(method);
      else faults.set(method, [...(faults.get(method) ?? []), fault]);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return rail;
}

const methods = [
  'createInvoice',
  'getInvoices',
  'transfer',
  'getTransfers',
  'getBalance',
  'getExchangeRates',
] as const;

function done(ledger: CryptoPayLedger, name: string, parameters: Record<string, unknown>): object {
  const method = methods.find((each) => each === name);
  try {
    if (method === undefined) throw new Refusal('METHOD_NOT_FOUND', 405);
    return { ok: true, result: ledger[method](parameters) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, error: { code: error.code, name: error.name } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
