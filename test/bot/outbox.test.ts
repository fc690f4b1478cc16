/** The loop over rows that wait: one at a time for each key, and none that was claimed is forgotten. */
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { type RunningOutbox, startOutbox } from '../../bot/outbox.js';
import { sliceOf } from '../../core/slices.js';

interface Row {
  name: string;
  /** Resolves when the work on it is over. */
  ends: Promise<void>;
}

let outbox: RunningOutbox;
afterEach(() => outbox.stop());

/** One key for all rows, which are claimed as soon as they are put there. */
function open(leaseMs: number) {
  const waiting: Row[] = [];
  const performed: string[] = [];
  let tell: () => void = () => undefined;
  outbox = startOutbox<Row>({
    name: 'rows',
    atOnce: 8,
    log: pino({ level: 'silent' }),
    claim: () => Promise.resolve(waiting.splice(0)),
    idOf: () => 1,
    keyOf: () => 'one',
    leaseMs,
    perform: async ({ name, ends }) => {
      performed.push(name);
      await ends;
    },
    changed: (signal) =>
      new Promise((resolve) => {
        tell = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    release: () => Promise.resolve(),
  });
  void outbox.take(sliceOf(1));
  return {
    performed,
    put: (name: string) => {
      let end: () => void = () => undefined;
      waiting.push({ name, ends: new Promise((resolve) => (end = resolve)) });
      tell();
      return { end, isClaimed: () => !waiting.some((row) => row.name === name) };
    },
  };
}

it('what is claimed while the work before is only just ending follows it', async () => {
  const { performed, put } = open(60_000);
  const first = put('first');
  await expect.poll(() => performed).toEqual(['first']);
  // Its claim has ended in the store; the work has not come back yet.
  const second = put('second');
  await expect.poll(second.isClaimed).toBe(true);
  expect(performed).toEqual(['first']);
  first.end();
  await expect.poll(() => performed).toEqual(['first', 'second']);
  second.end();
});

it('what comes once more because its claim ran out is left while the work goes on', async () => {
  const { performed, put } = open(0);
  const first = put('first');
  await expect.poll(() => performed).toEqual(['first']);
  const again = put('again');
  await expect.poll(again.isClaimed).toBe(true);
  first.end();
  const later = put('later');
  await expect.poll(() => performed).toEqual(['first', 'later']);
  later.end();
});
