/** What an answer to /get-sponsors must say (`docs/interface.md`, POST /get-sponsors; `docs/decisions.md`). */
import type { Sponsor, SponsorAnswer, SponsorRequest } from '../../../core/sponsors/index.js';
import { ordersIn } from '../knowledge.js';
import type { BotModel, PinModel } from '../model.js';
import { GOOD_BOT, type OrderModel } from '../order-model.js';
import { openedName } from '../openings.js';
import { whyTooMany } from '../purses.js';
import { violation } from '../violation.js';
import type { Contact } from '../impressions.js';
import { type BotsWord, DAY_MS, dayOf, type Subscription } from '../rules.js';
import type { Answer, Simulation } from '../simulation.js';
import { hasUsername } from './cast.js';

export interface Asked {
  userId: number;
  bot: BotModel;
  request: SponsorRequest;
  /** What was known of the user when the request came: gender and questions. */
  askedOf: {
    gender: string | null;
    askedOnDay: number | null;
    askedTimes: number;
    hasVisited: boolean;
  } | null;
  /** The live pin when the request came. */
  pin: PinModel | null;
  showsItself: boolean;
  /** What the platform has said of the user and the bot when the request came. */
  contact: Contact['state'] | null;
  /** What this bot said of the user, and asked them, before. */
  ofBot: BotsWord | null;
  /** How the user stood when the request came. */
  subscriptionStatuses: ReadonlyMap<number, Subscription>;
}

const ASKED_A_DAY = 3;
/** Of somebody who was denied a moment ago the platform is not asked again. */
const DENIED_MS = 10_000;
/** A user who stood with an order is not shown it again for so long (`RESHOW_DAYS`). */
const RESHOW_MS = 30 * DAY_MS;
const SHOW_AGAIN_MS = 600_000;
/** The platform's clock counts whole seconds, and is not ours. */
const JOIN_TOLERANCE_MS = 2_000;
/** A process that has read a bot's quality keeps it for so long. */
const QUALITY_KEPT_MS = 600_000;

const wrong = (about: string) => violation('answers', about);

export function checkAnswer(simulation: Simulation, asked: Asked, answer: Answer<SponsorAnswer>): void {
  const { bot } = asked;
  const isOff = !bot.isOn || bot.isBlocked;
  if (!answer.ok) {
    if (answer.error.kind !== 'bot_switched_off' || !isOff) throw wrong(`refused: ${answer.error.message}`);
    return;
  }
  if (isOff) throw wrong(`bot ${String(bot.botId)} is off, and was answered`);
  simulation.count(`answer: ${answer.value.status} ${String(answer.value.code)}`);
  if (isAsked(simulation, asked)) {
    checkQuestion(simulation, asked, answer.value);
    return;
  }
  if (isCutOff(simulation, asked, answer.value)) return;
  checkEnvelope(asked, answer.value);
  checkStatuses(simulation, asked, answer.value);
  if (asked.showsItself) {
    simulation.count('answers with a block');
    checkBlock(simulation, asked, answer.value);
    return;
  }
  const sponsors = answer.value.sponsors ?? [];
  if (asked.pin !== null && asked.request.action !== 'newtask') checkPinned(simulation, asked, sponsors);
  else checkChosen(simulation, asked, sponsors);
  if (answer.value.status === 'warning') checkShown(simulation, asked, sponsors);
}

/** Whether what is known of a user is known to the bot that asks: both, where the platform may have said so too late. */
interface Sight {
  mayBeKnown: boolean;
  mayBeStranger: boolean;
}

/** Before the list the platform is asked; its word counts if it came in time. */
export function sightOf(
  simulation: Simulation,
  { bot, userId, contact }: Pick<Asked, 'bot' | 'userId' | 'contact'>,
): Sight {
  const known = { mayBeKnown: true, mayBeStranger: false };
  const stranger = { mayBeKnown: false, mayBeStranger: true };
  if (!bot.hasToken) return bot.trust === 'trusted' ? known : stranger;
  if (bot.isTokenInvalid) return stranger;
  const state = simulation.books.contactsOf(userId).get(bot.botId)?.state;
  // An old yes is doubted while the platform does not answer.
  const isDoubted = contact === 'yes' && state === 'unknown';
  if (contact === 'yes' && !isDoubted && !simulation.wasSaid(userId, bot.botId)) return known;
  if (contact === 'yes') return { mayBeKnown: true, mayBeStranger: true };
  if (!simulation.wasSaid(userId, bot.botId)) return stranger;
  return state === 'yes' ? { mayBeKnown: true, mayBeStranger: true } : stranger;
}

/** An untrusted bot gets nothing beyond its subscribers of the day, a refused one nothing at all. */
function isCutOff(
  simulation: Simulation,
  { bot }: Asked,
  { status, code, sponsors }: SponsorAnswer,
): boolean {
  const isGivenNone = status === 'ok' && code === 404 && sponsors?.length === 0;
  if (!bot.hasToken && bot.trust === 'refused') {
    if (!isGivenNone) throw wrong(`bot ${String(bot.botId)} was refused, and is given sponsors`);
    return true;
  }
  if (bot.hasToken || bot.trust !== 'unknown' || !isGivenNone) return false;
  const today = bot.days.get(dayOf(simulation.startMs)) ?? 0;
  return today >= simulation.settings.UNTRUSTED_SUBSCRIBERS_DAY;
}

function isAsked(simulation: Simulation, asked: Asked): boolean {
  const { bot, showsItself } = asked;
  if (!bot.genderQuestion || (showsItself && bot.isTokenInvalid)) return false;
  const { mayBeKnown, mayBeStranger } = sightOf(simulation, asked);
  const due = [
    ...(mayBeKnown ? [isDue(simulation, asked, true)] : []),
    ...(mayBeStranger ? [isDue(simulation, asked, false)] : []),
  ];
  // Where either may be so, what was written down says which.
  return due.every((one) => one === due[0]) ? due[0] === true : wereAsked(simulation, asked);
}

function isDue({ startMs }: Simulation, { askedOf, request, ofBot }: Asked, isKnownUser: boolean): boolean {
  const isClaimed = request.user.gender !== undefined || ofBot?.gender != null;
  const isKnown = isClaimed || (isKnownUser && askedOf?.gender != null);
  const here = ofBot?.asked_on_day === dayOf(startMs) ? ofBot.asked_times : 0;
  const everywhere = isKnownUser && askedOf?.askedOnDay === dayOf(startMs) ? askedOf.askedTimes : 0;
  return !isKnown && here + everywhere < ASKED_A_DAY;
}

/** How often the user was asked today, in this bot and in all, then and now. */
function timesAsked({ books, startMs }: Simulation, { askedOf, ofBot, userId, bot }: Asked) {
  const today = dayOf(startMs);
  const [userNow, botNow] = [books.user(userId), books.ofBot(userId, bot.botId)];
  return {
    everywhere: {
      before: askedOf?.askedOnDay === today ? askedOf.askedTimes : 0,
      now: userNow?.askedOnDay === today ? userNow.askedTimes : 0,
    },
    here: {
      before: ofBot?.asked_on_day === today ? ofBot.asked_times : 0,
      now: botNow?.asked_on_day === today ? botNow.asked_times : 0,
    },
  };
}

function wereAsked(simulation: Simulation, asked: Asked): boolean {
  const { everywhere, here } = timesAsked(simulation, asked);
  return everywhere.now > everywhere.before || here.now > here.before;
}

function checkQuestion(simulation: Simulation, asked: Asked, answer: SponsorAnswer): void {
  const expected = asked.showsItself ? 'warning' : 'gender';
  if (answer.status !== expected) throw wrong(`a question was due, and the answer was ${answer.status}`);
  const contact = simulation.books.contactsOf(asked.userId).get(asked.bot.botId);
  // Who comes back to the bot must not be asked for ever, because what they are counts for nothing.
  const isForgotten =
    !asked.bot.isTokenInvalid && contact?.state === 'no' && contact.atMs < simulation.startMs - DENIED_MS;
  if (isForgotten) throw wrong(`user ${String(asked.userId)} is a stranger, and nobody asks again`);
  const { mayBeKnown, mayBeStranger } = sightOf(simulation, asked);
  const { everywhere, here } = timesAsked(simulation, asked);
  const counts = [...(mayBeKnown ? [everywhere] : []), ...(mayBeStranger ? [here] : [])];
  if (!counts.some(({ before, now }) => now === before + 1))
    throw wrong(`asked ${JSON.stringify(counts)} times, expected once more`);
}

/** `warning` always leaves something to do; `links` are what is left; 404 says that nothing suits. */
function checkEnvelope({ showsItself }: Asked, { status, code, sponsors, links }: SponsorAnswer): void {
  if ((sponsors === null) !== showsItself) throw wrong('the list belongs to the side that shows it');
  if (status !== 'ok' && status !== 'warning')
    throw wrong(`no question was due, and the answer is ${status}`);
  if (showsItself) return;
  const left = (sponsors ?? []).filter(isLeft);
  if ((status === 'warning') !== left.length > 0)
    throw wrong(`${status} leaves ${String(left.length)} to do`);
  if (links.join() !== left.map((sponsor) => sponsor.link).join())
    throw wrong('links are not what is left to do');
  if ((code === 404) !== (sponsors?.length === 0))
    throw wrong(`code ${String(code)} for ${String(sponsors?.length)}`);
}

function isLeft({ availableNow, status }: Sponsor): boolean {
  return availableNow && status === 'unsubscribed';
}

/**
 * A status is how the user stands, or, unsettled, whether they are known to be in.
 * @param isAlone no other request ran at the same time; else this one may have been a moment behind
 */
export function checkStatuses(
  simulation: Simulation,
  asked: Asked,
  { sponsors }: SponsorAnswer,
  isAlone = true,
): void {
  const { model } = simulation;
  const { userId, subscriptionStatuses, bot } = asked;
  for (const { orderId, status } of sponsors ?? []) {
    const order = model.orders.get(orderId);
    if (order === undefined) continue;
    const before = subscriptionStatuses.get(orderId)?.state;
    const allowed = new Set<string>(
      statusesOf(simulation, asked, order, model.subscription(userId, orderId)),
    );
    // Once the platform has said that they use this bot, what others brought is settled too, after the answer.
    if (!isAlone || simulation.wasSaid(userId, bot.botId))
      for (const one of statusesOf(simulation, asked, order, subscriptionStatuses.get(orderId) ?? null))
        allowed.add(one);
    if (!isAlone && before !== undefined) allowed.add(before);
    const { mayBeKnown, mayBeStranger } = sightOf(simulation, asked);
    if (!mayBeKnown) allowed.clear();
    if (mayBeStranger) for (const one of strangerStatuses(simulation, asked, order)) allowed.add(one);
    if (allowed.has(status) || ledElsewhere(simulation, asked, order)) continue;
    throw wrong(
      `user ${String(userId)}, order ${String(orderId)}: told ${status}, expected ${[...allowed].join(' or ')}`,
    );
  }
}

/** Of a stranger only joins after this bot's first list of the sponsor are known, and openings through its links. */
export function strangerStatuses(
  simulation: Simulation,
  { userId, bot }: Pick<Asked, 'userId' | 'bot'>,
  order: OrderModel,
): string[] {
  const { model } = simulation;
  const here = openedName(order.orderId, bot.botId);
  const resourceId = model.resourceOf(order);
  const before = simulation.before(userId).members;
  const hasOpened = model.member(userId, here) !== null || before.has(here);
  const firstMs = Math.min(
    ...model.orderList
      .filter((one) => model.resourceOf(one) === resourceId)
      .flatMap((one) => model.impressionsOf(userId, one.orderId))
      .filter(({ botId }) => botId === bot.botId)
      .map((show) => show.firstMs),
  );
  const joins = [model.member(userId, resourceId)?.join, before.get(resourceId)?.join];
  const hasJoined = joins.some((join) => join != null && join.atMs + JOIN_TOLERANCE_MS >= firstMs);
  return hasOpened || hasJoined ? ['unsubscribed', 'subscribed'] : ['unsubscribed'];
}

/** The bot's list may be from when the order led elsewhere: then it says how they stand there. */
function ledElsewhere({ model }: Simulation, { userId, bot }: Asked, order: OrderModel): boolean {
  const shown = model.impressionsOf(userId, order.orderId).filter(({ botId }) => botId === bot.botId);
  return order.adsType !== 'resource' && shown.some(({ target }) => target !== order.resourceId);
}

/** The statuses that an answer may give for a user and an order. */
export function statusesOf(
  simulation: Simulation,
  { userId, bot }: Pick<Asked, 'userId' | 'bot'>,
  order: OrderModel,
  subscriptionStatus: Subscription | null,
): string[] {
  const resourceId = simulation.model.resourceOf(order);
  const here = openedName(order.orderId, bot.botId);
  const before = simulation.before(userId).members;
  const members = [
    simulation.model.member(userId, resourceId) ?? simulation.model.member(userId, here),
    before.get(resourceId) ?? before.get(here) ?? null,
  ];
  if (subscriptionStatus !== null) {
    // A question shows that they are out; only an update settles it.
    const isOut = order.isWatched && members.some((member) => member?.state === 'out');
    return isOut ? [subscriptionStatus.state, 'unsubscribed'] : [subscriptionStatus.state];
  }
  return members.map((member) => {
    if (member?.wasRemoved === true || member?.isBarred === true) return 'notgetted';
    const isIn = member?.state === 'in' || (member?.state === 'requested' && order.takesJoinRequests);
    return isIn ? 'subscribed' : 'unsubscribed';
  });
}

function checkPinned(
  simulation: Simulation,
  { pin, request, userId }: Asked,
  sponsors: readonly Sponsor[],
): void {
  const excluded = new Set(request.excludeOrderIds);
  const isSmart = pin!.slots.includes('~');
  const pinned = ordersIn(pin!.slots).filter((orderId) => !excluded.has(orderId));
  const given = sponsors.map((sponsor) => sponsor.orderId);
  const expected = isSmart ? null : pinned.slice(0, request.maxSponsors);
  if (expected !== null && given.join() !== expected.join()) {
    throw wrong(`user ${String(userId)} has pinned ${expected.join()}, and was given ${given.join()}`);
  }
  if (given.some((orderId) => excluded.has(orderId)))
    throw wrong(`what was excluded was given: ${given.join()}`);
  simulation.count('lists from a pin');
}

/** A new list holds only what suits this user and this bot, and can be paid for. */
function checkChosen(simulation: Simulation, asked: Asked, sponsors: readonly Sponsor[]): void {
  const { bot, request, userId } = asked;
  const most = request.maxSponsors ?? bot.maxSponsors;
  if (sponsors.length > most)
    throw wrong(`${String(sponsors.length)} sponsors where ${String(most)} are wanted`);
  const keys = new Set<string>();
  for (const { orderId } of sponsors) {
    const order = simulation.model.orders.get(orderId);
    if (order === undefined) continue;
    const refusal = whyNot(simulation, asked, order);
    if (refusal !== null)
      throw wrong(`user ${String(userId)} is shown order ${String(orderId)}, which is ${refusal}`);
    const key = simulation.model.resourceOf(order);
    if (keys.has(key)) throw wrong(`two orders for ${key} in one list`);
    keys.add(key);
  }
  simulation.count('lists chosen');
}

function whyNot(simulation: Simulation, asked: Asked, order: OrderModel): string | null {
  const { bot, request, userId, askedOf } = asked;
  const { model, startMs } = simulation;
  const { mayBeKnown, mayBeStranger: knowsNothing } = sightOf(simulation, asked);
  // A token may be refused by a call of this very request: then the list was chosen while it worked.
  const countsClaims = mayBeKnown || bot.hasToken;
  const isOwn = order.accountId === bot.accountId;
  const subscriptionStatus = model.subscription(userId, order.orderId);
  const member = simulation.before(userId).members.get(model.resourceOf(order));
  // What ended within this very step was running when it was chosen.
  const isFull = order.quantityNow > order.quantityAll;
  if (order.decision !== 'approved' || !order.isOn || order.inArchive || isFull) return 'not running';
  if (model.isExcluded(order, bot)) return 'excluded';
  if (request.excludeOrderIds.includes(order.orderId)) return 'excluded by the request';
  if (order.places === 0 && !isOwn) return 'for own bots';
  if (order.places === 1 && isOwn) return 'for other bots';
  if (order.needsUsername && !hasUsername(userId)) return 'for people with a username';
  if (order.needsUsername && !countsClaims) return 'for people whose username is more than a claim';
  if (order.needsVisit && (askedOf?.hasVisited !== true || !mayBeKnown))
    return 'for people who have visited a page';
  if (order.needsGoodBot && isBad(simulation, bot.botId)) return 'for better bots';
  if (member?.state === 'in' && !knowsNothing) return 'one that the user is in';
  const opened = simulation.before(userId).members.get(openedName(order.orderId, bot.botId));
  if (opened !== undefined) return 'one that the user opened here';
  const isSettled =
    subscriptionStatus !== null &&
    subscriptionStatus.atMs < startMs &&
    subscriptionStatus.atMs > startMs - RESHOW_MS;
  if (isSettled && !knowsNothing) return 'settled';
  const priceMicros = isOwn && order.isFree ? 0n : model.realPrice(order);
  // Its money may have gone to another of its orders in this very step.
  const isSpent = model.charges > simulation.chargesBefore || subscriptionStatus !== null;
  if (!isSpent && model.wallet(order.accountId) < priceMicros) return 'without money';
  // What this very list shows, or has just proven of older ones, was not counted when it was chosen.
  const shown = new Map([...model.impressions, [userId, simulation.before(userId).impressions]]);
  return isSpent ? null : whyTooMany(model, simulation.books, order, { bot, nowMs: startMs, shown });
}

/** Whether every process knows by now that the bot is not what orders ask for. */
function isBad({ books, startMs }: Simulation, botId: number): boolean {
  const quality = books.qualityOf(botId);
  return quality !== null && quality.factor < GOOD_BOT && quality.atMs < startMs - QUALITY_KEPT_MS;
}

function checkShown(simulation: Simulation, { userId, bot }: Asked, sponsors: readonly Sponsor[]): void {
  const { model, startMs } = simulation;
  for (const sponsor of sponsors.filter(isLeft)) {
    if (sponsor.orderId === 0) continue;
    // One for each place to which the order has led.
    const shown = model.impressionsOf(userId, sponsor.orderId).filter((one) => one.botId === bot.botId);
    if (shown.some(({ seenMs }) => seenMs > startMs - SHOW_AGAIN_MS)) continue;
    throw wrong(
      `user ${String(userId)} was shown order ${String(sponsor.orderId)}, and nobody wrote it down`,
    );
  }
}

/** Promise 4: what the service shows itself is waiting, or is on the screen, before the answer leaves. */
function checkBlock(simulation: Simulation, { userId, bot }: Asked, answer: SponsorAnswer): void {
  if (answer.status !== 'warning') return;
  const block = simulation.books.block(bot.botId, userId);
  if (block?.content != null && block.due_at_ms !== null && block.queued_at_ms >= simulation.startMs) return;
  throw violation('4 delivery', `no block waits for user ${String(userId)} of bot ${String(bot.botId)}`);
}
