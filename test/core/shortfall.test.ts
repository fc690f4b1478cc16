/** When owners are told that their wallet cannot pay for one more subscriber. */
import { expect, it } from 'vitest';
import { costsNothing, isShortfallDue } from '../../core/orders/index.js';

const DAY_MS = 86_400_000;
const NOW_MS = 10 * DAY_MS;
type Told = Parameters<typeof isShortfallDue>;
const order: Told[0] = {
  decision: 'approved' as const,
  isOn: true,
  inArchive: false,
  quantityNow: 3,
  quantityAll: 9,
  isFree: false,
  places: 2 as const,
  realPriceMicros: 5n,
};
const fell = { beforeMicros: 5n, afterMicros: 4n };

interface Row {
  name: string;
  more?: Partial<Told[0]>;
  balance?: Told[1];
  toldAtMs?: number;
  expected: boolean;
}

it.each<Row>([
  { name: 'it could pay, and cannot any more', expected: true },
  { name: 'it can still pay', balance: { beforeMicros: 9n, afterMicros: 5n }, expected: false },
  { name: 'it could not pay before', balance: { beforeMicros: 4n, afterMicros: 0n }, expected: false },
  { name: 'the order is full', more: { quantityNow: 9 }, expected: false },
  { name: 'the order is off', more: { isOn: false }, expected: false },
  { name: 'nobody approved it', more: { decision: 'waiting' }, expected: false },
  { name: 'it is archived', more: { inArchive: true }, expected: false },
  { name: 'it is free in own bots, and shown elsewhere', more: { isFree: true }, expected: true },
  { name: 'it is free, and in own bots alone', more: { isFree: true, places: 0 }, expected: false },
  { name: 'told a day ago', toldAtMs: NOW_MS - DAY_MS, expected: true },
  { name: 'told less than a day ago', toldAtMs: NOW_MS - DAY_MS + 1, expected: false },
])('$name: told $expected', ({ expected, ...row }) => {
  const { more = {}, balance = fell, toldAtMs = null } = row;
  expect(isShortfallDue({ ...order, ...more }, balance, toldAtMs, NOW_MS)).toBe(expected);
});

it('an order costs nothing where it is free and in own bots alone', () => {
  const places = [0, 1, 2] as const;
  expect(places.map((place) => costsNothing({ isFree: true, places: place }))).toEqual([true, false, false]);
  expect(places.map((place) => costsNothing({ isFree: false, places: place }))).toEqual([
    false,
    false,
    false,
  ]);
});
