/** The admin command that takes charges back because fraud was found later. */
import { InvalidArgumentError } from 'commander';
import { parseDay } from '../../core/days.js';
import type { ReversalPreview, WantedReversal } from '../../core/reversals/index.js';
import { column, counted, numberColumn, say, table } from './answer.js';
import { type AdminCommand, id, money, moneyColumn } from './admin.js';
import { createProgressBar } from './progress.js';

/** Orders that are listed; the sums are of all. */
const LISTED_ORDERS = 50;

interface Wanted {
  bot?: number;
  account?: number;
  order?: number;
  from?: number;
  to?: number;
  reason: string;
  yes: boolean;
}

export function addReversalCommands(program: AdminCommand): void {
  program
    .command('reverse')
    .description(
      'Takes the charges of a bot, or of all bots of an account, back as fraud: says what it would do, and books it with --yes. Money that is paid out already becomes a debt.',
    )
    .option('--bot <id>', 'platform id of the bot', id)
    .option('--account <id>', 'platform id of the person whose bots they are', id)
    .option('--order <number>', 'the joins of this order alone', id)
    .option('--from <date>', 'joins from this day on, as YYYY-MM-DD', day)
    .option('--to <date>', 'joins up to this day, which is included', day)
    .requiredOption('--reason <text>', 'why; advertisers and the publisher read it')
    .option('--yes', 'books it; the same words again go on where it was interrupted', false)
    .does(async ({ reversals }, options: Wanted, { CURRENCY }) => {
      const wanted = wantedOf(options);
      const preview = await reversals.preview(null, wanted);
      sayPreview(preview, CURRENCY);
      if (!options.yes) {
        say('Nothing is booked. Add --yes to book it: it cannot be undone.');
        return;
      }
      const bar = createProgressBar();
      const all = preview.joins + (preview.begun?.joins ?? 0);
      const progress = ({ joins }: { joins: number }) => bar.show('taking back', joins, all);
      const booked = await reversals.book(null, wanted, { progress }).finally(bar.end);
      say(
        booked === null
          ? 'There was nothing to take back.'
          : `${money(booked.micros, CURRENCY)} are taken back for ${counted(booked.joins, 'join')}. Advertisers and the publisher are notified.`,
      );
    });
}

function day(text: string): number {
  try {
    return parseDay(text);
  } catch {
    throw new InvalidArgumentError('It must be a date as YYYY-MM-DD.');
  }
}

function wantedOf({ bot, account, order, from, to, reason }: Wanted): WantedReversal {
  const period = { orderId: order ?? null, fromDay: from ?? null, toDay: to ?? null, reason };
  if (bot !== undefined && account === undefined) return { of: { botId: bot }, ...period };
  if (account !== undefined && bot === undefined) return { of: { accountId: account }, ...period };
  throw new InvalidArgumentError('Give exactly one of --bot and --account.');
}

function sayPreview(
  { orders, joins, micros, feeMicros, publishers, before }: ReversalPreview,
  currency: string,
) {
  const listed = orders.slice(0, LISTED_ORDERS);
  table({ rows: listed, name: 'orders', total: orders.length }, [
    numberColumn('order_id', 'Order', (row) => row.orderId),
    column('name', 'Name', (row) => row.name),
    numberColumn('user_id', 'Advertiser', (row) => row.accountId),
    numberColumn('joins', 'Joins', (row) => row.joins),
    moneyColumn('amount', 'Gets back', currency, (row) => row.micros),
  ]);
  if (listed.length < orders.length)
    say(`The largest ${String(listed.length)} of ${String(orders.length)} orders.`);
  table({ rows: publishers, name: 'publishers' }, [
    numberColumn('user_id', 'Publisher', (row) => row.accountId),
    numberColumn('joins', 'Joins', (row) => row.joins),
    moneyColumn('held', 'Gives back of the hold', currency, (row) => row.heldMicros),
    moneyColumn('paid', 'Of what was released', currency, (row) => row.paidMicros),
    moneyColumn('debt', 'Of that paid out: a debt', currency, (row) => row.debtMicros),
  ]);
  say(
    `${counted(joins, 'join')} of ${counted(orders.length, 'order')}, ${money(micros, currency)} in all; of it the service gives back ${money(feeMicros, currency)}.`,
  );
  if (before > 0) say(`${String(before)} more were taken back as fraud before.`);
}
