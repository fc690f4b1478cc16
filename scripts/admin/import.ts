/** The admin command that takes over what a person has at another service with this interface. */
import { InvalidArgumentError } from 'commander';
import { openElsewhere } from '../../api/imports/elsewhere.js';
import { importFrom } from '../../api/imports/import.js';
import type { Item } from '../../api/imports/item.js';
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, id } from './admin.js';

const HELP = `
The person's own keys of the other service come by the environment: IMPORT_ACCESS_KEY, and IMPORT_STATISTICS_TOKEN, which
exclusions and statistics need. Everything arrives paused: bots are off, orders wait for a moderator and stay stopped then.
Tokens, keys, balances and subscribers stay where they are. It can be repeated: what is here already is left as it is.`;

export function addImportCommands(program: AdminCommand): void {
  program
    .command('import')
    .description("Takes over a person's bots and orders from another service with this interface.")
    .requiredOption('--from <url>', 'the address of the other service', address)
    .requiredOption('--account <id>', 'platform id of the person, who is known here', id)
    .option('--yes', 'does it; without it, only says what would come', false)
    .addHelpText('after', HELP)
    .does(async (service, { from, account, yes }: { from: string; account: number; yes: boolean }) => {
      const access = process.env['IMPORT_ACCESS_KEY'] ?? '';
      if (access === '') throw new InvalidArgumentError('IMPORT_ACCESS_KEY is not set.');
      await service.accounts.profile(account);
      const elsewhere = openElsewhere(from, {
        access,
        statistics: process.env['IMPORT_STATISTICS_TOKEN'] ?? null,
      });
      const items: Item[] = [];
      try {
        for await (const item of importFrom({ elsewhere, service, accountId: account, isReal: yes }))
          items.push(item);
      } finally {
        // What came before the other service went away has come.
        sayItems(items);
      }
      if (!yes) say('Nothing is changed. Add --yes to take over what comes.');
    });
}

function sayItems(items: readonly Item[]): void {
  table(items, [
    column('what', 'What', ({ what }) => what),
    numberColumn('id', 'Number there', (item) => item.id),
    column('name', 'Name', ({ name }) => name),
    column('outcome', 'It', ({ outcome }) => outcome),
    column('words', 'Words', ({ note }) => note?.message ?? ''),
  ]);
}

function address(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be an http address.');
  return text.replace(/\/+$/, '');
}
