/** What keeps an order from being approved or shown, while it is so, and the buttons that help. */
import type { OrderInfo, ResourceProblem } from '../../../core/orders/index.js';
import type { CallbackData } from '../callback-data.js';
import type { OperatorContext } from '../context.js';
import { money, shorten } from '../figures.js';
import { starsFor, takesPayments } from '../payments/index.js';
import { button, buttonOf, link, mainButton, type Screen } from '../screen.js';
import { problemLines } from './summary.js';
import type { MessageButton } from '../../../core/platform.js';
import type { Words } from '../../words.js';

export interface Hint {
  /** HTML. */
  lines: (string | false)[];
  rows: Screen['rows'];
}

/** As links name them: to see who joins, and to invite. */
const RIGHTS = 'manage_chat+invite_users';

/** These go away once a bot of ours is an administrator there. */
const curedByAdding: ReadonlySet<ResourceProblem> = new Set([
  'not_administrator',
  'cannot_invite',
  'channel_unknown',
  'not_found',
]);

/** @param about.again data of the button that looks once more */
export async function problemHint(
  ctx: OperatorContext,
  about: { order: OrderInfo; problems: readonly ResourceProblem[]; again: CallbackData },
): Promise<Hint> {
  const { words, me, service } = ctx;
  const { order, problems, again } = about;
  if (problems.length === 0) return { lines: [], rows: [] };
  const isCured = problems.some((problem) => curedByAdding.has(problem));
  // Of several bots of ours, the one that the order belongs to.
  const checker = isCured ? await service.orders.botToAdd(order) : '';
  return {
    lines: [
      ...problemLines(problems, words),
      checker !== '' && words.html('order-bot-to-add', { bot: checker }),
    ],
    rows: [
      ...(problems.includes('channel_unknown') ? await chatRows(ctx, order) : []),
      isCured ? addToChannelRow(words, checker === '' ? me.username : checker) : [],
      [buttonOf(words.text('button-check-again'), again)],
    ],
  };
}

/** The platform's own way to make a bot an administrator: a link that opens the choice of a chat, with the rights set. */
function addToChannelRow(words: Words, botName: string): MessageButton[] {
  const open = (where: string) => `https://t.me/${botName}?${where}&admin=${RIGHTS}`;
  return [
    link(words.text('button-add-to-channel'), open('startchannel')),
    link(words.text('button-add-to-group'), open('startgroup')),
  ];
}

/** Which chat is behind the link, to be said by the owner: one where they added our bot, or another of theirs. */
async function chatRows(
  { words, accountId, service }: OperatorContext,
  { orderId }: OrderInfo,
): Promise<Screen['rows']> {
  // A draft has no order yet, and its link is chosen in the same way.
  if (orderId === 0) return [];
  const chats = await service.privateChats.addedBy(accountId);
  return [
    ...chats.map(({ chatId, title }) => [
      button(words.text('button-this-chat', { title: shorten(title, 30) }), 'order-chat', {
        orderId,
        chatId,
      }),
    ]),
    [mainButton(words.text('button-choose'), 'order-pick', { orderId })],
  ];
}

/**
 * What the wallet lacks for so many subscribers.
 * @param count of those that are still to come
 */
export function moneyHint(ctx: OperatorContext, { realPriceMicros }: OrderInfo, count: number): Hint {
  const { words, profile } = ctx;
  const { availableMicros } = profile.balance;
  const total = realPriceMicros * BigInt(count);
  const missing = total - availableMicros;
  if (missing <= 0n || realPriceMicros <= 0n) return { lines: [], rows: [] };
  const covered = availableMicros <= 0n ? 0n : availableMicros / realPriceMicros;
  const lack = money(ctx, missing);
  const said = words.html('order-lacks', {
    all: String(count),
    total: money(ctx, total),
    available: money(ctx, availableMicros),
    missing: lack,
    covered: String(covered),
  });
  const way = takesPayments(ctx)
    ? mainButton(words.text('button-deposit-missing', { amount: lack }), 'deposit', {
        wanted: starsFor(ctx, missing),
      })
    : button(words.text('button-wallet'), 'wallet');
  return { lines: [said], rows: [[way]] };
}
