/** Admin commands about notifications. */
import type { Command } from 'commander';
import { column, numberColumn, say, table } from './answer.js';
import { id, momentColumn, plainWords, withService } from './admin.js';

export function addNotificationCommands(program: Command): void {
  program
    .command('notifications')
    .alias('notices')
    .description('Lists notifications that were given up, latest first, with the reason; sends one again.')
    .option('--limit <number>', 'how many, at most 500', id, 20)
    .option('--again <number>', 'sends this one again, by its number', id)
    .action(async ({ limit, again }: { limit: number; again?: number }) => {
      await withService(async (service, { SERVICE_TIMEZONE }) => {
        if (again !== undefined) {
          const isRevived = await service.notifications.revive(again, Date.now());
          say(
            isRevived
              ? `Notification ${String(again)} is sent again.`
              : 'No notification with this number was given up.',
          );
          if (!isRevived) process.exitCode = 1;
          return;
        }
        const dead = await service.notifications.dead(limit);
        table(dead, [
          numberColumn('notification_id', 'Notification', (row) => row.notificationId),
          momentColumn('queued_at', 'Queued', SERVICE_TIMEZONE, (row) => row.queuedAtMs),
          numberColumn('user_id', 'To', (row) => row.accountId),
          column('kind', 'About', (row) => row.kind, plainWords),
          column('reason', 'Why it was given up', (row) => row.reason),
        ]);
        say(`${String(dead.length)} given up.`);
      });
    });
}
