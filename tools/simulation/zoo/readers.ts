/**
 * Rogues who read from lists what is known of users that never used their bots. What is measured is what they know beyond
 * guessing: for each secret the true guesses less the false ones, of which the last half may be chance.
 */
import { settlingRules } from './settling-rules.js';
import { ACCOMPLICE, HOUR_MS, PURSE, ROGUE, type Rogue } from './rogue.js';
import { START_MS } from './town.js';

/** Of one secret: by whether it is so, how often a list said so. */
interface Guesses {
  so: { asked: number; saidSo: number };
  notSo: { asked: number; saidSo: number };
}

const MICROS = 1_000_000;
/** Of the normal distribution, one-sided: one in a thousand days of pure guessing looks like knowledge. */
const DEVIATIONS = 3.1;

function note(guesses: Map<string, Guesses>, secret: string, isSo: boolean, saysSo: boolean): void {
  const known = guesses.get(secret) ?? { so: { asked: 0, saidSo: 0 }, notSo: { asked: 0, saidSo: 0 } };
  guesses.set(secret, known);
  const side = isSo ? known.so : known.notSo;
  side.asked += 1;
  if (saysSo) side.saidSo += 1;
}

/** Users with a fact known beyond guessing: a difference of two shares, less what chance may make of it. */
export function learnt({ so, notSo }: Guesses): number {
  if (so.asked === 0 || notSo.asked === 0) return 0;
  const [hits, alarms] = [so.saidSo / so.asked, notSo.saidSo / notSo.asked];
  const pooled = (so.saidSo + notSo.saidSo) / (so.asked + notSo.asked);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / so.asked + 1 / notSo.asked));
  const sure = Math.abs(hits - alarms) - DEVIATIONS * deviation;
  return Math.max(0, sure) * (so.asked + notSo.asked);
}

export const rogueReaders: readonly Rogue[] = [
  {
    name: 'reader of lists',
    does: 'asks about users of other bots in bots without a token, with one, and with a slow one, and reads from the first lists who is in a channel, premium, or has a username',
    old: settlingRules.strangers,
    plan: async (day) => {
      const { town } = day;
      await town.account(ROGUE);
      await town.account(ACCOMPLICE, PURSE);
      const bots = [await town.addBot(ROGUE, { token: false }), await town.addBot(ROGUE)];
      const slow = await town.addBot(ACCOMPLICE);
      slow.isSilent = true;
      bots.push(slow);
      // Its own orders, for which only some users suit.
      const probes = [
        { secret: 'premium', more: { targeting: { onlyPremium: true } } },
        { secret: 'username', more: { targeting: { hasUsername: true } } },
      ];
      const secretOf = new Map<number, string>();
      for (const { secret, more } of probes) {
        const orderId = await town.order(ACCOMPLICE, town.chat(`probe_${secret}`), {
          priceMicros: 9_000_000n,
          ...more,
        });
        secretOf.set(orderId, secret);
      }
      const [wanted] = day.chats;
      if (wanted === undefined) return;
      const guesses = new Map<string, Guesses>();
      town.plan(START_MS + 20 * HOUR_MS, async () => {
        for (const userId of day.users) {
          const isPremium = userId % 2 === 0;
          const username = userId % 3 === 0 ? `person_${String(userId)}` : '';
          await town.store.audience.learn(userId, { isPremium, username, firstName: 'A' }, town.nowMs);
        }
        for (const [index, bot] of bots.entries()) {
          for (const userId of day.users) {
            const links = await town.ask(bot, userId, { maxSponsors: 10 });
            const lists = (chat: string) => links.some((link) => link.endsWith(`/${chat}`));
            const at = (secret: string) => `${secret} ${String(index)}`;
            note(guesses, at('member'), wanted.members.has(userId), !lists(wanted.username));
            note(guesses, at('premium'), userId % 2 === 0, lists('probe_premium'));
            note(guesses, at('username'), userId % 3 === 0, lists('probe_username'));
          }
        }
      });
      // A user with a fact known beyond guessing counts as one.
      const gain = () => {
        const known = [...guesses.values()].reduce((sum, one) => sum + learnt(one), 0);
        return BigInt(Math.round(MICROS * known));
      };
      return { gain };
    },
  },
];
