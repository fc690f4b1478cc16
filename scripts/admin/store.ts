/** Admin commands about the database itself. */
import { sayDifference } from '../../core/checks/index.js';
import type { CheckPart } from '../../core/ports/check-store.js';
import { migrate } from '../../db/index.js';
import { say } from './answer.js';
import { type AdminCommand, settings } from './admin.js';
import { createProgressBar } from './progress.js';

const PARTS: Readonly<Record<CheckPart, string>> = {
  entries: 'entries',
  accounts: 'accounts',
  reserves: 'what is reserved',
  orders: 'orders',
  bots: 'bots',
  unpaid: 'unpaid joins',
  days: 'days of orders',
  bot_days: 'days of bots',
};

export function addStoreCommands(program: AdminCommand): void {
  program
    .command('migrate')
    .description('Brings the database to the current schema. Starting the service does this too.')
    .action(async () => {
      const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATABASE_DISTRIBUTED } = settings();
      await migrate(DATABASE_DIRECT_URL, { distributed: DATABASE_DISTRIBUTED, pooledUrl: DATABASE_URL });
      say('The database is up to date.');
    });

  program
    .command('check')
    .description(
      'Makes a full check now: balances, counters by day and quantities against the ledger and the subscribers, from the beginning.',
    )
    .does(async (service) => {
      const bar = createProgressBar();
      const { outcome } = await service.checks
        .run(({ part, place, last }) => {
          if (part !== null) bar.show(`checking ${PARTS[part]}`, place?.[0] ?? 0, last);
        })
        .finally(() => bar.end());
      const { differences, differing, entries, subscribers, orders, bots } = outcome;
      say(
        `Looked at ${String(entries)} entries, ${String(subscribers)} subscribers, ${String(orders)} orders, ${String(bots)} bots.`,
      );
      if (differing === 0) {
        say('The ledger is in balance, and all counters equal it.');
        return;
      }
      for (const difference of differences) say(sayDifference(difference));
      say(
        `${String(differing)} difference(s). See "When the daily check finds something" in docs/operating.md.`,
      );
      process.exitCode = 1;
    });
}
