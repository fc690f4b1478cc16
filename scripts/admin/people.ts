/** The admin command that hands over what is kept of a person, and erases it. */
import { InvalidArgumentError } from 'commander';
import { backupFolder } from '../../core/adapters/backup-runner.js';
import { erasedListFile, listErased, readErasedList } from '../../core/adapters/erased-list.js';
import type { Settings } from '../../core/config.js';
import type { PersonCount } from '../../core/people/index.js';
import type { Service } from '../../core/service.js';
import { column, numberColumn, say, sayDocument, table } from './answer.js';
import { type AdminCommand, id } from './admin.js';
import { shareErased } from './offsite.js';

interface Wanted {
  export?: number;
  erase?: number;
  eraseListed: boolean;
  yes: boolean;
}

const HELP = `
A person is known by the platform's id, whether they use a bot, have bots or orders, or moderate. --erase says what would go
first, and does it with --yes. Rows go, or a pseudonym takes the person's place: money, statistics and what was paid for stay
true. A file next to the backups remembers who was erased, without their ids: \`restore\` erases them again, and --erase-listed
does so where another tool restored the database.`;

export function addPeopleCommands(program: AdminCommand): void {
  program
    .command('person')
    .description('Says as JSON all that is kept of a person, or erases it.')
    .option('--export <id>', 'platform id: says all that is kept', id)
    .option('--erase <id>', 'platform id: says what would be erased, and with --yes erases it', id)
    .option('--erase-listed', 'erases again who was erased before the database was restored', false)
    .option('--yes', 'erases', false)
    .addHelpText('after', HELP)
    .does(async (service, wanted: Wanted, settings) => {
      const given = [wanted.export, wanted.erase, wanted.eraseListed || undefined];
      if (given.filter((one) => one !== undefined).length !== 1)
        throw new InvalidArgumentError('Give exactly one of --export, --erase and --erase-listed.');
      if (wanted.export !== undefined) sayDocument('person', await service.people.export(wanted.export));
      else if (wanted.erase === undefined) await eraseListed(service, settings);
      else if (wanted.yes) await erase(service, settings, wanted.erase);
      else await plan(service, wanted.erase);
    });
}

async function plan({ people }: Service, personId: number): Promise<void> {
  const counts = await people.plan(personId);
  sayCounts(counts);
  const against = await people.hindrances(personId);
  for (const sentence of against) say(sentence);
  if (counts.length === 0) say(`Nothing is kept of ${String(personId)}.`);
  else if (against.length === 0) say('Nothing is changed. Add --yes to erase them: it cannot be undone.');
  else process.exitCode = 1;
}

async function erase({ people }: Service, settings: Settings, personId: number): Promise<void> {
  await people.assertErasable(personId);
  // First the list: whatever is cut short, a restore knows of them.
  listErased(backupFolder(settings), await people.listed(personId));
  await shareErased(settings);
  const counts = await people.erase(personId);
  sayCounts(counts);
  const done =
    counts.length === 0 ? `Nothing was kept of ${String(personId)}.` : `${String(personId)} is erased.`;
  say(`${done} ${erasedListFile(backupFolder(settings))} remembers it: keep a copy with the backups.`);
}

async function eraseListed({ people }: Service, settings: Settings): Promise<void> {
  await shareErased(settings);
  const list = readErasedList(backupFolder(settings));
  const count = list === null ? 0 : await people.eraseListed(list);
  say(
    `${String(count)} of ${String(list?.pseudonyms.length ?? 0)} listed person(s) were there, and are erased again.`,
  );
}

function sayCounts(counts: readonly PersonCount[]): void {
  table(counts, [
    column('table', 'Table', (row) => row.table),
    numberColumn('rows', 'Rows', (row) => row.rows),
    column(
      'erased',
      'What becomes of them',
      (row) => row.erased,
      (erased) => (erased === 'deleted' ? 'they go' : 'a pseudonym takes the place of the person'),
    ),
  ]);
}
