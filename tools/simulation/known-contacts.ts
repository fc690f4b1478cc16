/** Compares known contacts between users and bots to the platform's answers. */
import type { Books, ContactRow } from './books.js';
import type { Model } from './model.js';
import type { Contact } from './impressions.js';
import { NEWER_AFTER_MS } from './rules.js';
import { text, violation } from './violation.js';

/** The platform said in this step whether a user uses a bot; with the process that heard it. */
export interface ContactTold {
  userId: number;
  botId: number;
  state: 'yes' | 'no';
  by: { isDead: boolean };
}

export interface ContactRules {
  nowMs: number;
  startMs: number;
  told: readonly ContactTold[];
  /** Bots that were asked about this user: of somebody they were denied, they ask again. */
  bots: ReadonlySet<number>;
  /** When a block of this bot last reached this user. */
  deliveredAtMs(botId: number): number;
  /** A contact that was last heard of before this may be gone. */
  purgedBeforeMs: number;
  mayBeLost: boolean;
}

/** A block that was shown a moment ago is not sent again, and counts as arrived again. */
const FRESH_MS = 5_000;

/**
 * Promise 2: that a user uses a bot, or does not, is known by the platform's word alone; and its word is kept. Returns by
 * bot what may have been known in between.
 */
export function judgeContacts(
  model: Model,
  books: Books,
  userId: number,
  rules: ContactRules,
): Map<number, Contact[]> {
  const known = model.contacts.get(userId) ?? new Map<number, ContactRow>();
  const found = books.contactsOf(userId);
  const between = new Map<number, Contact[]>();
  for (const botId of new Set([...known.keys(), ...found.keys()])) {
    const [before, after] = [known.get(botId), found.get(botId)];
    const told = rules.told.filter((one) => one.botId === botId);
    const about = `user ${String(userId)} of bot ${String(botId)}`;
    between.set(botId, contactsBetween({ before, after }, told, rules.bots.has(botId), rules.nowMs));
    if (rules.mayBeLost) continue;
    const isNew = after !== undefined && after.state !== 'unknown' && before?.state !== after.state;
    const hasArrived = after?.state === 'yes' && rules.deliveredAtMs(botId) >= rules.startMs - FRESH_MS;
    if (isNew && !hasArrived && !told.some(({ state }) => state === after.state)) {
      throw violation(
        '2 charge',
        `${about}: nobody said that the contact is ${text(after)}, not ${text(before)}`,
      );
    }
    const isPurged = after === undefined && before!.dueAtMs === null && before!.atMs <= rules.purgedBeforeMs;
    const isDoubted = after?.state === 'unknown' && isOld(before, rules.startMs);
    const isGone = before?.state === 'yes' && after?.state !== 'yes' && !isPurged && !isDoubted;
    if (isGone && !told.some(({ state }) => state === 'no'))
      throw violation('3 kept', `${about}: the contact was known, and is ${text(after)}`);
    const [only] = told.length === 1 ? told : [];
    if (only === undefined || only.by.isDead || after?.state === only.state || hasArrived) continue;
    const isAskedAgain = only.state === 'no' && after?.state === 'unknown' && rules.bots.has(botId);
    if (isAskedAgain) continue;
    throw violation('3 kept', `${about}: the platform said ${only.state}, and known is ${text(after)}`);
  }
  model.contacts.set(userId, found);
  return between;
}

/** After a day a yes is asked about again, where another bot shows the user sponsors: by a list, or by what they opened. */
function isOld(contact: ContactRow | undefined, nowMs: number): boolean {
  return contact !== undefined && nowMs - contact.atMs >= NEWER_AFTER_MS;
}

function contactsBetween(
  { before, after }: { before: ContactRow | undefined; after: ContactRow | undefined },
  told: readonly ContactTold[],
  isAsked: boolean,
  nowMs: number,
): Contact[] {
  const untils = new Set([before?.untilMs, after?.untilMs].filter((untilMs) => untilMs !== undefined));
  const states = new Set<Contact['state']>(told.map(({ state }) => state));
  if (isAsked) states.add('unknown');
  return [...states].flatMap((state) => [...untils].map((untilMs) => ({ state, atMs: nowMs, untilMs })));
}
