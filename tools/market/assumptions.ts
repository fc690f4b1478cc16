/** What the market's world is made of. Written before anything was measured, and not changed for a policy's sake. */

export const assumptions = {
  days: 7,
  users: 2_000,
  bots: 16,
  /** Added to the honest ones, and their share of all visits. */
  farms: 2,
  farmShare: 0.05,
  orders: 100,
  /** Of the orders, there on the first morning; all others come one by one until the last day but one. */
  ordersAtFirst: 0.4,
  themes: ['news', 'crypto', 'games', 'humor', 'education', 'sport', 'films', 'cooking'],
  /** Of a symmetric Dirichlet distribution over themes: most people care for two or three of eight. */
  tasteSpread: 0.5,
  /** The part of a join's chance that does not hang on the theme. */
  indifference: 0.4,
  languages: [
    { code: 'ru', share: 0.6, shiftHours: 0 },
    { code: 'en', share: 0.25, shiftHours: 3 },
    { code: 'uz', share: 0.15, shiftHours: -2 },
  ],
  visitsADay: 1,
  /** Visits by the hour of the day: few at night, most in the evening. */
  visitsByHour: [5, 4, 4, 3, 3, 4, 5, 7, 8, 9, 9, 10, 11, 11, 10, 10, 11, 12, 13, 14, 14, 12, 9, 6],
  /** From Thursday, 1 January 1970 on. */
  visitsByWeekday: [1, 1, 1.2, 1.15, 0.95, 0.95, 0.95],
  places: 4,
  /** How many of those who looked at a place look at the next one, too. */
  looksOn: 0.85,
  /** Of Beta(2, 6): a quarter of those who look join an order of middling taste. */
  appeal: [2, 6] as const,
  mostLikely: 0.9,
  /** Deviation of the logarithm of how readily a bot's users join. */
  engagement: 0.35,
  /** The chance to join of somebody who has seen it before and did not. */
  fatigue: 0.5,
  /** Median and deviation of the logarithm of the time from impression to join. */
  delay: { medianMs: 120_000, deviation: 1.3, mostMs: 20 * 3_600_000 },
  /** Of an honest bot's subscribers who leave one day; after how long, on average. Bots differ. */
  leaves: { from: 0.1, to: 0.5, meanMs: 4 * 86_400_000 },
  /** Of a farm's subscribers. */
  farm: { joins: 0.9, leaves: 0.95, meanMs: 8 * 3_600_000, newUsers: 0.5 },
  /** Median and deviation of the logarithm of a price, in micro-units; the least there is. */
  price: { medianMicros: 2_000_000, deviation: 0.5, leastMicros: 500_000 },
  /** Of orders: those that name one language, those spread over the day, those without a daily limit. */
  namesLanguage: 0.5,
  isLite: 0.4,
  noDailyLimit: 0.3,
  /** Subscribers a day that an order wants, and for how many days; what is in the purse, as a share of what that costs. */
  wantsADay: { from: 20, to: 120 },
  wantsDays: { from: 2, to: 8 },
  purse: { from: 0.5, to: 1.5 },
  /** Orders of which pacing is measured: dear and spread over the day, so that only pacing holds them back. */
  paced: { orders: 8, priceMicros: 9_000_000, wantsADay: { from: 20, to: 60 } },
} as const;
