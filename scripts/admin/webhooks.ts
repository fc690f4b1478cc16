/** Admin commands about events for publishers' servers. */
import type { Command } from 'commander';
import type { EventQueue } from '../../core/ports.js';
import type { Service } from '../../core/service.js';
import { id, say, withService } from './desk.js';

interface Which {
  user: number;
  bot: number;
}

const when = (ms: number | null): string => (ms === null ? '-' : new Date(ms).toISOString());

export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Looks after the events that are posted to publishers’ servers; lists what fails.')
    .action(() => withService(list));

  const command = (name: string, description: string) =>
    webhooks
      .command(name)
      .description(description)
      .requiredOption('--user <id>', 'platform id of the publisher', id)
      .option('--bot <id>', 'platform id of one of their bots; without it, the account', id, 0);

  command('dead', 'Lists events that could not be delivered, oldest first.')
    .option('--limit <number>', 'how many, at most 100', id, 20)
    .action(({ user, bot, limit }: Which & { limit: number }) =>
      withService((service) => dead(service, user, bot, limit)),
    );
  command('resend', 'Makes events that could not be delivered wait again, at most 1,000 at a time.')
    .option('--event <id>', 'this one alone', id)
    .action(({ user, bot, event }: Which & { event?: number }) =>
      withService(async ({ webhooks: desk }) => {
        const count = await desk.resend(user, event === undefined ? { botId: bot } : { webhookId: event });
        say(`${String(count)} event(s) are sent again.`);
      }),
    );
  command('set', 'Sets where events are posted.')
    .requiredOption('--url <address>', 'the address')
    .action(({ user, bot, url }: Which & { url: string }) =>
      withService(async ({ webhooks: desk }) => {
        await desk.set(user, bot, url);
        say('The address is set.');
      }),
    );
  command('clear', 'Takes the address away; what waits finds another one, or is kept as dead.').action(
    ({ user, bot }: Which) =>
      withService(async ({ webhooks: desk }) => {
        await desk.clear(user, bot);
        say('The address is taken away.');
      }),
  );
  command('test', 'Posts a test event at once, and says what came of it.').action(({ user, bot }: Which) =>
    withService(async ({ webhooks: desk }) => {
      const delivery = await desk.test(user, bot);
      const took = `after ${String(delivery.tookMs)} ms`;
      say(
        delivery.ok
          ? `Delivered: ${String(delivery.status)} ${took}.`
          : `Not delivered: ${delivery.reason} ${took}.`,
      );
      if (!delivery.ok) process.exitCode = 1;
    }),
  );
}

async function list({ webhooks: desk }: Service): Promise<void> {
  const { waiting, oldestMs, dead: deadCount } = await desk.backlog();
  for (const queue of await desk.failing(100)) say(queueLine(queue));
  const oldest = `the oldest for ${String(Math.round(oldestMs / 1_000))} s`;
  say(`${String(waiting)} event(s) wait${waiting > 0 ? `, ${oldest}` : ''}; ${String(deadCount)} are dead.`);
}

function queueLine({
  botId,
  accountId,
  failingSinceMs,
  lastReason,
  failures,
  waiting,
  dead: died,
  dueAtMs,
}: EventQueue): string {
  const whose = `bot ${String(botId)} of ${String(accountId)}`;
  const state = `failing since ${when(failingSinceMs)} (${String(failures)} times: ${lastReason ?? ''})`;
  return `${whose}  ${state}  waiting ${String(waiting)}  dead ${String(died)}  next ${when(dueAtMs)}`;
}

async function dead({ webhooks: desk }: Service, user: number, bot: number, limit: number): Promise<void> {
  const { events, total } = await desk.dead(user, bot, { offset: 0, limit });
  for (const { webhookId, botId, userId, orderId, status, atMs, deadReason } of events) {
    const what = `user ${String(userId)} ${status} to order ${String(orderId)}`;
    say(`${String(webhookId)}  ${when(atMs)}  bot ${String(botId)}  ${what}: ${deadReason ?? ''}`);
  }
  say(`${String(events.length)} of ${String(total)}.`);
}
