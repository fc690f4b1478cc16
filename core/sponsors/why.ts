/** Why a user of a bot is or is not shown each running order, and the sources of what is known of them, for the operator. */
import type { Audience } from '../audience/index.js';
import type { Ports } from '../ports.js';
import type { EndUser } from '../ports/audience-store.js';
import type { Steps } from './steps.js';

export function createWhy(
  { clock }: Pick<Ports, 'clock'>,
  { bots, contexts, chooser, picker, audience, sights }: Steps & { audience: Pick<Audience, 'knowledge'> },
) {
  return async (botId: number, userId: number) => {
    const bot = await bots.get(botId);
    const nowMs = clock.now();
    const context = await contexts.read(bot, userId, nowMs);
    await chooser.sync();
    const { view, context: seen } = await sights.of(bot, context, { userId }, nowMs);
    const { user, isStranger } = view;
    const request = { excludeResourceIds: [], excludeOrderIds: [] };
    const orders = await chooser.explain(
      await picker.viewer({ bot, user, context: seen, view, nowMs, request }),
    );
    return { language: languageIn(user), orders, known: isStranger ? [] : await audience.knowledge(userId) };
  };
}

/** By which orders choose: the known language, or the one that is assumed. */
function languageIn({ languageCode, assumedLanguage }: EndUser): { code: string; isAssumed: boolean } {
  return languageCode === ''
    ? { code: assumedLanguage, isAssumed: true }
    : { code: languageCode, isAssumed: false };
}
