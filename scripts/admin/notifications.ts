/** Admin commands about notifications. */
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, id, momentColumn, plainWords } from './admin.js';

export function addNotificationCommands(program: AdminCommand): void {
  program
    .command('notifications')
    .description('Lists notifications that were given up, latest first, with the reason; sends one again.')
    .limited(500)
    .option('--again <number>', 'sends this one again, by its number', id)
    .does(async (service, { limit, again }: { limit: number; again?: number }, { SERVICE_TIMEZONE }) => {
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
}
