/** What moderators say of bots without a token and of new publishers (`evidence.md`, Bots without a token). */
import type { Composer } from 'grammy';
import type { Bot, BotTrust } from '../../../core/ports/bot-store.js';
import type { AccountTrust, TakenOver } from '../../../core/ports/trust-store.js';
import type { BotTrustCard } from '../../../core/trust/index.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { money, shorten } from '../figures.js';
import { type Answer, onPress } from '../press.js';
import { button, inLines, type Row, type Screen, turnRow, columnScreen } from '../screen.js';
import { toQueue, unlessDecided } from './card.js';
import { sayUnpaid } from '../../../words/reasons.js';

const PAGE = 8;
/** Of an account's bots; with more the platform would not take the card. The list of bots has them all. */
const HELD_SHOWN = 10;

export function addTrust(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:trust', (ctx, { offset = 0 }) => botsScreen(ctx, offset));
  onPress(composer, 'mod:trust-bot', (ctx, { botId }) => botScreen(ctx, botId));
  onPress(composer, 'mod:trust-yes', (ctx, { botId, seen }) => decideBot(ctx, botId, 'trusted', seen));
  onPress(composer, 'mod:trust-no', async (ctx, { botId, seen }) =>
    confirmScreen(ctx, await ctx.service.trust.botCard(ctx.accountId, botId), seen),
  );
  onPress(composer, 'mod:trust-refuse', (ctx, { botId, seen }) => decideBot(ctx, botId, 'refused', seen));
  onPress(composer, 'mod:people', (ctx, { offset = 0 }) => accountsScreen(ctx, offset));
  onPress(composer, 'mod:person', (ctx, { accountId }) => accountScreen(ctx, accountId));
  onPress(composer, 'mod:person-no', (ctx, { accountId, seen }) => confirmPersonScreen(ctx, accountId, seen));
  onPress(composer, 'mod:person-refuse', async (ctx, { accountId, seen }): Promise<Answer> => {
    const refused = await unlessDecided(ctx.service.trust.refuseAccount(accountId, ctx.accountId, seen));
    const note = refused && ctx.words.text('trust-person-refused', { bots: refused.bots });
    return { ...(await accountScreen(ctx, accountId)), ...noteOf(ctx, note) };
  });
  onPress(composer, 'mod:person-trust', async (ctx, { accountId, isTrusted, seen }): Promise<Answer> => {
    const decided = await unlessDecided(ctx.service.trust.account(accountId, isTrusted, ctx.accountId, seen));
    const note = decided && ctx.words.text(stateOfAccount(isTrusted ? 'trusted' : 'refused'));
    return { ...(await accountScreen(ctx, accountId)), ...noteOf(ctx, note) };
  });
}

/** @param note null: another moderator was first */
function noteOf({ words }: OperatorContext, note: string | null) {
  return { note: note ?? words.text('error-409'), isAlert: note === null };
}

async function decideBot(
  ctx: OperatorContext,
  botId: number,
  decision: 'trusted' | 'refused',
  seen: BotTrust | undefined,
): Promise<Answer> {
  const { words, accountId } = ctx;
  const decided = await unlessDecided(ctx.service.trust.bot(botId, decision, accountId, seen));
  const note = decided && words.text(`trust-${decision}`);
  return { ...(await botScreen(ctx, botId)), ...noteOf(ctx, note) };
}

async function botsScreen(ctx: OperatorContext, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { bots, total } = await ctx.service.trust.waitingBots(accountId, { offset, limit: PAGE });
  return {
    html: total === 0 ? words.html('trust-bots-empty') : words.html('trust-bots', { total }),
    rows: [
      ...bots.map(({ bot, subscribers, micros }) => [
        button(
          `@${shorten(bot.nickname, 24)} · 👥 ${String(subscribers)} · ${money(ctx, micros)}`,
          'mod:trust-bot',
          { botId: bot.botId },
        ),
      ]),
      turnRow({ offset, size: PAGE, total }, (to) => callbackData('mod:trust', { offset: to })),
      [button(words.text('button-trust-people'), 'mod:people'), toQueue(words)],
    ],
  };
}

async function botScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const card = await ctx.service.trust.botCard(accountId, botId);
  const { bot, owner, held, contacts, unpaid, takenOver } = card;
  const answered = contacts.yes + contacts.no;
  const html = inLines([
    words.html('trust-bot', {
      name: bot.name,
      nickname: bot.nickname,
      id: String(botId),
      owner: owner.firstName,
      ownerId: String(owner.accountId),
      followers: bot.followers,
      token: words.text(bot.hasToken ? 'bot-has-token' : 'bot-no-token'),
      state: words.text(`trust-${bot.trust}`),
    }),
    words.html('trust-held', { subscribers: held.subscribers, amount: money(ctx, held.micros) }),
    answered > 0 &&
      words.html('trust-contacts', {
        share: Math.round((100 * contacts.yes) / answered),
        total: answered,
      }),
    takenOver.subscribers > 0 && words.html('trust-taken-over', shareOf(takenOver)),
    unpaid.length > 0 && words.html('trust-unpaid'),
    ...unpaid.map(({ reason, joins }) =>
      words.html('trust-unpaid-line', { joins, reason: sayUnpaid(reason, words.language) }),
    ),
  ]);
  return { html, rows: [decisions(ctx, bot), ...onwards(ctx, card)] };
}

function shareOf({ subscribers, takenOver }: TakenOver) {
  return { share: Math.round((100 * takenOver) / subscribers), total: subscribers };
}

function decisions({ words }: OperatorContext, { botId, trust }: Bot): Row {
  return [
    trust !== 'trusted' && button(words.text('button-trust'), 'mod:trust-yes', { botId, seen: trust }),
    trust !== 'refused' && button(words.text('button-distrust'), 'mod:trust-no', { botId, seen: trust }),
  ];
}

function onwards({ words }: OperatorContext, { bot, owner }: BotTrustCard): Screen['rows'] {
  return [
    [
      button(words.text('button-trust-person'), 'mod:person', { accountId: owner.accountId }),
      button(words.text('button-moderate-bot'), 'mod:bot', { botId: bot.botId }),
    ],
    [button(words.text('button-trust-queue'), 'mod:trust'), toQueue(words)],
  ];
}

/** Refusing gives money back for good, so it is asked once more. */
function confirmScreen(ctx: OperatorContext, { bot, returnable }: BotTrustCard, seen = bot.trust): Screen {
  const { words } = ctx;
  const { name, nickname, botId } = bot;
  const amount = money(ctx, returnable.micros);
  return columnScreen(
    words.html('trust-refuse-confirm', { name, nickname, subscribers: returnable.subscribers, amount }),
    button(words.text('button-distrust-yes'), 'mod:trust-refuse', { botId, seen }),
    button(words.text('button-back'), 'mod:trust-bot', { botId }),
  );
}

async function confirmPersonScreen(
  ctx: OperatorContext,
  ownerId: number,
  seen: AccountTrust | undefined,
): Promise<Screen> {
  const { words, accountId } = ctx;
  const { account, bots, returnable } = await ctx.service.trust.refusalOfAccount(ownerId, accountId);
  const { subscribers, micros } = returnable;
  const facts = { name: account.firstName, bots, subscribers, amount: money(ctx, micros) };
  return columnScreen(
    words.html('trust-person-refuse-confirm', facts),
    button(words.text('button-distrust-yes'), 'mod:person-refuse', { accountId: ownerId, seen }),
    button(words.text('button-back'), 'mod:person', { accountId: ownerId }),
  );
}

async function accountsScreen(ctx: OperatorContext, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const page = { offset, limit: PAGE };
  const { accounts, total } = await ctx.service.trust.waitingAccounts(accountId, page);
  return {
    html: total === 0 ? words.html('trust-people-empty') : words.html('trust-people', { total }),
    rows: [
      ...accounts.map(({ account, heldMicros }) => [
        button(`${shorten(account.firstName, 24)} · ${money(ctx, heldMicros)}`, 'mod:person', {
          accountId: account.accountId,
        }),
      ]),
      turnRow({ offset, size: PAGE, total }, (to) => callbackData('mod:people', { offset: to })),
      [button(words.text('button-trust-queue'), 'mod:trust'), toQueue(words)],
    ],
  };
}

async function accountScreen(ctx: OperatorContext, ownerId: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { account, trust, balance, bots, held } = await ctx.service.trust.accountCard(accountId, ownerId);
  const shown = held.slice(0, HELD_SHOWN);
  const html = inLines([
    words.html('trust-person', {
      name: account.firstName,
      id: String(ownerId),
      bots: bots.length,
      username: account.username === '' ? '—' : `@${account.username}`,
      state: words.text(stateOfAccount(trust)),
      held: money(ctx, balance.heldMicros),
      available: money(ctx, balance.availableMicros),
    }),
    ...shown.map(({ bot, subscribers, micros }) =>
      words.html('trust-person-held', { nickname: bot.nickname, subscribers, amount: money(ctx, micros) }),
    ),
    held.length > HELD_SHOWN && words.html('and-more', { count: held.length - HELD_SHOWN }),
  ]);
  const ofAccount = { accountId: ownerId, seen: trust };
  const { isTrusted } = account;
  const change = button(
    words.text(isTrusted ? 'button-distrust-person' : 'button-trust'),
    'mod:person-trust',
    { ...ofAccount, isTrusted: !isTrusted },
  );
  return {
    html,
    rows: [
      [change, bots.length > 0 && button(words.text('button-distrust'), 'mod:person-no', ofAccount)],
      ...shown.map(({ bot }) => [
        button(`@${shorten(bot.nickname, 40)}`, 'mod:trust-bot', { botId: bot.botId }),
      ]),
      [button(words.text('button-trust-people'), 'mod:people'), toQueue(words)],
    ],
  };
}

const stateOfAccount = (trust: AccountTrust) =>
  trust === 'refused' ? 'trust-person-untrusted' : (`trust-person-${trust}` as const);
