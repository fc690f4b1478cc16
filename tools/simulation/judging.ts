/** Compares all facts and impressions of one person to what a step brought. */
import type { Books } from './books.js';
import type { Before } from './foresight.js';
import { type Events, judgeMembers, judgeImpressions, type Told } from './knowledge.js';
import { type ContactTold, judgeContacts } from './known-contacts.js';
import type { Model } from './model.js';
import type { Member, Seen } from './members.js';
import type { Simulation } from './simulation.js';
import { violation } from './violation.js';

/** Updates, answers and requests of the current step. */
export interface Heard {
  seen: Told[];
  contacts: ContactTold[];
  /** Bots that asked, by user. */
  asked: Map<number, Set<number>>;
  /** Of them those that may have listed former sponsors again. */
  listing: Map<number, Set<number>>;
}

export function nothingHeard(): Heard {
  return { seen: [], contacts: [], asked: new Map(), listing: new Map() };
}

type Step = Heard &
  Pick<Simulation, 'model' | 'books' | 'world' | 'time' | 'startMs' | 'purgedBeforeMs' | 'hasLostPower'> & {
    before(userId: number): Before;
  };

/** Returns what was known before the step, with what may have been known in between. */
export function judgePerson(simulation: Simulation, heard: Heard, userId: number, events: Events): Before {
  const { model, books, world, time, startMs, purgedBeforeMs } = simulation;
  const step: Step = {
    ...heard,
    model,
    books,
    world,
    time,
    startMs,
    purgedBeforeMs,
    hasLostPower: simulation.hasLostPower,
    before: (one) => simulation.before(one),
  };
  const { contacts, hasLostPower } = step;
  const before = step.before(userId);
  const between = judgeMembers(model, books, userId, events, hasLostPower);
  const said = contacts.filter((one) => one.userId === userId);
  const contactsBetween = judgeContacts(model, books, userId, {
    ...timesOf(step, userId),
    told: said,
    purgedBeforeMs: step.purgedBeforeMs.contacts,
  });
  if (books.user(userId)?.isSuspicious === true) model.suspicious.add(userId);
  else model.suspicious.delete(userId);
  impressionsOf(step, userId, between);
  return { ...before, between, contactsBetween, told: toldOf(step, userId) };
}

/** A bot is what a moderator made of it; a new publisher is one no more once earnings of theirs were paid out. */
export function adoptTrust(model: Model, books: Books): void {
  for (const bot of model.bots.values()) {
    const { botId, accountId } = bot;
    const trust = books.trustOf(botId);
    if (trust !== bot.trust && trust !== bot.decided)
      throw violation('3 kept', `bot ${String(botId)} was ${bot.trust}, nobody decided, and it is ${trust}`);
    bot.trust = trust;
    if (model.trustedAccounts.has(accountId) || !books.isTrusted(accountId)) continue;
    const earnedMicros = books.earned(accountId);
    const isPaid = [...model.withdrawals.values()].some(
      (one) =>
        one.accountId === accountId &&
        one.amountMicros <= earnedMicros &&
        (one.state === 'paid' || one.tried.has('paid')),
    );
    if (!isPaid)
      throw violation(
        '2 charge',
        `account ${String(accountId)} is trusted, and was never paid what it earned`,
      );
    model.trustedAccounts.add(accountId);
  }
}

/** Updates of this step, by resource; keeps the last one written. */
function toldOf({ model, seen: all, before }: Step, userId: number): Map<string, Seen[]> {
  const told = new Map<string, Seen[]>();
  for (const { resourceId, seen } of all.filter((one) => one.userId === userId)) {
    const lastId = before(userId).members.get(resourceId)?.updateId ?? 0;
    // One that was overtaken means nothing any more.
    if (seen.updateId === null || seen.updateId < lastId) continue;
    told.set(resourceId, [...(told.get(resourceId) ?? []), seen]);
    // A ban of a user who has left says nothing of how they left.
    if (seen.state === 'out' && seen.wasIn === false && seen.isRemoved === true) continue;
    const key = `${String(userId)} ${resourceId}`;
    const isKept = seen.updateId <= (model.member(userId, resourceId)?.updateId ?? 0);
    if (isKept && seen.updateId >= (model.told.get(key)?.updateId ?? 0)) model.told.set(key, seen);
  }
  return told;
}

function impressionsOf(step: Step, userId: number, between: ReadonlyMap<string, readonly Member[]>): void {
  const { model, books, contacts, before, purgedBeforeMs } = step;
  const members = [...(model.members.get(userId)?.values() ?? []), ...between.values()].flat();
  judgeImpressions(model, books, userId, {
    ...timesOf(step, userId),
    listing: listingOf(step, userId),
    joinedAtMs: members.flatMap(({ join }) => (join === null ? [] : [join.atMs])),
    isInContact: (botId, lastsMs = Infinity) => {
      const { hasToken, trust } = model.bots.get(botId)!;
      if (!hasToken) return trust === 'trusted';
      const isToldSo = contacts.some(
        (told) => told.userId === userId && told.botId === botId && told.state === 'yes',
      );
      const known = [model.contacts.get(userId)?.get(botId), before(userId).contacts.get(botId)];
      const sinceMs = step.startMs - lastsMs;
      return isToldSo || known.some((contact) => contact?.state === 'yes' && contact.atMs > sinceMs);
    },
    purgedBeforeMs: purgedBeforeMs.impressions,
  });
}

function timesOf({ time, startMs, asked, world, hasLostPower }: Step, userId: number) {
  return {
    nowMs: time.now(),
    startMs,
    bots: asked.get(userId) ?? new Set<number>(),
    deliveredAtMs: (botId: number) => world.deliveredAtMs(botId, userId),
    mayBeLost: hasLostPower,
  };
}

/** Bots with a list that is pinned again, or whose smart link was filled, or that is not pinned. */
function listingOf({ model, books, listing: all, asked }: Step, userId: number): ReadonlySet<number> {
  const listing = new Set(all.get(userId));
  for (const botId of asked.get(userId) ?? []) {
    const before = model.pins.get(`${String(userId)}:${String(botId)}`);
    const after = books.pin(userId, botId);
    const isSame = before?.slots === after?.slots && before?.pinnedAtMs === after?.pinnedAtMs;
    if (!isSame) listing.add(botId);
  }
  return listing;
}
