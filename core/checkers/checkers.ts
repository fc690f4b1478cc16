/**
 * Which of our bots an order belongs to (`docs/decisions.md`, Spending the platform's calls). A new one is given to the bot
 * with most room: the fewest orders for what the platform takes from its token. An order whose bot is no administrator of
 * its chat goes to another of ours that is.
 */
import type { CallOptions, PlatformAnswer } from '../platform.js';
import type { Ports } from '../ports.js';
import { createBotNames } from './names.js';
import { type OurBot, ourBots } from './tokens.js';

const MEMBERSHIP = 'membership';

/** Who is administrator in a chat; `unknown`: the platform did not say, and no other bot is. */
export type Administrator = { kind: 'is'; bot: OurBot } | { kind: 'none' } | { kind: 'unknown' };

export type Checkers = ReturnType<typeof createCheckers>;

export function createCheckers(ports: Pick<Ports, 'platform' | 'settings' | 'store' | 'clock'>) {
  const { platform, settings, store } = ports;
  const named = createBotNames(ports);
  const bots = ourBots(settings);

  const usable = async (): Promise<OurBot[]> => {
    const found = await Promise.all(bots.map(({ checkerBotId }) => named(checkerBotId)));
    // The operator bot stands in where nothing is known.
    return bots.filter(({ checkerBotId }, index) => checkerBotId === null || found[index] !== null);
  };

  /** How many questions a second each may ask, as learnt; one of which nothing is learnt counts like the best. */
  const paces = async (): Promise<(botId: number) => number> => {
    const learnt = (await store.paces.read(bots.map(({ botId }) => botId))).filter(
      ({ lane }) => lane === MEMBERSHIP,
    );
    const perSecond = new Map(learnt.map((pace) => [pace.botId, pace.perSecond]));
    const best = Math.max(1, ...perSecond.values());
    return (botId) => perSecond.get(botId) ?? best;
  };

  const otherAdministrator = async (
    chatId: number,
    checkerBotId: number | null,
    options?: CallOptions,
  ): Promise<Administrator> => {
    const others = bots.filter((bot) => bot.checkerBotId !== checkerBotId);
    const answers = await Promise.all(
      others.map(({ token }) => platform.isAdministrator(token, chatId, options)),
    );
    const there = others.find((_, index) => isYes(answers[index]));
    if (there !== undefined) return { kind: 'is', bot: there };
    return { kind: answers.every(isSure) ? 'none' : 'unknown' };
  };

  return {
    /** The operator bot, and those of `CHECKER_TOKENS`. */
    bots,
    /** See `createBotNames`; null, too, where the settings do not hold the bot's token. */
    named,
    /** The bot for a new order; null: the operator bot. One whose token the platform refuses gets none. */
    forNewOrder: async () => {
      if (bots.length === 1) return null;
      const [candidates, loads, paceOf] = await Promise.all([usable(), store.orders.checkLoads(), paces()]);
      const fullness = (bot: OurBot) => ((loads.get(bot.checkerBotId) ?? 0) + 1) / paceOf(bot.botId);
      const [first, ...others] = candidates;
      if (first === undefined) return null;
      return others.reduce((best, bot) => (fullness(bot) < fullness(best) ? bot : best), first).checkerBotId;
    },
    /** Looks which of our bots is administrator in a chat; the one that the order belongs to is asked first. */
    administratorOf: async (
      chatId: number,
      checkerBotId: number | null,
      options?: CallOptions,
    ): Promise<Administrator> => {
      const own = bots.find((bot) => bot.checkerBotId === checkerBotId);
      const first = own && (await platform.isAdministrator(own.token, chatId, options));
      if (own !== undefined && isYes(first)) return { kind: 'is', bot: own };
      const other = await otherAdministrator(chatId, checkerBotId, options);
      return other.kind === 'none' && first !== undefined && !isSure(first) ? { kind: 'unknown' } : other;
    },
    /** The same, of all bots of ours but this one. */
    otherAdministrator,
  };
}

function isYes(answer: PlatformAnswer<boolean> | undefined): boolean {
  return answer?.ok === true && answer.value;
}

/** A definite no of the platform's is a no; no answer is not. */
function isSure(answer: PlatformAnswer<unknown>): boolean {
  return (
    answer.ok ||
    ['chat_gone', 'rights_lost', 'bad_request', 'blocked', 'token_refused'].includes(answer.failure.kind)
  );
}
