import type { Kind } from './kind.js';

/** Somebody's bot: it is started. */
export const bot = {
  links: ['username'],
  linkNeeded: { text: 'the link of a bot, such as https://t.me/name_bot', topic: 'link_not_of_bot' },
  isChat: false,
  isAsked: ({ toBotMember }) => !toBotMember,
  ask: ({ platform, membershipService, withSecret }, { toBotMember }, userId, options) =>
    withSecret((secret) =>
      toBotMember
        ? membershipService.isMember(secret, userId, options)
        : platform.hasStarted(secret, userId, options),
    ),
  key: ({ toBotMember, resource }) => (toBotMember ? '' : resource.resourceId),
  evidence: 'answer',
  fields: ['botToken', 'toBotMember'],
  switch: { setting: 'showBots', off: 'bots_not_shown' },
  button: { plain: 'start', request: 'start' },
} as const satisfies Kind;
