/** Admin commands about the sponsors that users see. */
import { sayIneligible } from '../../words/reasons.js';
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, id, momentColumn } from './admin.js';

export function addSponsorCommands(program: AdminCommand): void {
  program
    .command('why')
    .description('Says of each running order why it is or is not shown to a user in a bot.')
    .requiredOption('--bot <id>', 'platform id of the bot', id)
    .requiredOption('--user <id>', 'platform id of the user', id)
    .does(async (service, { bot, user }: { bot: number; user: number }, { SERVICE_TIMEZONE }) => {
      const { language, known, orders } = await service.sponsors.why(bot, user);
      say(`language: ${language.code}${language.isAssumed ? ' (assumed)' : ''}`);
      table({ rows: known, name: 'known' }, [
        column('value', 'Known', (row) => row.value),
        column('source', 'Told by', (row) => row.source),
        momentColumn('at', 'When', SERVICE_TIMEZONE, (row) => row.atMs),
      ]);
      table(orders, [
        numberColumn('order_id', 'Order', (row) => row.orderId),
        numberColumn('taste', 'Times liked', (row) => Math.round(row.taste * 100) / 100),
        column('can_be_shown', 'Can be shown', (row) => row.reason === null),
        column('refusal', 'Code', (row) => row.reason),
        column('reason', 'Why not', (row) => (row.reason === null ? null : sayIneligible(row.reason, 'en'))),
      ]);
      say(`${String(orders.length)} running order(s).`);
    });
}
