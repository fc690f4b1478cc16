/** Admin commands about what waits for moderators, what they decided, and anybody's orders and bots. */
import { InvalidArgumentError, Option } from 'commander';
import {
  type ModerationOutcome,
  problemMeaning,
  readPause,
  statusNamed,
  statusWords,
} from '../../core/orders/index.js';
import type { Service } from '../../core/service.js';
import { sayPause } from '../../words/reasons.js';
import {
  type Column,
  column,
  numberColumn,
  numberedColumn,
  onOneLine,
  say,
  table,
  tablePage,
} from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, at, id, momentColumn, moneyColumn, plainWords } from './admin.js';

interface Page {
  offset: number;
  limit: number;
}

type LogWanted = Pick<Page, 'limit'> & { before?: number; moderator?: number };

interface BotsWanted extends Page {
  user: number;
  archived: boolean;
  search: string;
}

interface OrdersWanted extends BotsWanted {
  status?: string;
}

export function addOrderCommands(program: AdminCommand): void {
  program
    .command('queue')
    .description('Lists orders that wait for a moderator, oldest first.')
    .paged()
    .does(async (service, wanted: Page) => {
      const { orders, total } = await service.moderation.queue(null, wanted);
      tablePage({ rows: orders, total, what: 'waiting' }, [
        numberedColumn('order_id', 'Order', (row) => row.orderId),
        numberColumn('user_id', 'Account', (row) => row.accountId),
        column('ads_type', 'Type', (row) => row.adsType),
        column('link', 'Link', (row) => row.link),
        column('name', 'Name', (row) => row.name),
      ]);
    });

  addDecisions(program);

  program
    .command('moderation-log')
    .description('Says who decided what, latest first.')
    .option('--before <number>', 'those before this line', id)
    .limited()
    .option('--moderator <id>', 'what this moderator decided; 0: at the terminal', id)
    .does(async (service, wanted: LogWanted, { SERVICE_TIMEZONE }) => {
      const { before: beforeId = null, moderator: moderatorId, limit } = wanted;
      const lines = await service.moderation.log(null, { beforeId, moderatorId, limit });
      const numbers = { order: 'orderId', bot: 'botId', account: 'accountId', user: 'userId' } as const;
      table(lines, [
        numberColumn('line', 'Line', (row) => row.moderationId),
        momentColumn('at', 'When', SERVICE_TIMEZONE, (row) => row.atMs),
        column(
          'moderator_id',
          'Who',
          (row) => row.moderatorId,
          (_, row) =>
            row.moderatorId === 0 ? 'terminal' : `${row.moderatorName} (${String(row.moderatorId)})`,
        ),
        column('action', 'Did', (row) => row.action, plainWords),
        ...Object.entries(numbers).map(([name, field]): Column<(typeof lines)[number]> =>
          numberColumn(`${name}_id`, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, (row) => row[field]),
        ),
        column('link', 'Link', (row) => row.linkKey),
        column('reason', 'Reason', (row) => row.reason),
      ]);
      say(`${String(lines.length)} line(s).`);
    });

  program
    .command('orders')
    .description('Lists the orders of an account, newest first.')
    .paged()
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .addOption(new Option('--status <status>', 'those in this state').choices([...statusWords]))
    .option('--archived', 'those in the archive', false)
    .option('--search <text>', 'part of a name or link', '')
    .does(async (service, wanted: OrdersWanted, { CURRENCY }) => {
      await service.accounts.profile(wanted.user);
      const status = wanted.status === undefined ? null : statusNamed(wanted.status);
      const page = { ...wanted, inArchive: wanted.archived, status };
      const { orders, total } = await service.orders.list(wanted.user, page);
      tablePage({ rows: orders, total }, [
        numberedColumn('order_id', 'Order', (row) => row.orderId),
        column('status', 'State', (row) => row.status),
        column(
          'pause_reason',
          'Paused, because',
          (row) => (row.pauseReason === null ? null : readPause(row.pauseReason).code),
          (_, row) => (row.pauseReason === null ? '' : sayPause(readPause(row.pauseReason), 'en')),
        ),
        numberColumn('quantity_now', 'Got', (row) => row.quantityNow),
        numberColumn('quantity_all', 'Of', (row) => row.quantityAll),
        moneyColumn('price', 'Price', CURRENCY, (row) => row.realPriceMicros),
        column('link', 'Link', (row) => row.link),
        column('name', 'Name', (row) => row.name),
      ]);
    });

  program
    .command('bots')
    .description('Lists the bots of an account, newest first.')
    .paged()
    .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
    .option('--archived', 'those in the archive', false)
    .option('--search <text>', 'part of a name or username', '')
    .does(async (service, { user, archived: inArchive, ...wanted }: BotsWanted, { CURRENCY }) => {
      await service.accounts.profile(user);
      const { bots, total } = await service.bots.list(user, { ...wanted, inArchive });
      tablePage({ rows: bots, total }, [
        numberColumn('bot_id', 'Bot', (row) => row.botId),
        column('username', 'Username', (row) => row.nickname, at),
        column('states', 'State', (row) => [
          row.isOn ? 'on' : 'off',
          ...(row.isBlocked ? ['blocked'] : []),
          ...(row.isTokenInvalid ? ['token refused'] : []),
        ]),
        moneyColumn('earned', 'Earned', CURRENCY, (row) => row.profitMicros),
        column('name', 'Name', (row) => row.name),
      ]);
    });
}

/** What a moderator does under the card of an order. */
function addDecisions(program: AdminCommand): void {
  program
    .command('approve')
    .description('Approves an order that waits, and notifies its owner.')
    .requiredOption('--order <number>', 'the order', id)
    .option('--theme <code>', 'what it is about; absent: as its owner says')
    .does(async (service, { order, theme }: { order: number; theme?: string }) => {
      if (theme !== undefined) await assertTheme(service, theme);
      await decide(service, order, 'Approved', (revision) =>
        service.moderation.approve(null, order, revision, theme),
      );
    });

  program
    .command('reject')
    .description('Rejects an order that waits, and notifies its owner of the reason.')
    .requiredOption('--order <number>', 'the order', id)
    .requiredOption('--reason <text>', 'the owner reads it')
    .option('--yes', 'without a question', false)
    .does(async (service, { order, reason, yes }: { order: number; reason: string; yes: boolean }) => {
      await confirm(`Order #${String(order)} is rejected, and its owner is notified: ${reason}.`, { yes });
      await decide(service, order, 'Rejected', (revision) =>
        service.moderation.reject(null, order, revision, reason),
      );
    });

  program
    .command('pause')
    .description('Pauses an order until `resume`; its owner gets the reason.')
    .requiredOption('--order <number>', 'the order', id)
    .requiredOption('--reason <text>', 'the owner reads it')
    .does((service, { order, reason }: { order: number; reason: string }) => pause(service, order, reason));

  program
    .command('resume')
    .description('Lets a paused order go on, and notifies its owner.')
    .requiredOption('--order <number>', 'the order', id)
    .does((service, { order }: { order: number }) => resume(service, order));
}

async function pause(service: Service, orderId: number, reason: string): Promise<void> {
  const paused = await service.moderation.pause(null, orderId, reason);
  if (paused.kind !== 'paused') process.exitCode = 1;
  if (paused.kind === 'gone') say('There is no such order.');
  else {
    const order = named(paused.order);
    say(paused.kind === 'paused' ? `Paused: ${order}.` : `A moderator has paused it already: ${order}.`);
  }
}

async function resume(service: Service, orderId: number): Promise<void> {
  const resumed = await service.moderation.resume(null, orderId);
  if (resumed.kind !== 'resumed') process.exitCode = 1;
  if (resumed.kind === 'gone') {
    say('There is no such order.');
    return;
  }
  const order = named(resumed.order);
  if (resumed.kind === 'resumed') say(`Goes on: ${order}: ${resumed.order.status}.`);
  else if (resumed.kind === 'not_paused') say(`It is not paused: ${order}.`);
  else say(`It stays paused, its link does not lead to its chat: ${order}.`);
}

async function assertTheme(service: Service, theme: string): Promise<void> {
  const { bots } = await service.filters.all();
  const codes = bots.forbidden_themes.map(({ id: code }) => code);
  if (!codes.includes(theme)) throw new InvalidArgumentError(`--theme: one of ${codes.join(', ')}.`);
}

/** Decides the order as it is now, and says what became of it; what somebody else decided before is a failure. */
async function decide(
  service: Service,
  orderId: number,
  said: string,
  act: (revision: number) => Promise<ModerationOutcome>,
): Promise<void> {
  const card = await service.moderation.card(null, orderId);
  const outcome: ModerationOutcome = card === null ? { kind: 'gone' } : await act(card.order.revision);
  if (outcome.kind === 'gone') say('There is no such order.');
  else {
    const order = `${named(outcome.order)}: ${outcome.order.status}`;
    if (outcome.kind === 'decided') say(`${said} ${order}.`);
    else if (outcome.kind === 'already') say(`It was decided before: ${order}.`);
    else if (outcome.kind === 'missing_rights')
      say(`Not approved: ${order}. ${outcome.missing.map((problem) => problemMeaning(problem)).join(' ')}`);
    else say(`Not approved, its link is blocked: ${order}.`);
  }
  if (outcome.kind !== 'decided') process.exitCode = 1;
}

const named = ({ orderId, name }: { orderId: number; name: string }) =>
  `#${String(orderId)} ${onOneLine(name)}`;
