/** The admin command that says why a join was or was not paid for. */
import { InvalidArgumentError } from 'commander';
import type { Dispute, DisputeLine } from '../../core/subscriptions/index.js';
import { type Column, column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, id, momentColumn, money, moneyColumn, plainWords } from './admin.js';
import { sayVerdict } from '../../words/reasons.js';

interface Wanted {
  user: number;
  order?: number;
  bot?: number;
}

export function addDisputeCommands(program: AdminCommand): void {
  program
    .command('dispute')
    .description(
      'Says of a user and an order, or of what a bot showed the user: what was shown and reported when, who got the join, what was booked, and why not.',
    )
    .requiredOption('--user <id>', 'platform id of the end user', id)
    .option('--order <number>', 'the order', id)
    .option('--bot <id>', 'platform id of the bot', id)
    .does(async (service, { user, order, bot }: Wanted, { CURRENCY, SERVICE_TIMEZONE }) => {
      const disputes = await service.disputes.of(null, user, aboutOf(order, bot));
      const lines = disputes.flatMap((dispute) => dispute.lines.map((line) => ({ ...line, dispute })));
      table(lines, columns(CURRENCY, SERVICE_TIMEZONE));
      table({ rows: disputes, name: 'verdicts' }, verdictColumns);
      if (disputes.length === 0) say('Nothing is known of them.');
    });
}

function aboutOf(order: number | undefined, bot: number | undefined) {
  if (order !== undefined && bot === undefined) return { orderId: order };
  if (bot !== undefined && order === undefined) return { botId: bot };
  throw new InvalidArgumentError('Give exactly one of --order and --bot.');
}

function columns(currency: string, timeZone: string): Column<DisputeLine & { dispute: Dispute }>[] {
  const postings = ({ postings: moved }: DisputeLine) =>
    moved.map(({ kind, ownerId, amountMicros }) => {
      const of = ownerId === 0 ? kind : `${kind} ${String(ownerId)}`;
      return `${of} ${amountMicros > 0n ? '+' : ''}${money(amountMicros, currency)}`;
    });
  return [
    numberColumn('about_order_id', 'About', (row) => row.dispute.orderId),
    momentColumn('at', 'When', timeZone, (row) => row.atMs),
    column('event', 'What', (row) => row.event, plainWords),
    numberColumn('order_id', 'Order', (row) => row.orderId),
    numberColumn('bot_id', 'Bot', (row) => row.botId),
    moneyColumn('price', 'Price', currency, (row) => row.priceMicros),
    column('detail', 'State', (row) => row.detail),
    column('postings', 'Booked', postings),
  ];
}

const verdictColumns: Column<Dispute>[] = [
  numberColumn('order_id', 'Order', (row) => row.orderId),
  column('name', 'Name', (row) => row.orderName),
  column('target', 'Leads to', (row) => row.target),
  column('bot_ids', 'Bots', (row) => row.verdict.botIds.map(String)),
  numberColumn('other_order_id', 'Other order', (row) => row.verdict.otherOrderId),
  column('verdict', 'Verdict', (row) => row.verdict.kind, plainWords),
  column('reason', 'Reason', (row) => row.verdict.reason),
  column('words', 'In words', (row) => sayVerdict(row.verdict, 'en')),
];
