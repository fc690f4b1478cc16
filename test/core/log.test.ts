/** How the log reads: JSON for programs, lines for a person, and no line that what was logged could forge. */
import { expect, it } from 'vitest';
import { logFormat, readableLine } from '../../core/adapters/log.js';

const terminal = { isTTY: true };
const file = {};

it.each([
  [undefined, terminal, terminal, 'lines'],
  [undefined, file, terminal, 'json'],
  [undefined, terminal, file, 'json'],
  [undefined, file, file, 'json'],
  ['json', terminal, terminal, 'json'],
  ['lines', file, file, 'lines'],
] as const)('LOG_FORMAT %s, stdout %j, stderr %j: %s', (LOG_FORMAT, stdout, stderr, format) => {
  expect(logFormat({ LOG_FORMAT }, { stdout, stderr })).toBe(format);
});

const time = new Date(2027, 0, 15, 12, 30, 5).getTime();
const lineOf = (entry: object) => readableLine(`${JSON.stringify({ level: 40, time, ...entry })}\n`);

it('says when, how bad, what, and the facts', () => {
  expect(lineOf({ code: 502, why: 'no answer', url: 'http://127.0.0.1:8080', msg: 'it waits' })).toBe(
    '12:30:05 warn  it waits  code=502  why="no answer"  url=http://127.0.0.1:8080\n',
  );
});

it('has the stack of an error below', () => {
  const said = lineOf({
    level: 50,
    err: { type: 'Error', stack: 'Error: gone\n    at here' },
    msg: 'failed',
  });
  expect(said).toBe('12:30:05 ERROR failed\n  Error: gone\n  at here\n');
});

it('cannot be made to look like two lines', () => {
  expect(lineOf({ name: 'a\n12:30:06 FATAL forged', msg: 'it waits' }).trimEnd().split('\n')).toHaveLength(1);
});

it('lets through what is no entry', () => {
  for (const line of ['no JSON\n', 'null\n', '{"level":30}\n']) expect(readableLine(line)).toBe(line);
});
