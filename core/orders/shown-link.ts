/**
 * The link that users see of an order. One into a private chat is another administrator's: the platform shows it to no bot
 * of ours, and does not say when it ends. Users see one that the order's bot made, which surely leads to the chat where
 * that bot checks.
 */
import { botIdOf, checkerToken } from '../checkers/index.js';
import type { Answered, CallOptions } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Order, Resource } from '../ports/order-store.js';
import { parseLink } from './links.js';

/** How administrators see our links named. */
const LINK_NAME = 'Sponsorgate';

type Needs = Pick<Ports, 'platform' | 'settings' | 'store' | 'clock'>;

/** @param linkThen the order's link as a list was made with it; absent: as it is now */
export function shownLink({ link, resource }: Pick<Order, 'link' | 'resource'>, linkThen = link): string {
  return resource.inviteLink === '' ? linkThen : resource.inviteLink;
}

/**
 * What is known of the chat behind an order, with our own link into it where users have to see one.
 * @returns the failure where the platform makes none, mostly for want of the right
 */
export async function withOurLink(
  ports: Needs,
  link: string,
  resource: Resource,
  options?: CallOptions,
): Answered<Resource> {
  const parsed = parseLink(link);
  if (parsed.kind !== 'invite' || resource.resourceId === '') return { ok: true, value: resource };
  const ours = await ourLink(ports, resource, options);
  if (!ours.ok) return ours;
  // A person who chose the chat in our bot has ours as the order's link.
  return { ok: true, value: { ...resource, inviteLink: ours.value === parsed.link ? '' : ours.value } };
}

/**
 * The same, once the link that was ours until now is known to work; one that does not is followed by another.
 * @returns the failure where the platform makes none, or does not say
 */
export async function withWorkingLink(
  ports: Needs,
  link: string,
  resource: Resource,
  options?: CallOptions,
): Answered<Resource> {
  const { platform, store, clock } = ports;
  const { resourceId, takesJoinRequests } = resource;
  const { botId, token } = makerOf(ports, resource);
  const known = await store.chats.ourLink(resourceId, botId);
  if (known !== null) {
    const askedAtMs = clock.now();
    const ours = { url: addressOf(known), name: LINK_NAME, takesJoinRequests };
    const works = await platform.inviteLinkWorks(token, Number(resourceId), ours, options);
    if (!works.ok) return works;
    // Another order may have had another one made meanwhile.
    if (!works.value) await store.chats.endOurLinks(resourceId, botId, askedAtMs);
  }
  return withOurLink(ports, link, resource, options);
}

/** One for each chat and bot: made when it is first needed, and again once the last does not work any more. */
export async function ourLink(
  ports: Needs,
  resource: Pick<Resource, 'resourceId' | 'checkerBotId' | 'takesJoinRequests'>,
  options?: CallOptions,
): Answered<string> {
  const { platform, store, clock } = ports;
  const { resourceId, takesJoinRequests } = resource;
  const { botId, token } = makerOf(ports, resource);
  const known = await store.chats.ourLink(resourceId, botId);
  if (known !== null) return { ok: true, value: addressOf(known) };
  const made = await platform.createInviteLink(
    token,
    Number(resourceId),
    { name: LINK_NAME, takesJoinRequests },
    options,
  );
  if (!made.ok) return made;
  const parsed = parseLink(made.value);
  if (parsed.kind === 'invite') await store.chats.noteLink(parsed.key, resourceId, botId, clock.now());
  return made;
}

/** The bot of ours that makes the links of a chat: the one that checks there. */
function makerOf({ settings }: Needs, { checkerBotId }: Pick<Resource, 'checkerBotId'>) {
  const botId = checkerBotId ?? botIdOf(settings.BOT_TOKEN);
  return { botId, token: checkerToken(settings, checkerBotId) ?? settings.BOT_TOKEN };
}

function addressOf(linkKey: string): string {
  return `https://t.me/${linkKey}`;
}
