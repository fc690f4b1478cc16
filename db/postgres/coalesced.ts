/**
 * Questions of one kind are asked together: those that come while one is under way join the next, as one statement over
 * lists. A statement costs PostgreSQL about as much for 32 requests as for two, and most of what one costs is its trip
 * (`docs/scaling.md`). A lone question waits only for the end of its turn of the event loop.
 */
import { ServiceError } from '../../core/errors.js';
import { ServerAway } from './faults.js';

/** A batch holds its locks, and the one behind it waits, for as long as this many take. */
const MOST = 64;
/**
 * One that takes longer waits for a lock that somebody else holds: those behind it go on without it, but for those that want
 * a lock of its own. Two at most are under way then, so that connections are left for other questions.
 */
const HELD_UP_MS = 100;
const LANES_MAX = 2;

export interface CoalescedParts<Ask, Answer> {
  /** Returns all of them, in their order. What it throws fails all of a batch, each of which is then asked alone. */
  run(asks: readonly Ask[]): Promise<readonly Answer[]>;
  /** Asks with the same key are never in one batch: the later one goes with the next. */
  keyOf?: (ask: Ask) => string | number;
  /** What is locked for an ask that has a key; default the key. One lock that others hold must not hold up both batches. */
  lockOf?: (ask: Ask) => string | number;
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** @returns what answers one ask, together with those that others make meanwhile */
export function createCoalesced<Ask, Answer>({
  run,
  keyOf,
  lockOf = keyOf,
}: CoalescedParts<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  /** Batches under way, and those of them that are held up. */
  let underWay = 0;
  const heldUp = new Set<readonly Waiting<Ask, Answer>[]>();
  let isScheduled = false;

  const take = (): Waiting<Ask, Answer>[] => {
    if (keyOf === undefined || lockOf === undefined) return waiting.splice(0, MOST);
    const locked = new Set([...heldUp].flat().map(({ ask }) => lockOf(ask)));
    const keys = new Set<string | number>();
    const batch: Waiting<Ask, Answer>[] = [];
    const rest: Waiting<Ask, Answer>[] = [];
    for (const each of waiting) {
      const key = keyOf(each.ask);
      const isIn = batch.length < MOST && !keys.has(key) && !locked.has(lockOf(each.ask));
      if (isIn) keys.add(key);
      (isIn ? batch : rest).push(each);
    }
    waiting = rest;
    return batch;
  };

  /** The fault of one, or of its user's server, must not be that of its neighbours. A database that is away answers none of them. */
  const askApart = async (batch: readonly Waiting<Ask, Answer>[], error: unknown) => {
    const isUnavailable = error instanceof ServiceError && error.kind === 'unavailable';
    const isAway = isUnavailable && !(error instanceof ServerAway);
    for (const one of batch)
      if (batch.length === 1 || isAway) one.reject(error);
      else await askAll([one]);
  };

  const askAll = async (batch: readonly Waiting<Ask, Answer>[]) => {
    try {
      const answers = await run(batch.map(({ ask }) => ask));
      if (answers.length !== batch.length) throw new TypeError('there is an answer for every ask');
      batch.forEach(({ resolve }, index) => {
        // As many as there were asks: see above.
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      await askApart(batch, error);
    }
  };

  const begin = () => {
    isScheduled = false;
    const batch = isFree() ? take() : [];
    if (batch.length === 0) return;
    underWay += 1;
    const holding = setTimeout(() => {
      heldUp.add(batch);
      schedule();
    }, HELD_UP_MS);
    void askAll(batch).finally(() => {
      clearTimeout(holding);
      underWay -= 1;
      heldUp.delete(batch);
      // Callers of this batch may ask again at once: they join the waiting ones.
      schedule();
    });
  };

  const isFree = () => underWay === heldUp.size && underWay < LANES_MAX;

  const schedule = () => {
    if (isScheduled || !isFree() || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(begin);
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      schedule();
    });
}
