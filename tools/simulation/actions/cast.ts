/** Who there is: a few accounts with bots and orders that stay, and people who come and go with the steps. */
import type { ReportedProfile } from '../../../core/ports/audience-store.js';
import type { BotModel } from '../model.js';
import type { OrderModel } from '../order-model.js';
import type { Channel } from '../people.js';
import type { Simulation } from '../simulation.js';

export const ACCOUNTS = [501, 502, 503, 504, 505, 506] as const;
const FIRST_PERSON = 100_000;
const FIRST_BOT = 7_000;
export const FIRST_ADVERTISED_BOT = 900_000;

/** So many steps bring one new person. */
const STEPS_A_PERSON = 25;
const PEOPLE_AT_ONCE = 12;
/** So many steps bring one new channel. */
const STEPS_A_CHANNEL = 150;

export interface BotCast {
  botId: number;
  accountId: number;
  hasToken: boolean;
  getLinks: boolean;
  maxSponsors: number;
  timePurgeMinutes: number;
  useSmartLink: boolean;
  genderQuestion: boolean;
  trust: 'unknown' | 'trusted';
}

const bot = (number: number, accountId: number, more: Partial<BotCast> = {}): BotCast => ({
  botId: FIRST_BOT + number,
  accountId,
  hasToken: true,
  getLinks: true,
  maxSponsors: 3,
  timePurgeMinutes: 60,
  useSmartLink: false,
  genderQuestion: false,
  trust: 'unknown',
  ...more,
});

export const cast: readonly BotCast[] = [
  bot(1, 501),
  bot(2, 502, { getLinks: false, maxSponsors: 4 }),
  bot(3, 503, { hasToken: false, timePurgeMinutes: 5, maxSponsors: 6, trust: 'trusted' }),
  bot(4, 504, { getLinks: false, useSmartLink: true, timePurgeMinutes: 600 }),
  bot(5, 501, { genderQuestion: true, maxSponsors: 2 }),
  bot(6, 502, { useSmartLink: true, maxSponsors: 5 }),
  bot(7, 505, { hasToken: false, maxSponsors: 4 }),
];

export function somebody({ draw, step }: Simulation): number {
  return FIRST_PERSON + Math.floor(step / STEPS_A_PERSON) + draw.whole(0, PEOPLE_AT_ONCE - 1);
}

/** What a request says of a person: always the same of the same. */
export function reportedProfileOf(userId: number): ReportedProfile {
  return {
    userId,
    firstName: `Person ${String(userId)}`,
    languageCode: userId % 5 === 0 ? 'en' : 'ru',
    isPremium: userId % 7 === 0,
    ...(hasUsername(userId) ? { username: `person${String(userId)}` } : {}),
  };
}

export function hasUsername(userId: number): boolean {
  return userId % 3 !== 0;
}

export function someBot({ draw, model }: Simulation): BotModel {
  return draw.one([...model.bots.values()]);
}

export function someChannel({ draw, world, step }: Simulation): Channel {
  const number = 10 + Math.floor(step / STEPS_A_CHANNEL) + draw.whole(0, 5);
  return world.usernames.get(`channel${String(number)}`) ?? world.addChannel(number, number % 4 === 0);
}

/** Orders that are not in the archive, which is where they end. */
export function liveOrders({ model }: Simulation): OrderModel[] {
  return model.lately().filter((order) => !order.inArchive);
}

/** An order somebody was shown lately, if any; mostly that, since the rest is all the same to them. */
export function shownOrder({ draw, model }: Simulation, userId: number): OrderModel | null {
  const shown = [...(model.impressions.get(userId)?.keys() ?? [])];
  if (shown.length === 0) return null;
  return model.orders.get(draw.one(shown)) ?? null;
}
