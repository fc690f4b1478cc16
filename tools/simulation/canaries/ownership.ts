/** Things that are shown to everybody who asks: each looks its owner up and asks in their name. */
import type { Canary } from './mutations.js';

export const ownershipCanaries: readonly Canary[] = [
  {
    name: 'order-shown-to-strangers',
    promises: ['7 ownership'],
    favours: 'stranger',
    mutation: {
      service: (service, { store }) => ({
        ...service,
        orders: {
          ...service.orders,
          info: async (accountId, orderId) => {
            const order = await store.orders.find(orderId);
            return service.orders.info(order?.accountId ?? accountId, orderId);
          },
        },
      }),
    },
  },
  {
    name: 'report-shown-to-strangers',
    promises: ['7 ownership'],
    favours: 'stranger',
    mutation: {
      service: (service, { store }) => ({
        ...service,
        reports: {
          ...service.reports,
          check: async (accountId, taskId) => {
            const job = await store.jobs.find(taskId);
            return service.reports.check(job?.accountId ?? accountId, taskId);
          },
        },
      }),
    },
  },
  {
    name: 'withdrawal-taken-back-by-strangers',
    promises: ['7 ownership'],
    favours: 'stranger',
    mutation: {
      service: (service, { store }) => ({
        ...service,
        withdrawals: {
          ...service.withdrawals,
          cancel: async (accountId, withdrawalId) => {
            const found = await store.withdrawals.find(withdrawalId);
            return service.withdrawals.cancel(found?.accountId ?? accountId, withdrawalId);
          },
        },
      }),
    },
  },
];
