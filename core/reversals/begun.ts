/**
 * Reversals that an administrator begins in the cabinet. They are kept in the store, the bot process does them, and they
 * continue after a restart. A publisher has at most one under way, and the result of the last one for 30 days.
 */
import { randomUUID } from 'node:crypto';
import { anySignal } from '../any-signal.js';
import { assertAdministrator, type Operator } from '../accounts/index.js';
import { type FaultNote, ServiceError } from '../errors.js';
import { toDecimal } from '../money.js';
import type { Ports } from '../ports.js';
import type { FoundJoins, Scope, WantedReversal } from './found-joins.js';
import type { BookOptions, Reversed } from './reversals.js';

/** Names of the rows among the sessions; the publisher's account id follows. */
const [BEGUN, ENDED] = ['reversal-begun:', 'reversal-ended:'];
const AT_ONCE_MAX = 1_000;
/** A reversal that fails for this long without a step in between is given up. */
const FAILING_MAX_MS = 3_600_000;

export interface ReversalState extends Reversed {
  wanted: WantedReversal;
  begunAtMs: number;
  /** Null: it is under way. */
  endedAtMs: number | null;
  /** Why it ended early; null: it did not. */
  fault: FaultNote | null;
}

interface Row extends Omit<ReversalState, 'micros'> {
  /** Unique, also of two that are begun in the same millisecond. */
  id: string;
  operator: Operator;
  micros: string;
  /** Since its last step every try has failed; null: the last one did not. */
  failingSinceMs: number | null;
}

interface Parts extends Pick<FoundJoins, 'scopeOf'> {
  look(scope: Scope): Promise<Reversed & { begun: Reversed | null }>;
  book(operator: Operator, wanted: WantedReversal, options: BookOptions): Promise<Reversed | null>;
}

export function createBegunReversals(
  { store: { sessions, reversals }, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  { scopeOf, look, book }: Parts,
) {
  const begin = async (operator: Operator, wanted: WantedReversal, seenMicros: bigint): Promise<void> => {
    const scope = await scopeOf(operator, wanted);
    const { joins, micros, begun } = await look(scope);
    const amountMicros = micros + (begun?.micros ?? 0n);
    if (seenMicros !== amountMicros || (joins === 0 && begun === null))
      throw new ServiceError('conflict', `amount: it is ${toDecimal(amountMicros)} by now.`, {
        topic: 'amount_changed',
      });
    const row: Row = {
      id: randomUUID(),
      operator,
      wanted,
      begunAtMs: clock.now(),
      endedAtMs: null,
      fault: null,
      failingSinceMs: null,
      joins: begun?.joins ?? 0,
      micros: String(begun?.micros ?? 0n),
    };
    const text = JSON.stringify(row);
    const kept = await sessions.claim(`${BEGUN}${String(scope.made.publisherId)}`, text, row.begunAtMs);
    if (kept !== text)
      throw new ServiceError('conflict', 'A reversal of this publisher is under way.', {
        topic: 'reversal_under_way',
      });
    await reversals.begin(scope.made, row.begunAtMs);
  };

  const perform = async (accountId: string, row: Row, stopping: AbortSignal): Promise<void> => {
    const key = `${BEGUN}${accountId}`;
    const gone = new AbortController();
    const signal = anySignal([stopping, gone.signal]);
    let kept = row;
    const note = async (change: Partial<Row>): Promise<void> => {
      const next = { ...kept, ...change };
      const isOurs = await sessions.replace(key, JSON.stringify(kept), JSON.stringify(next), clock.now());
      if (!isOurs) gone.abort();
      kept = next;
    };
    const progress = ({ joins, micros }: Reversed) =>
      note({ joins, micros: String(micros), failingSinceMs: null });
    const end = async (fault: FaultNote | null, booked: Reversed | null): Promise<void> => {
      const sums = booked === null ? {} : { joins: booked.joins, micros: String(booked.micros) };
      const nowMs = clock.now();
      const ended: Row = { ...kept, ...sums, fault, endedAtMs: nowMs };
      await sessions.write(`${ENDED}${accountId}`, JSON.stringify(ended), nowMs);
      await sessions.delete(key);
    };
    try {
      await end(null, await book(row.operator, row.wanted, { progress, signal }));
    } catch (error) {
      if (signal.aborted) return;
      const { failingSinceMs } = kept;
      const fault = noteOf(error, failingSinceMs !== null && clock.now() - failingSinceMs > FAILING_MAX_MS);
      if (fault !== null) await end(fault, null);
      else await note({ failingSinceMs: failingSinceMs ?? clock.now() });
      if (!(error instanceof ServiceError)) throw error;
    }
  };

  return {
    /**
     * Queues a reversal, which takes back `seenMicros`: the sum that was seen, with what it took back before an interruption.
     * Durable. @throws ServiceError `conflict` with the sum where it is another, or while one of this publisher is under way;
     * else as `preview`
     */
    begin,
    /** Returns the reversal of this publisher that is under way, else the last one; null: there is none. */
    state: async (operator: Operator, accountId: number): Promise<ReversalState | null> => {
      assertAdministrator(settings, operator);
      const id = String(accountId);
      const text = (await sessions.read(`${BEGUN}${id}`)) ?? (await sessions.read(`${ENDED}${id}`));
      if (text === null) return null;
      const { wanted, begunAtMs, endedAtMs, fault, joins, micros } = rowOf(text);
      return { wanted, begunAtMs, endedAtMs, fault, joins, micros: BigInt(micros) };
    },
    /**
     * Does all reversals that were begun. One that is interrupted continues with the next call. A call at the same time in
     * another process is harmless: no charge is taken back twice.
     * @throws what kept one of them from its end, once the others are done
     */
    finishBegun: async (signal: AbortSignal) => {
      const failures: unknown[] = [];
      for (const key of await sessions.keys(BEGUN, AT_ONCE_MAX)) {
        const text = await sessions.read(key);
        if (text === null) continue;
        await perform(key.slice(BEGUN.length), rowOf(text), signal).catch((error: unknown) => {
          failures.push(error);
        });
        if (signal.aborted) return;
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Written here alone. */
const rowOf = (text: string): Row => JSON.parse(text) as Row;

/** Returns why a reversal ends early; null: it is tried again. */
function noteOf(error: unknown, isGivenUp: boolean): FaultNote | null {
  if (error instanceof ServiceError) return { message: error.message, faults: error.faults };
  return isGivenUp ? { message: 'It broke.', faults: [{ topic: 'reversal_broken' }] } : null;
}
