/** Admin commands about the sponsors that users see. */
import type { Command } from 'commander';
import { sayIneligible } from '../../words/reasons.js';
import { say, table } from './answer.js';
import { id, momentColumn, withService } from './admin.js';

export function addSponsorCommands(program: Command): void {
  program
    .command('why')
    .description('Says of each running order why it is or is not shown to a user in a bot.')
    .requiredOption('--bot <id>', 'platform id of the bot', id)
    .requiredOption('--user <id>', 'platform id of the user', id)
    .action(async ({ bot, user }: { bot: number; user: number }) => {
      await withService(async (service, { SERVICE_TIMEZONE }) => {
        const { language, known, orders } = await service.sponsors.why(bot, user);
        say(`language: ${language.code}${language.isAssumed ? ' (assumed)' : ''}`);
        table(
          known,
          [
            { key: 'value', title: 'Known', value: (row) => row.value },
            { key: 'source', title: 'Told by', value: (row) => row.source },
            momentColumn('at', 'When', SERVICE_TIMEZONE, (row) => row.atMs),
          ],
          { name: 'known' },
        );
        table(orders, [
          { key: 'order_id', title: 'Order', value: (row) => row.orderId, isNumber: true },
          {
            key: 'taste',
            title: 'Times liked',
            value: (row) => Math.round(row.taste * 100) / 100,
            isNumber: true,
          },
          { key: 'can_be_shown', title: 'Can be shown', value: (row) => row.reason === null },
          { key: 'refusal', title: 'Code', value: (row) => row.reason },
          {
            key: 'reason',
            title: 'Why not',
            value: (row) => (row.reason === null ? null : sayIneligible(row.reason, 'en')),
          },
        ]);
        say(`${String(orders.length)} running order(s).`);
      });
    });
}
