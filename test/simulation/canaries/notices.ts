/** Owners who are not told: of each kind of notice one canary. */
import type { NewNotice } from '../../../core/ports.js';
import { type Canary, withDeeds } from './mutations.js';

function settlingWithout(kind: NewNotice['kind']): Canary['mutation'] {
  return () => ({
    store: (store) =>
      withDeeds(store, 'subscriptions', (deeds) => ({
        settle: (orderId, userId, at, decide, notices) =>
          deeds.settle(orderId, userId, at, decide, (facts, settlement) =>
            notices(facts, settlement).filter((notice) => notice.kind !== kind),
          ),
      })),
  });
}

const nobody = () => [];

export const noticeCanaries: readonly Canary[] = [
  {
    name: 'finish-not-told',
    promises: ['4 delivery'],
    mutation: settlingWithout('order_finished'),
  },
  {
    name: 'empty-wallet-not-told',
    promises: ['4 delivery'],
    mutation: () => ({
      // It is queued within the deeds that move money, where only the database itself sees it.
      deed: { around: () => ({ after: "DELETE FROM notices WHERE kind = 'order_out_of_money'" }) },
    }),
  },
  {
    name: 'lost-rights-not-told',
    promises: ['4 delivery'],
    favours: 'rights lost or found',
    mutation: () => ({
      store: (store) =>
        withDeeds(store, 'orders', (deeds) => ({
          noteCheckError: (orderId, _, nowMs) => deeds.noteCheckError(orderId, nobody, nowMs),
          setCheckState: (resourceId, checkerBotId, state, tell, nowMs) =>
            deeds.setCheckState(resourceId, checkerBotId, state, state === 'lost' ? nobody : tell, nowMs),
        })),
    }),
  },
  {
    name: 'rights-back-not-told',
    promises: ['4 delivery'],
    favours: 'rights lost or found',
    mutation: () => ({
      store: (store) =>
        withDeeds(store, 'orders', (deeds) => ({
          noteCheckWorked: (orderId, _, nowMs) => deeds.noteCheckWorked(orderId, nobody, nowMs),
          setCheckState: (resourceId, checkerBotId, state, tell, nowMs) =>
            deeds.setCheckState(resourceId, checkerBotId, state, state === 'ok' ? nobody : tell, nowMs),
        })),
    }),
  },
  {
    name: 'refused-token-not-told',
    promises: ['4 delivery'],
    favours: 'token refused or sent again',
    mutation: () => ({
      store: (store) =>
        withDeeds(store, 'bots', (deeds) => ({
          update: (botId, patch, _, nowMs) => deeds.update(botId, patch, [], nowMs),
        })),
    }),
  },
];
