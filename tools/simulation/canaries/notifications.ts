/** Missing notifications: one canary for each kind. */
import type { NewNotification } from '../../../core/ports/notification-store.js';
import type { Mutation } from '../process.js';
import { type Canary, inCommands } from './mutations.js';

const settlingWithout = (kind: NewNotification['kind']): Mutation =>
  inCommands('subscriptions', (commands) => ({
    settle: (orderId, userId, at, decide, notifications) =>
      commands.settle(orderId, userId, at, decide, (facts, settlement) =>
        notifications(facts, settlement).filter((notification) => notification.kind !== kind),
      ),
  }));

const nobody = () => [];

export const notificationCanaries: readonly Canary[] = [
  {
    name: 'finish-not-told',
    promises: ['4 delivery'],
    mutation: settlingWithout('order_finished'),
  },
  {
    name: 'empty-wallet-not-told',
    promises: ['4 delivery'],
    // It is queued within the commands that move money, where only the database itself sees it.
    mutation: {
      command: { around: () => ({ after: "DELETE FROM notifications WHERE kind = 'order_out_of_money'" }) },
    },
  },
  {
    name: 'lost-rights-not-told',
    promises: ['4 delivery'],
    favours: 'rights lost or found',
    mutation: inCommands('orders', (commands) => ({
      noteCheckError: (orderId, _, nowMs) => commands.noteCheckError(orderId, nobody, nowMs),
      setCheckState: (resourceId, checkerBotId, state, tell, nowMs) =>
        commands.setCheckState(resourceId, checkerBotId, state, state === 'lost' ? nobody : tell, nowMs),
    })),
  },
  {
    name: 'rights-back-not-told',
    promises: ['4 delivery'],
    favours: 'rights lost or found',
    mutation: inCommands('orders', (commands) => ({
      noteCheckWorked: (orderId, _, nowMs) => commands.noteCheckWorked(orderId, nobody, nowMs),
      setCheckState: (resourceId, checkerBotId, state, tell, nowMs) =>
        commands.setCheckState(resourceId, checkerBotId, state, state === 'ok' ? nobody : tell, nowMs),
    })),
  },
  {
    name: 'refused-token-not-told',
    promises: ['4 delivery'],
    favours: 'token refused or sent again',
    mutation: inCommands('bots', (commands) => ({
      // It is kept under a used key: only the first owner is notified.
      refuseToken: (botId, cipher, notification, nowMs) =>
        commands.refuseToken(botId, cipher, (bot) => ({ ...notification(bot), dedupeKey: 'once' }), nowMs),
    })),
  },
];
