/** The zoo's table on the page about promises. */
import { table, writeSection } from '../../../test/support/promises-page.js';
import { lossOf, percent, type Row, units } from './row.js';
import { rogues } from './rogues.js';

export function writeZoo({ seed, size }: { seed: number; size: number }, rows: readonly Row[]): void {
  writeSection('zoo', tablesOf(seed, size, rows));
}

function tablesOf(seed: number, size: number, rows: readonly Row[]): string {
  const all = rogues.flatMap((rogue) => {
    const row = rows.find(({ name }) => name === rogue.name);
    return row === undefined ? [] : [{ rogue, row }];
  });
  const cells = all.map(({ rogue, row }): string[] => [
    rogue.name,
    rogue.does,
    rogue.done === undefined ? '' : `${String(rogue.done.number)}: ${rogue.done.took}`,
    `${rogue.old.rule}: ${units(row.oldMicros)}${row.isHarmless ? `. ${rogue.harmlessBeyond?.why ?? ''}` : ''}`,
    `${units(row.gainMicros)}${rogue.rest === undefined ? '' : ` (${shareOf(row)}): ${rogue.rest}`}`,
    percent(lossOf(row)),
    units(row.overpaidMicros),
  ]);
  const earned = units(rows[0]?.aloneMicros ?? 0);
  return [
    `Of \`npm run simulate -- --zoo --seed ${String(seed)} --users ${String(size)} --write-docs\`; an honest day earns publishers ${earned}:\n`,
    table(
      [
        'rogue',
        'what it does',
        'done to the service before',
        'takes without the rule',
        'takes now',
        'honest publishers lose',
        'honest advertisers overpay',
      ],
      cells,
    ),
  ].join('\n');
}

/** What it takes of all that publishers earn. */
function shareOf({ gainMicros, honestMicros }: Row): string {
  return `${percent(gainMicros / (gainMicros + honestMicros))} of all`;
}
