/** What a publisher's bot asks for, and what its users do with the answer. */
import type { PinMode } from '../../../core/ports/sponsor-store.js';
import type { PageVisit } from '../../../core/audience/index.js';
import type { SponsorAnswer, SponsorRequest } from '../../../core/sponsors/index.js';
import { signedDataOf } from '../../../test/api/resource-stage.js';
import type { ContactRow } from '../books.js';
import { violation } from '../violation.js';
import type { OrderModel } from '../order-model.js';
import type { SimProcess } from '../process.js';
import type { Answer, Simulation } from '../simulation.js';
import { type Asked, checkAnswer, checkStatuses, sightOf, statusesOf, strangerStatuses } from './answers.js';
import { openingName, wordNow } from '../openings.js';
import type { Seen } from '../members.js';
import { reportedProfileOf, somebody, someBot } from './cast.js';
import { hear } from './hearing.js';

/** The platform is given this long, and then the answer must be there. */
const DEADLINE_MS = 800;
/** Links that were given to people lately; the oldest are forgotten. */
const MAX_LINKS = 60;

interface Given {
  token: string;
  userId: number;
  botId: number;
}

/** So many are still waiting for something; and so many where what is known of them stands, so that they are met often. */
const RECENT = 8;
const RECENT_FEW = 2;

/** A bot and its user, with their last request. */
interface Pair {
  userId: number;
  botId: number;
  request: SponsorRequest | null;
  /** The process that answered it. */
  process: 'api-1' | 'api-2';
}

const asking = new WeakMap<Simulation, Pair[]>();
const given = new WeakMap<Simulation, Given[]>();

export function linksOf(simulation: Simulation): Given[] {
  const links = given.get(simulation) ?? [];
  given.set(simulation, links);
  return links;
}

function drawRequest(simulation: Simulation, userId: number): SponsorRequest {
  const { draw, model } = simulation;
  const action: PinMode = draw.chance(0.7) ? 'subscribe' : draw.one(['task', 'newtask']);
  const orderIds = model.lately(8).map((order) => order.orderId);
  return {
    chatId: userId,
    user: {
      ...reportedProfileOf(userId),
      ...(draw.chance(0.1) ? { gender: draw.one(['male', 'female'] as const) } : {}),
    },
    action,
    excludeResourceIds: [],
    excludeOrderIds: draw.chance(0.1) ? draw.some(orderIds, 2) : [],
    ...(draw.chance(0.2) ? { maxSponsors: draw.whole(1, 6) } : {}),
    ...(draw.chance(0.1) ? { getLinks: draw.chance(0.5) } : {}),
  };
}

/** As the wire does it: the key first, then the request. Null: the key is dead, as it should be. */
async function ask(
  simulation: Simulation,
  process: SimProcess,
  asked: Asked,
): Promise<Answer<SponsorAnswer> | null> {
  const { bot, request } = asked;
  const owner = await simulation.must(process, ({ service }) => service.accounts.authenticate(bot.key));
  const isAlive = !simulation.model.blocked.has(bot.accountId);
  if ((owner?.botId ?? null) !== (isAlive ? bot.botId : null)) {
    throw violation('5 keys', `the key of bot ${String(bot.botId)} speaks for ${JSON.stringify(owner)}`);
  }
  if (owner === null) return null;
  const startedMs = simulation.time.now();
  const answer = await simulation.call(process, ({ service }) =>
    service.sponsors.request(bot.botId, request),
  );
  const tookMs = simulation.time.now() - startedMs;
  if (tookMs > DEADLINE_MS) throw violation('6 deadline', `get-sponsors took ${String(tookMs)} ms`);
  if (answer.ok) keepLinks(simulation, asked, answer.value);
  simulation.note(JSON.stringify(answer.ok ? [answer.value.status, answer.value.links] : answer.error.kind));
  return answer;
}

function keepLinks(simulation: Simulation, { bot, userId }: Asked, answer: SponsorAnswer): void {
  const links = linksOf(simulation);
  for (const { link } of answer.sponsors ?? []) {
    const token = /\/r\/(.+)$/.exec(link)?.[1];
    if (token !== undefined) links.push({ token, userId, botId: bot.botId });
  }
  while (links.length > MAX_LINKS) links.shift();
}

/** Whether those who were out are asked about again (`settingsOf`). */
function asksAgain(simulation: Simulation): boolean {
  return simulation.process('api-1').service.settings.API_WORKERS === 1;
}

/** Mostly those who asked lately ask again: that is how lists that are pinned are met. */
function somebodyAsking(simulation: Simulation): Pair {
  const { draw } = simulation;
  const recent = asking.get(simulation) ?? [];
  asking.set(simulation, recent);
  const isFew = !asksAgain(simulation);
  const again = recent.length > 0 && draw.chance(isFew ? 0.9 : 0.6) ? draw.one(recent) : null;
  const pair = again ?? {
    userId: somebody(simulation),
    botId: someBot(simulation).botId,
    request: null,
    process: draw.one(['api-1', 'api-2']),
  };
  if (again === null) recent.push(pair);
  if (recent.length > (isFew ? RECENT_FEW : RECENT)) recent.shift();
  return pair;
}

/** Somebody who asked lately. */
export function recentAsker(simulation: Simulation): number | null {
  const recent = asking.get(simulation) ?? [];
  return recent.length === 0 ? null : simulation.draw.one(recent).userId;
}

/** What holds of a contact when a request comes. */
function contactIn(contact: ContactRow | undefined): Asked['contact'] {
  return contact?.wasNo === true ? 'no' : (contact?.state ?? null);
}

function prepare(simulation: Simulation): Asked & { process: SimProcess } {
  const pair = somebodyAsking(simulation);
  const { model, time, books, world, draw } = simulation;
  const { userId } = pair;
  const bot = model.bots.get(pair.botId)!;
  // Mostly as it was: bots ask the same at every step of a user.
  const isSame = pair.request !== null && draw.chance(0.7);
  const request = isSame && pair.request !== null ? pair.request : drawRequest(simulation, userId);
  pair.request = request;
  if (!isSame) pair.process = draw.one(['api-1', 'api-2']);
  simulation.asks(userId, bot.botId);
  if (request.action === 'newtask') simulation.listsAnew(userId, bot.botId);
  if (request.action === 'task') simulation.pinsMayEnd = true;
  const pin = model.pins.get(`${String(userId)}:${String(bot.botId)}`);
  const screen = world.screen(bot.botId, userId);
  screen.sentSinceAsked = 0;
  const contact = contactIn(books.contactsOf(userId).get(bot.botId));
  // The platform refuses its token: that says no, unless the request does not come so far, or it is found out too late.
  const isRefused = bot.isTokenInvalid || world.revokedTokens.has(bot.botId);
  if (bot.hasToken && isRefused && contact === null)
    simulation.saidOfContact({ userId, botId: bot.botId, state: 'no', by: { isDead: true } });
  return {
    userId,
    bot,
    request,
    askedOf: books.user(userId),
    contact,
    ofBot: books.ofBot(userId, bot.botId),
    pin: pin !== undefined && pin.endsAtMs > time.now() ? pin : null,
    subscriptionStatuses: model.subscriptions.get(userId) ?? new Map(),
    showsItself: bot.hasToken && !(request.getLinks ?? bot.getLinks),
    process: simulation.process(pair.process),
  };
}

export async function askForSponsors(simulation: Simulation): Promise<void> {
  await hear(simulation);
  const asked = prepare(simulation);
  const answer = await ask(simulation, asked.process, asked);
  if (answer === null) return;
  simulation.later(() => {
    checkAnswer(simulation, asked, answer);
  });
}

/** A double press, and each press reaches another process. */
export async function askTwice(simulation: Simulation): Promise<void> {
  const asked = prepare(simulation);
  const { bot, request, userId } = asked;
  if (request.action === 'newtask' || simulation.model.blocked.has(bot.accountId)) return;
  const [one, other] = [simulation.process('api-1'), simulation.process('api-2')];
  const startedMs = simulation.time.now();
  const work = [one, other].map(({ service }) => service.sponsors.request(bot.botId, request));
  // The second may be refused while the first is waited for.
  for (const request of work) request.catch(() => undefined);
  const answers: SponsorAnswer[] = [];
  let crash: unknown = null;
  for (const [index, process] of [one, other].entries()) {
    // One may die; the other goes on.
    const answer = await simulation
      .call(process, () => work[index]!)
      .catch((error: unknown) => {
        if (!process.isDead) throw error;
        crash = error;
        return null;
      });
    if (answer?.ok === true) answers.push(answer.value);
  }
  const tookMs = simulation.time.now() - startedMs;
  if (tookMs > DEADLINE_MS) throw violation('6 deadline', `two at once took ${String(tookMs)} ms`);
  if (crash !== null) throw crash as Error;
  if (answers.length < 2) return;
  const lists = answers.map((answer) => answer.sponsors?.map((sponsor) => sponsor.orderId).join() ?? '');
  simulation.note(lists.join());
  simulation.later(() => {
    const pin = simulation.model.pins.get(`${String(userId)}:${String(bot.botId)}`);
    // A list that is done is not pinned; then each may have found another.
    const isPinned = pin !== undefined && pin.endsAtMs > simulation.time.now();
    // Where hardly anybody is asked about again, one process may know of a join, and the other not yet.
    const areOpen = answers.every(({ links }) => links.length > 0);
    const isNew =
      areOpen && asksAgain(simulation) && asked.pin === null && isPinned && request.action === 'subscribe';
    if (isNew && lists[0] !== lists[1]) {
      throw violation('answers', `two requests at once were given ${lists.join(' and ')}`);
    }
    for (const answer of answers) checkStatuses(simulation, asked, answer, false);
  });
}

export async function readSubscriptions(simulation: Simulation): Promise<void> {
  const userId = somebody(simulation);
  const bot = someBot(simulation);
  simulation.touch(userId);
  const contactBefore = contactIn(simulation.books.contactsOf(userId).get(bot.botId));
  const startedMs = simulation.time.now();
  const query = { userId, links: [], orderIds: [] };
  const sponsors = await simulation.must(simulation.api(), ({ service }) =>
    service.sponsors.subscriptions(bot.botId, query),
  );
  const tookMs = simulation.time.now() - startedMs;
  if (tookMs > DEADLINE_MS) throw violation('6 deadline', `get-user-subscriptions took ${String(tookMs)} ms`);
  const { model } = simulation;
  simulation.note(sponsors.map((sponsor) => sponsor.status).join());
  simulation.later(() => {
    const { mayBeKnown, mayBeStranger } = sightOf(simulation, { bot, userId, contact: contactBefore });
    for (const { orderId, status } of sponsors) {
      const isShown = model.impressionsOf(userId, orderId).some((show) => show.botId === bot.botId);
      if (!isShown)
        throw violation('answers', `bot ${String(bot.botId)} never showed order ${String(orderId)}`);
      const subscriptionStatus = model.subscription(userId, orderId);
      const order = model.orders.get(orderId)!;
      const allowed =
        subscriptionStatus === null
          ? [status]
          : statusesOf(simulation, { userId, bot }, order, subscriptionStatus);
      if (!mayBeKnown) allowed.length = 0;
      if (mayBeStranger) allowed.push(...strangerStatuses(simulation, { userId, bot }, order));
      if (allowed.includes(status)) continue;
      throw violation(
        'answers',
        `order ${String(orderId)} is told to be ${status}, and is ${allowed.join(' or ')}`,
      );
    }
  });
}

/** The platform vouches for a user; of a bot with a token that says that they use it. */
function noteSigned(simulation: Simulation, { userId, botId, order, process }: Opened): void {
  simulation.model.signed.add(`${String(userId)} ${String(order.orderId)}`);
  if (simulation.model.bots.get(botId)?.hasToken === true)
    simulation.saidOfContact({ userId, botId, state: 'yes', by: process });
}

/** Whether it arrived is unknown. */
const UNSURE = { isDead: true };

/** Under which name an opening is kept, as the contact stands now. */
function openingNow({ books, model, time }: Simulation, opened: Opened, isSigned = false): string {
  const { userId, botId, order } = opened;
  const contact = books.contactsOf(userId).get(botId);
  const word = wordNow({ botId, contact }, model.impressions.get(userId)?.values() ?? [], time.now());
  return openingName({ orderId: order.orderId, botId }, model.bots.get(botId)!, { word, isSigned });
}

interface Opened {
  userId: number;
  botId: number;
  order: OrderModel;
  process: SimProcess;
}

/** Reports an opened resource; its effect depends on a contact that may come meanwhile. */
async function opening<T>(
  simulation: Simulation,
  opened: Opened,
  isSigned: boolean,
  work: () => Promise<T>,
): Promise<{ answer: T; forget: () => void }> {
  const seen: Seen = { state: 'in', wasIn: undefined, updateId: null, atMs: simulation.time.now() };
  const name = openingNow(simulation, opened, isSigned);
  const told = [simulation.saw(opened.userId, name, seen, opened.process)];
  try {
    const answer = await work();
    return { answer, forget: () => told.forEach((one) => simulation.forget(one)) };
  } finally {
    const later = openingNow(simulation, opened, isSigned);
    if (later === name) told.forEach((one) => (one.by = opened.process.isDead ? UNSURE : null));
    else {
      told.push(simulation.saw(opened.userId, later, seen, opened.process));
      for (const one of told) one.by = UNSURE;
    }
  }
}

/** Somebody presses a button that leads through us. */
export async function follow(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const links = linksOf(simulation);
  if (links.length === 0) return;
  const { token, userId, botId } = draw.one(links);
  simulation.asks(userId, botId);
  const process = simulation.api();
  const isPreview = draw.chance(0.1);
  const visit = {
    address: `2001:db8::${userId.toString(16)}`,
    network: `2001:db8::${userId.toString(16)}`,
    deviceType: 'mobile',
    deviceOs: 'Android',
    // Some devices are many people's.
    fingerprint: `of ${String(userId % 4 === 0 ? userId : Math.floor(userId / 60))}`,
  };
  const target = /^r-[^-]+-[^-]+-([0-9a-z]+)-/.exec(token);
  // A smart link finds an order, which may have been shown before.
  if (target === null) simulation.listsAnew(userId, botId);
  const order = target === null ? undefined : model.orders.get(Number.parseInt(target[1]!, 36));
  const press = () =>
    simulation.must(process, ({ service }) => service.links.follow(token, isPreview ? null : visit));
  if (order === undefined || isPreview) {
    const { kind } = await press();
    simulation.note(kind);
    simulation.count(`link: ${kind}`);
    return;
  }
  const opened = { userId, botId, order, process };
  const { answer: following, forget } = await opening(simulation, opened, false, press);
  simulation.note(following.kind);
  simulation.count(`link: ${following.kind}`);
  if (following.kind !== 'resource' || following.url !== order.link) {
    // The link's time was over: nothing happened.
    if (following.kind === 'gone') forget();
    else
      throw violation(
        'answers',
        `the link of order ${String(order.orderId)} led to ${JSON.stringify(following)}`,
      );
    return;
  }
  // Some browsers run no scripts: then it is unpaid.
  if (draw.chance(0.2)) return;
  await runScript(simulation, opened, { token, visit, pass: following.pass });
}

/** The page of a resource reports that its script ran. */
async function runScript(
  simulation: Simulation,
  opened: Opened,
  page: { token: string; visit: PageVisit; pass: string },
): Promise<void> {
  const { draw, time, model } = simulation;
  const { userId, botId, order, process } = opened;
  const { token, visit, pass } = page;
  // Inside the messenger the page gets the user's identity, signed by the platform; or a stolen one.
  const signer = draw.one([null, null, userId, userId, userId + 1]);
  const initData = signer === null ? '' : signedDataOf(signer, botId, 0, time.now());
  if (signer === userId) noteSigned(simulation, opened);
  const report = { visit, pass, initData };
  const tell = () => simulation.must(process, ({ service }) => service.links.ran(token, report));
  const { answer: reported, forget } = await opening(simulation, opened, signer === userId, tell);
  const isOthers = signer !== null && signer !== userId;
  if (isOthers) forget();
  if ((reported.kind === 'not_theirs') !== isOthers)
    throw violation(
      'answers',
      `the page of user ${String(userId)}, signed by ${String(signer)}: ${reported.kind}`,
    );
  simulation.count(signer === null ? 'pages opened' : isOthers ? 'pages of others' : 'pages signed');
  simulation.later(() => {
    const opening = simulation.books.opening(userId, order.orderId, 0);
    const isSigned = model.signed.has(`${String(userId)} ${String(order.orderId)}`);
    if (opening?.isSigned === true && !isSigned)
      throw violation(
        '2 charge',
        `nobody signed that user ${String(userId)} opened order ${String(order.orderId)}`,
      );
    if (isOthers) return;
    if (model.subscription(userId, order.orderId) !== null) return;
    const due = simulation.money.due(userId, order, time.now());
    if (due.kind === 'counted' || due.kind === 'free') {
      throw violation(
        '2 charge',
        `user ${String(userId)} opened order ${String(order.orderId)}, and nobody settled it`,
      );
    }
  });
}
