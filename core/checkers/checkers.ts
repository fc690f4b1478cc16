/**
 * Which of our bots an order belongs to (`docs/decisions.md`, Spending the platform's calls). A new one is given to the bot
 * with most room: the fewest orders for what the platform takes from its token. An order whose bot is no administrator of
 * its chat goes to another of ours that is.
 */
import type { CallOptions, PlatformAnswer, PlatformBot } from '../platform.js';
import type { Ports } from '../ports.js';
import { type OurBot, ourBots, checkerToken } from './tokens.js';

const MEMBERSHIP = 'membership';
/** The longest wait for the platform. */
const DEADLINE_MS = 1_000;
/** A bot is seldom renamed. */
const KNOWN_MS = 3_600_000;
/** After a failure we do without it for so long. */
const UNKNOWN_MS = 30_000;

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

/**
 * Who our bots are, as the platform knows them by their tokens: for pages and words that lead to them. The returned function takes
 * the id that orders name a bot by; null: the operator bot. It resolves to null while the platform has not said who that is, or refuses
 * the token. It asks at most once in 30 s then, and once an hour otherwise.
 */
function createBotNames(ports: Pick<Ports, 'platform' | 'settings' | 'clock'>) {
  const { platform, settings, clock } = ports;
  const known = new Map<number | null, { bot: PlatformBot | null; untilMs: number }>();
  const asking = new Map<number | null, Promise<PlatformBot | null>>();

  const ask = async (checkerBotId: number | null, token: string): Promise<PlatformBot | null> => {
    const answer = await platform.me(token, { deadlineMs: clock.now() + DEADLINE_MS });
    const isRefused = !answer.ok && answer.failure.kind === 'token_refused';
    const before = isRefused ? null : (known.get(checkerBotId)?.bot ?? null);
    const bot = answer.ok ? answer.value : before;
    known.set(checkerBotId, { bot, untilMs: clock.now() + (answer.ok ? KNOWN_MS : UNKNOWN_MS) });
    return bot;
  };

  return async (checkerBotId: number | null): Promise<PlatformBot | null> => {
    const token = checkerToken(settings, checkerBotId);
    if (token === null) return null;
    const before = known.get(checkerBotId);
    const leftMs = (before?.untilMs ?? 0) - clock.now();
    // A clock that was set back leaves more than anything is kept for.
    if (before !== undefined && leftMs > 0 && leftMs <= KNOWN_MS) return before.bot;
    const under = asking.get(checkerBotId);
    if (under !== undefined) return under;
    const answer = ask(checkerBotId, token).finally(() => asking.delete(checkerBotId));
    asking.set(checkerBotId, answer);
    return answer;
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
