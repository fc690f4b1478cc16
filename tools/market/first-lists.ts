/**
 * A market in which first lists matter: they are pinned, half of the bots say who their users are, and orders demand a
 * gender or premium. What may be used for a list is what the service knows by then, so a rule about contacts shows here
 * as demand that is met, or not, on first lists.
 */
import { withClaims } from '../../core/audience/index.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import type { Claims, EndUser } from '../../core/ports/audience-store.js';
import { unknownUser } from '../../core/unknown-user.js';
import { chanceOf, seedOf } from './chance.js';
import type { Channel, Offer, Person } from './population.js';

/** Fixed before anything was measured. */
export const firstListAssumptions = {
  /** Of people. */
  female: 0.5,
  premium: 0.1,
  /** Of orders. */
  demandsGender: 0.3,
  demandsPremium: 0.15,
  /** Of bots: those that say names, language, gender and premium; the others give ids alone. */
  saysMuch: 0.5,
  /** Of questions about a user: those that the platform answers within half of the deadline. */
  answeredInTime: 0.95,
} as const;

/**
 * When the platform is asked about a user. `late`: after the first list; before it only for a profile,
 * where a bot gives ids alone. `first`: always before the first list (`evidence.md`, Contact first).
 */
export type ContactRule = 'late' | 'first';

interface Pinned {
  orderIds: readonly number[];
  untilMs: number;
}

export class FirstLists {
  readonly #met = new Set<string>();
  readonly #inContact = new Set<string>();
  readonly #known = new Map<number, EndUser>();
  readonly #pins = new Map<string, Pinned>();
  #demanded = 0;
  #served = 0;

  constructor(
    readonly seed: number,
    readonly rule: ContactRule,
  ) {}

  /** Some orders demand a gender or premium, whatever the rule. */
  target(offers: readonly Offer[]): Offer[] {
    const { demandsGender, demandsPremium } = firstListAssumptions;
    return offers.map((offer) => {
      const chance = chanceOf(seedOf(this.seed, 41, offer.order.orderId));
      const side = chance.chance(0.5) ? ('male' as const) : ('female' as const);
      const gender = chance.chance(demandsGender) ? side : ('all' as const);
      const onlyPremium = chance.chance(demandsPremium) ? (1 as const) : (0 as const);
      if (offer.isPaced) return offer;
      return {
        ...offer,
        order: { ...offer.order, targeting: { ...offer.order.targeting, gender, onlyPremium } },
      };
    });
  }

  /** Returns what may be used of a user for a list that is made now; a first list makes the user known behind it. */
  meet(person: Person, channel: Channel): { user: EndUser; isFirst: boolean } {
    const key = keyOf(person, channel);
    const isFirst = !this.#met.has(key);
    this.#met.add(key);
    const truth = this.truthOf(person);
    const isAnswered = chanceOf(seedOf(this.seed, 43, person.user.userId, channel.bot.botId)).chance(
      firstListAssumptions.answeredInTime,
    );
    const says = this.#saysMuch(channel);
    if (isFirst && isAnswered && this.rule === 'first') this.#answered(key, truth);
    // Where the bot sends ids alone, the platform is asked for the profile before the list.
    if (isFirst && isAnswered && !says && this.rule === 'late') this.#learn(truth);
    const user = this.#view(person, channel, truth);
    if (isFirst) this.#answered(key, truth);
    return { user, isFirst };
  }

  /** All that could be known of a person. */
  truthOf({ user }: Person): EndUser {
    const { female, premium } = firstListAssumptions;
    const chance = chanceOf(seedOf(this.seed, 42, user.userId));
    return {
      ...user,
      firstName: 'Person',
      gender: chance.chance(female) ? 'female' : 'male',
      isPremium: chance.chance(premium),
    };
  }

  /** The list that still stands for this user of this bot; null: it is made. */
  pinned(person: Person, channel: Channel, nowMs: number): readonly number[] | null {
    const pin = this.#pins.get(keyOf(person, channel));
    return pin === undefined || pin.untilMs <= nowMs
      ? null
      : pin.orderIds.filter((id) => !person.settled.has(id));
  }

  pin(person: Person, channel: Channel, orderIds: readonly number[], nowMs: number): void {
    const untilMs = nowMs + defaultBotSettings.timePurgeMinutes * 60_000;
    this.#pins.set(keyOf(person, channel), { orderIds, untilMs });
  }

  /** @param suiting by all that could be known @param shown ids of those that suit by what is known */
  note(suiting: readonly Offer[], shown: ReadonlySet<number>): void {
    const demanding = suiting.filter(({ order: { targeting } }) => {
      return targeting.gender !== 'all' || targeting.onlyPremium !== 0 || targeting.languages !== null;
    });
    this.#demanded += demanding.length;
    this.#served += demanding.filter(({ order }) => shown.has(order.orderId)).length;
  }

  /** Of orders with demands that suit a user on a first list, those that could be shown; null: there were none. */
  get servedShare(): number | null {
    return this.#demanded === 0 ? null : this.#served / this.#demanded;
  }

  #saysMuch({ bot }: Channel): boolean {
    return chanceOf(seedOf(this.seed, 44, bot.botId)).chance(firstListAssumptions.saysMuch);
  }

  #view(person: Person, channel: Channel, truth: EndUser): EndUser {
    const known = this.#known.get(person.user.userId) ?? unknownUser(person.user.userId);
    if (!this.#saysMuch(channel)) return known;
    const { languageCode, firstName, gender, isPremium } = truth;
    const claims: Claims = { firstName, languageCode };
    if (gender !== null) claims.gender = gender;
    if (isPremium !== null) claims.isPremium = isPremium;
    const counts = this.#inContact.has(keyOf(person, channel));
    // A claim that does not count may narrow the default audience, never widen it.
    return { ...(counts ? withClaims(known, claims) : known), assumedLanguage: languageCode };
  }

  /** The platform says that the user uses the bot, and who they are. */
  #answered(key: string, truth: EndUser): void {
    this.#inContact.add(key);
    this.#learn(truth);
  }

  /** The platform names no gender. */
  #learn({ userId, languageCode, firstName, isPremium }: EndUser): void {
    this.#known.set(userId, { ...unknownUser(userId), languageCode, firstName, isPremium });
  }
}

const keyOf = ({ user }: Person, { bot }: Channel) => `${String(user.userId)}:${String(bot.botId)}`;
