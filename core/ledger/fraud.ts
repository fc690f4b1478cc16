/** What taking charges back books that were found to be fraud, whatever became of their money by then. */
import type { BookingOnce } from './bookings.js';
import { takenBack } from './charge.js';
import { addedUp, type EntryLine } from './postings.js';

/** A charge that stands. */
export interface FoundCharge {
  userId: number;
  entryId: number;
  /** The entry that paid out what it had put on hold; null: it is on hold still, or was paid at once. */
  releaseEntryId: number | null;
  lines: readonly EntryLine[];
}

/** What somebody has that can be taken. */
export interface Funds {
  walletMicros: bigint;
  /** Withdrawals that wait, latest first. */
  withdrawing: readonly { withdrawalId: number; amountMicros: bigint }[];
}

export interface FoundFraud {
  reversalId: number;
  reason: string;
  /** The administrator; null: the terminal. */
  bookedBy: number | null;
  atMs: number;
}

/**
 * One entry a charge, about the charge or, once it was paid out, about that release. What the publisher's wallet lacks comes out
 * of withdrawals that wait; what they lack is a debt.
 */
export function fraudBookings(
  { orderId, botId }: { orderId: number; botId: number },
  charges: readonly FoundCharge[],
  fundsOf: (ownerId: number) => Funds,
  { reversalId, reason, bookedBy, atMs }: FoundFraud,
): { bookings: BookingOnce[]; takenFrom: { withdrawalId: number; amountMicros: bigint }[] } {
  const purses = new Purses(fundsOf);
  const bookings = charges.map(({ userId, entryId, releaseEntryId, lines }): BookingOnce => {
    const aboutEntryId = releaseEntryId ?? entryId;
    const reference = referenceOf(reversalId, entryId);
    const by = bookedBy === null ? {} : { bookedBy };
    return {
      entry: {
        kind: 'fraud_reversal',
        atMs,
        orderId,
        botId,
        userId,
        aboutEntryId,
        reference,
        note: reason,
        ...by,
      },
      lines: purses.pay(addedUp(takenBack(releaseEntryId === null ? lines : paidOut(lines)))),
    };
  });
  return { bookings, takenFrom: purses.taken };
}

const REFERENCE = /^fraud:(\d+):/;

const referenceOf = (reversalId: number, entryId: number) => `fraud:${String(reversalId)}:${String(entryId)}`;

/** Which reversal an entry belongs to; null: to none. */
export function reversalOfReference(reference: string | null): number | null {
  const [, id] = REFERENCE.exec(reference ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

/** A charge's lines as they are once what it put on hold is paid out. */
function paidOut(lines: readonly EntryLine[]): EntryLine[] {
  return lines.map((line) => (line.kind === 'hold' ? { ...line, kind: 'wallet' } : line));
}

interface Purse {
  walletMicros: bigint;
  waiting: { withdrawalId: number; amountMicros: bigint }[];
}

/** What people have, entry by entry. */
class Purses {
  readonly taken: { withdrawalId: number; amountMicros: bigint }[] = [];
  readonly #purses = new Map<number, Purse>();

  constructor(private readonly fundsOf: (ownerId: number) => Funds) {}

  /** @returns the lines, with what wallets lack taken out of withdrawals */
  pay(lines: readonly EntryLine[]): EntryLine[] {
    return lines.flatMap((line) => (line.kind === 'wallet' ? this.#move(line) : [line]));
  }

  #move(line: EntryLine): EntryLine[] {
    const purse = this.#purseOf(line.ownerId);
    const heldMicros = purse.walletMicros > 0n ? purse.walletMicros : 0n;
    const wantedMicros = -line.amountMicros - heldMicros;
    const takenMicros = wantedMicros > 0n ? this.#take(purse, wantedMicros) : 0n;
    const fromWallet = { ...line, amountMicros: line.amountMicros + takenMicros };
    purse.walletMicros += fromWallet.amountMicros;
    return takenMicros === 0n
      ? [fromWallet]
      : [fromWallet, { ...line, kind: 'reserve', amountMicros: -takenMicros }];
  }

  #take(purse: Purse, wantedMicros: bigint): bigint {
    let takenMicros = 0n;
    for (const withdrawal of purse.waiting) {
      const leftMicros = wantedMicros - takenMicros;
      const part = withdrawal.amountMicros < leftMicros ? withdrawal.amountMicros : leftMicros;
      if (part === 0n) continue;
      withdrawal.amountMicros -= part;
      takenMicros += part;
      this.taken.push({ withdrawalId: withdrawal.withdrawalId, amountMicros: part });
    }
    return takenMicros;
  }

  #purseOf(ownerId: number): Purse {
    const known = this.#purses.get(ownerId);
    if (known !== undefined) return known;
    const { walletMicros, withdrawing } = this.fundsOf(ownerId);
    const purse = { walletMicros, waiting: withdrawing.map((each) => ({ ...each })) };
    this.#purses.set(ownerId, purse);
    return purse;
  }
}
