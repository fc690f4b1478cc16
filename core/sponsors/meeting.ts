/**
 * Sees the user: what is known of them, who they are and whether they use the bot, each asked where it is not known
 * (`evidence.md`, Contact), and what they have just answered. The list waits for the platform for its share of the deadline.
 */
import { areTraitsDue, type Audience } from '../audience/index.js';
import { type Contacts, isContactDenied, isContactDue, standingContact } from '../contacts/index.js';
import type { Ports } from '../ports.js';
import { type Arriving, isTurnkey, type OngoingRequest, turnUntil, WRITING_MS } from './ongoing.js';
import { createOwnAnswers } from './questions.js';
import type { RememberingContext, RequestContexts } from './request-contexts.js';
import type { Sights } from './sight.js';

/** Of the deadline. */
const MEETING_SHARE = 0.5;

export type Meet = (arriving: Arriving) => Promise<OngoingRequest>;

export function createMeet(
  ports: Pick<Ports, 'settings' | 'store' | 'clock'>,
  parts: {
    audience: Pick<Audience, 'meet'>;
    contacts: Pick<Contacts, 'askFirst' | 'deny'>;
    contexts: RequestContexts;
    sights: Sights;
  },
): Meet {
  const { settings } = ports;
  const { audience, contacts, contexts, sights } = parts;
  const contactMs = settings.CONTACT_DAYS * 86_400_000;
  const ownAnswers = createOwnAnswers(ports);

  /** What is known of the user, with what the platform says in time. */
  const ask = async (
    { bot, request: { user: said, chatId }, nowMs }: Arriving,
    known: RememberingContext,
  ): Promise<RememberingContext> => {
    const standing = await standingContact(bot, known.contact, known.impressions, nowMs);
    const context = standing === known.contact ? known : { ...known, contact: standing };
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

  return async (arriving) => {
    const { bot, request, mark, nowMs, today, asOf, waitsUntil } = arriving;
    const known = await contexts.read(bot, request.user.userId, nowMs);
    const found = await ask(arriving, known);
    const seeing = sights.of(bot, found, request.user, nowMs);
    const { view, context } = seeing instanceof Promise ? await seeing : seeing;
    const answers = await ownAnswers(bot, view, request.user, found, turnUntil(arriving));
    return {
      bot,
      request,
      context,
      view,
      user: answers === null ? view.user : { ...view.user, ...answers },
      notesUser: areTraitsDue(known, nowMs),
      nowMs,
      today,
      asOf,
      waitsUntil,
      mark,
      deadlineMs: nowMs + settings.SPONSORS_DEADLINE_MS - WRITING_MS,
      showsItself: isTurnkey(bot, request),
    };
  };
}
