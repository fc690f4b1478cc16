/** The admin command that says why a join was or was not paid for. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Dispute, DisputeLine } from '../../core/subscriptions/index.js';
import { type Column, say, table } from './answer.js';
import { id, momentColumn, money, moneyColumn, plainWords, withService } from './admin.js';
import { sayVerdict } from '../../words/reasons.js';

interface Wanted {
  user: number;
  order?: number;
  bot?: number;
}

export function addDisputeCommands(program: Command): void {
  program
    .command('dispute')
    .description(
      'Says of a user and an order, or of what a bot showed the user: what was shown and reported when, who got the join, what was booked, and why not.',
    )
    .requiredOption('--user <id>', 'platform id of the end user', id)
    .option('--order <number>', 'the order', id)
    .option('--bot <id>', 'platform id of the bot', id)
    .action(async ({ user, order, bot }: Wanted) => {
      const about = aboutOf(order, bot);
      await withService(async (service, { CURRENCY, SERVICE_TIMEZONE }) => {
        const disputes = await service.disputes.of(null, user, about);
        const lines = disputes.flatMap((dispute) => dispute.lines.map((line) => ({ ...line, dispute })));
        table(lines, columns(CURRENCY, SERVICE_TIMEZONE));
        table(disputes, verdictColumns, { name: 'verdicts' });
        if (disputes.length === 0) say('Nothing is known of them.');
      });
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
  const price = moneyColumn<DisputeLine>('price', 'Price', currency, (row) => row.priceMicros ?? 0n);
  return [
    { key: 'about_order_id', title: 'About', value: (row) => row.dispute.orderId, isNumber: true },
    momentColumn('at', 'When', timeZone, (row) => row.atMs),
    { key: 'event', title: 'What', value: (row) => row.event, show: (row) => plainWords(row.event) },
    { key: 'order_id', title: 'Order', value: (row) => row.orderId, isNumber: true },
    { key: 'bot_id', title: 'Bot', value: (row) => row.botId, isNumber: true },
    {
      ...price,
      value: (row) => (row.priceMicros === null ? null : price.value(row)),
      show: (row) => (row.priceMicros === null ? '' : money(row.priceMicros, currency)),
    },
    { key: 'detail', title: 'State', value: (row) => row.detail },
    { key: 'postings', title: 'Booked', value: postings },
  ];
}

const verdictColumns: Column<Dispute>[] = [
  { key: 'order_id', title: 'Order', value: (row) => row.orderId, isNumber: true },
  { key: 'name', title: 'Name', value: (row) => row.orderName },
  { key: 'target', title: 'Leads to', value: (row) => row.target },
  { key: 'bot_ids', title: 'Bots', value: (row) => row.verdict.botIds.map(String) },
  { key: 'other_order_id', title: 'Other order', value: (row) => row.verdict.otherOrderId, isNumber: true },
  {
    key: 'verdict',
    title: 'Verdict',
    value: (row) => row.verdict.kind,
    show: (row) => plainWords(row.verdict.kind),
  },
  { key: 'reason', title: 'Reason', value: (row) => row.verdict.reason },
  { key: 'words', title: 'In words', value: (row) => sayVerdict(row.verdict, 'en') },
];
