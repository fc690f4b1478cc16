/** When the platform is asked whether a user uses a bot (`evidence.md`, Contact). */
import { isConfirmed } from '../audience/index.js';
import { hasWorkingToken } from '../bot-trust.js';
import { NEWER_AFTER_MS } from '../evidence/index.js';
import type { Settings } from '../config.js';
import type { Bot } from '../ports/bot-store.js';
import type { Contact, Impression, RequestContext, RequestRecord } from '../ports/sponsor-store.js';

/** A user who does not use the bot, as the platform says, is asked about again with a later request. */
const DENIED_MS = 10_000;
/** For so long the process that asked first has the question to itself. */
const FIRST_ASKER_MS = 10_000;

/** Whether it is a no without a question: nothing is known, and the platform refuses the bot's token. */
export function isContactDenied({ hasToken, isTokenInvalid }: Bot, contact: Contact | null): boolean {
  return hasToken && isTokenInvalid && contact === null;
}

/**
 * The contact as this request takes it. A user who was shown a sponsor by another bot may have left this one: there a yes
 * holds only until the next list could become newer than the other's (`evidence.md`, Contact).
 * @param shown reads the user's impressions in all bots; only where the yes is that old
 */
export async function standingContact(
  { botId }: Pick<Bot, 'botId'>,
  contact: Contact | null,
  shown: () => Promise<readonly Pick<Impression, 'botId'>[]>,
  nowMs: number,
): Promise<Contact | null> {
  if (contact?.state !== 'yes' || nowMs - contact.atMs < NEWER_AFTER_MS) return contact;
  const isContested = (await shown()).some((impression) => impression.botId !== botId);
  return isContested ? { ...contact, state: 'unknown', untilMs: nowMs } : contact;
}

/** Whether to ask now: nothing is known that holds, and it is not being asked already. */
export function isContactDue(bot: Bot, contact: Contact | null, nowMs: number, contactMs: number): boolean {
  if (!hasWorkingToken(bot) || isConfirmed(contact, nowMs, contactMs)) return false;
  if (contact?.state === 'unknown') return nowMs >= contact.untilMs;
  return contact?.state !== 'no' || nowMs - contact.atMs >= DENIED_MS;
}

/**
 * What is still to be asked about the user's contact, where the platform did not answer before the list. A block that
 * arrives is its word by itself: then joins only have to be settled when it never does.
 */
export function contactQuestion(
  of: {
    bot: Bot;
    context: Pick<RequestContext, 'contact'>;
    request: { chatId: number };
    nowMs: number;
    showsItself: boolean;
  },
  settings: Pick<Settings, 'ATTRIBUTION_HOURS' | 'CONTACT_DAYS'>,
): RequestRecord['contact'] {
  const { bot, context, request, nowMs, showsItself } = of;
  if (!isContactDue(bot, context.contact, nowMs, settings.CONTACT_DAYS * 86_400_000)) return null;
  const untilMs = nowMs + settings.ATTRIBUTION_HOURS * 3_600_000;
  const dueAtMs = showsItself ? untilMs : nowMs + FIRST_ASKER_MS;
  return { chatId: request.chatId, dueAtMs, untilMs, staleAtMs: nowMs - NEWER_AFTER_MS };
}
