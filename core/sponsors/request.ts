/**
 * The main job: which sponsors must this user of this bot subscribe to? (`interface.md`, POST /get-sponsors)
 *
 * It goes one way: see the user → a question still open? → the pinned list, or a new choice → check each → settle the
 * new subscribers → describe each → decide → write everything down in one step → answer. Money moves where it is settled
 * (`joins`), and nowhere else.
 */
import { languageOf } from '../audience/index.js';
import { contactQuestion } from '../contacts/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import { answerAbout, narrow, type SponsorAnswer } from './answer.js';
import type { createListeners } from './listeners.js';
import { type Assessed, type List, sponsorsOf } from './listing.js';
import { isTurnkey, type OngoingRequest, refuse, type SponsorRequest, turnUntil } from './ongoing.js';
import { createPinReader } from './pins.js';
import { blockFor, changesNothing, impressionsToRecord, newPin, recordOf, type Writing } from './record.js';
import { offerReader } from './network-places.js';
import type { Listener, RequestEvents } from './request-events.js';
import { isActionable } from './sponsor.js';
import type { Steps } from './steps.js';

/** The steps, and who listens to what happens in them. */
type RequestParts = Steps &
  Omit<ReturnType<typeof createListeners>, 'listeners'> & { listeners: readonly Listener[] };

export function createRequests(ports: Ports, parts: RequestParts) {
  const { store, clock, settings, words } = ports;
  const { bots, untrusted, responseCache, meet, questions, chooser, picker, listing, joins } = parts;
  const { offers, networkPlaces, listeners } = parts;
  const pinned = createPinReader(ports, chooser, offers);

  const note = <Name extends keyof RequestEvents>(name: Name, event: RequestEvents[Name]) => {
    for (const listener of listeners) listener[name]?.(event);
  };

  const write = async (ongoing: OngoingRequest, writing: Writing) => {
    const record = recordOf(ongoing, writing);
    if (changesNothing(record)) return { kind: 'nothing' } as const;
    return store.sponsors.record(ongoing.request.user.userId, record, turnUntil(ongoing));
  };

  /** The pinned list, or a new one, of which those are settled that the user turned out to be in. */
  const list = async (ongoing: OngoingRequest): Promise<List> => {
    const { bot, context, request, nowMs } = ongoing;
    if (context.pin !== null && request.action !== 'newtask')
      return pinned.read(context.pin, offerReader(ongoing));
    const picked = await picker.pick(ongoing, ongoing.deadlineMs);
    await joins.settleMembers(picked.members, context, request.user.userId, turnUntil(ongoing));
    note('chosen', { of: ongoing, picked });
    const { places, checks } = offers.asks(bot) ? await networkPlaces.fill(ongoing, picked) : picked;
    return { places, checks, pin: null, sinceMs: nowMs, isUnpinned: request.action === 'newtask' };
  };

  const decide = async (
    ongoing: OngoingRequest,
    from: List,
    assessed: readonly Assessed[],
  ): Promise<SponsorAnswer> => {
    const { bot, request, view, context, showsItself } = ongoing;
    const sponsors = narrow(sponsorsOf(assessed), request);
    const waiting = sponsors.filter(isActionable);
    const cannotShow = showsItself && bot.isTokenInvalid;
    const holdsBack = waiting.length > 0 && !cannotShow;
    const isDone = !assessed.some(({ sponsor }) => isActionable(sponsor));

    if (isDone && assessed.length > 0) note('passed', { of: ongoing });
    const isNew = from.pin === null && request.action !== 'newtask' && from.places.length > 0 && !isDone;
    const shown = isNew || waiting.length === 0 ? [] : await context.impressions();
    const written = await write(ongoing, {
      pin: isNew ? newPin(ongoing, from) : null,
      unpin: request.action === 'task' && from.pin !== null && isDone,
      impressions: holdsBack ? impressionsToRecord(ongoing, assessed, isNew, shown) : [],
      contact: holdsBack ? contactQuestion(ongoing, settings) : null,
      block: blockFor(ongoing, holdsBack ? waiting : []),
    });
    // Another request of this user was first: its list is the one that holds.
    if (written.kind === 'pinned')
      return goThrough(
        { ...ongoing, context: { ...context, pin: written.pin } },
        await pinned.read(written.pin, offerReader(ongoing)),
      );

    const passing = sponsors.length === 0 ? 'nothing' : waiting.length > 0 ? 'blockless' : 'passed';
    const verdict = holdsBack ? 'subscribe' : passing;
    const given = answerAbout(words, verdict, showsItself ? null : sponsors, languageOf(view));
    note('served', {
      of: ongoing,
      list: from,
      assessed,
      waiting,
      holdsBack,
      shown,
      wroteNothing: written.kind === 'nothing',
      answer: given,
    });
    return given;
  };

  /** The steps of a list, by their names. Money moves in the second alone. */
  const goThrough = async (ongoing: OngoingRequest, from: List): Promise<SponsorAnswer> => {
    const { bot, context, view, asOf, deadlineMs } = ongoing;
    const { userId } = ongoing.user;
    const reader = { bot, context, userId, language: languageOf(view), isStranger: view.isStranger, asOf };
    const checking = listing.check(from, reader, deadlineMs);
    const hasOffers = from.places.some(({ offer }) => offer !== undefined);
    const checked = await (hasOffers ? networkPlaces.check(ongoing, from, checking) : checking);
    const changes = await joins.settle(checked, userId, context.contact, turnUntil(ongoing));
    const assessed = listing.describe(from, reader, checked, changes);
    return decide(ongoing, from, assessed);
  };

  const handle = async (bot: Bot, request: SponsorRequest, asOf: AsOf): Promise<SponsorAnswer> => {
    refuse(bot, request);
    const nowMs = clock.now();
    const today = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    // The untrusted bot has used its daily quota; let its users through.
    const isWithheld = untrusted.withholds(bot, today, nowMs);
    if (isWithheld !== false && (await isWithheld)) {
      note('refused', { bot, request, today });
      const language = request.user.languageCode ?? settings.DEFAULT_LANGUAGE;
      const verdict = bot.trust === 'refused' ? 'refused' : 'untrusted';
      return answerAbout(words, verdict, isTurnkey(bot, request) ? null : [], language);
    }
    const mark = await store.sponsors.contextMark(request.user.userId, asOf);
    const waitsUntil = (asOf ?? performance.now()) + settings.SPONSORS_DEADLINE_MS;
    const arriving = { bot, request, mark, nowMs, today, asOf, waitsUntil };
    const repeated = responseCache.repeat(arriving);
    const given = repeated === null ? null : await repeated;
    if (given !== null) return given;
    const [ongoing] = await Promise.all([meet(arriving), chooser.sync(asOf)]);
    const asked = questions.next(ongoing);
    if (asked === null) return goThrough(ongoing, await list(ongoing));
    await write(ongoing, { ...asked.noted, contact: contactQuestion(ongoing, settings) });
    return asked.answer;
  };

  return {
    /**
     * @param asOf when it came in
     * @throws ServiceError `bot_switched_off`, or `invalid` when a bot without a token leaves out who the user is
     */
    request: async (botId: number, request: SponsorRequest, asOf?: AsOf): Promise<SponsorAnswer> => {
      const bot = await bots.get(botId, asOf);
      let answer: SponsorAnswer | null = null;
      try {
        answer = await handle(bot, request, asOf);
        return answer;
      } finally {
        note('ended', { botId, answer });
      }
    },
    /** A request of the bot had wrong fields: it counts as one that failed. */
    noteUnread: (botId: number) => note('ended', { botId, answer: null }),
  };
}
