/** The first words with the platform: who we are, and how its updates come to us. */
import { Api, type Bot, type Context } from 'grammy';
import { anySignal } from '../core/any-signal.js';
import type { Updates } from '../core/updates.js';
import type { OperatorContext } from './operator/index.js';
import { isTokenRefused } from './reachability.js';
import type { UpdateKind } from './updates.js';

/** A platform that is there says who we are sooner. */
const ANSWER_MS = 10_000;

/** As many updates as the platform brings at a time. */
const CONNECTIONS = 40;

type Signal = Parameters<Api['getMe']>[0];

type Webhook = ReturnType<Updates['webhook']>;

/**
 * @param webhook where the platform brings updates; null: they are polled
 * @throws when the platform does not answer, or refuses; all of it can be done again
 */
export async function arrange<C extends Context>(
  bot: Bot<C>,
  webhook: Webhook,
  { kinds, signal }: { kinds: readonly UpdateKind[]; signal: AbortSignal },
): Promise<void> {
  // Not by `bot.init()`, which asks again by itself, for hours, without a report.
  if (!bot.isInited()) {
    const inTime = anySignal([signal, AbortSignal.timeout(ANSWER_MS)]);
    bot.botInfo = await bot.api.getMe(inTime as Signal);
  }
  if (webhook === null) await bot.api.deleteWebhook();
  else
    await bot.api.setWebhook(webhook.url, {
      secret_token: webhook.secretToken,
      allowed_updates: kinds,
      max_connections: CONNECTIONS,
    });
}

/** The operator bot's username; empty where the platform does not say it now. `refused`: it does not take the token, for this reason. */
export async function nameOf(bot: Bot<OperatorContext>): Promise<{ bot: string; refused?: string }> {
  try {
    // Past what paces our calls: a process that begins has no share of them for seconds.
    const api = new Api(bot.token, bot.api.options);
    const { username } = await api.getMe(AbortSignal.timeout(ANSWER_MS) as Signal);
    return { bot: username };
  } catch (error) {
    if (!isTokenRefused(error)) return { bot: '' };
    return { bot: '', refused: `${String(error.error_code)} ${error.description}` };
  }
}
