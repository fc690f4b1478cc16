/** Which bots an account may add: not our own, no more than `BOTS_MAX` in all, and so many an hour (`decisions.md`, Bots). */
import { HOUR_MS } from '../days.js';
import type { Checkers } from '../checkers/index.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import { takeTurn } from '../rate-limit.js';

/** A full account stays full until the operator lets it have more. */
const FULL_RETRY_SECONDS = 86_400;

type Needs = Pick<Ports, 'store' | 'clock' | 'settings'> & { checkers: Pick<Checkers, 'bots' | 'named'> };

/**
 * A bot that bears the name of one of our bots, or its id, could pass for it. The name counts as far as the platform says
 * it. @throws ServiceError `conflict`
 */
export async function assertNotOurs(
  { checkers }: Needs,
  { botId, nickname }: { botId?: number; nickname?: string | undefined },
): Promise<void> {
  if (checkers.bots.some((bot) => bot.botId === botId))
    throw ours(`Bot ${String(botId)} is a bot of this service itself.`);
  if (nickname === undefined) return;
  const named = await Promise.all(checkers.bots.map(({ checkerBotId }) => checkers.named(checkerBotId)));
  if (named.some((bot) => bot?.username.toLowerCase() === nickname.toLowerCase()))
    throw ours(`bot_nickname: @${nickname} is a bot of this service itself.`);
}

/** Counts one bot that the account is about to get. @throws ServiceError `limited`, with the seconds to wait */
export function takeOne(ports: Needs, accountId: number): Promise<void> {
  const max = ports.settings.BOTS_PER_HOUR;
  const say = (seconds: string) => `At most ${String(max)} bots an hour; try again in ${seconds} s.`;
  return takeTurn(ports, `bots:${String(accountId)}`, { max, windowMs: HOUR_MS }, say, 'bots_per_hour');
}

export function accountIsFull(botsMax: number): ServiceError {
  const message = `You have ${String(botsMax)} bots, as many as an account may have; archived ones count, too.`;
  return new ServiceError('limited', message, { retryAfterSeconds: FULL_RETRY_SECONDS, topic: 'bots_full' });
}

function ours(message: string): ServiceError {
  return new ServiceError('conflict', message, { topic: 'bot_of_ours' });
}
