/** Which of a bot's announced factors hold at a moment. */
import { expect, it } from 'vitest';
import { factorsAt } from '../../core/quality/index.js';

const factor = (fromMs: number, pays: number, holds: number) => ({
  botId: 7,
  fromMs,
  factor: pays,
  holdFactor: holds,
});
const [first, second, third] = [factor(100, 0.8, 0.9), factor(200, 1.1, 1), factor(300, 0.6, 0.7)];

it.each([
  { name: 'nothing was announced', all: [], atMs: 100, pays: 1, holds: 1, announced: null },
  { name: 'the first waits', all: [first], atMs: 99, pays: 1, holds: 1, announced: first },
  { name: 'the first begins', all: [first], atMs: 100, pays: 0.8, holds: 0.9, announced: null },
  { name: 'the next waits', all: [first, second], atMs: 199, pays: 0.8, holds: 0.9, announced: second },
  { name: 'the next holds', all: [first, second], atMs: 200, pays: 1.1, holds: 1, announced: null },
  { name: 'in any order', all: [third, first, second], atMs: 250, pays: 1.1, holds: 1, announced: third },
  { name: 'two wait: the last', all: [second, first, third], atMs: 1, pays: 1, holds: 1, announced: third },
])('$name', ({ all, atMs, pays, holds, announced }) => {
  expect(factorsAt(all, atMs)).toEqual({ pays, holds, announced });
});
