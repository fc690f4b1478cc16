import type { Kind } from './kind.js';

/** A channel or a chat: it is joined. */
export const channel = {
  links: ['username', 'invite'],
  linkNeeded: {
    text: 'the link of a channel or chat, such as https://t.me/name',
    topic: 'link_not_of_channel',
  },
  isChat: true,
  isAsked: () => true,
  ask: ({ platform, inChat }, _, userId, options) =>
    inChat((token, chatId) => platform.presence(token, chatId, userId, options)),
  key: ({ resource }) => resource.resourceId,
  evidence: 'update',
  fields: ['trackUnsubscriptions', 'ownLinks'],
  switch: null,
  button: { plain: 'subscribe', request: 'request' },
} as const satisfies Kind;
