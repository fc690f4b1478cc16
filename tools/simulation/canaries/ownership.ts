/** Things that are shown to everybody who asks: each looks its owner up and asks in their name. */
import type { Store } from '../../../core/ports.js';
import type { Service } from '../../../core/service.js';
import type { Canary } from './mutations.js';

const toStrangers = (
  name: string,
  replace: (service: Service, store: Store) => Partial<Service>,
): Canary => ({
  name,
  promises: ['7 ownership'],
  favours: 'stranger',
  mutation: { service: (service, { store }) => ({ ...service, ...replace(service, store) }) },
});

export const ownershipCanaries: readonly Canary[] = [
  toStrangers('order-shown-to-strangers', ({ orders }, store) => ({
    orders: {
      ...orders,
      info: async (accountId, orderId) =>
        orders.info((await store.orders.find(orderId))?.accountId ?? accountId, orderId),
    },
  })),
  toStrangers('report-shown-to-strangers', ({ reports }, store) => ({
    reports: {
      ...reports,
      check: async (accountId, taskId) =>
        reports.check((await store.jobs.find(taskId))?.accountId ?? accountId, taskId),
    },
  })),
  toStrangers('withdrawal-taken-back-by-strangers', ({ withdrawals }, store) => ({
    withdrawals: {
      ...withdrawals,
      cancel: async (accountId, withdrawalId) =>
        withdrawals.cancel(
          (await store.withdrawals.find(withdrawalId))?.accountId ?? accountId,
          withdrawalId,
        ),
    },
  })),
];
