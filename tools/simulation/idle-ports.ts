/** What a simulation has no use for: nothing behind these ports knows anything or does anything. */
import { words } from '../../words/index.js';
import type { Ports } from '../../core/ports.js';

export const idlePorts: Pick<
  Ports,
  | 'membershipService'
  | 'geo'
  | 'files'
  | 'photoClassifier'
  | 'webhookSender'
  | 'outgoingFetch'
  | 'networks'
  | 'rails'
  | 'words'
  | 'log'
> = {
  membershipService: { isConfigured: false, isMember: () => Promise.reject(new Error('not configured')) },
  geo: { knows: { countries: false, cities: false }, lookup: () => ({}) },
  files: { open: () => Promise.resolve(null) },
  photoClassifier: { classify: () => Promise.resolve('unknown') },
  webhookSender: {
    fault: () => Promise.resolve(null),
    pictureFault: () => Promise.resolve(null),
    post: () => Promise.resolve({ ok: true, status: 200, tookMs: 1 }),
  },
  outgoingFetch: () => Promise.reject(new Error('no address is asked')),
  networks: {
    list: () => Promise.resolve({ ok: true, offers: [] }),
    check: () => Promise.resolve({ ok: true, offers: [] }),
  },
  rails: [],
  words,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
};
