/**
 * A user who, as the platform says, does not use the bot that asks about them is a stranger to it: it is answered as if
 * nothing were known of them but what it did and said itself (`evidence.md`, Who may say what).
 */
import type { Bot, Visit } from '../ports.js';
import { ASKED_A_DAY } from './questions.js';

const REMEMBERED = 10_000;

/** What is left of a visit: no status, no omission and no trait tells what other bots or the platform told. */
export function withoutOthers(visit: Visit, { botId }: Pick<Bot, 'botId'>): Visit {
  const own = async () => (await visit.shows()).filter((show) => show.botId === botId);
  return { ...visit, user: null, standings: [], memberships: [], shows: own };
}

/**
 * How often a bot has asked questions of its strangers today. Other bots' users must not be spared their questions by it,
 * nor may it see how often others have asked; so it is kept here, in the memory of this process, and not with the user.
 */
export interface AskedStrangers {
  mayAsk(botId: number, userId: number, today: number): boolean;
  noteAsked(botId: number, userId: number, today: number): void;
}

export function createAskedStrangers(): AskedStrangers {
  const asked = new Map<string, { day: number; times: number }>();
  const keyOf = (botId: number, userId: number) => `${String(botId)}:${String(userId)}`;
  const timesOf = (key: string, today: number) => {
    const known = asked.get(key);
    return known?.day === today ? known.times : 0;
  };
  return {
    mayAsk: (botId, userId, today) => timesOf(keyOf(botId, userId), today) < ASKED_A_DAY,
    noteAsked: (botId, userId, today) => {
      const key = keyOf(botId, userId);
      const times = timesOf(key, today) + 1;
      asked.delete(key);
      const [oldest] = asked.size >= REMEMBERED ? asked.keys() : [];
      if (oldest !== undefined) asked.delete(oldest);
      asked.set(key, { day: today, times });
    },
  };
}
