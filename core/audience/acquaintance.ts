/**
 * Who is this user? Bots with a token need to send ids alone: at the first sight of a user the platform is asked with the
 * bot's own token, at once, so that the first list uses the answer; what is a week old is asked again behind the answer
 * (`evidence.md`, Who may say what).
 */
import { LRUCache } from 'lru-cache';
import { BOT_TOKEN_PURPOSE, noteRefusedToken } from '../bots/index.js';
import type { PlatformAnswer, PlatformChat, PlatformUser } from '../platform.js';
import type { Ports } from '../ports.js';
import type { EndUser, Facts, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { RequestContext } from '../ports/sponsor-store.js';
import { latest } from '../remembered.js';
import { unknownUser } from '../unknown-user.js';
import { within } from '../within.js';
import { type Answered, sourcesOf, together } from './knowledge.js';

/** How long the platform's word is believed before it is asked for again. */
export const BELIEVED_MS = 7 * 86_400_000;
/** A question that misses its request's deadline goes on for this long in the background. */
const BACKGROUND_MS = 10_000;
/** A user of which the platform said nothing, though it answered, is asked about again after this. */
const REFUSED_MS = 3_600_000;
/** The platform did not answer: their next request after this asks again. */
const SILENT_MS = 60_000;
const REMEMBERED = 10_000;
/** Questions under way at once in one process; beyond that no user is asked about. */
const AT_ONCE = 200;

export interface Meeting {
  bot: Bot;
  said: ReportedProfile;
  context: Pick<RequestContext, 'user' | 'isKnownToBot' | 'contact'>;
  nowMs: number;
  /** The answer is waited for until then. */
  deadlineMs: number;
}

type AcquaintancePorts = Pick<Ports, 'store' | 'platform' | 'vault' | 'clock' | 'log'>;

export function createAcquaintance(ports: AcquaintancePorts) {
  const { store, clock, log } = ports;
  const underWay = new Map<string, Promise<EndUser | null>>();
  const quietUntilMs = new LRUCache<string, number>(latest(REMEMBERED));

  const ask = async (key: string, { bot, said, context }: Meeting): Promise<EndUser | null> => {
    const cipher = await store.bots.tokenCipher(bot.botId);
    if (cipher === null) return null;
    const token = ports.vault.open(cipher, BOT_TOKEN_PURPOSE);
    // A bot that sends names only lacks the language, which names come with.
    const { facts, sources, pauseMs, answers } = await askPlatform(
      ports,
      token,
      said.userId,
      said.firstName === undefined,
    );
    await noteRefusedToken(ports, bot.botId, cipher, answers);
    const nowMs = clock.now();
    if (pauseMs > 0) quietUntilMs.set(key, nowMs + pauseMs);
    if (Object.keys(facts).length === 0) return null;
    await store.audience.learn(said.userId, facts, nowMs, sources);
    return { ...(context.user ?? unknownUser(said.userId)), ...facts };
  };

  const askOnce = (meeting: Meeting): Promise<EndUser | null> | null => {
    const { bot, said, nowMs } = meeting;
    const key = `${String(bot.botId)}:${String(said.userId)}`;
    const asked = underWay.get(key);
    if (asked !== undefined) return asked;
    const quietMs = quietUntilMs.get(key);
    if (quietMs !== undefined && nowMs < quietMs) return null;
    if (underWay.size >= AT_ONCE) return null;
    const asking = ask(key, meeting)
      .catch((error: unknown) => {
        quietUntilMs.set(key, clock.now() + SILENT_MS);
        const { botId } = bot;
        log.warn(
          { botId, userId: said.userId, error: String(error) },
          'the platform could not be asked of a user',
        );
        return null;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  };

  return {
    /** The user with what the platform says; null, at once, where nothing is to be asked or waited for. */
    meet: (meeting: Meeting): Promise<EndUser | null> | null => {
      const need = needOf(meeting);
      if (need === 'nothing') return null;
      const asking = askOnce(meeting);
      if (asking === null || need === 'renewal') return null;
      return within(asking, meeting.deadlineMs - clock.now());
    },
    /** Resolves when what `meet` began is done: for a process that stops, and for tests. */
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

function needOf({ bot, said, context, nowMs }: Meeting): 'answer' | 'renewal' | 'nothing' {
  const { user, isKnownToBot, contact } = context;
  if (!bot.hasToken || bot.isTokenInvalid) return 'nothing';
  // Such a bot sends what is asked here; the background asks for the rest.
  if (said.firstName !== undefined && said.languageCode !== undefined) return 'nothing';
  // The platform says that they do not use this bot: it would say nothing.
  if (contact?.state === 'no') return 'nothing';
  const reportedAtMs = user?.reportedAtMs ?? null;
  if (reportedAtMs === null) return 'answer';
  if (nowMs - reportedAtMs >= BELIEVED_MS) return 'renewal';
  // What the platform does not say to one bot it may say to another.
  return user?.languageCode === '' && !isKnownToBot ? 'answer' : 'nothing';
}

/** `pauseMs`: how long not to ask again, where the platform did not say who this is. */
async function askPlatform(
  { platform, clock }: AcquaintancePorts,
  token: string,
  userId: number,
  wantsProfile: boolean,
) {
  // A turn that comes late is of no use to the answer that waits: then the bot's own pace says soon that it has none.
  const options = { deadlineMs: clock.now() + BACKGROUND_MS };
  const [chat, member] = await Promise.all([
    wantsProfile ? platform.chat(token, userId, options) : null,
    platform.user(token, userId, options),
  ]);
  const answered: Answered[] = [];
  if (member.ok) answered.push([member.value, sourcesOf(member.value, 'getChatMember')]);
  if (chat?.ok === true) {
    const profile = profileIn(chat.value);
    answered.push([profile, sourcesOf(profile, 'getChat')]);
  }
  const answers = [chat, member];
  if (answered.length === 0) return { facts: {}, sources: {}, pauseMs: pauseFor(member), answers };
  const { facts, sources } = together(answered);
  return { facts: { ...facts, reportedAtMs: clock.now() }, sources, pauseMs: 0, answers };
}

/** What `getChat` shows of a user. No photo may also mean a hidden one, which is unknown. */
export function profileIn({ firstName, lastName, username, bio, photoFileId, rating }: PlatformChat): Facts {
  return {
    firstName,
    lastName,
    username,
    hasBio: bio !== '',
    ...(photoFileId === '' ? {} : { hasPhoto: true }),
    ...(rating === null ? {} : { rating }),
  };
}

function pauseFor(answer: PlatformAnswer<PlatformUser>): number {
  const isNoAnswer = !answer.ok && ['limited', 'unavailable', 'uncertain'].includes(answer.failure.kind);
  return isNoAnswer ? SILENT_MS : REFUSED_MS;
}
