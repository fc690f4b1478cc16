/** What a link leads to, as far as it is known before anything is ordered: its kind, and what it is called. */
import type { AdsType } from '../kinds/index.js';
import type { Ports } from '../ports.js';
import { chatBehind } from './chat-behind.js';
import { unknownResource } from './draft.js';
import { parseLink } from './links.js';
import { isDefinite } from './resource.js';

/** How long somebody waits for it. */
const LOOK_MS = 2_000;
/** Every bot's username ends so, and hardly any channel's does. */
const OF_BOT = /bot$/i;

export interface LinkTarget {
  link: string;
  /** Null when unknown. */
  kind: AdsType | null;
  /** `''` when unknown. */
  name: string;
  /** It is an invite link, and nothing says which chat it leads to. */
  isChatUnknown?: true;
  /** The platform says that nothing is there, as far as our bot can see. */
  isAbsent?: true;
}

type Needs = Pick<Ports, 'platform' | 'store' | 'settings' | 'clock'>;

/**
 * Never throws for what the platform does or does not answer.
 * @param accountId who asks
 * @returns null for what is no link
 */
export async function lookUpLink(ports: Needs, accountId: number, text: string): Promise<LinkTarget | null> {
  const parsed = parseLink(text);
  if (parsed.kind === 'invalid') return null;
  const { link } = parsed;
  if (parsed.kind === 'url') return { link, kind: 'resource', name: nameOfPlace(new URL(link)) };
  if (parsed.kind === 'invite') {
    const order = { accountId, link, linkKey: parsed.key, resource: unknownResource };
    const chatId = await chatBehind(ports.store, order);
    if (chatId === null) return { link, kind: 'channel', name: '', isChatUnknown: true };
    const chat = await ask(ports, chatId);
    return { link, kind: 'channel', name: chat.ok ? chat.value.title : '' };
  }
  const { username } = parsed;
  const bot = { link, kind: 'bot', name: `@${username}` } as const;
  // A bot cannot ask about another bot.
  if (OF_BOT.test(username)) return bot;
  const found = await ask(ports, `@${username}`);
  if (!found.ok) return { link, kind: null, name: '', ...(isDefinite(found) ? { isAbsent: true } : {}) };
  return found.value.type === 'private' ? bot : { link, kind: 'channel', name: found.value.title };
}

function ask({ platform, settings, clock }: Needs, chat: number | string) {
  return platform.chat(settings.BOT_TOKEN, chat, { deadlineMs: clock.now() + LOOK_MS });
}

function nameOfPlace({ hostname, pathname }: URL): string {
  const host = hostname.replace(/^www\./, '');
  return host === 't.me' ? `@${pathname.slice(1)}` : host;
}
