/** An end user as one bot may see them (`evidence.md`, Who may say what). */
import { hasWorkingToken } from '../bot-trust.js';
import { DAY_MS } from '../days.js';
import type { BotPage, Claims, EndUser, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Contact, RequestContext } from '../ports/sponsor-store.js';
import type { Ports } from '../ports.js';
import { unknownUser } from '../unknown-user.js';
import { createAssumedLanguages } from './assumed-languages.js';

/** What counts of a user in one bot, and why. */
export interface BotView {
  /** For choosing: the platform's word and the user's own answers, and the bot's claims where they count. */
  user: EndUser;
  /** All that the bot has said, whether it counts or not: no user is asked twice, and each is spoken to in that language. */
  claims: Claims;
  /**
   * Nothing says that the user uses this bot: what others reported of them is hidden from it, and its impressions are
   * unproven (`evidence.md`, Strangers).
   */
  isStranger: boolean;
}

type Found = Pick<RequestContext, 'user' | 'claims' | 'contact'>;

/** Views with an assumed language where none is known; mostly at once (`assumed-languages.ts`). */
export function createView(ports: Pick<Ports, 'store' | 'clock' | 'log' | 'settings'>) {
  const contactMs = ports.settings.CONTACT_DAYS * DAY_MS;
  const assumedIn = createAssumedLanguages(ports);
  return (bot: Bot, found: Found, said: ReportedProfile, nowMs: number): BotView | Promise<BotView> => {
    const view = viewOf(bot, found, said, { nowMs, contactMs });
    const { languageCode, assumedLanguage } = view.user;
    if (languageCode !== '' || assumedLanguage !== '') return view;
    const assumed = assumedIn(bot.botId, nowMs);
    return typeof assumed === 'string' ? assuming(view, assumed) : assumed.then((one) => assuming(view, one));
  };
}

function assuming(view: BotView, assumedLanguage: string): BotView {
  return { ...view, user: { ...view.user, assumedLanguage } };
}

/** The language that is assumed is what the bot says, as far as it does. */
function viewOf(
  bot: Bot,
  { user, claims, contact }: Found,
  reportedProfile: ReportedProfile,
  { nowMs, contactMs }: { nowMs: number; contactMs: number },
): BotView {
  const { userId, ...said } = reportedProfile;
  const all: Claims = { ...claims, ...said };
  const isStranger = !isKnownIn(bot, contact, nowMs, contactMs);
  const known = isStranger || user === null ? unknownUser(userId) : user;
  // In its own lists a bot may claim anything of a stranger. Without a token that works nothing of it would ever be proven.
  const seen = !isStranger || hasWorkingToken(bot) ? withClaims(known, all) : known;
  // A claim that does not count may narrow the default audience, never widen it.
  const assumedLanguage = all.languageCode ?? '';
  return { user: { ...seen, assumedLanguage }, claims: all, isStranger };
}

/** For a bot without a token a moderator's trust replaces the contact; of others the platform's word is needed. */
function isKnownIn(bot: Bot, contact: Contact | null, nowMs: number, contactMs: number): boolean {
  if (!bot.hasToken) return bot.trust === 'trusted';
  return hasWorkingToken(bot) && isConfirmed(contact, nowMs, contactMs);
}

/** Where nothing better is known, what the bot says. */
export function withClaims(user: EndUser, claims: Claims): EndUser {
  const { firstName, lastName, username } = user.firstName === '' ? namesIn(claims) : user;
  return {
    ...user,
    firstName,
    lastName,
    username,
    languageCode: user.languageCode || (claims.languageCode ?? ''),
    isPremium: user.isPremium ?? claims.isPremium ?? null,
    gender: user.gender ?? claims.gender ?? null,
    age: user.age ?? claims.age ?? null,
  };
}

/** The platform sends names together: one that has no last name there, or no username, is given none by a bot. */
function namesIn({ firstName = '', lastName = '', username = '' }: Claims) {
  return { firstName, lastName, username };
}

/**
 * What /get-user-info answers this bot about the user: its own claims always; the platform's word, the user's own answers and
 * suspicion once it is in contact (without a token: trusted); place and device of pages opened through its own links.
 * @param page the last such page; a bot that the user does not use learns nothing of it
 */
export function toldOf({ user, claims, isStranger }: BotView, page: BotPage | null): EndUser {
  const { userId, assumedLanguage } = user;
  const shown = isStranger ? withClaims({ ...unknownUser(userId), assumedLanguage }, claims) : user;
  return { ...shown, ...(page === null || isStranger ? noPage : page) };
}

/** What is known before a page was opened. */
export const noPage: Readonly<BotPage> = {
  ipAddress: '',
  countryId: null,
  cityId: null,
  country: '',
  city: '',
  deviceType: null,
  deviceOs: null,
};

/** The language that a bot's users are spoken to in: the known one, else what the bot says, else the assumed one. */
export function languageOf({ user, claims }: Pick<BotView, 'user' | 'claims'>): string {
  return user.languageCode || (claims.languageCode ?? user.assumedLanguage);
}

/** Whether a request says anything that this bot has not said of the user before, so that it has to be written. */
export function saysNew(claims: Claims, { userId: _, ...said }: ReportedProfile): boolean {
  return (Object.keys(said) as (keyof Claims)[]).some((field) => said[field] !== claims[field]);
}

/** The platform's yes, while it holds. @param contactMs for how long it does */
export function isConfirmed(contact: Contact | null, nowMs: number, contactMs: number): boolean {
  return contact?.state === 'yes' && nowMs - contact.atMs < contactMs;
}
