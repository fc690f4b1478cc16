/** Logos of sponsors, fetched from the platform once and served by us: its own addresses hold a token. */
import { checkerToken } from '../checkers/index.js';
import type { Ports } from '../ports.js';
import { ServiceError } from '../errors.js';

const LOGO_BYTES = 256 * 1024;
const KEPT_LOGOS = 200;
const FETCH_MS = 4_000;

export function createLogos({ store, platform, clock, settings }: Ports) {
  /** By the platform's id of the file, which has another where the picture is another. */
  const kept = new Map<string, Uint8Array>();

  const fetch = async (fileId: string, token: string): Promise<Uint8Array> => {
    const options = { deadlineMs: clock.now() + FETCH_MS };
    const answer = await platform.file(token, fileId, LOGO_BYTES, options);
    if (!answer.ok)
      throw new ServiceError('unavailable', 'The logo cannot be had just now.', { retryAfterSeconds: 60 });
    if (kept.size >= KEPT_LOGOS) kept.clear();
    kept.set(fileId, answer.value);
    return answer.value;
  };

  return {
    /** @throws ServiceError `not_found` when the order has none, `unavailable` when the platform does not give it */
    ofOrder: async (orderId: number) => {
      const resource = (await store.orders.find(orderId))?.resource;
      const fileId = resource?.logoFileId ?? '';
      const token = checkerToken(settings, resource?.checkerBotId ?? null);
      if (fileId === '' || token === null) throw new ServiceError('not_found', 'There is no such logo.');
      return kept.get(fileId) ?? fetch(fileId, token);
    },
  };
}
