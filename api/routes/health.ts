/** GET /healthz and /readyz, for an operator who watches the service. */
import { z } from 'zod';
import { publicHandler, type JsonRoute } from '../route.js';

export const alive: JsonRoute = {
  kind: 'json',
  method: 'get',
  path: '/healthz',
  access: 'public',
  weight: 0,
  summary: 'Whether the process is alive.',
  handler: publicHandler(z.object({}), () => Promise.resolve({ message: 'Alive.' })),
};

export const ready: JsonRoute = {
  kind: 'json',
  method: 'get',
  path: '/readyz',
  access: 'public',
  weight: 0,
  summary: 'Whether the service can do its work: store reachable and migrated, bot process beating.',
  handler: publicHandler(z.object({}), async (service) => {
    const { state, checks } = await service.health.ready();
    if (state === 'down')
      return { status: 'error', code: 503, message: 'Not ready.', payload: { state, checks } };
    const message = state === 'ready' ? 'Ready.' : 'Degraded: the platform does not answer.';
    return { message, payload: { state, checks } };
  }),
};
