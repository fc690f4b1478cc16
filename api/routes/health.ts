/** GET /healthz and /readyz, for an operator who watches the service. */
import { z } from 'zod';
import { publicHandler, jsonRoute } from '../route.js';

export const alive = jsonRoute('get', '/healthz', {
  access: 'public',
  weight: 0,
  tag: 'Operation',
  handler: publicHandler({
    summary: 'Check that the process is alive',
    payload: {},
    answered: { message: 'Alive.' },
    handle: () => Promise.resolve({ message: 'Alive.' }),
  }),
});

export const ready = jsonRoute('get', '/readyz', {
  access: 'public',
  weight: 0,
  tag: 'Operation',
  handler: publicHandler({
    summary: 'Check that the service can do its work',
    payload: {
      state: z.enum(['ready', 'degraded', 'down']),
      checks: z.strictObject({ store: z.string(), bot: z.string(), platform: z.string() }),
    },
    answered: { message: 'Ready.', state: 'ready', checks: { store: 'ok', bot: 'ok', platform: 'ok' } },
    errors: { 503: 'Not ready; `checks` says why.' },
    handle: async (service) => {
      const { state, checks } = await service.health.ready();
      if (state === 'down')
        return { status: 'error', code: 503, message: 'Not ready.', payload: { state, checks } };
      const message = state === 'ready' ? 'Ready.' : 'Degraded: the platform does not answer.';
      return { message, payload: { state, checks } };
    },
  }),
});
