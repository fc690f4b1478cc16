/** Admin commands about what is shown to whom. */
import type { Command } from 'commander';
import { refusalMeaning } from '../../core/sponsors/index.js';
import { id, say, withService } from './desk.js';

export function addSponsorCommands(program: Command): void {
  program
    .command('why')
    .description('Says of each running order why it is or is not shown to a user in a bot.')
    .requiredOption('--bot <id>', 'platform id of the bot', id)
    .requiredOption('--user <id>', 'platform id of the user', id)
    .action(async ({ bot, user }: { bot: number; user: number }) => {
      await withService(async (service) => {
        const { language, known, orders } = await service.sponsors.why(bot, user);
        say(`language: ${language.code}${language.isAssumed ? ' (assumed)' : ''}`);
        for (const { value, source, atMs } of known)
          say(`known: ${value} by ${source}, ${new Date(atMs).toISOString()}`);
        for (const { orderId, refusal } of orders)
          say(
            `order ${String(orderId)}: ${refusal === null ? 'can be shown' : `${refusal}. ${refusalMeaning(refusal)}`}`,
          );
        say(`${String(orders.length)} running order(s).`);
      });
    });
}
