import type { Kind } from './kind.js';

/** A site or a mini app, or whatever is not to be checked: it is opened. */
export const resource = {
  links: ['username', 'invite', 'url'],
  linkNeeded: null,
  isChat: false,
  isAsked: () => false,
  ask: null,
  key: () => '',
  evidence: 'opening',
  fields: [],
  switch: { setting: 'showResources', off: 'resources_not_shown' },
  button: { plain: 'open', request: 'open' },
} as const satisfies Kind;
