/** Programs that fetch links are told from people by one list. */
import { expect, it } from 'vitest';
import { isProgram, programs } from '../../api/programs.js';
import { readCases } from '../support/cases.js';

const { cases } = readCases<{ name: string; agent: string; program: boolean }>('programs');

it.each(cases)('$name', ({ agent, program }) => {
  expect(isProgram(agent)).toBe(program);
});

it('each name of the list has a case, so that none is lost or added unseen', () => {
  const named = cases.filter(({ program }) => program).map(({ name }) => name);
  expect(named.toSorted()).toEqual([...programs].toSorted());
});

it.each(['', ' ', 'node'])('what no browser calls itself: "%s"', (agent) => {
  expect(isProgram(agent)).toBe(true);
});
