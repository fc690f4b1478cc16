/** What each notification says, in the recipient's language, with the button that leads on. */
import { isQualityReason } from '../../core/terms/index.js';
import type { MessageContent } from '../../core/platform.js';
import type { Notification } from '../../core/ports/notification-store.js';
import { readPause } from '../../core/orders/index.js';
import type { PauseReason } from '../../core/ports/order-store.js';
import type { Service } from '../../core/service.js';
import {
  button,
  moderationCard,
  money,
  payoutCard,
  type Screen,
  seenScreen,
  withdrawalRequestScreen,
} from '../operator/index.js';
import { type Words, wordsIn } from '../words.js';
import { anomaly } from './anomaly.js';
import { moneySummary } from './money-summary.js';
import { summary } from './summary.js';
import { sayPause, sayQuality } from '../../words/reasons.js';

/** The message of a notification, or null when there is nothing to say any more. */
export async function wordNotification(
  notification: Notification,
  service: Service,
): Promise<MessageContent | null> {
  const screen = await screenOf(notification, service);
  return screen === null ? null : { html: screen.html, image: null, buttons: screen.rows };
}

async function screenOf(notification: Notification, service: Service): Promise<Screen | null> {
  if (notification.kind === 'moderation') return card(notification, service);
  if (notification.kind === 'moderation_many') return manyWait(notification, service);
  if (notification.kind === 'bot_taken_over') return takenOver(notification, service);
  if (notification.kind === 'bot_anomaly') {
    // Former moderators get no notification either.
    if (!service.accounts.isModerator(notification.accountId)) return null;
    return anomaly(notification, service, wordsIn(await languageOf(notification.accountId, service)));
  }
  if (notification.kind === 'withdrawal_asked') return payout(notification, service);
  if (notification.kind === 'withdrawal_confirm') return confirmation(notification, service);
  if (notification.kind === 'bot_paying_factor')
    return payingFactor(notification, wordsIn(await languageOf(notification.accountId, service)));
  if (notification.kind === 'bot_seen')
    return seenScreen(service, notification, wordsIn(await languageOf(notification.accountId, service)));
  if (notification.kind === 'money_summary')
    return moneySummary(notification, service, wordsIn(await languageOf(notification.accountId, service)));
  if (notification.kind !== 'daily_summary') return plain(notification, service);
  return summary(notification, service, wordsIn(await languageOf(notification.accountId, service)));
}

async function card({ accountId, facts }: Notification, service: Service): Promise<Screen | null> {
  // Former moderators get no notification either.
  if (!service.accounts.isModerator(accountId)) return null;
  const orderId = Number(facts['orderId']);
  if (!(await service.moderation.wantsCard(accountId, orderId))) return null;
  return moderationCard(service, accountId, orderId, wordsIn(await languageOf(accountId, service)));
}

async function manyWait({ accountId }: Notification, service: Service): Promise<Screen | null> {
  if (!service.accounts.isModerator(accountId)) return null;
  const { total } = await service.moderation.queue(accountId, { offset: 0, limit: 1 });
  if (total === 0) return null;
  const words = wordsIn(await languageOf(accountId, service));
  return {
    html: words.html('notification-moderation-many', { total }),
    rows: [[button(words.text('button-queue'), 'queue')]],
  };
}

/** Null when it is decided already, or they are no administrator any more. */
async function payout({ accountId, facts }: Notification, service: Service): Promise<Screen | null> {
  if (!service.accounts.isAdministrator(accountId)) return null;
  const id = Number(facts['withdrawalId']);
  const card = await service.withdrawals.card(accountId, id);
  if (card?.withdrawal.state !== 'waiting') return null;
  const { account } = await service.accounts.profile(accountId);
  const zone = account.timeZone ?? service.settings.SERVICE_TIMEZONE;
  return payoutCard(service, { accountId, words: wordsIn(account.language), zone }, id);
}

/** Null when it is confirmed already, or too old. */
async function confirmation({ accountId, facts }: Notification, service: Service): Promise<Screen | null> {
  const words = wordsIn(await languageOf(accountId, service));
  return withdrawalRequestScreen(
    service,
    { accountId, withdrawalRequestId: String(facts['wishId'] ?? '') },
    words,
  );
}

/** Null when they are no moderator any more. */
async function takenOver({ accountId, facts }: Notification, service: Service): Promise<Screen | null> {
  if (!service.accounts.isModerator(accountId)) return null;
  const words = wordsIn(await languageOf(accountId, service));
  const [subscribers, joins] = [Number(facts['subscribers']), Number(facts['takenOver'])];
  const { bot } = await service.trust.botCard(accountId, Number(facts['botId']));
  const share = Math.round((100 * joins) / subscribers);
  const said = { nickname: bot.nickname, subscribers, takenOver: joins, share };
  return {
    html: words.html('notification-bot-taken-over', said),
    rows: [[button(words.text('button-bot'), 'mod:trust-bot', { botId: bot.botId })]],
  };
}

/** What a subscriber brings from then on, for how long it is held, why, and the bot's quality to look at. */
function payingFactor({ facts }: Notification, words: Words): Screen {
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
  return {
    html: words.html('notification-bot-paying-factor', { what, why }),
    rows: [
      [button(words.text('button-quality'), 'bot-quality', { botId: Number(botId) })],
      [button(words.text('button-home'), 'home')],
    ],
  };
}

async function plain({ accountId, kind, facts }: Notification, service: Service): Promise<Screen> {
  const words = wordsIn(await languageOf(accountId, service));
  const values = Object.entries(facts).map(([name, value]) => [name, String(value ?? '')] as const);
  const { amountMicros } = facts;
  // Money is worded here, in the recipient's language.
  const amount =
    amountMicros == null ? {} : { amount: money(BigInt(amountMicros), service.settings.CURRENCY, words) };
  const why = isPause(kind)
    ? { why: sayPause(readPause(facts['reason'] as PauseReason), words.language) }
    : {};
  const said = { ...Object.fromEntries(values), ...amount, ...why };
  const html = words.html(`notification-${named(kind)}`, said);
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
}

function isPause(kind: Notification['kind']): boolean {
  return kind === 'order_paused' || kind === 'order_paused_moderator';
}

/** As keys of words are written. */
function named(code: string | number | null | undefined): string {
  return String(code).replaceAll('_', '-');
}

/** Somebody without an account (a moderator who has not come yet) is spoken to in English. */
async function languageOf(accountId: number, service: Service): Promise<string> {
  return service.accounts.profile(accountId).then(
    ({ account }) => account.language,
    () => 'en',
  );
}
