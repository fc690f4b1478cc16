/**
 * Before the first list is chosen: who the user is, and whether they use the bot, each asked where it is not known
 * (`evidence.md`, Contact). The list waits for both, together, for its share of the deadline.
 */
import type { Audience } from '../audience/index.js';
import { type Contacts, isContactDenied, isContactDue } from '../contacts/index.js';
import type { Bot, Ports, ReportedProfile, RequestContext } from '../ports.js';

/** Of the deadline. */
const MEETING_SHARE = 0.5;

interface Met {
  user: ReportedProfile;
  /** The private chat, or the group, in which the user uses the bot. */
  chatId: number;
}

/** Returns what is known of the user, with what the platform says in time. */
export type Meet = <Seen extends RequestContext>(
  bot: Bot,
  met: Met,
  known: Seen,
  nowMs: number,
) => Promise<Seen>;

export function createMeet(
  { settings }: Pick<Ports, 'settings'>,
  { audience, contacts }: { audience: Pick<Audience, 'meet'>; contacts: Pick<Contacts, 'askFirst' | 'deny'> },
): Meet {
  const contactMs = settings.CONTACT_DAYS * 86_400_000;
  return async (bot, { user: said, chatId }, context, nowMs) => {
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS * MEETING_SHARE;
    const meeting = audience.meet({ bot, said, context, nowMs, deadlineMs });
    const asked = { botId: bot.botId, userId: said.userId, chatId };
    const asking = isContactDue(bot, context.contact, nowMs, contactMs)
      ? contacts.askFirst(asked, deadlineMs)
      : isContactDenied(bot, context.contact)
        ? contacts.deny(asked)
        : null;
    if (meeting === null && asking === null) return context;
    const [user, word] = await Promise.all([meeting, asking]);
    const contact = word === null ? context.contact : { state: word, atMs: nowMs, untilMs: nowMs };
    return { ...context, contact, user: user ?? context.user };
  };
}
