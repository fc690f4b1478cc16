/**
 * What the platform says of users when asked: names, bio, rating, photos, gifts. Asked in the background with the token of a bot
 * that knows the user, kept with its age, and asked again when that is old; no answer waits for it.
 */
import { BOT_TOKEN_PURPOSE, noteRefusedToken } from '../bots/index.js';
import type { PlatformAnswer } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Facts, KnowledgeSource } from '../ports/audience-store.js';
import type { RequestContext } from '../ports/sponsor-store.js';
import { profileIn, BELIEVED_MS } from './acquaintance.js';
import { type Answered, sourcesOf, together } from './knowledge.js';

/** Who they are was asked at their first sight, if the bot did not say it; that is not asked twice in a day. */
const JUST_REPORTED_MS = 86_400_000;
/** How many users one round asks about: five calls each, well within what a token may do in a minute. */
const ROUND = 20;
/** With its turn, which comes late where a token may call little. */
const CALL_MS = 30_000;
/** Users who were not seen for this long are asked about when they come back. */
const ACTIVE_MS = 30 * 86_400_000;
const PHOTO_BYTES = 2 * 1_024 * 1_024;

type TraitPorts = Pick<Ports, 'store' | 'platform' | 'photoClassifier' | 'vault' | 'clock' | 'log'>;
/** One round, cut short by the signal; resolves to the number of users to be asked about. */
export function createTraitRefresh(ports: TraitPorts): (signal?: AbortSignal) => Promise<number> {
  const { store, vault, clock, log } = ports;

  const refresh = async (userId: number, botId: number, signal?: AbortSignal): Promise<void> => {
    const cipher = await store.bots.tokenCipher(botId);
    const user = await store.audience.find(userId);
    // A profile shows whether there is a bio: who has been asked about it is known whole.
    const isKnown =
      user !== null && user.hasBio !== null && clock.now() - (user.reportedAtMs ?? 0) < JUST_REPORTED_MS;
    const { learnt, answers } =
      cipher === null
        ? { learnt: [], answers: [] }
        : await ask(ports, vault.open(cipher, BOT_TOKEN_PURPOSE), userId, isKnown);
    if (cipher !== null) await noteRefusedToken(ports, botId, cipher, answers);
    if (signal?.aborted === true) return;
    const nowMs = clock.now();
    const { facts, sources } = together(learnt);
    // Also when nothing was learnt: a user that the platform says nothing of is not asked about every round.
    await store.audience.learnTraits(userId, facts, nowMs, sources);
  };

  return async (signal) => {
    const nowMs = clock.now();
    const stale = await store.audience.staleTraits(nowMs - BELIEVED_MS, nowMs - ACTIVE_MS, ROUND);
    const end = whenAborted(signal);
    for (const { userId, botId } of stale) {
      if (signal?.aborted === true) break;
      const asking = refresh(userId, botId, signal).catch((error: unknown) => {
        log.warn({ userId, error: String(error) }, 'the traits of a user could not be asked for');
      });
      await Promise.race([asking, end.comes]);
    }
    end.forget();
    return stale.length;
  };
}

/** Traits are asked for of users who were seen lately: when a request should note that this one was. */
export function areTraitsDue(
  { user, isKnownToBot }: Pick<RequestContext, 'user' | 'isKnownToBot'>,
  nowMs: number,
): boolean {
  if (user === null) return !isKnownToBot;
  return user.traitsAtMs === null || nowMs - user.traitsAtMs >= BELIEVED_MS;
}

/** A platform that is slow to answer must not hold up a process that stops. */
function whenAborted(signal: AbortSignal | undefined): { comes: Promise<void>; forget: () => void } {
  let listen = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    listen = resolve;
  });
  signal?.addEventListener('abort', listen);
  return { comes, forget: () => signal?.removeEventListener('abort', listen) };
}

async function ask(ports: TraitPorts, token: string, userId: number, isKnown: boolean) {
  const { platform, clock } = ports;
  const options = () => ({ deadlineMs: clock.now() + CALL_MS, isBackground: true });
  const [chat, member, photos, gifts] = await Promise.all([
    isKnown ? null : platform.chat(token, userId, options()),
    isKnown ? null : platform.user(token, userId, options()),
    platform.photos(token, userId, options()),
    platform.giftCount(token, userId, options()),
  ]);
  const reportedAtMs = clock.now();
  const learnt = await Promise.all([
    learntFrom(member, 'getChatMember', (user) => ({ ...user, reportedAtMs })),
    learntFrom(chat, 'getChat', (value) => ({ ...profileIn(value), reportedAtMs })),
    learntFrom(gifts, 'getUserGifts', (count) => ({ gifts: count })),
    learntFrom(photos, 'getUserProfilePhotos', (value) => photoTraits(ports, token, value)),
  ]);
  return { learnt: learnt.flat(), answers: [chat, member, photos, gifts] };
}

/** @param answer null: it was not asked */
async function learntFrom<Value>(
  answer: PlatformAnswer<Value> | null,
  source: KnowledgeSource,
  factsIn: (value: Value) => Facts | Promise<Facts>,
): Promise<Answered[]> {
  if (answer?.ok !== true) return [];
  const facts = await factsIn(answer.value);
  return [[facts, sourcesOf(facts, source)]];
}

/** No photo may also mean a hidden one: that is unknown, not none, also of somebody who had one before. */
async function photoTraits(
  ports: TraitPorts,
  token: string,
  { count, fileId }: { count: number; fileId: string },
): Promise<Facts> {
  if (count === 0) return { hasPhoto: null, hasRealPhoto: null };
  return { hasPhoto: true, ...(await look(ports, token, fileId)) };
}

async function look(ports: TraitPorts, token: string, fileId: string): Promise<Facts> {
  const file = await ports.platform.file(token, fileId, PHOTO_BYTES, {
    deadlineMs: ports.clock.now() + CALL_MS,
    isBackground: true,
  });
  if (!file.ok) return {};
  const verdict = await ports.photoClassifier.classify(file.value);
  // Another picture than the last one, perhaps: what was said of that one does not hold for it.
  return { hasRealPhoto: verdict === 'unknown' ? null : verdict === 'real' };
}
