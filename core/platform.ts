/** The messaging platform, as core sees it: a handful of commands, each with an answer that names its failure. */
import { cleanName } from './names.js';

/** Why the platform did not do it. */
export const platformFailureKinds = [
  'blocked', // The user blocked the bot.
  'chat_gone', // No such chat, or the user never started the bot.
  'token_refused', // The bot's token is not valid (any more).
  'rights_lost', // The bot is not (or no longer) an administrator there.
  'bad_request', // What we sent is wrong; trying again will not help.
  'limited', // Obey `retryAfterMs`.
  'unavailable', // It did not happen, try again later.
  'uncertain', // No answer came: it may or may not have happened.
] as const;
export type PlatformFailureKind = (typeof platformFailureKinds)[number];

export interface PlatformFailure {
  kind: PlatformFailureKind;
  /** The platform's own words; never a token. */
  description: string;
  retryAfterMs: number | null;
  /** The chat goes on under this id: it was a basic group, and is a supergroup now. */
  movedTo?: number;
}

export type PlatformAnswer<T> = { ok: true; value: T } | { ok: false; failure: PlatformFailure };
export type Answered<T> = Promise<PlatformAnswer<T>>;

/** An answer that it was not done. */
export function failed(kind: PlatformFailureKind, description: string, retryAfterMs: number | null = null) {
  return { ok: false, failure: { kind, description, retryAfterMs } } as const;
}

export interface PlatformBot {
  botId: number;
  name: string;
  /** Without @. */
  username: string;
}

export interface PlatformChat {
  chatId: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  title: string;
  /** Of a user; `''` of other chats. */
  firstName: string;
  lastName: string;
  username: string;
  bio: string;
  /** File id of the small photo, `""` when there is none. */
  photoFileId: string;
  takesJoinRequests: boolean;
  rating: number | null;
}

export interface MessageContent {
  /** HTML of the platform's subset. */
  html: string;
  /** Image URL; the message is then a photo with a caption. */
  image: string | null;
  buttons: MessageButton[][];
}

export type MessageButton = {
  text: string;
  /** Its colour: blue, green or red; a platform that knows none shows it like the others. */
  style?: 'primary' | 'success' | 'danger';
} & (
  | { kind: 'url'; url: string }
  | { kind: 'callback'; data: string }
  | { kind: 'web_app'; url: string }
  /** Puts `copied`, at most 256 characters, on the clipboard; left out where the platform knows no such buttons. */
  | { kind: 'copy'; copied: string }
);

/** A user as its objects name them: in updates, in answers about members, and in the init data of pages. Names are cleaned. */
export interface PlatformUser {
  firstName: string;
  /** `''` is none, as of the username. */
  lastName: string;
  username: string;
  /** Absent: the platform does not say. */
  languageCode?: string;
  isPremium?: boolean;
}

/** The platform's own object. */
export interface RawUser {
  first_name: string;
  last_name?: string | undefined;
  username?: string | undefined;
  language_code?: string | undefined;
  is_premium?: boolean | undefined;
}

/**
 * The platform leaves language and premium out where it does not know this user for the bot that asks. It never says
 * that somebody is not premium: where it reports the language, it reports the whole user, and who is not named premium is not.
 */
export function toPlatformUser(user: RawUser): PlatformUser {
  const { language_code: languageCode = '', is_premium } = user;
  const isPremium = is_premium ?? (languageCode === '' ? undefined : false);
  return {
    firstName: cleanName(user.first_name),
    lastName: cleanName(user.last_name ?? ''),
    username: user.username ?? '',
    ...(languageCode === '' ? {} : { languageCode }),
    ...(isPremium === undefined ? {} : { isPremium }),
  };
}

/** How a user stands with a chat. `barred`: they are out, and banned, so that they cannot come in. */
export type Presence = 'in' | 'out' | 'barred';

export function presenceOf(member: { status: string; is_member?: boolean }): Presence {
  if (isIn(member)) return 'in';
  return isBan(member) ? 'barred' : 'out';
}

/** `ChatMemberBanned`: they cannot return to the chat. */
export const isBan = ({ status }: { status: string }): boolean => status === 'kicked';

/** Whether somebody of this status is in a chat; `restricted` counts by `is_member`. */
export function isIn({ status, is_member: isMember }: { status: string; is_member?: boolean }): boolean {
  if (status === 'restricted') return isMember === true;
  return status === 'creator' || status === 'administrator' || status === 'member';
}

/** A user paid an invoice in stars, or was paid back: that has the id of the payment, too. */
export interface StarTransaction {
  chargeId: string;
  accountId: number;
  stars: number;
  /** The invoice's; `""` of a refund. */
  payload: string;
  isRefund: boolean;
}

export interface CallOptions {
  /** Give up then (epoch ms); the answer is `unavailable` or `uncertain`. */
  deadlineMs?: number;
  /** How long to wait for a turn under our own pacing; 0: now or not at all (`limited`). Default: as the method needs. */
  patienceMs?: number;
  /** No answer waits for it: of the token's pace it takes a fifth at most, and leaves the rest to what somebody waits for. */
  isBackground?: boolean;
}

export interface Platform {
  /** Who a token belongs to. */
  me(token: string, options?: CallOptions): Answered<PlatformBot>;
  /** A channel, group or user that the bot can see, by id or `@username`. */
  chat(token: string, chat: number | string, options?: CallOptions): Answered<PlatformChat>;
  memberCount(token: string, chatId: number | string, options?: CallOptions): Answered<number>;
  /** How a user stands with a chat; `restricted` counts by `is_member`. */
  presence(token: string, chatId: number | string, userId: number, options?: CallOptions): Answered<Presence>;
  /** Whether the bot of this token is an administrator there, so that its checks can be trusted. */
  isAdministrator(token: string, chatId: number | string, options?: CallOptions): Answered<boolean>;
  /** Whether this bot is an administrator there who may invite users: without that no request to join is reported to it. */
  mayInvite(token: string, chatId: number | string, options?: CallOptions): Answered<boolean>;
  /** Whether a user has started the bot of this token. */
  hasStarted(token: string, userId: number, options?: CallOptions): Answered<boolean>;
  /** A user as the bot of this token knows them, with language and premium where the platform reports it. */
  user(token: string, userId: number, options?: CallOptions): Answered<PlatformUser>;
  /** Sends a message; answers its id. */
  send(token: string, chatId: number, content: MessageContent): Answered<number>;
  /** Changes a message in place; one that is the same already counts as done. */
  edit(token: string, chatId: number, messageId: number, content: MessageContent): Answered<void>;
  /** Deletes a message; one that is gone, or too old to be deleted, counts as done. */
  remove(token: string, chatId: number, messageId: number): Answered<void>;
  /** How many profile photos a user shows, and the newest one's file id; 0 may also mean hidden. */
  photos(token: string, userId: number, options?: CallOptions): Answered<{ count: number; fileId: string }>;
  /**
   * The bot's transactions in stars, oldest first, from the one at `offset` on.
   * @returns how many there are from there on, at most `limit`, and those of them by which users paid or were paid back
   */
  starTransactions(
    token: string,
    page: { offset: number; limit: number },
  ): Answered<{ count: number; payments: StarTransaction[] }>;
  /** Gives a payment in stars back, whole; one that was given back before counts as done. */
  refundStars(token: string, userId: number, chargeId: string): Answered<void>;
  /**
   * Makes an invite link to a chat; answers the link.
   * @param link.name at most 32 characters; only administrators see it
   * @param link.takesJoinRequests who comes by it asks to join, as the chat demands
   */
  createInviteLink(
    token: string,
    chatId: number,
    link: { name: string; takesJoinRequests: boolean },
    options?: CallOptions,
  ): Answered<string>;
  /**
   * Whether people still come in by this link, which the bot of this token made. The platform has no question for it: the
   * link is edited to what it is, which also takes off an end or a limit that somebody gave it.
   */
  inviteLinkWorks(
    token: string,
    chatId: number,
    link: { url: string; name: string; takesJoinRequests: boolean },
    options?: CallOptions,
  ): Answered<boolean>;
  /** This link lets no one in any more, which the bot of this token made. */
  revokeInviteLink(token: string, chatId: number, link: string, options?: CallOptions): Answered<void>;
  giftCount(token: string, userId: number, options?: CallOptions): Answered<number>;
  /** A file's bytes, at most `maxBytes`. The address it comes from holds the token and never leaves the adapter. */
  file(token: string, fileId: string, maxBytes: number, options?: CallOptions): Answered<Uint8Array>;
}

/** The outside service that knows who is a member of a bot (`to_bot_member` 1). */
export interface MembershipService {
  /** Undefined address: no such orders can be made. */
  isConfigured: boolean;
  isMember(code: string, userId: number, options?: CallOptions): Answered<boolean>;
}
