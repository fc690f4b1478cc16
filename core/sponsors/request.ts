/**
 * The main job: which sponsors must this user of this bot subscribe to? (`interface.md`, POST /get-sponsors)
 *
 * It goes one way: see the user → a question still open? → the pinned list, or a new choice → check each → settle the
 * new subscribers → decide → write everything down in one step → answer.
 */
import { saysNew, withSighting } from '../audience/index.js';
import { setOf } from '../collections.js';
import { dayNumberOf } from '../days.js';
import { ServiceError } from '../errors.js';
import type {
  Bot,
  EndUser,
  Pin,
  PinMode,
  Ports,
  RequestOutcome,
  Sighting,
  Visit,
  VisitRecord,
} from '../ports.js';
import { type BotDirectory } from './bot-directory.js';
import type { Chooser } from './choosing/index.js';
import type { Assessed, Assessor, List } from './listing.js';
import type { Picker } from './picking.js';
import { createPinReader } from './pins.js';
import { nextQuestion, type Question } from './questions.js';
import { isActionable, type Sponsor } from './sponsor.js';
import type { Repeats } from './repeats.js';
import type { TrackedLinks } from './tracked-links.js';

export interface SponsorRequest {
  chatId: number;
  user: Sighting;
  action: PinMode;
  maxSponsors?: number;
  getLinks?: boolean;
  excludeResourceIds: string[];
  excludeOrderIds: number[];
}

export interface SponsorAnswer {
  status: 'ok' | 'warning' | 'gender' | 'age' | 'register';
  code: 200 | 404;
  message: string;
  /** null when the service shows the block itself: then the answer carries no list. */
  sponsors: Sponsor[] | null;
  /** The links still to be subscribed. */
  links: string[];
  registrationUrl?: string;
  /** It has been given before, this very object, and nothing in it has changed. */
  isRepeated?: true;
}

/** What is kept of the deadline for writing things down and answering. */
const WRITING_MS = 60;

/** A show is made the latest again after this long; more often would only cost writes. */
const SHOW_AGAIN_MS = 600_000;

const FORM_LIFE_MS = 86_400_000;

export interface RequestParts {
  bots: BotDirectory;
  chooser: Chooser;
  assessor: Assessor;
  picker: Picker;
  links: TrackedLinks;
  repeats: Repeats;
  publicUrl: string;
}

/** One request on its way. */
interface Passage {
  bot: Bot;
  request: SponsorRequest;
  user: EndUser;
  visit: Visit;
  nowMs: number;
  today: number;
  /** See `SponsorStore.visitMark`; read before the visit. */
  mark: number | null;
  deadlineMs: number;
  showsItself: boolean;
}

type Arriving = Pick<Passage, 'bot' | 'request' | 'mark' | 'nowMs' | 'today'>;
type Writing = Partial<Omit<VisitRecord, 'botId' | 'nowMs'>>;

export function createRequests(ports: Ports, parts: RequestParts) {
  const { store, clock, settings } = ports;
  const { bots, chooser, assessor, picker, links, repeats, publicUrl } = parts;
  const pinned = createPinReader(ports, chooser);

  const arrive = async ({ bot, request, mark, nowMs, today }: Arriving): Promise<Passage> => {
    const sinceMs = nowMs - settings.ATTRIBUTION_HOURS * 3_600_000;
    const visit = await store.sponsors.visit(bot.botId, request.user.userId, sinceMs, nowMs);
    return {
      bot,
      request,
      visit,
      user: withSighting(visit.user, request.user),
      nowMs,
      today,
      mark,
      deadlineMs: nowMs + settings.SPONSORS_DEADLINE_MS - WRITING_MS,
      showsItself: bot.hasToken && !(request.getLinks ?? bot.settings.getLinks),
    };
  };

  const write = (passage: Passage, writing: Writing) => {
    const { bot, request, visit, nowMs } = passage;
    const record: VisitRecord = {
      botId: bot.botId,
      nowMs,
      sighting: saysNew(visit.user, request.user) ? request.user : null,
      isFirstForBot: !visit.isKnownToBot,
      pin: null,
      unpin: false,
      shows: [],
      block: undefined,
      askedOnDay: null,
      ...writing,
    };
    if (changesNothing(record)) return Promise.resolve({ kind: 'nothing' } as const);
    return store.sponsors.record(request.user.userId, record);
  };

  const ask = async (passage: Passage, question: Question): Promise<SponsorAnswer> => {
    const { bot, user, nowMs, today, showsItself } = passage;
    const expiresAtMs = (Math.floor(nowMs / FORM_LIFE_MS) + 2) * FORM_LIFE_MS;
    const token = links.token({ kind: 'form', botId: bot.botId, userId: user.userId }, expiresAtMs);
    const url = `${publicUrl}/form/${token}`;
    const language = user.languageCode;
    const content = question === 'form' ? { kind: question, language, url } : { kind: question, language };
    const block = showsItself ? { chatId: passage.request.chatId, content } : undefined;
    await write(passage, { block, askedOnDay: today });
    if (showsItself) return answer('warning', 'Answer the question first.', null);
    const status = question === 'form' ? 'register' : question;
    const asked = answer(status, `Ask the user for: ${question}.`, []);
    return question === 'form' ? { ...asked, registrationUrl: url } : asked;
  };

  /** The pinned list, or a new one. */
  const list = async (passage: Passage): Promise<List> => {
    const { visit, request, nowMs } = passage;
    if (visit.pin !== null && request.action !== 'newtask') return pinned.read(visit.pin);
    const { places, checks } = await picker.pick(passage, passage.deadlineMs);
    return { places, checks, pin: null, sinceMs: nowMs };
  };

  const decide = async (passage: Passage, from: List): Promise<SponsorAnswer> => {
    const { bot, request, user, visit, showsItself, deadlineMs } = passage;
    const about = { bot, visit, userId: user.userId, language: user.languageCode };
    const assessed = await assessor.assess(from, about, deadlineMs);
    const sponsors = narrow(assessed, request).map((place) => place.sponsor);
    const waiting = sponsors.filter(isActionable);
    const cannotShow = showsItself && bot.isTokenInvalid;
    const holdsBack = waiting.length > 0 && !cannotShow;
    const isDone = !assessed.some(({ sponsor }) => isActionable(sponsor));

    const isNew = from.pin === null && request.action !== 'newtask' && from.places.length > 0 && !isDone;
    const written = await write(passage, {
      pin: isNew ? newPin(passage, from) : null,
      unpin: request.action === 'task' && from.pin !== null && isDone,
      shows: holdsBack ? await showsToRecord(passage, assessed, isNew) : [],
      block: blockFor(passage, holdsBack ? waiting : []),
    });
    // Another request of this user was first: its list is the one that holds.
    if (written.kind === 'pinned')
      return decide({ ...passage, visit: { ...visit, pin: written.pin } }, await pinned.read(written.pin));

    const shown = showsItself ? null : sponsors;
    const given = answerAbout(holdsBack, sponsors.length, shown);
    const { mark } = passage;
    if (written.kind === 'nothing' && mark !== null)
      repeats.keep({ ...passage, mark }, from, assessed, given, await repeatsUntil(visit, bot, waiting));
    return given;
  };

  /** The answer of a moment ago, where it would be the same. */
  const repeat = async (arriving: Arriving): Promise<SponsorAnswer | null> => {
    const { bot, request, mark } = arriving;
    if (mark === null || !repeats.has(bot.botId, request.user.userId)) return null;
    await chooser.sync();
    return repeats.find({ ...arriving, mark });
  };

  const handle = async (bot: Bot, request: SponsorRequest): Promise<SponsorAnswer> => {
    refuse(bot, request);
    const nowMs = clock.now();
    const today = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    const mark = await store.sponsors.visitMark(request.user.userId);
    const arriving = { bot, request, mark, nowMs, today };
    const repeated = await repeat(arriving);
    if (repeated !== null) return repeated;
    const [passage] = await Promise.all([arrive(arriving), chooser.sync()]);
    const question = nextQuestion(bot, passage.user, passage.today);
    if (question !== null && !(passage.showsItself && bot.isTokenInvalid)) return ask(passage, question);
    return decide(passage, await list(passage));
  };

  const count = (botId: number, outcome: RequestOutcome) => {
    store.statistics.countRequest(botId, dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE), outcome);
  };

  return {
    /**
     * @throws ServiceError `bot_switched_off`, or `invalid` when a bot without a token leaves out who the user is
     */
    request: async (botId: number, request: SponsorRequest): Promise<SponsorAnswer> => {
      const bot = await bots.get(botId);
      try {
        const given = await handle(bot, request);
        count(botId, outcomeOf(given));
        return given;
      } catch (error) {
        count(botId, 'error');
        throw error;
      }
    },
  };
}

function answer(status: SponsorAnswer['status'], message: string, sponsors: Sponsor[] | null): SponsorAnswer {
  const links = (sponsors ?? []).filter(isActionable).map((sponsor) => sponsor.link);
  return { status, code: 200, message, sponsors, links };
}

function answerAbout(holdsBack: boolean, count: number, shown: Sponsor[] | null): SponsorAnswer {
  if (holdsBack) return answer('warning', 'The user must subscribe to the sponsors first.', shown);
  if (count === 0)
    return { ...answer('ok', 'No suitable sponsors. Let the user through.', shown), code: 404 };
  return answer('ok', 'The user has subscribed to all sponsors. Let them through.', shown);
}

/** When the pin ends, or a show of what the user has still to do is to be made the latest again. */
async function repeatsUntil({ pin, shows }: Visit, bot: Bot, waiting: readonly Sponsor[]): Promise<number> {
  const orderIds = setOf(waiting, ({ orderId }) => orderId);
  const endsAtMs = (waiting.length === 0 ? [] : await shows())
    .filter((show) => show.botId === bot.botId && orderIds.has(show.orderId))
    .map((show) => show.shownAtMs + SHOW_AGAIN_MS);
  return Math.min(pin?.expiresAtMs ?? 0, ...endsAtMs);
}

function outcomeOf({ status, code }: SponsorAnswer): RequestOutcome {
  if (status !== 'ok') return 'sponsors';
  return code === 404 ? 'no_sponsors' : 'passed';
}

function refuse(bot: Bot, request: SponsorRequest): void {
  if (!bot.isOn || bot.inArchive || bot.isBlocked) {
    throw new ServiceError(
      'bot_switched_off',
      'This bot is switched off. Switch it on with /bots update, is_on 1.',
    );
  }
  if (bot.hasToken || request.user.firstName !== undefined) return;
  throw new ServiceError(
    'invalid',
    'This bot was added without a token, so first_name, username, language_code and is_premium must be sent; first_name is missing.',
  );
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

function newPin({ request, bot, nowMs }: Passage, { places }: List): Pin {
  return {
    mode: request.action === 'task' ? 'task' : 'subscribe',
    slots: places.map((place) => place.slot),
    pinnedAtMs: nowMs,
    expiresAtMs: nowMs + bot.settings.timePurgeMinutes * 60_000,
  };
}

/** All of a list to be pinned; of others what is not the latest show already, or was a while ago, or at another price. */
async function showsToRecord(
  { visit, bot, nowMs }: Passage,
  assessed: readonly Assessed[],
  isNew: boolean,
): Promise<VisitRecord['shows']> {
  const known = isNew ? [] : await visit.shows();
  const shows: VisitRecord['shows'] = [];
  for (const { order, sponsor } of assessed) {
    if (order === null || !isActionable(sponsor)) continue;
    const { orderId, realPriceMicros: priceMicros } = order;
    const latest = known.find((show) => show.orderId === orderId);
    const isFresh = latest?.botId === bot.botId && nowMs - latest.shownAtMs < SHOW_AGAIN_MS;
    if (!isFresh || latest.priceMicros !== priceMicros) shows.push({ orderId, priceMicros });
  }
  return shows;
}

function blockFor(
  { showsItself, visit, request, user }: Passage,
  waiting: readonly Sponsor[],
): VisitRecord['block'] {
  const { chatId } = request;
  if (!showsItself || waiting.length === 0) return visit.hasBlock ? { chatId, content: null } : undefined;
  const buttons = waiting.map((sponsor) => ({
    text: sponsor.resourceName || sponsor.buttonText,
    url: sponsor.link,
  }));
  return { chatId, content: { kind: 'sponsors', language: user.languageCode, buttons } };
}

function changesNothing(record: VisitRecord): boolean {
  const { sighting, isFirstForBot, pin, unpin, shows, block, askedOnDay } = record;
  const isQuiet = sighting === null && !isFirstForBot && pin === null && !unpin;
  return isQuiet && shows.length === 0 && block === undefined && askedOnDay === null;
}
