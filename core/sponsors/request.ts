/**
 * The main job: which sponsors must this user of this bot subscribe to? (`interface.md`, POST /get-sponsors)
 *
 * It goes one way: see the user → a question still open? → the pinned list, or a new choice → check each → settle the
 * new subscribers → describe each → decide → write everything down in one step → answer. Money moves where it is settled
 * (`joins`), and nowhere else.
 */
import { areTraitsDue, type BotView, languageOf, saysNew, withClaims } from '../audience/index.js';
import { setOf } from '../collections.js';
import { FIRST_ASKER_MS, hasWorkingToken, isContactDue } from '../contacts/index.js';
import { dayNumberOf } from '../days.js';
import type { OwnLinks } from '../orders/index.js';
import type {
  AsOf,
  Bot,
  EndUser,
  Pin,
  PinMode,
  Ports,
  RequestOutcome,
  ReportedProfile,
  RequestRecord,
} from '../ports.js';
import { answer, answerAbout, outcomeOf, type SponsorAnswer } from './answer.js';
import { createOwnAnswers } from './answers.js';
import { type BotDirectory } from './bot-directory.js';
import type { Chooser } from './choosing/index.js';
import { createFills } from './fills.js';
import { SEEN_AGAIN_MS, impressionsToRecord } from './impressions.js';
import type { Joins } from './joins.js';
import { type Assessed, type List, type Listing, passesAtMs } from './listing.js';
import type { Meet } from './meeting.js';
import type { Picker } from './picking.js';
import { countPassed } from './passed.js';
import { createPinReader } from './pins.js';
import { askedOn, nextQuestion, type Question } from './questions.js';
import { isActionable, type Sponsor } from './sponsor.js';
import { refuse } from './refused-requests.js';
import type { Sights } from './sight.js';
import type { ResponseCache } from './response-cache.js';
import { isTrustedBot } from '../trust/index.js';
import type { TrackedLinks } from './tracked-links.js';
import type { UntrustedLimits } from './untrusted.js';
import type { RememberingContext, RequestContexts } from './request-contexts.js';
import { messageFor } from './words.js';

export interface SponsorRequest {
  chatId: number;
  user: ReportedProfile;
  action: PinMode;
  maxSponsors?: number;
  getLinks?: boolean;
  excludeResourceIds: string[];
  excludeOrderIds: number[];
}

/** What is kept of the deadline for writing things down and answering. */
const WRITING_MS = 60;

const FORM_LIFE_MS = 86_400_000;

export interface RequestParts {
  bots: BotDirectory;
  contexts: RequestContexts;
  chooser: Chooser;
  picker: Picker;
  listing: Listing;
  joins: Joins;
  links: TrackedLinks;
  responseCache: ResponseCache;
  meet: Meet;
  sights: Sights;
  ownLinks: Pick<OwnLinks, 'want'>;
  untrusted: UntrustedLimits;
  publicUrl: string;
}

/** One request on its way. */
interface OngoingRequest {
  bot: Bot;
  request: SponsorRequest;
  user: EndUser;
  view: BotView;
  context: RememberingContext;
  /** See `RequestRecord`. */
  notesUser: boolean;
  nowMs: number;
  today: number;
  /** When it came in. */
  asOf: AsOf;
  /** What the request writes waits no longer for its turn: the answer has to be there by then. */
  waitsUntil: number;
  /** See `SponsorStore.contextMark`; read before the context. */
  mark: number | null;
  deadlineMs: number;
  showsItself: boolean;
}

type Arriving = Pick<OngoingRequest, 'bot' | 'request' | 'mark' | 'nowMs' | 'today' | 'asOf' | 'waitsUntil'>;
type Writing = Partial<Omit<RequestRecord, 'botId' | 'nowMs'>>;

export function createRequests(ports: Ports, parts: RequestParts) {
  const { store, clock, settings } = ports;
  const { bots, contexts, meet, sights, chooser, picker, listing, joins, links, ownLinks } = parts;
  const { responseCache, untrusted, publicUrl } = parts;
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  const contactMs = settings.CONTACT_DAYS * 86_400_000;
  const pinned = createPinReader(ports, chooser);
  const ownAnswers = createOwnAnswers(ports);
  const fills = createFills(ports);

  const arrive = async (arriving: Arriving): Promise<OngoingRequest> => {
    const { bot, request, nowMs, waitsUntil } = arriving;
    const known = await contexts.read(bot, request.user.userId, nowMs);
    const found = await meet(bot, request, known, nowMs);
    const seeing = sights.of(bot, found, request.user, nowMs);
    const { view, context } = seeing instanceof Promise ? await seeing : seeing;
    const answers = await ownAnswers(bot, view, request.user, found, waitsUntil);
    return {
      ...arriving,
      context,
      view,
      user: { ...view.user, ...answers },
      notesUser: areTraitsDue(known, nowMs),
      deadlineMs: nowMs + settings.SPONSORS_DEADLINE_MS - WRITING_MS,
      showsItself: bot.hasToken && !(request.getLinks ?? bot.settings.getLinks),
    };
  };

  const write = async (ongoing: OngoingRequest, writing: Writing) => {
    const { bot, request, context, view, notesUser, nowMs, showsItself } = ongoing;
    const { userId } = request.user;
    const record: RequestRecord = {
      botId: bot.botId,
      nowMs,
      notesUser,
      isFirstForBot: !context.isKnownToBot,
      claims: saysNew(context.claims, request.user) ? view.claims : null,
      pin: null,
      unpin: false,
      impressions: [],
      proof: showsItself ? 'block' : view.isStranger ? 'list' : 'contact',
      counts: !view.isStranger,
      isDenied: bot.hasToken && context.contact?.state === 'no' && (writing.contact ?? null) === null,
      contact: null,
      block: undefined,
      askedOnDay: null,
      askedHereOnDay: null,
      ...writing,
    };
    if (changesNothing(record)) return { kind: 'nothing' } as const;
    return store.sponsors.record(userId, record, turnUntil(ongoing));
  };

  /**
   * What is still to be asked about the user's contact, where the platform did not answer before the list. A block that
   * arrives is its word by itself: then joins only have to be settled when it never does.
   */
  const questionOf = ({ bot, context, request, nowMs, showsItself }: OngoingRequest) => {
    if (!isContactDue(bot, context.contact, nowMs, contactMs)) return null;
    const untilMs = nowMs + attributionMs;
    const dueAtMs = showsItself ? untilMs : nowMs + FIRST_ASKER_MS;
    return { chatId: request.chatId, dueAtMs, untilMs, staleAtMs: nowMs - contactMs };
  };

  const ask = async (ongoing: OngoingRequest, question: Question): Promise<SponsorAnswer> => {
    const { bot, user, nowMs, today, showsItself } = ongoing;
    const expiresAtMs = (Math.floor(nowMs / FORM_LIFE_MS) + 2) * FORM_LIFE_MS;
    const token = links.token({ kind: 'form', botId: bot.botId, userId: user.userId }, expiresAtMs);
    const url = `${publicUrl}/form/${token}`;
    const language = languageOf(ongoing.view);
    const content = question === 'form' ? { kind: question, language, url } : { kind: question, language };
    const block = showsItself ? { chatId: ongoing.request.chatId, content } : undefined;
    const noted = ongoing.view.isStranger ? { askedHereOnDay: today } : { askedOnDay: today };
    await write(ongoing, { block, contact: questionOf(ongoing), ...noted });
    const message = messageFor(question, language);
    if (showsItself) return answer('warning', { message, detail: 'Answer the question first.' }, null);
    const status = question === 'form' ? 'register' : question;
    const asked = answer(status, { message, detail: `Ask the user for: ${question}.` }, []);
    return question === 'form' ? { ...asked, registrationUrl: url } : asked;
  };

  /** The pinned list, or a new one, of which those are settled that the user turned out to be in. */
  const list = async (ongoing: OngoingRequest): Promise<List> => {
    const { context, request, nowMs } = ongoing;
    if (context.pin !== null && request.action !== 'newtask') return pinned.read(context.pin);
    const picked = await picker.pick(ongoing, ongoing.deadlineMs);
    const { places, checks } = picked;
    await joins.settleMembers(picked.members, context, request.user.userId, turnUntil(ongoing));
    fills.chosen(ongoing, picked);
    const isUnpinned = request.action === 'newtask' ? ({ isUnpinned: true } as const) : {};
    return { places, checks, pin: null, sinceMs: nowMs, ...isUnpinned };
  };

  const decide = async (
    ongoing: OngoingRequest,
    from: List,
    assessed: readonly Assessed[],
  ): Promise<SponsorAnswer> => {
    const { bot, request, view, context, showsItself, mark } = ongoing;
    const sponsors = narrow(assessed, request).map((place) => place.sponsor);
    const waiting = sponsors.filter(isActionable);
    const cannotShow = showsItself && bot.isTokenInvalid;
    const holdsBack = waiting.length > 0 && !cannotShow;
    const isDone = !assessed.some(({ sponsor }) => isActionable(sponsor));

    if (isDone && assessed.length > 0) countPassed(store, ongoing);
    const isNew = from.pin === null && request.action !== 'newtask' && from.places.length > 0 && !isDone;
    const written = await write(ongoing, {
      pin: isNew ? newPin(ongoing, from) : null,
      unpin: request.action === 'task' && from.pin !== null && isDone,
      impressions: holdsBack ? await impressionsToRecord(ongoing, assessed, isNew) : [],
      contact: holdsBack ? questionOf(ongoing) : null,
      block: blockFor(ongoing, holdsBack ? waiting : []),
    });
    // Another request of this user was first: its list is the one that holds.
    if (written.kind === 'pinned')
      return goThrough(
        { ...ongoing, context: { ...context, pin: written.pin } },
        await pinned.read(written.pin),
      );

    const shown = showsItself ? null : sponsors;
    // By a link of its own an untrusted bot proves nothing: it must not take the place of one that does.
    if (from.pin === null && holdsBack && isTrustedBot(bot)) ownLinks.want(assessed, bot.botId);
    const given = answerAbout(holdsBack, sponsors.length, shown, languageOf(view));
    // With a token that works, the platform is asked about a stranger again soon, which a repeated answer would put off.
    if (written.kind === 'nothing' && mark !== null && !(view.isStranger && hasWorkingToken(bot)))
      responseCache.keep(
        { ...ongoing, mark },
        from,
        assessed,
        given,
        await repeatsUntil(ongoing, from, waiting),
      );
    return given;
  };

  /** The steps of a list, by their names. Money moves in the second alone. */
  const goThrough = async (ongoing: OngoingRequest, from: List): Promise<SponsorAnswer> => {
    const { bot, context, view, asOf, deadlineMs } = ongoing;
    const { userId } = ongoing.user;
    const reader = { bot, context, userId, language: languageOf(view), isStranger: view.isStranger, asOf };
    const checked = await listing.check(from, reader, deadlineMs);
    const changes = await joins.settle(checked, userId, turnUntil(ongoing));
    const assessed = listing.describe(from, reader, checked, changes);
    return decide(ongoing, from, assessed);
  };

  /** The answer of a moment ago, where it would be the same. */
  const repeat = async (arriving: Arriving): Promise<SponsorAnswer | null> => {
    const { bot, request, mark, asOf } = arriving;
    if (mark === null || !responseCache.has(bot.botId, request.user.userId)) return null;
    await chooser.sync(asOf);
    return responseCache.find({ ...arriving, mark });
  };

  const handle = async (bot: Bot, request: SponsorRequest, asOf: AsOf): Promise<SponsorAnswer> => {
    refuse(bot, request);
    const nowMs = clock.now();
    const today = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    // Nobody vouches for the bot, and it had its share: its users must not be stuck for that.
    const isWithheld = untrusted.withholds(bot, today, nowMs);
    if (isWithheld !== false && (await isWithheld)) {
      fills.withheld(bot, today, request.user.languageCode ?? '');
      const language = request.user.languageCode ?? settings.DEFAULT_LANGUAGE;
      return answerAbout(false, 0, bot.hasToken ? null : [], language);
    }
    const mark = await store.sponsors.contextMark(request.user.userId, asOf);
    const waitsUntil = (asOf ?? performance.now()) + settings.SPONSORS_DEADLINE_MS;
    const arriving = { bot, request, mark, nowMs, today, asOf, waitsUntil };
    const repeated = await repeat(arriving);
    if (repeated !== null) return repeated;
    const [ongoing] = await Promise.all([arrive(arriving), chooser.sync(asOf)]);
    // What the bot has passed on already is not asked again, though it may not count.
    const answered = withClaims(ongoing.user, ongoing.view.claims);
    const askedToday = askedOn(today, ongoing.view, answered, ongoing.context.askedHere);
    const question = nextQuestion(bot, answered, askedToday);
    if (question !== null && !(ongoing.showsItself && bot.isTokenInvalid)) return ask(ongoing, question);
    return goThrough(ongoing, await list(ongoing));
  };

  const count = (botId: number, outcome: RequestOutcome) => {
    store.statistics.countRequest(botId, dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE), outcome);
  };

  return {
    /**
     * @param asOf when it came in
     * @throws ServiceError `bot_switched_off`, or `invalid` when a bot without a token leaves out who the user is
     */
    request: async (botId: number, request: SponsorRequest, asOf?: AsOf): Promise<SponsorAnswer> => {
      const bot = await bots.get(botId, asOf);
      try {
        const given = await handle(bot, request, asOf);
        count(botId, outcomeOf(given));
        if (given.status !== 'ok') untrusted.note(botId);
        return given;
      } catch (error) {
        count(botId, 'error');
        throw error;
      }
    },
  };
}

/** A write of a request that is late already may still wait for its turn as long as writing takes. */
function turnUntil({ waitsUntil }: Pick<OngoingRequest, 'waitsUntil'>): number {
  return Math.max(waitsUntil, performance.now() + WRITING_MS);
}

/** When the pin ends, an impression of what the user has still to do is to be made the latest again, or a stranger passes. */
async function repeatsUntil(
  { bot, context: { pin, impressions }, view }: OngoingRequest,
  list: List,
  waiting: readonly Sponsor[],
): Promise<number> {
  const orderIds = setOf(waiting, ({ orderId }) => orderId);
  const endsAtMs = (waiting.length === 0 ? [] : await impressions())
    .filter((impression) => impression.botId === bot.botId && orderIds.has(impression.orderId))
    .map((impression) => impression.seenAtMs + SEEN_AGAIN_MS);
  const passes =
    view.isStranger && waiting.length > 0 ? list.places.map((place) => passesAtMs(place, list)) : [];
  return Math.min(pin?.expiresAtMs ?? 0, ...endsAtMs, ...passes);
}

/** What this very request excludes filters its answer, not the pinned list. */
function narrow(
  assessed: readonly Assessed[],
  { excludeOrderIds, excludeResourceIds, maxSponsors }: SponsorRequest,
): Assessed[] {
  if (excludeOrderIds.length === 0 && excludeResourceIds.length === 0) return assessed.slice(0, maxSponsors);
  const orderIds = new Set(excludeOrderIds);
  const resourceIds = new Set(excludeResourceIds);
  return assessed
    .filter(({ sponsor }) => !orderIds.has(sponsor.orderId) && !resourceIds.has(sponsor.resourceId))
    .slice(0, maxSponsors);
}

function newPin({ request, bot, nowMs }: OngoingRequest, { places }: List): Pin {
  return {
    mode: request.action === 'task' ? 'task' : 'subscribe',
    slots: places.map((place) => place.slot),
    pinnedAtMs: nowMs,
    expiresAtMs: nowMs + bot.settings.timePurgeMinutes * 60_000,
  };
}

function blockFor(ongoing: OngoingRequest, waiting: readonly Sponsor[]): RequestRecord['block'] {
  const { showsItself, context, request, bot } = ongoing;
  const { chatId } = request;
  // A bot may ask for links in one place and have a block shown in another: the block is not about this request.
  if (!showsItself) return undefined;
  if (waiting.length === 0) return context.hasBlock ? { chatId, content: null } : undefined;
  const opensInside = bot.settings.redirectOpenType === 'miniapp';
  const buttons = waiting.map(({ type, resourceName, buttonText, link: url }) => {
    if (type !== 'smart_link') return { text: resourceName || buttonText, url };
    // Where it leads is not known yet: its host is no name for a button.
    return { text: buttonText, url, ...(opensInside ? { opensInside } : {}) };
  });
  return { chatId, content: { kind: 'sponsors', language: languageOf(ongoing.view), buttons } };
}

function changesNothing(record: RequestRecord): boolean {
  const { claims, isFirstForBot, pin, unpin, impressions, contact, block, askedOnDay, askedHereOnDay } =
    record;
  const isQuiet = claims === null && !isFirstForBot && pin === null && !unpin && contact === null;
  return (
    isQuiet && impressions.length === 0 && block === undefined && (askedOnDay ?? askedHereOnDay) === null
  );
}
