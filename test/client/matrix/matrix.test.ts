/**
 * The guard with what bots are made of: framework, plugin, and where the guard stands. In each cell a user asks, is held, joins,
 * presses "Done", gets what they had asked for, and goes on; then the same with a pressed button.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { grammyBot, plugins as ofGrammy } from './grammy.js';
import { type Builder, type Cell, openCell, type Place } from './stage.js';
import { plugins as ofTelegraf, telegrafBot } from './telegraf.js';

const places: readonly Place[] = ['before', 'after', 'on a command'];

function cellsOf<P extends Cell>(
  framework: string,
  plugins: Record<string, P>,
  builder: (plugin: P) => Builder,
) {
  return Object.entries(plugins).flatMap(([name, plugin]) =>
    places.map((place) => [framework, name, place, plugin as Cell, builder(plugin)] as const),
  );
}

const cells = [...cellsOf('grammY', ofGrammy, grammyBot), ...cellsOf('Telegraf', ofTelegraf, telegrafBot)];

/** Whether a press that the bot's own buttons send comes to the guard. */
const isGuarded = (name: string, place: Place) =>
  place === 'before' || (place === 'after' && name !== 'menu');

it('is the table of the README', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../client/README.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (grammY|Telegraf) +\| ([^|]+?) +((?:\| yes +)+)\|$/gm)];
  const said = rows.flatMap(([, framework, name, marks = '']) =>
    [...marks.matchAll(/yes/g)].map((_, at) => [framework, name, places[at]]),
  );
  expect(said).toEqual(cells.map(([framework, name, place]) => [framework, name, place]));
});

let opened: Awaited<ReturnType<typeof openCell>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

describe.each(cells)(
  '%s, %s, the guard %s',
  (_, name, place, { firstSays = 'soup', says = 'well' }, build) => {
    it('gives what was asked, keeps what was written, and goes on', async () => {
      const cell = (opened = await openCell(build, place));
      await cell.say('/get');
      await cell.joins();
      await cell.sees(firstSays);
      await cell.say('more');
      await cell.sees(says);
      const isHeld = isGuarded(name, place);
      await pressTea(cell, isHeld);
      // The platform takes one answer of each press: what handlers answer of a replayed one never reaches it.
      const answered = await cell.answered();
      expect(new Set(answered).size).toBe(isHeld ? 3 : 2);
      expect(answered).toHaveLength(3);
      // A press that was not held is the bot's own affair: its handler answers it twice, and the platform refuses the second.
      expect(cell.errors.map(String).filter((error) => !error.includes('query is too old'))).toEqual([]);
      expect(cell.errors).toHaveLength(isHeld ? 0 : 1);
    });
  },
);

async function pressTea(cell: Awaited<ReturnType<typeof openCell>>, isGuarded: boolean) {
  cell.network.is('pending');
  await cell.press('Tea');
  if (isGuarded) await cell.joins();
  await cell.sees('tea');
}
