/** Which bots an account may add: not our own, no more than `BOTS_MAX` in all, and so many an hour (`decisions.md`, Bots). */
import { ourBots } from '../checkers/index.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';

const HOUR_MS = 3_600_000;
/** How long an add waits for the platform to say what our own bot is called. */
const OWN_NAME_WAIT_MS = 1_000;
/** How long its answer holds, and how long we go on without one. */
const OWN_NAME_LIFE_MS = HOUR_MS;
const OWN_NAME_PAUSE_MS = 60_000;
/** A full account stays full until the operator lets it have more. */
const FULL_RETRY_SECONDS = 86_400;

export interface Admission {
  /** How many bots an account may have, archived ones too. */
  botsMax: number;
  /**
   * A bot that bears the name of one of our bots, or its id, could pass for it. The name counts as far as the platform says
   * it. @throws ServiceError `conflict`
   */
  assertNotOurs(bot: { botId?: number; nickname?: string | undefined }): Promise<void>;
  /** Counts one bot that the account is about to get. @throws ServiceError `limited`, with the seconds to wait */
  takeOne(accountId: number): Promise<void>;
}

type Needs = Pick<Ports, 'store' | 'clock' | 'platform' | 'settings'>;

export function createAdmission(ports: Needs): Admission {
  const { store, clock, settings } = ports;
  const ownIds = new Set(ourBots(settings).map(({ botId }) => botId));
  const ownNames = ourBots(settings).map(({ token }) => createOwnName(ports, token));
  return {
    botsMax: settings.BOTS_MAX,
    assertNotOurs: async ({ botId, nickname }) => {
      if (botId !== undefined && ownIds.has(botId))
        throw ours(`Bot ${String(botId)} is a bot of this service itself.`);
      if (nickname === undefined) return;
      const names = await Promise.all(ownNames.map((name) => name()));
      if (names.includes(nickname.toLowerCase()))
        throw ours(`bot_nickname: @${nickname} is a bot of this service itself.`);
    },
    takeOne: async (accountId) => {
      const max = settings.BOTS_PER_HOUR;
      const key = `bots:${String(accountId)}`;
      const { allowed, retryAfterMs } = await store.limits.take(key, max, HOUR_MS, clock.now());
      if (allowed) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
      const message = `At most ${String(max)} bots an hour; try again in ${String(retryAfterSeconds)} s.`;
      throw new ServiceError('limited', message, { retryAfterSeconds, topic: 'bots_per_hour' });
    },
  };
}

export function accountIsFull(botsMax: number): ServiceError {
  const message = `You have ${String(botsMax)} bots, as many as an account may have; archived ones count, too.`;
  return new ServiceError('limited', message, { retryAfterSeconds: FULL_RETRY_SECONDS, topic: 'bots_full' });
}

function ours(message: string): ServiceError {
  return new ServiceError('conflict', message, { topic: 'bot_of_ours' });
}

/** The username of a bot of ours in small letters, null while the platform has not said it; asked for when needed. */
function createOwnName({ platform, clock }: Needs, token: string): () => Promise<string | null> {
  let known: string | null = null;
  let asking: Promise<void> | null = null;
  let holdsUntilMs = 0;
  const ask = async (): Promise<void> => {
    const options = { deadlineMs: clock.now() + OWN_NAME_WAIT_MS };
    const answer = await platform.me(token, options);
    if (answer.ok) known = answer.value.username.toLowerCase();
    holdsUntilMs = clock.now() + (answer.ok ? OWN_NAME_LIFE_MS : OWN_NAME_PAUSE_MS);
  };
  return async () => {
    if (clock.now() >= holdsUntilMs) {
      // Those who add at the same time wait for the same answer.
      asking ??= ask().finally(() => {
        asking = null;
      });
      await asking;
    }
    return known;
  };
}
