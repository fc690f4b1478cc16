/** Admin commands about what people should have been told. */
import type { Command } from 'commander';
import { say, table } from './answer.js';
import { id, momentColumn, withService } from './admin.js';
import { plainWords } from './words.js';

export function addNoticeCommands(program: Command): void {
  program
    .command('notices')
    .description('Lists notices that were given up, latest first, with the reason; sends one again.')
    .option('--limit <number>', 'how many, at most 500', id, 20)
    .option('--again <number>', 'sends this one again, by its number', id)
    .action(async ({ limit, again }: { limit: number; again?: number }) => {
      await withService(async (service, { SERVICE_TIMEZONE }) => {
        if (again !== undefined) {
          const isRevived = await service.notices.revive(again, Date.now());
          say(
            isRevived ? `Notice ${String(again)} is sent again.` : 'No notice with this number was given up.',
          );
          if (!isRevived) process.exitCode = 1;
          return;
        }
        const dead = await service.notices.dead(limit);
        table(dead, [
          { key: 'notification_id', title: 'Notice', value: (row) => row.noticeId, isNumber: true },
          momentColumn('queued_at', 'Queued', SERVICE_TIMEZONE, (row) => row.queuedAtMs),
          { key: 'user_id', title: 'To', value: (row) => row.accountId, isNumber: true },
          { key: 'kind', title: 'About', value: (row) => row.kind, show: (row) => plainWords(row.kind) },
          { key: 'reason', title: 'Why it was given up', value: (row) => row.reason },
        ]);
        say(`${String(dead.length)} given up.`);
      });
    });
}
