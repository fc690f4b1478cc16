/** Requests that come together are handled together, and what takes long keeps nobody's answer back. */
import { setImmediate as event } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from '../../api/turn.js';

const turn = createTurns();

/** What happens, in its order; each event of the loop that passes is a line of its own. */
async function watch(begin: (note: (text: string) => void) => void, events: number): Promise<string[]> {
  const lines: string[] = [];
  begin((text) => lines.push(text));
  for (let index = 0; index < events; index += 1) {
    await event();
    lines.push('-');
  }
  return lines;
}

it('requests that come in one event have their turn in the same one', async () => {
  const lines = await watch((note) => {
    for (const name of ['a', 'b', 'c']) void turn().then(() => note(name));
  }, 1);
  expect(lines).toEqual(['a', 'b', 'c', '-']);
});

it('a turn ends after 64, and the others have the next', async () => {
  const lines = await watch((note) => {
    for (let index = 0; index < 130; index += 1) void turn().then(() => note('x'));
  }, 3);
  const inEach = lines
    .join('')
    .split('-')
    .map((part) => part.length);
  expect(inEach).toEqual([64, 64, 2, 0]);
});

it('what is heavy has its turn alone, after the light ones that came with it have been answered', async () => {
  const lines = await watch((note) => {
    const leave = (name: string) => process.nextTick(() => note(`${name} is sent`));
    const take = (name: string, weight?: number) =>
      turn(weight).then(() => {
        note(name);
        leave(name);
      });
    void take('light');
    void take('heavy', 10);
    void take('another light', 0);
    void take('another heavy', 10);
  }, 2);
  expect(lines.filter((line) => line !== '-')).toEqual([
    'light',
    'another light',
    'light is sent',
    'another light is sent',
    'heavy',
    'heavy is sent',
    'another heavy',
    'another heavy is sent',
  ]);
});

it('brief heavy ones share their turns, one more each time, until one takes long', async () => {
  let nowMs = 0;
  const turns = createTurns(() => nowMs);
  const inEach: number[] = [];
  for (let index = 1; index <= 30; index += 1)
    void turns(10).then(() => {
      inEach[inEach.length - 1] = (inEach.at(-1) ?? 0) + 1;
      // The last of the fourth turn.
      if (index === 10) nowMs += 2;
    });
  for (let events = 0; events < 12; events += 1) {
    inEach.push(0);
    await event();
  }
  expect(inEach.slice(0, 8)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});
