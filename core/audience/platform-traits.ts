/**
 * What the platform tells of users when asked: names, bio, rating, photos, gifts. Asked in the background with the token of a bot
 * that knows the user, kept with its age, and asked again when that is old; no answer waits for it.
 */
import { BOT_TOKEN_PURPOSE } from '../bots/index.js';
import type { EndUser, PlatformAnswer, Ports } from '../ports.js';

/** How long what was told is believed. */
const KEPT_MS = 7 * 86_400_000;
/** How many users one round asks about: four calls each, well within what a token may do in a minute. */
const ROUND = 20;
const CALL_MS = 5_000;
const PHOTO_BYTES = 2 * 1_024 * 1_024;

type TraitPorts = Pick<Ports, 'store' | 'platform' | 'photoClassifier' | 'vault' | 'clock' | 'log'>;
type Told = Partial<
  Pick<
    EndUser,
    'firstName' | 'lastName' | 'username' | 'hasBio' | 'rating' | 'hasPhoto' | 'hasRealPhoto' | 'gifts'
  >
>;

/** One round, cut short by the signal; answers how many users were to be asked about. */
export function createTraitRefresh(ports: TraitPorts): (signal?: AbortSignal) => Promise<number> {
  const { store, vault, clock, log } = ports;

  const refresh = async (userId: number, botId: number, signal?: AbortSignal): Promise<void> => {
    const cipher = await store.bots.tokenCipher(botId);
    const told = cipher === null ? {} : await ask(ports, vault.open(cipher, BOT_TOKEN_PURPOSE), userId);
    if (signal?.aborted === true) return;
    // Also when nothing was told: somebody the platform will not tell of is not asked about every round.
    await store.audience.learn(userId, { ...told, traitsAtMs: clock.now() }, clock.now());
  };

  return async (signal) => {
    const stale = await store.audience.staleTraits(clock.now() - KEPT_MS, ROUND);
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

/** A platform that is slow to answer must not hold up whoever stops. */
function whenAborted(signal: AbortSignal | undefined): { comes: Promise<void>; forget: () => void } {
  let listen = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    listen = resolve;
  });
  signal?.addEventListener('abort', listen);
  return { comes, forget: () => signal?.removeEventListener('abort', listen) };
}

async function ask(ports: TraitPorts, token: string, userId: number): Promise<Told> {
  const { platform, clock } = ports;
  const options = () => ({ deadlineMs: clock.now() + CALL_MS });
  const [chat, photos, gifts] = await Promise.all([
    platform.chat(token, userId, options()),
    platform.photos(token, userId, options()),
    platform.giftCount(token, userId, options()),
  ]);
  return {
    ...ifTold(chat, ({ firstName, lastName, username, bio, rating }) => ({
      ...{ firstName, lastName, username, hasBio: bio !== '' },
      ...(rating === null ? {} : { rating }),
    })),
    ...ifTold(gifts, (count) => ({ gifts: count })),
    ...(photos.ok ? await photoTraits(ports, token, photos.value) : {}),
  };
}

function ifTold<Value>(answer: PlatformAnswer<Value>, traits: (value: Value) => Told): Told {
  return answer.ok ? traits(answer.value) : {};
}

/** No photo may also mean a hidden one: that is unknown, not none, also of somebody who had one before. */
async function photoTraits(
  ports: TraitPorts,
  token: string,
  { count, fileId }: { count: number; fileId: string },
): Promise<Told> {
  if (count === 0) return { hasPhoto: null, hasRealPhoto: null };
  return { hasPhoto: true, ...(await look(ports, token, fileId)) };
}

async function look(ports: TraitPorts, token: string, fileId: string): Promise<Told> {
  const file = await ports.platform.file(token, fileId, PHOTO_BYTES, {
    deadlineMs: ports.clock.now() + CALL_MS,
  });
  if (!file.ok) return {};
  const verdict = await ports.photoClassifier.classify(file.value);
  // Another picture than the last one, perhaps: what was said of that one does not hold for it.
  return { hasRealPhoto: verdict === 'unknown' ? null : verdict === 'real' };
}
