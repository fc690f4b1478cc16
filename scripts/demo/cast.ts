/**
 * Who plays in the demo. The tokens are made up and worth nothing outside the emulated platform; a bot's id is the part
 * of its token before the colon.
 */
export const cast = {
  operatorBot: {
    token: '7000000001:demo-operator-token-for-the-emulator',
    username: 'SponsorgateBot',
    name: 'Sponsorgate',
  },
  moderator: { id: 1001, first_name: 'Mira', username: 'mira_moderates', language_code: 'en' },
  publisher: { id: 1002, first_name: 'Pavel', username: 'pavel_publishes', language_code: 'en' },
  advertiser: { id: 1003, first_name: 'Ada', username: 'ada_advertises', language_code: 'en' },
  publisherBots: [
    {
      token: '7000000002:demo-recipes-token-for-the-emulator-',
      username: 'RecipesDemoBot',
      name: 'Recipes',
      settings: { get_links: 0 },
    },
    {
      token: '7000000003:demo-stories-token-for-the-emulator-',
      username: 'StoriesDemoBot',
      name: 'Stories',
      // Room for all orders of the demo, and for another network.
      settings: { get_links: 1, max_sponsors: 6 },
    },
  ],
  /** Added without its token, and asked for sponsors once: a moderator is to say whether its word counts. */
  waitingBot: {
    token: '7000000004:demo-postcards-token-for-the-emulator',
    username: 'PostcardsDemoBot',
    name: 'Postcards',
  },
  /** Its order waits for the moderator. */
  waitingChannel: { title: 'City Walks', username: 'city_walks_demo' },
  channels: [
    { title: 'Slow Travel', username: 'slow_travel_demo' },
    { title: 'Home Cooking', username: 'home_cooking_demo' },
    { title: 'Night Sky', username: 'night_sky_demo' },
  ],
  /** Another network, whose key the publisher has entered for the second bot. No order here is for its channels. */
  network: {
    key: 'demo-key-of-another-network',
    channels: [
      { title: 'Plant Care', username: 'plant_care_demo' },
      { title: 'Board Games', username: 'board_games_demo' },
    ],
  },
  endUsers: [
    { id: 2001, first_name: 'Emma', username: 'emma_reads', language_code: 'en' },
    { id: 2002, first_name: 'Руслан', username: 'ruslan_cooks', language_code: 'ru' },
    { id: 2003, first_name: 'Дилноза', language_code: 'uz' },
    { id: 2004, first_name: 'Олена', username: 'olena_walks', language_code: 'uk', is_premium: true },
    { id: 2005, first_name: 'Айгуль', username: 'aigul_sings', language_code: 'kk' },
    { id: 2006, first_name: 'Ben', username: 'ben_listens', language_code: 'en' },
  ],
} as const;

/** What the advertiser starts with, and what an order asks for. */
export const demoMoney = { deposit: '1000', price: 5, quantity: 50 } as const;
