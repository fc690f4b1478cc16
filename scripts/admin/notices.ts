/** Admin commands about what people should have been told. */
import type { Command } from 'commander';
import { id, say, when, withService } from './desk.js';

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
        for (const { noticeId, accountId, kind, reason, queuedAtMs } of dead) {
          const whom = `to ${String(accountId)}`;
          say([String(noticeId), when(queuedAtMs, SERVICE_TIMEZONE), whom, kind, reason].join('  '));
        }
        say(`${String(dead.length)} given up.`);
      });
    });
}
