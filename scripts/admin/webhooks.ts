/** Admin commands about events for publishers' servers. */
import { sayUndelivered } from '../../words/reasons.js';
import { column, numberColumn, say, table, tablePage } from './answer.js';
import { type AdminCommand, id, momentColumn } from './admin.js';

const undelivered = (reason: string | null) => (reason === null ? '' : sayUndelivered(reason, 'en'));

interface Which {
  user: number;
  bot: number;
}

export function addWebhookCommands(program: AdminCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('Looks after the events that are posted to publishers’ servers; lists what fails.')
    .does(async ({ webhooks: admin }, _options, { SERVICE_TIMEZONE }) => {
      const { waiting, oldestMs, dead } = await admin.backlog();
      table(await admin.failing(100), [
        numberColumn('user_id', 'Account', (row) => row.accountId),
        numberColumn(
          'bot_id',
          'Bot',
          (row) => row.botId,
          (botId) => (botId === 0 ? 'all' : String(botId)),
        ),
        momentColumn('failing_since', 'Failing since', SERVICE_TIMEZONE, (row) => row.failingSinceMs),
        numberColumn('failures', 'Times', (row) => row.failures),
        column('reason', 'Why', (row) => row.lastReason, undelivered),
        numberColumn('waiting', 'Waiting', (row) => row.waiting),
        numberColumn('dead', 'Dead', (row) => row.dead),
        momentColumn('next_at', 'Next try', SERVICE_TIMEZONE, (row) => row.dueAtMs),
      ]);
      const oldest = `the oldest for ${String(Math.round(oldestMs / 1_000))} s`;
      say(`${String(waiting)} event(s) wait${waiting > 0 ? `, ${oldest}` : ''}; ${String(dead)} are dead.`);
    });

  const command = (name: string, description: string) =>
    webhooks
      .command(name)
      .description(description)
      .requiredOption('--user <id>', 'platform id of the publisher', id)
      .option('--bot <id>', 'platform id of one of their bots; without it, the account', id, 0);

  command('dead', 'Lists events that could not be delivered, oldest first.')
    .limited()
    .does(
      async ({ webhooks: admin }, { user, bot, limit }: Which & { limit: number }, { SERVICE_TIMEZONE }) => {
        const { events, total } = await admin.dead(user, bot, { offset: 0, limit });
        tablePage({ rows: events, total }, [
          numberColumn('webhook_id', 'Event', (row) => row.webhookId),
          momentColumn('at', 'When', SERVICE_TIMEZONE, (row) => row.atMs),
          numberColumn('bot_id', 'Bot', (row) => row.botId),
          numberColumn('user_id', 'User', (row) => row.userId),
          column('status', 'Did', (row) => row.status),
          numberColumn('order_id', 'Order', (row) => row.adsId),
          column('network', 'Network', (row) => row.network),
          column('reason', 'Why it was given up', (row) => row.deadReason, undelivered),
        ]);
      },
    );
  command('resend', 'Makes events that could not be delivered wait again, at most 1,000 at a time.')
    .option('--event <id>', 'this one alone', id)
    .does(async ({ webhooks: admin }, { user, bot, event }: Which & { event?: number }) => {
      const count = await admin.resend(user, event === undefined ? { botId: bot } : { webhookId: event });
      say(`${String(count)} event(s) are sent again.`);
    });
  command('set', 'Sets where events are posted.')
    .requiredOption('--url <address>', 'the address')
    .does(async ({ webhooks: admin }, { user, bot, url }: Which & { url: string }) => {
      await admin.set(user, bot, url);
      say('The address is set.');
    });
  command('clear', 'Takes the address away; what waits finds another one, or is kept as dead.').does(
    async ({ webhooks: admin }, { user, bot }: Which) => {
      await admin.clear(user, bot);
      say('The address is taken away.');
    },
  );
  command('test', 'Posts a test event at once, and says what came of it.').does(
    async ({ webhooks: admin }, { user, bot }: Which) => {
      const delivery = await admin.test(user, bot);
      const took = `after ${String(delivery.tookMs)} ms`;
      say(
        delivery.ok
          ? `Delivered: ${String(delivery.status)} ${took}.`
          : `Not delivered, ${undelivered(delivery.reason)}, ${took}.`,
      );
      if (!delivery.ok) process.exitCode = 1;
    },
  );
}
