/**
 * What stands behind an order's link, as the platform says: looked up when the order is made, for its name and id, and
 * again when a moderator opens its card or approves it. The platform may be slow or down: then nothing is said about
 * the link, and nothing fails.
 */
import { checkerToken, type Checkers, type OurBot } from '../checkers/index.js';
import { isChat, kindOf } from '../kinds/index.js';
import type { CallOptions, PlatformAnswer, PlatformChat } from '../platform.js';
import type { Ports } from '../ports.js';
import type { OrderFields, Resource } from '../ports/order-store.js';
import { chatBehind, type LinkOfOrder } from './chat-behind.js';
import { ORDER_TOKEN_PURPOSE, unknownResource } from './draft.js';
import { parseLink } from './links.js';
import { withOurLink } from './shown-link.js';

/**
 * What hinders the order's checks: without them the service could not see who subscribed, so an order that has one is not
 * approved.
 */
export type ResourceProblem =
  | 'not_checked' // The platform did not answer in time.
  | 'not_found' // Nothing there that our bots can see.
  | 'not_a_channel' // A person or a bot.
  | 'not_administrator' // None of our bots can check who subscribed.
  | 'channel_unknown' // An invite link, and it is not known yet which chat it lets people into.
  // Our bot makes no invite link there, which users of a private chat have to come by; or it does not see who asks to join.
  | 'cannot_invite'
  | 'token_refused'
  | 'token_of_other_bot'; // The link leads to another bot than the token's.

export interface ResourceReport {
  /** What to keep with the order; null when nothing new was learnt. */
  resource: Resource | null;
  /** Name on the platform and username without @; `""` when unknown. */
  title: string;
  username: string;
  members: number | null;
  /** One of our bots, for channels; null when unknown or not needed. */
  isAdministrator: boolean | null;
  problems: ResourceProblem[];
}

type Needs = Pick<Ports, 'platform' | 'vault' | 'settings' | 'store' | 'clock'> & {
  checkers: Pick<Checkers, 'bots'>;
};
type Subject = LinkOfOrder & Pick<OrderFields, 'adsType' | 'botTokenCipher' | 'toBotMember'>;

/** Never throws for what the platform does or does not answer. */
export async function inspectResource(
  ports: Needs,
  order: Subject,
  options: CallOptions,
): Promise<ResourceReport> {
  if (isChat(order)) return inspectChannel(ports, order, options);
  if (kindOf(order).isAsked(order)) return inspectBot(ports, order, options);
  return nothing([]);
}

function nothing(problems: ResourceProblem[]): ResourceReport {
  return { resource: null, title: '', username: '', members: null, isAdministrator: null, problems };
}

/** As the order's own bot sees it; where that one is no administrator, as another of ours does that is. */
async function inspectChannel(ports: Needs, order: Subject, options: CallOptions): Promise<ResourceReport> {
  const chat = await chatBehind(ports.store, order);
  if (chat === null) return nothing(['channel_unknown']);
  const report = await lookAround(ports, order, chat, options);
  const { resource } = report;
  if (resource === null) return report;
  const { resourceId, checkerBotId, inviteLink } = order.resource;
  const isSame = resource.resourceId === resourceId && resource.checkerBotId === checkerBotId;
  const known = isSame ? { ...resource, inviteLink } : resource;
  if (report.isAdministrator !== true) return { ...report, resource: known };
  const linked = await withOurLink(ports, order.link, known, options);
  const seesRequests = await requestsSeen(ports, known, options);
  if (linked.ok && seesRequests === true) return { ...report, resource: linked.value };
  const isDenied = (!linked.ok && isDefinite(linked)) || seesRequests === false;
  const problem = isDenied ? 'cannot_invite' : 'not_checked';
  return { ...report, resource: linked.ok ? linked.value : known, problems: [...report.problems, problem] };
}

/** Whether our bot sees who asks to join, where users have to ask; null: the platform does not say. */
async function requestsSeen(ports: Needs, resource: Resource, options: CallOptions): Promise<boolean | null> {
  if (!resource.takesJoinRequests) return true;
  const token = checkerToken(ports.settings, resource.checkerBotId);
  if (token === null) return null;
  return rightsOf(await ports.platform.mayInvite(token, Number(resource.resourceId), options));
}

async function lookAround(
  ports: Needs,
  { resource }: Subject,
  chat: number | string,
  options: CallOptions,
): Promise<ResourceReport> {
  const { bots } = ports.checkers;
  const own = bots.find(({ checkerBotId }) => checkerBotId === resource.checkerBotId) ?? null;
  const seen = own === null ? null : await look(ports, own, chat, options);
  if (seen !== null && (seen.isAdministrator === true || bots.length === 1)) return seen;
  const others = bots.filter((bot) => bot !== own);
  const reports = await Promise.all(others.map((bot) => look(ports, bot, chat, options)));
  const best = reports.find(({ isAdministrator }) => isAdministrator === true);
  return best ?? seen ?? reports[0] ?? nothing(['not_checked']);
}

async function look(
  { platform }: Needs,
  { token, checkerBotId }: OurBot,
  chat: number | string,
  options: CallOptions,
): Promise<ResourceReport> {
  const [found, members, isAdministrator] = await Promise.all([
    platform.chat(token, chat, options),
    platform.memberCount(token, chat, options),
    platform.isAdministrator(token, chat, options),
  ]);
  if (!found.ok) return nothing([isDefinite(found) ? 'not_found' : 'not_checked']);
  if (found.value.type === 'private') return nothing(['not_a_channel']);
  const rights = rightsOf(isAdministrator);
  return {
    resource: resourceOf(found.value, checkerBotId),
    title: found.value.title,
    username: found.value.username,
    members: members.ok ? members.value : null,
    isAdministrator: rights,
    problems: rights === null ? ['not_checked'] : rights ? [] : ['not_administrator'],
  };
}

/** A definite no of the platform's is a no; no answer is not. */
function rightsOf(answer: PlatformAnswer<boolean>): boolean | null {
  if (answer.ok) return answer.value;
  return isDefinite(answer) ? false : null;
}

/** The platform has said no, and will say it again. */
export function isDefinite(answer: PlatformAnswer<unknown>): boolean {
  return !answer.ok && ['chat_gone', 'rights_lost', 'bad_request', 'blocked'].includes(answer.failure.kind);
}

/** What an order keeps of a chat, as this bot of ours sees it (null: the operator bot). */
export function resourceOf(chat: PlatformChat, checkerBotId: number | null): Resource {
  return {
    resourceId: String(chat.chatId),
    name: chat.title,
    logoFileId: chat.photoFileId,
    takesJoinRequests: chat.takesJoinRequests,
    checkerBotId,
    inviteLink: '',
  };
}

async function inspectBot(ports: Needs, order: Subject, options: CallOptions): Promise<ResourceReport> {
  if (order.botTokenCipher === null) return nothing(['token_refused']);
  const token = ports.vault.open(order.botTokenCipher, ORDER_TOKEN_PURPOSE);
  const answer = await ports.platform.me(token, options);
  if (!answer.ok) {
    const isRefused = answer.failure.kind === 'token_refused' || answer.failure.kind === 'bad_request';
    return nothing([isRefused ? 'token_refused' : 'not_checked']);
  }
  const { botId, name, username } = answer.value;
  const parsed = parseLink(order.link);
  const isLinked = parsed.kind === 'username' && parsed.username.toLowerCase() === username.toLowerCase();
  return {
    // The logo is fetched with the operator bot's token, for which another bot's file ids mean nothing.
    resource: { ...unknownResource, resourceId: String(botId), name },
    title: name,
    username,
    members: null,
    isAdministrator: null,
    problems: isLinked ? [] : ['token_of_other_bot'],
  };
}
