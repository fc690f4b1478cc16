/** Questions that are asked at the same time are asked together. */
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import { type CoalescedParts, createCoalesced } from '../../db/postgres/coalesced.js';

/** Answers with what was asked; each batch waits until it is let go. */
function createStage(keys: Pick<CoalescedParts<number, string>, 'keyOf' | 'lockOf'> = {}) {
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  const faults = new Map<number, Error>();
  const begun: (() => void)[] = [];
  const ask = createCoalesced<number, string>({
    run: async (asks) => {
      batches.push([...asks]);
      begun.shift()?.();
      await new Promise<void>((resolve) => waiting.push(resolve));
      const fault = asks.map((each) => faults.get(each)).find((each) => each !== undefined);
      if (fault !== undefined) throw fault;
      return asks.map(String);
    },
    ...keys,
  });
  return {
    ask,
    batches,
    faults,
    /** Resolves when the next batch is under way. */
    nextBatch: () => new Promise<void>((resolve) => begun.push(resolve)),
    letGo: () => waiting.shift()?.(),
  };
}

describe('what is asked for at the same time', () => {
  test('a lone question waits for nobody, and those that come meanwhile go with the next', async () => {
    const { ask, batches, nextBatch, letGo } = createStage();
    const first = nextBatch();
    const alone = ask(1);
    await first;
    expect(batches).toEqual([[1]]);
    const others = [ask(2), ask(3), ask(4)];
    const second = nextBatch();
    letGo();
    expect(await alone).toBe('1');
    await second;
    expect(batches).toEqual([[1], [2, 3, 4]]);
    letGo();
    expect(await Promise.all(others)).toEqual(['2', '3', '4']);
  });

  test('a batch that is held up by others does not hold up those behind it', async () => {
    const { ask, batches, nextBatch, letGo } = createStage();
    const first = nextBatch();
    const heldUp = ask(1);
    await first;
    const second = nextBatch();
    const behind = ask(2);
    // The first is not let go.
    await second;
    expect(batches).toEqual([[1], [2]]);
    letGo();
    letGo();
    expect(await Promise.all([heldUp, behind])).toEqual(['1', '2']);
  });

  test('what wants a lock of a batch that is held up waits for it, and the others go on', async () => {
    const { ask, batches, nextBatch, letGo } = createStage({
      keyOf: (number) => number,
      lockOf: (number) => number % 10,
    });
    const first = nextBatch();
    const heldUp = ask(1);
    await first;
    const second = nextBatch();
    const others = [ask(11), ask(2), ask(21)];
    await second;
    expect(batches).toEqual([[1], [2]]);
    const third = nextBatch();
    letGo();
    letGo();
    await third;
    letGo();
    expect(await Promise.all([heldUp, ...others])).toEqual(['1', '11', '2', '21']);
    expect(batches).toEqual([[1], [2], [11, 21]]);
  });

  test('at most 64 go together', async () => {
    const { ask, batches, nextBatch, letGo } = createStage();
    const first = nextBatch();
    const all = Array.from({ length: 100 }, (_, number) => ask(number));
    await first;
    const second = nextBatch();
    letGo();
    await second;
    letGo();
    expect(await Promise.all(all)).toHaveLength(100);
    expect(batches.map((batch) => batch.length)).toEqual([64, 36]);
  });

  test('those with one key go one after the other', async () => {
    const { ask, batches, nextBatch, letGo } = createStage({ keyOf: (number) => number % 10 });
    const first = nextBatch();
    const all = [ask(1), ask(11), ask(2)];
    await first;
    const second = nextBatch();
    letGo();
    await second;
    letGo();
    await Promise.all(all);
    expect(batches).toEqual([[1, 2], [11]]);
  });

  test('what fails, fails alone: the others of its batch are answered', async () => {
    const { ask, batches, faults, nextBatch, letGo } = createStage();
    faults.set(2, new RangeError('two'));
    const first = nextBatch();
    const all = Promise.allSettled([ask(1), ask(2), ask(3)]);
    await first;
    for (let again = 0; again < 3; again++) {
      const next = nextBatch();
      letGo();
      await next;
    }
    letGo();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test('a database that is away is not asked once more for each of them', async () => {
    const { ask, batches, faults, nextBatch, letGo } = createStage();
    faults.set(2, new ServiceError('unavailable', 'The database cannot be used.'));
    const first = nextBatch();
    const all = Promise.allSettled([ask(1), ask(2), ask(3)]);
    await first;
    letGo();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toHaveLength(1);
  });
});
