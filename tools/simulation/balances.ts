/** The model's balances: moved by each new entry as the rules say it must be, and held against the books. */
import type { Books, Entry } from './books.js';
import type { Foresight } from './foresight.js';
import type { Model } from './model.js';
import { text, violation } from './violation.js';

export class Balances {
  readonly #touched = new Set<string>();

  constructor(
    readonly model: Model,
    readonly foresight: Pick<Foresight, 'noteBalance'>,
  ) {}

  /** What the wallet lacks comes from what was asked to be paid out, the latest first. */
  takeOfWithdrawals(accountId: number, priceMicros: bigint): bigint {
    const walletMicros = this.model.wallet(accountId);
    let missing = priceMicros > walletMicros ? priceMicros - walletMicros : 0n;
    const takenMicros = missing;
    for (const withdrawal of this.model.withdrawing(accountId)) {
      const part = withdrawal.amountMicros < missing ? withdrawal.amountMicros : missing;
      withdrawal.amountMicros -= part;
      missing -= part;
      if (withdrawal.amountMicros === 0n) withdrawal.state = 'cancelled';
    }
    if (takenMicros > 0n) this.model.takenOfWithdrawals += 1;
    return takenMicros - missing;
  }

  post(entry: Entry, lines: Record<string, bigint>): void {
    for (const [account, amount] of Object.entries(lines)) {
      if (amount === 0n) continue;
      if (entry.postings.get(account) !== amount) {
        throw violation(
          '1 balance',
          `entry ${text(entry)} ${text([...entry.postings])}, expected ${text(lines)}`,
        );
      }
      this.#move(account, amount);
    }
    const count = Object.values(lines).filter((amount) => amount !== 0n).length;
    if (entry.postings.size !== count) {
      throw violation(
        '1 balance',
        `entry ${text(entry)} ${text([...entry.postings])}, expected ${text(lines)}`,
      );
    }
  }

  #move(account: string, amount: bigint): void {
    this.#touched.add(account);
    const balance = this.model.balance(account) + amount;
    this.model.balances.set(account, balance);
    this.foresight.noteBalance(account, balance);
    const mayOwe = account === 'fee 0' || account === 'world 0';
    if (balance < 0n && !mayOwe) throw violation('2 charge', `${account} fell below zero`);
  }

  check(account: string, found: bigint): void {
    const expected = this.model.balance(account);
    if (expected === found) return;
    throw violation('1 balance', `${account} holds ${found.toString()}, expected ${expected.toString()}`);
  }

  /** Of every account that an entry has moved since the last call. */
  checkTouched(books: Books): void {
    for (const account of this.#touched) {
      const [kind = '', owner = ''] = account.split(' ');
      this.check(account, books.balance(kind, Number(owner)));
    }
    this.#touched.clear();
  }
}
