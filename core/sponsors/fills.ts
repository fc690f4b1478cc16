/**
 * Counts the lists that are chosen: by bot and language, how many found as many sponsors as they had room for, and what
 * kept orders out of the others. Nothing is looked at for it: the reasons are those that the choice's own look at a few
 * orders found (`choosing/tally.ts`), so of a large service they are a sample.
 */
import type { BotView } from '../audience/index.js';
import { languageIdOf } from '../data/index.js';
import type { Store } from '../ports.js';
import type { NoFillReason } from '../terms/index.js';
import { noFillReasonOf } from '../choosing/index.js';
import type { Listener } from './request-events.js';

const WHOLE = 1_000;
const UNTRUSTED: ReadonlyMap<NoFillReason, number> = new Map([['untrusted', WHOLE]]);

export function countsFills({ statistics }: Pick<Store, 'statistics'>): Listener {
  return {
    chosen: ({ of: { bot, view, today }, picked: { places, wanted, members, look } }) => {
      const of = { botId: bot.botId, day: today, languageId: languageIdOf(reportedLanguageOf(view)) ?? 0 };
      const isShort = places.length < wanted;
      statistics.countFill(of, !isShort ? 'full' : places.length === 0 ? 'none' : 'partly');
      if (!isShort || look === null) return;
      // Why it was left short is counted aside, once that is known.
      void look.then((found) => {
        if (found === null) return;
        const reasons = found.map(noFillReasonOf);
        reasons.push(...members.map(() => 'subscribed' as const));
        statistics.countNoFill(of, sharesOf(reasons));
      });
    },
    /** A list that an untrusted bot was not given. */
    refused: ({ bot: { botId }, request: { user }, today }) => {
      const of = { botId, day: today, languageId: languageIdOf(user.languageCode ?? '') ?? 0 };
      statistics.countFill(of, 'none');
      statistics.countNoFill(of, UNTRUSTED);
    },
  };
}

/** What the bot may know of the user's language: on a quiet day its owner could infer a single user from the figures. */
function reportedLanguageOf({ user, claims, isStranger }: BotView): string {
  return isStranger ? (claims.languageCode ?? '') : user.languageCode;
}

/** One list, shared by how many orders each reason kept out: in thousandths, about 1,000 in all. */
function sharesOf(reasons: readonly NoFillReason[]): Map<NoFillReason, number> {
  if (reasons.length === 0) return new Map([['no_more_orders', WHOLE]]);
  const orders = new Map<NoFillReason, number>();
  for (const reason of reasons) orders.set(reason, (orders.get(reason) ?? 0) + 1);
  return new Map(
    [...orders].map(([reason, count]) => [reason, Math.round((WHOLE * count) / reasons.length)]),
  );
}
