/**
 * The main job: which sponsors must this user of this bot subscribe to? (`interface.md`, POST /get-sponsors)
 *
 * It goes one way: see the user → a question still open? → the pinned list, or a new choice → check each → settle the
 * new subscribers → describe each → decide → write everything down in one step → answer. Money moves where it is settled
 * (`joins`), and nowhere else.
 */
import { type Audience, type BotView, languageOf, saysNew, withClaims } from '../audience/index.js';
import { setOf } from '../collections.js';
import { type Contacts, FIRST_ASKER_MS } from '../contacts/index.js';
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
  Visit,
  VisitRecord,
} from '../ports.js';
import { answer, answerAbout, outcomeOf, type SponsorAnswer } from './answer.js';
import { createOwnAnswers } from './answers.js';
import { type BotDirectory } from './bot-directory.js';
import type { Chooser } from './choosing/index.js';
import { createFills } from './fills.js';
import { SEEN_AGAIN_MS, impressionsToRecord } from './impressions.js';
import type { Joins } from './joins.js';
import type { Assessed, List, Listing } from './listing.js';
import type { Picker } from './picking.js';
import { withOpenings } from './openings.js';
import { countPassed } from './passed.js';
import { createPinReader } from './pins.js';
import { askedOn, nextQuestion, type Question } from './questions.js';
import { isActionable, type Sponsor } from './sponsor.js';
import { refuse } from './refused-requests.js';
import { withoutOthers } from './strangers.js';
import type { ResponseCache } from './response-cache.js';
import { isTrustedBot } from '../trust/index.js';
import type { TrackedLinks } from './tracked-links.js';
import type { UntrustedLimits } from './untrusted.js';
import type { RememberingVisit, Visits } from './visits.js';
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

/** Of the deadline, for asking who a new user is. */
const MEETING_SHARE = 0.5;

/** What is kept of the deadline for writing things down and answering. */
const WRITING_MS = 60;

/** Somebody of whom the platform said that they do not use the bot is asked about again with a later request. */
const DENIED_MS = 10_000;

const FORM_LIFE_MS = 86_400_000;

export interface RequestParts {
  bots: BotDirectory;
  visits: Visits;
  chooser: Chooser;
  picker: Picker;
  listing: Listing;
  joins: Joins;
  links: TrackedLinks;
  responseCache: ResponseCache;
  contacts: Pick<Contacts, 'ask'>;
  ownLinks: Pick<OwnLinks, 'want'>;
  untrusted: UntrustedLimits;
  audience: Pick<Audience, 'meet' | 'view'>;
  publicUrl: string;
}

/** One request on its way. */
interface RequestContext {
  bot: Bot;
  request: SponsorRequest;
  user: EndUser;
  view: BotView;
  visit: RememberingVisit;
  nowMs: number;
  today: number;
  /** When it came in. */
  asOf: AsOf;
  /** See `SponsorStore.visitMark`; read before the visit. */
  mark: number | null;
  deadlineMs: number;
  showsItself: boolean;
}

type Arriving = Pick<RequestContext, 'bot' | 'request' | 'mark' | 'nowMs' | 'today' | 'asOf'>;
type Writing = Partial<Omit<VisitRecord, 'botId' | 'nowMs'>>;

export function createRequests(ports: Ports, parts: RequestParts) {
  const { store, clock, settings } = ports;
  const { bots, visits, audience, contacts, chooser, picker, listing, joins, links, ownLinks } = parts;
  const { responseCache, untrusted, publicUrl } = parts;
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  const contactMs = settings.CONTACT_DAYS * 86_400_000;
  const pinned = createPinReader(ports, chooser);
  const ownAnswers = createOwnAnswers(ports);
  const fills = createFills(ports);

  /** What the platform tells of somebody who is new to us, if it is told soon: the list has its share of the deadline. */
  const meet = async (bot: Bot, said: ReportedProfile, visit: RememberingVisit, nowMs: number) => {
    const deadlineMs = nowMs + settings.SPONSORS_DEADLINE_MS * MEETING_SHARE;
    const meeting = audience.meet({ bot, said, visit, nowMs, deadlineMs });
    const user = meeting === null ? null : await meeting;
    return user === null ? visit : { ...visit, user };
  };

  const arrive = async ({ bot, request, mark, nowMs, today, asOf }: Arriving): Promise<RequestContext> => {
    const found = await meet(bot, request.user, await visits.read(bot, request.user.userId, nowMs), nowMs);
    const seen = audience.view(bot, found, request.user, nowMs);
    const view = seen instanceof Promise ? await seen : seen;
    const answers = await ownAnswers(bot, view, request.user, found);
    return {
      bot,
      request,
      visit: view.isStranger ? withoutOthers(found, bot) : withOpenings(found, bot),
      view,
      user: { ...view.user, ...answers },
      nowMs,
      today,
      asOf,
      mark,
      deadlineMs: nowMs + settings.SPONSORS_DEADLINE_MS - WRITING_MS,
      showsItself: bot.hasToken && !(request.getLinks ?? bot.settings.getLinks),
    };
  };

  const write = async (context: RequestContext, writing: Writing) => {
    const { bot, request, visit, view, nowMs, showsItself } = context;
    const { userId } = request.user;
    const record: VisitRecord = {
      botId: bot.botId,
      nowMs,
      isNewUser: visit.user === null && !visit.isKnownToBot,
      isFirstForBot: !visit.isKnownToBot,
      claims: saysNew(visit.claims, request.user) ? view.claims : null,
      pin: null,
      unpin: false,
      impressions: [],
      proof: showsItself ? 'block' : view.isInContact ? 'contact' : 'list',
      counts: view.isInContact,
      isDenied: bot.hasToken && visit.contact?.state === 'no' && (writing.contact ?? null) === null,
      contact: null,
      block: undefined,
      askedOnDay: null,
      askedHereOnDay: null,
      ...writing,
    };
    if (changesNothing(record)) return { kind: 'nothing' } as const;
    const written = await store.sponsors.record(userId, record);
    if (record.contact !== null && written.kind === 'recorded' && !showsItself)
      contacts.ask({ botId: bot.botId, userId, chatId: record.contact.chatId });
    return written;
  };

  /**
   * What is to be asked about the user's contact with the bot, once sponsors are shown. A block that arrives is the
   * platform's word by itself: then joins only have to be settled when it never does.
   */
  const questionOf = ({
    bot,
    view,
    visit,
    request,
    nowMs,
    showsItself,
  }: RequestContext): VisitRecord['contact'] => {
    if (!bot.hasToken || view.isInContact) return null;
    const { contact } = visit;
    if (contact?.state === 'unknown' && nowMs < contact.untilMs) return null;
    if (contact?.state === 'no' && nowMs - contact.atMs < DENIED_MS) return null;
    const untilMs = nowMs + attributionMs;
    const dueAtMs = showsItself ? untilMs : nowMs + FIRST_ASKER_MS;
    return { chatId: request.chatId, dueAtMs, untilMs, staleAtMs: nowMs - contactMs };
  };

  const ask = async (context: RequestContext, question: Question): Promise<SponsorAnswer> => {
    const { bot, user, nowMs, today, showsItself } = context;
    const expiresAtMs = (Math.floor(nowMs / FORM_LIFE_MS) + 2) * FORM_LIFE_MS;
    const token = links.token({ kind: 'form', botId: bot.botId, userId: user.userId }, expiresAtMs);
    const url = `${publicUrl}/form/${token}`;
    const language = languageOf(context.view);
    const content = question === 'form' ? { kind: question, language, url } : { kind: question, language };
    const block = showsItself ? { chatId: context.request.chatId, content } : undefined;
    const { isStranger, isInContact } = context.view;
    // Nobody else tells that they use the bot again: with a list, the list is when the platform is asked.
    const contact = isStranger ? questionOf(context) : null;
    const noted = isInContact ? { askedOnDay: today } : { askedHereOnDay: today };
    await write(context, { block, contact, ...noted });
    const message = messageFor(question, language);
    if (showsItself) return answer('warning', { message, detail: 'Answer the question first.' }, null);
    const status = question === 'form' ? 'register' : question;
    const asked = answer(status, { message, detail: `Ask the user for: ${question}.` }, []);
    return question === 'form' ? { ...asked, registrationUrl: url } : asked;
  };

  /** The pinned list, or a new one, of which those are settled that the user turned out to be in. */
  const list = async (context: RequestContext): Promise<List> => {
    const { visit, request, nowMs } = context;
    if (visit.pin !== null && request.action !== 'newtask') return pinned.read(visit.pin);
    const picked = await picker.pick(context, context.deadlineMs);
    const { places, checks } = picked;
    await joins.settleMembers(picked.members, visit, request.user.userId);
    fills.chosen(context, picked);
    const isUnpinned = request.action === 'newtask' ? ({ isUnpinned: true } as const) : {};
    return { places, checks, pin: null, sinceMs: nowMs, ...isUnpinned };
  };

  const decide = async (
    context: RequestContext,
    from: List,
    assessed: readonly Assessed[],
  ): Promise<SponsorAnswer> => {
    const { bot, request, view, visit, showsItself, mark } = context;
    const sponsors = narrow(assessed, request).map((place) => place.sponsor);
    const waiting = sponsors.filter(isActionable);
    const cannotShow = showsItself && bot.isTokenInvalid;
    const holdsBack = waiting.length > 0 && !cannotShow;
    const isDone = !assessed.some(({ sponsor }) => isActionable(sponsor));

    if (isDone && assessed.length > 0) countPassed(store, context);
    const isNew = from.pin === null && request.action !== 'newtask' && from.places.length > 0 && !isDone;
    const written = await write(context, {
      pin: isNew ? newPin(context, from) : null,
      unpin: request.action === 'task' && from.pin !== null && isDone,
      impressions: holdsBack ? await impressionsToRecord(context, assessed, isNew) : [],
      contact: holdsBack ? questionOf(context) : null,
      block: blockFor(context, holdsBack ? waiting : []),
    });
    // Another request of this user was first: its list is the one that holds.
    if (written.kind === 'pinned')
      return goThrough({ ...context, visit: { ...visit, pin: written.pin } }, await pinned.read(written.pin));

    const shown = showsItself ? null : sponsors;
    // By a link of its own an untrusted bot proves nothing: it must not take the place of one that does.
    if (holdsBack && isTrustedBot(bot)) ownLinks.want(assessed, bot.botId);
    const given = answerAbout(holdsBack, sponsors.length, shown, languageOf(view));
    // Of a stranger the platform is asked again soon, which a repeated answer would put off.
    if (written.kind === 'nothing' && mark !== null && !view.isStranger)
      responseCache.keep(
        { ...context, mark },
        from,
        assessed,
        given,
        await repeatsUntil(visit, bot, waiting),
      );
    return given;
  };

  /** The steps of a list, by their names. Money moves in the second alone. */
  const goThrough = async (context: RequestContext, from: List): Promise<SponsorAnswer> => {
    const { bot, visit, view, asOf, deadlineMs } = context;
    const { userId } = context.user;
    const reader = { bot, visit, userId, language: languageOf(view), isStranger: view.isStranger, asOf };
    const checked = await listing.check(from, reader, deadlineMs);
    const changes = await joins.settle(checked, userId);
    const assessed = listing.describe(from, reader, checked, changes);
    return decide(context, from, assessed);
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
    const mark = await store.sponsors.visitMark(request.user.userId, asOf);
    const arriving = { bot, request, mark, nowMs, today, asOf };
    const repeated = await repeat(arriving);
    if (repeated !== null) return repeated;
    const [context] = await Promise.all([arrive(arriving), chooser.sync(asOf)]);
    // What the bot has passed on already is not asked again, though it may not count.
    const answered = withClaims(context.user, context.view.claims);
    const askedToday = askedOn(today, context.view, answered, context.visit.askedHere);
    const question = nextQuestion(bot, answered, askedToday);
    if (question !== null && !(context.showsItself && bot.isTokenInvalid)) return ask(context, question);
    return goThrough(context, await list(context));
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

/** When the pin ends, or an impression of what the user has still to do is to be made the latest again. */
async function repeatsUntil(
  { pin, impressions }: Visit,
  bot: Bot,
  waiting: readonly Sponsor[],
): Promise<number> {
  const orderIds = setOf(waiting, ({ orderId }) => orderId);
  const endsAtMs = (waiting.length === 0 ? [] : await impressions())
    .filter((impression) => impression.botId === bot.botId && orderIds.has(impression.orderId))
    .map((impression) => impression.seenAtMs + SEEN_AGAIN_MS);
  return Math.min(pin?.expiresAtMs ?? 0, ...endsAtMs);
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

function newPin({ request, bot, nowMs }: RequestContext, { places }: List): Pin {
  return {
    mode: request.action === 'task' ? 'task' : 'subscribe',
    slots: places.map((place) => place.slot),
    pinnedAtMs: nowMs,
    expiresAtMs: nowMs + bot.settings.timePurgeMinutes * 60_000,
  };
}

function blockFor(context: RequestContext, waiting: readonly Sponsor[]): VisitRecord['block'] {
  const { showsItself, visit, request, bot } = context;
  const { chatId } = request;
  // A bot may ask for links in one place and have a block shown in another: the block is not about this request.
  if (!showsItself) return undefined;
  if (waiting.length === 0) return visit.hasBlock ? { chatId, content: null } : undefined;
  const opensInside = bot.settings.redirectOpenType === 'miniapp';
  const buttons = waiting.map(({ type, resourceName, buttonText, link: url }) => {
    if (type !== 'smart_link') return { text: resourceName || buttonText, url };
    // Where it leads is not known yet: its host is no name for a button.
    return { text: buttonText, url, ...(opensInside ? { opensInside } : {}) };
  });
  return { chatId, content: { kind: 'sponsors', language: languageOf(context.view), buttons } };
}

function changesNothing(record: VisitRecord): boolean {
  const { claims, isFirstForBot, pin, unpin, impressions, contact, block, askedOnDay, askedHereOnDay } =
    record;
  const isQuiet = claims === null && !isFirstForBot && pin === null && !unpin && contact === null;
  return (
    isQuiet && impressions.length === 0 && block === undefined && (askedOnDay ?? askedHereOnDay) === null
  );
}
