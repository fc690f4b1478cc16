/** Ids of channels as text, kept for the next user of the same channel. */
import { expect, test } from 'vitest';
import { madeOnce } from '../../db/work/values.js';

test('an id is the same text each time, however many others came between; what is text already stays', () => {
  const textOf = madeOnce(10_000, (key: number | string) => String(key));
  const ids = Array.from({ length: 25_000 }, (_, index) => -1_000_000_000_000 - index);
  const texts = ids.map(String);
  expect(ids.map(textOf)).toEqual(texts);
  expect(ids.toReversed().map(textOf)).toEqual(texts.toReversed());
  expect(textOf('order:7')).toBe('order:7');
});
