/** The service with a payment rail: a real database, and Crypto Pay on a real socket. The clock is the test's. */
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import { type Micros, parseMoney } from '../../core/money.js';
import type { Store } from '../../core/ports.js';
import type { PaymentRail, RailNotice } from '../../core/ports/payment-rail.js';
import { createService, type Service } from '../../core/service.js';
import { openStore } from '../../db/index.js';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { addBot } from '../contract/makers.js';
import { createDatabase, reaching, type TestDatabase } from '../support/database.js';

export const ADMINISTRATOR = 900;
const START_MS = Date.parse('2026-03-02T06:00:00Z');

/** A process that died: nothing that it does reaches the store any more. */
export class Died extends Error {}

export interface PaymentStage {
  service: Service;
  store: Store;
  rail: CryptoPay;
  sql: TestDatabase['sql'];
  logged: string[];
  /** Moves the clock of the service and of the rail. */
  pass(ms: number): void;
  /** Another process over the same database, that dies at a step of its store; null: it lives. */
  process(diesAt: { step: number; isDone: boolean } | null): Service;
  /** The service over another store. */
  over(store: Store): Service;
  /** The service after a start with other settings. */
  restarted(environment: Record<string, string>): Promise<Service>;
  /** The service with other rails than the one on the socket. */
  withRails(change: (rails: readonly PaymentRail[]) => PaymentRail[]): Service;
  /** An account with a bot that has earned so much, released. */
  earner(accountId: number, earned: string): Promise<void>;
  balanceOf(accountId: number): Promise<Micros>;
  /** What the rail's account in the ledger says the rail has of ours. */
  railBalance(): Promise<Micros>;
  close(): Promise<void>;
}

export async function openPaymentStage(environment: Record<string, string> = {}): Promise<PaymentStage> {
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const rail = await openCryptoPay(clock);
  const database = await createDatabase();
  const given = {
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    ADMIN_IDS: String(ADMINISTRATOR),
    DATABASE_URL: database.url,
    CRYPTO_PAY_TOKEN: rail.token,
    CRYPTO_PAY_ROOT: rail.url,
    PAYOUT_MAX: '5000',
    PAYOUT_ACCOUNT_DAY_MAX: '8000',
    PAYOUT_DAY_MAX: '100000000',
    WITHDRAWAL_HOURS: '0',
    ...environment,
  };
  const settings = parseSettings(given);
  const store = await openStore(reaching(database.url), { clock });
  const logged: string[] = [];
  const note = (facts: Record<string, unknown>, message: string) => {
    logged.push(`${message} ${JSON.stringify(facts)}`);
  };
  const log = { info: note, warn: note, error: note };
  const infrastructure = await createInfrastructure(settings, 'bot', log);
  const over = (of: Store) => createService({ ...infrastructure, store: of, settings, clock });
  const service = over(store);
  return {
    service,
    store,
    rail,
    sql: database.sql,
    logged,
    over,
    restarted: async (more) => {
      const other = parseSettings({ ...given, ...more });
      return createService({
        ...(await createInfrastructure(other, 'bot', log)),
        store,
        settings: other,
        clock,
      });
    },
    withRails: (change) =>
      createService({ ...infrastructure, rails: change(infrastructure.rails), store, settings, clock }),
    pass: (ms) => {
      nowMs += ms;
    },
    process: (diesAt) => over(diesAt === null ? store : dying(store, diesAt)),
    earner: async (accountId, earned) => {
      const person = { accountId, firstName: 'Ada', username: `p${String(accountId)}`, language: 'en' };
      await service.accounts.open(person);
      if (earned === '0') return;
      // As a bot earns it: released already, and nothing of it on hold.
      await service.wallet.credit(accountId, parseMoney(earned), {
        reference: `earned:${String(accountId)}`,
        note: '',
        bookedBy: null,
      });
      await addBot(store, accountId + 1_000_000, accountId);
      const profit = [parseMoney(earned), accountId] as const;
      await database.sql('UPDATE bots SET profit_micros = ? WHERE account_id = ?', ...profit);
      await database.sql('UPDATE accounts SET is_trusted = 1 WHERE account_id = ?', accountId);
    },
    balanceOf: async (accountId) => (await service.wallet.balance(accountId)).availableMicros,
    railBalance: async () => {
      const rows = await database.sql<{ sum: number | string | null }>(
        "SELECT sum(balance_micros) AS sum FROM ledger_accounts WHERE kind = 'crypto_pay'",
      );
      return -BigInt(rows[0]?.sum ?? 0);
    },
    close: async () => {
      await store.close();
      await database.drop();
      await rail.close();
    },
  };
}

/** What the rail brings, signed like that. */
export const noticeOf = (body: string | Uint8Array, signature: string): RailNotice => ({
  bytes: Buffer.from(body),
  header: () => signature,
  from: '127.0.0.1',
});

/** The store as a process uses it that dies at its step of that number: before it is done, or before its answer comes. */
function dying(store: Store, { step, isDone }: { step: number; isDone: boolean }): Store {
  let count = 0;
  const watched = (part: object) =>
    new Proxy(part, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]) => {
          count += 1;
          if (count > step || (count === step && !isDone)) throw new Died();
          const answer: unknown = await Reflect.apply(method, target, given);
          if (count >= step) throw new Died();
          return answer;
        };
      },
    });
  const parts = ['rails', 'withdrawals', 'ledger', 'notifications', 'referrals'] as const;
  return { ...store, ...Object.fromEntries(parts.map((part) => [part, watched(store[part])])) };
}
