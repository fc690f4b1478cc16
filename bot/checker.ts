/**
 * A further bot of ours that checks who is in the chats where it is administrator (`CHECKER_TOKENS`). It hears what happens
 * there, and talks with no user.
 */
import { type ApiClientOptions, Bot, type Context, type Transformer } from 'grammy';
import type { OurBot } from '../core/checkers/index.js';
import type { Platform } from '../core/platform.js';
import type { Log } from '../core/ports.js';
import type { Service } from '../core/service.js';
import { hear } from './hearing.js';
import { createMembership } from './membership/index.js';

/** What a bot of ours speaks with the platform by. */
export interface BotClient {
  /** How it is reached. */
  client: ApiClientOptions;
  /** How its calls are paced; see the platform adapter. */
  transformer: Transformer;
}

export function createCheckerBot(
  { token, checkerBotId }: OurBot,
  { service, log }: { service: Service; log: Log },
  { client, transformer }: BotClient,
): Bot {
  const bot = new Bot<Context>(token, { client });
  bot.api.config.use(transformer);
  bot.use(hear(service.audience, log));
  bot.use(createMembership<Context>(service, checkerBotId));
  return bot;
}

/** The further bots of the service. */
export function checkersOf({ checkers }: Pick<Service, 'checkers'>): OurBot[] {
  return checkers.bots.filter(({ checkerBotId }) => checkerBotId !== null);
}

/** Says loudly which tokens the platform refuses. One that it does not answer about now is reported by its own stream. */
export async function sayRefused(
  service: Pick<Service, 'checkers'>,
  platform: Pick<Platform, 'me'>,
  log: Log,
): Promise<void> {
  await Promise.all(
    checkersOf(service).map(async ({ botId, token }) => {
      const answer = await platform.me(token);
      if (answer.ok) log.info({ botId, username: answer.value.username }, 'a checker is there');
      else if (answer.failure.kind === 'token_refused')
        log.error(
          { botId, setting: 'CHECKER_TOKENS' },
          'the platform refuses the token of a checker: its orders go to another bot of ours, or stand still',
        );
    }),
  );
}
