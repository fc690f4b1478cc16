/** What each notification says, in the recipient's language, with the button that leads on. */
import { isQualityReason } from '../../core/terms/index.js';
import type { MessageContent } from '../../core/platform.js';
import type { Notification } from '../../core/ports/notification-store.js';
import { readPause } from '../../core/orders/index.js';
import type { PauseReason } from '../../core/ports/order-store.js';
import type { Service } from '../../core/service.js';
import {
  button,
  columnScreen,
  moderationCard,
  money,
  payoutCard,
  type Reader,
  type Screen,
  seenScreen,
  shownRows,
  withdrawalRequestScreen,
} from '../operator/index.js';
import { wordsIn } from '../words.js';
import { anomaly } from './anomaly.js';
import { moneySummary } from './money-summary.js';
import { summary } from './summary.js';
import { sayPause, sayQuality } from '../../words/reasons.js';

/** The message of a notification, or null when there is nothing to say any more. */
export async function wordNotification(
  notification: Notification,
  service: Service,
): Promise<MessageContent | null> {
  const { kind, accountId } = notification;
  // Former moderators get no notification either.
  if (ofModerators.has(kind) && !service.accounts.isModerator(accountId)) return null;
  const words = wordsIn(await languageOf(accountId, service));
  const screen = await (screens[kind] ?? plain)(notification, { service, accountId, words });
  return screen === null ? null : { html: screen.html, image: null, buttons: shownRows(screen) };
}

type Kind = Notification['kind'];
type Says = (notification: Notification, reader: Reader) => Promise<Screen | null> | Screen;

const ofModerators: ReadonlySet<Kind> = new Set([
  'moderation',
  'moderation_many',
  'bot_taken_over',
  'bot_anomaly',
]);

const card: Says = async ({ facts }, reader) => {
  const orderId = Number(facts['orderId']);
  if (!(await reader.service.moderation.wantsCard(reader.accountId, orderId))) return null;
  return moderationCard(reader, orderId);
};

const manyWait: Says = async (_, { accountId, service, words }) => {
  const { total } = await service.moderation.queue(accountId, { offset: 0, limit: 1 });
  if (total === 0) return null;
  return columnScreen(
    words.html('notification-moderation-many', { total }),
    button(words.text('button-queue'), 'queue'),
  );
};

/** Null when it is decided already, or they are no administrator any more. */
const payout: Says = async ({ facts }, reader) => {
  const { accountId, service } = reader;
  if (!service.accounts.isAdministrator(accountId)) return null;
  const id = Number(facts['withdrawalId']);
  const found = await service.withdrawals.card(accountId, id);
  if (found?.withdrawal.state !== 'waiting') return null;
  const { account } = await service.accounts.profile(accountId);
  const zone = account.timeZone ?? service.settings.SERVICE_TIMEZONE;
  return payoutCard(reader, zone, id);
};

/** Null when it is confirmed already, or too old. */
const confirmation: Says = ({ facts }, reader) =>
  withdrawalRequestScreen(reader, String(facts['wishId'] ?? ''));

const takenOver: Says = async ({ facts }, { accountId, service, words }) => {
  const [subscribers, joins] = [Number(facts['subscribers']), Number(facts['takenOver'])];
  const { bot } = await service.trust.botCard(accountId, Number(facts['botId']));
  const share = Math.round((100 * joins) / subscribers);
  const said = { nickname: bot.nickname, subscribers, takenOver: joins, share };
  return columnScreen(
    words.html('notification-bot-taken-over', said),
    button(words.text('button-bot'), 'mod:trust-bot', { botId: bot.botId }),
  );
};

/** What a subscriber brings from then on, for how long it is held, why, and the bot's quality to look at. */
const payingFactor: Says = ({ facts }, { words }) => {
  const { botId, nickname, fromDay, reason, share, others } = facts;
  // What was queued before holds followed the quality says nothing of them.
  const { percent, holdHours: hours = null, holdBefore: before } = facts;
  const why =
    typeof reason === 'string' && isQualityReason(reason)
      ? sayQuality({ reason, share: Number(share), others: Number(others) }, words.language)
      : words.text('paying-nothing-known');
  const bot = { nickname: String(nickname), day: String(fromDay) };
  const what = [
    ...(percent === null ? [] : [words.text('paying-share', { ...bot, percent: String(percent) })]),
    ...(hours === null
      ? []
      : [words.text('paying-hold', { ...bot, hours: String(hours), before: String(before) })]),
  ].join('\n\n');
  return columnScreen(
    words.html('notification-bot-paying-factor', { what, why }),
    button(words.text('button-quality'), 'bot-quality', { botId: Number(botId) }),
    button(words.text('button-home'), 'home'),
  );
};

const plain: Says = ({ kind, facts }, reader) => {
  const { words } = reader;
  const values = Object.entries(facts).map(([name, value]) => [name, String(value ?? '')] as const);
  const { amountMicros } = facts;
  // Money is worded here, in the recipient's language.
  const amount = amountMicros == null ? {} : { amount: money(reader, BigInt(amountMicros)) };
  const why = isPause(kind)
    ? { why: sayPause(readPause(facts['reason'] as PauseReason), words.language) }
    : {};
  const said = { ...Object.fromEntries(values), ...amount, ...why };
  const html = words.html(`notification-${kind.replaceAll('_', '-')}`, said);
  const { orderId, botId, withdrawalId } = facts;
  const onwards =
    kind === 'order_paused_moderator'
      ? button(words.text('button-order'), 'mod:card', { orderId: Number(orderId) })
      : withdrawalId != null
        ? button(words.text('button-withdrawal'), 'withdrawal', { withdrawalId: Number(withdrawalId) })
        : orderId != null
          ? button(words.text('button-order'), 'order', { orderId: Number(orderId) })
          : botId != null
            ? button(words.text('button-bot'), 'bot', { botId: Number(botId) })
            : button(words.text('button-wallet'), 'wallet');
  return { html, rows: [[onwards, button(words.text('button-home'), 'home')]] };
};

/** Those that are more than a text with what it is filled in with. */
const screens: Partial<Record<Kind, Says>> = {
  moderation: card,
  moderation_many: manyWait,
  bot_taken_over: takenOver,
  bot_anomaly: anomaly,
  withdrawal_asked: payout,
  withdrawal_confirm: confirmation,
  bot_paying_factor: payingFactor,
  bot_seen: seenScreen,
  money_summary: moneySummary,
  daily_summary: summary,
};

function isPause(kind: Kind): boolean {
  return kind === 'order_paused' || kind === 'order_paused_moderator';
}

/** Somebody without an account (a moderator who has not come yet) is spoken to in English. */
async function languageOf(accountId: number, service: Service): Promise<string> {
  return service.accounts.profile(accountId).then(
    ({ account }) => account.language,
    () => 'en',
  );
}
