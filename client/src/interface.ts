/** Made from the API reference by `npm run client`: change the routes, not this file. */

/** An answer for each status it may come with. */
export type Answered<Status extends string, Rest = unknown> = Status extends string
  ? { status: Status; code: number; message: string } & Rest
  : never;

/** Any fields of what was made before. */
export type Changes<Made> = { [Name in keyof Made]?: Made[Name] | undefined };

export type Sponsor = {
  /** Unique id of the order; "0" for a smart redirect until the user opens its page; negative for an offer of another network. */
  ads_id: string;
  /** Ready-to-use link for subscribing or opening. */
  link: string;
  /** Id of the channel or bot on the platform; "" when there is none. */
  resource_id: string;
  /** `channel`: a channel or chat; `smart_link`: a smart redirect, whose sponsor is determined when the user opens the link; `resource`: an external resource such as a mini app or website, or a channel or bot without a subscription check. */
  type: 'channel' | 'bot' | 'resource' | 'smart_link';
  /** `notgetted`: subscribed, and may be let through, but had been there before and left; they are not paid for. */
  status: 'subscribed' | 'unsubscribed' | 'notgetted';
  /** Whether the sponsor is active now. When false it must not be shown. */
  available_now: boolean;
  /** Recommended button text. */
  button_text: string;
  /** URL of the logo; may be "". */
  resource_logo: string;
  /** Name of the channel or bot. */
  resource_name: string;
  /** The other network that offers it, by the bot's own key: its name, or the host of a service of this interface. Left out for sponsors of this service. */
  network?: string | undefined;
};

export type UserInfo = {
  first_name: string;
  last_name: string;
  /** Without @. */
  username: string;
  /** Language code of the app. */
  lang_code: string;
  gender: 'male' | 'female' | '';
  /** 0 undetermined, 1 under 10, 2 from 11 to 13, 3 from 14 to 15, 4 from 16 to 17, 5 from 18 to 24, 6 25 and older. At least 0, at most 6. */
  age_category: number;
  /** Text label of the category. */
  age_category_info: string;
  country: string;
  city: string;
  device_type: 'mobile' | 'desktop' | 'tablet' | '';
  device_os: 'Android' | 'iOS' | 'Mac OS' | 'Windows' | '';
  ip_address: string;
  /** Several accounts behind one device or address are suspected. */
  is_suspicious: boolean;
  /** What is not known and the service assumes: the language that most of the bot’s known users have, else its default. It serves orders with the default audience, and what the user is shown. */
  assumed: {
    lang_code?: string | undefined;
  };
};

export type BotSummary = {
  bot_id: number;
  bot_name: string;
  /** Username without @. */
  bot_nickname: string;
  status: 'active' | 'archived' | 'blocked' | 'token_invalid';
  /** 1 enabled, 0 disabled. */
  is_on: 0 | 1;
  /** All the bot has earned. At most 6 decimals. */
  profit: number;
  in_archive: 0 | 1;
  /** 1 for a bot with its token, and for one that a moderator trusts; 0: what it earns is held, and it gets a limited number of lists a day, or none once a moderator has refused it. */
  is_trusted: 0 | 1;
  /** 0: it was added without its token, so it builds its blocks itself. */
  has_token: 0 | 1;
};

export type Bot = BotSummary & {
  note: string | null;
  /** The part from the owner's own orders. At most 6 decimals. */
  profit_own_orders: number;
  /** Bot Key. */
  api_key: string;
  /** Minutes the sponsor list is kept per user. At least 5, at most 4320. */
  time_purge: number;
  /** Sponsors returned per request. At least 1, at most 10. */
  max_sponsors: number;
  /** 1 links only, 0 the service shows the block itself. */
  get_links: 0 | 1;
  /** Smart links. */
  use_smart_link: 0 | 1;
  /** 1 show the web form for gender and age, 0 not. */
  show_quiz: 0 | 1;
  /** Ask the gender by buttons. */
  gender_question: 0 | 1;
  /** Ask the age by buttons. */
  age_question: 0 | 1;
  /** Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp). */
  redirect_open_type: 'url' | 'miniapp';
  /** Show bots as sponsors. */
  show_bots: 0 | 1;
  /** Show external resources as sponsors. */
  show_resources: 0 | 1;
  /** Custom text of the block. */
  text_op: string | null;
  /** Image URL of the block. */
  image_op: string | null;
  /** The second text of the block, if it is tested. */
  text_b: string | null;
  /** The second image of the block, if it is tested. */
  image_b: string | null;
  /** What a subscriber has to bring at least; 0: anything. */
  min_price: number;
  /** Excluded category codes. */
  forbidden_themes: string[];
};

export type OrderSummary = {
  order_id: number;
  name: string;
  link: string;
  ads_type: 'channel' | 'bot' | 'resource';
  /** A new order waits in Moderation; approved it is Processing with `is_on` 1 and Stopped with 0, else Rejected with a `reason`. `is_on` 0 stops it, 1 starts it again. It is Finished when `quantity_all` is reached. `in_archive` 1 makes it Archived, 0 gives back what it was. */
  status: 'Moderation' | 'Processing' | 'Stopped' | 'Finished' | 'Rejected' | 'Archived';
  is_on: 0 | 1;
  in_archive: 0 | 1;
  quantity_all: number;
  /** Completed subscriptions. */
  quantity_now: number;
  /** Remaining subscriptions. */
  remains: number;
  /** Base price per subscriber as specified, before coefficients. At most 6 decimals. */
  old_price: number;
  /** Final price per subscriber, after all coefficients. At most 6 decimals. */
  real_price: number;
  /** YYYY-MM-DD HH:MM:SS */
  created_at: string;
};

export type Order = OrderSummary & {
  quantity_day: number;
  price: number;
  price_premium: number;
  to_bot_member: 0 | 1;
  track_unsubscriptions: boolean;
  is_lite: 0 | 1;
  sub_speed: number;
  places: number;
  priority: 0 | 1;
  is_free: 0 | 1;
  own_links: 0 | 1;
  user_parameters: {
    gender: 'male' | 'female' | 'all';
    only_premium: number;
    /** null: all languages. */
    languages: number[] | null;
    countries: number[];
    cities: number[];
    devicestype: string[];
    devicesos: number[];
    ages: number[];
    has_photo: 0 | 1;
    has_real_photo: 0 | 1;
    has_username: 0 | 1;
    has_bio: 0 | 1;
    has_first_name: 0 | 1;
    has_ru_name: 0 | 1;
    has_rus_name: 0 | 1;
    has_only_cyrillic: 0 | 1;
    has_fake_check: 0 | 1;
    old_account: number;
    gifts: number;
    rating: number;
  };
  forbidden_themes: string[];
  /** Shown only in bots whose quality is at least this; 0: in any. */
  min_bot_quality: number;
  order_schedule: {
    start_datetime: string | null;
    /** HH:MM:SS */
    start_time: string | null;
    /** HH:MM:SS */
    end_time: string | null;
    excluded_days: number[];
  };
  theme: string | null;
  /** Rejection reason; only for Rejected. */
  reason: string | null;
  /** Why the order is paused, else null; the status stays as it is. link_moved: its @username leads to another chat, or nowhere; it goes on by itself when the name leads to the chat again. link_dead: our bot may not invite users to its chat any more, so users cannot come into it where it is private, and the bot does not see who asks to join; it goes on by itself once the bot has that right again. removes_subscribers: more than 5 of its last 100 subscribers were removed by somebody else; a moderator lets it go on. rights_unsteady: our bot lost its rights in the chat three times within a day; a moderator lets it go on. moderator: a moderator paused it, for what `pause_text` says, and lets it go on. */
  pause_reason: 'link_moved' | 'link_dead' | 'removes_subscribers' | 'rights_unsteady' | 'moderator' | null;
  /** What the moderator wrote who paused it, else null. */
  pause_text: string | null;
  /** One entry per applied coefficient, plus `total`, the final multiplier: their product. Of several ages, the sum of each coefficient times its share of their percentages in /filters. */
  coefficients: Record<string, number>;
  /** Moves with every change; `update` takes it as `if_revision`. */
  revision: number;
  /** Why it was not shown in the last 24 hours: reason and how many times. */
  refusals: Record<string, number>;
  /** What each of these reasons means. */
  refusal_words: Record<
    string,
    {
      en: string;
      ru: string;
    }
  >;
  /** Demands that no user can meet, since this service does not know such values: an order with one is not shown. Mostly empty. */
  warnings: {
    demand: 'countries' | 'cities';
    message: string;
  }[];
  /** The bot of this service, without @, that has to be administrator of the channel; null where the operator bot is the only one, and for orders of no channel. */
  administrator_bot: string | null;
};

export type OrderReceipt = {
  order_id: number;
  /** Demands that no user can meet, since this service does not know such values: an order with one is not shown. Mostly empty. */
  warnings: {
    demand: 'countries' | 'cities';
    message: string;
  }[];
};

export type BotNetworks = {
  outbids: 0 | 1;
  /** 1: keys of the operator fill free places while the bot has none of its own. */
  house: 0 | 1;
  /** Which networks these are; none: the operator has none. */
  house_networks: string[];
  networks: {
    network_id: number;
    kind: 'flyer' | 'tgrass' | 'botohub' | 'piarflow' | 'sponsorgate';
    url: string;
    /** The last four characters of a key of twelve or more, else `""`; the rest is shown to no one. */
    key_end: string;
    /** In the currency of the network. At most 6 decimals. */
    min_price: number;
    /** Offers that users were given in the last thirty days. */
    listed: number;
    /** Those that the network says are done. */
    done: number;
    /** What the network says it pays for them: its claim, in its currency. At most 6 decimals. */
    claimed: number;
  }[];
};

export type Filter = {
  /** To use when creating or updating orders and bots. */
  id: number;
  /** Human-readable name. */
  name: string;
  /** Approximate share of this value among all users. */
  percentage: number;
};

export type NamedFilter = {
  /** To use when creating or updating orders and bots. */
  id: string;
  /** Human-readable name. */
  name: string;
  /** Approximate share of this value among all users. */
  percentage: number;
};

export type UnpaidJoins = {
  date: string;
  reason:
    | 'no_contact'
    | 'suspicious'
    | 'member_before'
    | 'came_back'
    | 'paid_elsewhere'
    | 'order_full'
    | 'no_money'
    | 'untrusted'
    | 'shared_address';
  /** The reason in words, in the language of `lang`. */
  text: string;
  joins: number;
};

export type ImportedDays = {
  /** The host of the service that counted it. */
  source: string;
  days: {
    date: string;
    subscribers: number;
    value: number;
  }[];
  subscribers: number;
  value: number;
};

export type StatisticFigures = {
  /** Dates for the X axis. */
  labels: string[];
  /** Subscriptions per date. */
  subscribers_data: number[];
  /** Spending or income per date. */
  value_data: number[];
  /** Average subscriber price per date. */
  avg_price_data: number[];
  /** Total for the period. */
  total_subscribers: number;
  /** Total for the period. */
  total_value: number;
  /** Further field: unpaid joins, by day and reason, oldest first; only days that had any. */
  unpaid: UnpaidJoins[];
  /** Further field: the joins of `unpaid` together. */
  unpaid_total: number;
  /** Further field: what other services counted before an import. Values are in their currencies; no other figure has any of it. */
  imported: ImportedDays[];
};

export type SubscriptionEvent = {
  /** Grows with every event; one that is sent again keeps its own. */
  webhook_id: number;
  /** The order, as in a Sponsor; negative for an offer of another network. */
  ads_id: string;
  /** The order's link, or the offer's. */
  link: string;
  /** The end user. */
  user_id: number;
  /** The bot that brought them; all events of a post are of one bot. */
  bot_id: number;
  /** `unsubscribed`: left; `notgetted`: had been there before. */
  status: 'subscribed' | 'unsubscribed' | 'notgetted';
  /** The day they were counted, also in later events about them. */
  subscribe_date: string;
  /** The other network that offered it, as in a Sponsor. Left out for orders of this service. */
  network?: string | undefined;
};

/** What `getSponsors` takes. */
export type GetSponsorsRequest = {
  /** Chat the request comes from. */
  chat_id: number;
  /** End-user id. At least 1. */
  user_id: number;
  /** User's first name. Required, with username, language_code and is_premium, when the bot was added without a token. */
  first_name?: string | undefined;
  /** User's last name. */
  last_name?: string | undefined;
  /** Username without @; required when the bot was added without a token. */
  username?: string | undefined;
  /** Interface language code; required when the bot was added without a token. */
  language_code?: string | undefined;
  /** Premium flag; required when the bot was added without a token. */
  is_premium?: boolean | undefined;
  /** How the list is pinned to the user. `subscribe`: for the time_purge of the bot; the check is a repeat request with the same user_id. `newtask`: not pinned, each request rebuilds it; checked via /get-user-subscriptions. `task`: pinned until the user has subscribed; the repeat request then deletes it, and the next selects a new one. Default "subscribe". */
  action?: 'subscribe' | 'newtask' | 'task' | undefined;
  /** Overrides the bot setting when given. At least 1, at most 10. */
  max_sponsors?: number | undefined;
  /** 1: links are returned; 0: the service shows the block itself. Overrides the bot setting. */
  get_links?: 0 | 1 | undefined;
  /** Channel or bot ids to exclude. Default []. */
  exclude_resource_ids?: string[] | undefined;
  /** Order ids to exclude. Default []. */
  exclude_ads_ids?: number[] | undefined;
  /** An answer to the gender question. Anything else is ignored. */
  gender?: 'male' | 'female' | undefined;
  /** An answer to the age question: a category, 1-6 or c1-c6, or years, 7-120. Anything else is ignored. */
  age?: 1 | 2 | 3 | 4 | 5 | 6 | undefined;
};

/** The answer to: Get sponsors for a user. */
export type GetSponsorsAnswer = Answered<
  'warning' | 'ok' | 'gender' | 'age' | 'register',
  {
    /** For developers, in English: what the answer means and what to do. `message` is for the end user, in their language (English, Russian, Ukrainian, Belarusian, Uzbek, Kazakh), and can be shown as it is. */
    detail: string;
    /** `sponsors` is left out when the service shows the block itself. */
    additional: {
      sponsors?: Sponsor[] | undefined;
      registration_url?: string | undefined;
    };
    /** Links still to be subscribed. */
    links?: string[] | undefined;
    /** Their number. */
    total_fixed_link?: number | undefined;
  }
>;

/** What `getUserSubscriptions` takes. */
export type GetUserSubscriptionsRequest = {
  /** End-user id. At least 1. */
  user_id: number;
  /** Links to check, the original or the tracked ones. Default []. */
  links?: string[] | undefined;
  /** Order ids to check. An order behind a smart link that was not opened yet has no id to be found by. Default []. */
  ads_ids?: number[] | undefined;
  /** First day; 30 days ago by default, unless links are given. */
  start_date?: string | undefined;
  /** Last day; today by default. */
  end_date?: string | undefined;
};

/** The answer to: Get the subscriptions of a user. */
export type GetUserSubscriptionsAnswer = Answered<
  'ok',
  {
    additional: {
      sponsors: Sponsor[];
    };
  }
>;

/** What `getUserInfo` takes. */
export type GetUserInfoRequest = {
  /** End-user id. At least 1. */
  user_id: number;
};

/** The answer to: Get what is known of a user. */
export type GetUserInfoAnswer = Answered<
  'ok',
  {
    /** Unknown fields are "" or 0. */
    data: UserInfo;
  }
>;

/** What `bots.add` takes. */
export type BotsAddRequest = {
  /** The bot token. Without it: bot_id, bot_name and bot_nickname. */
  bot_token?: string | undefined;
  /** The bot's name; required without bot_token. */
  bot_name?: string | undefined;
  /** The bot's username without @, 5-32 letters, digits and _; required without bot_token. */
  bot_nickname?: string | undefined;
  /** Id of the bot; required without bot_token. At least 1. */
  bot_id?: number | undefined;
  /** Minutes the chosen sponsors are kept for a user; default 180. At least 5, at most 4320. */
  time_purge?: number | undefined;
  /** Sponsors returned a request; default 4. At least 1, at most 10. */
  max_sponsors?: number | undefined;
  /** 1 links only, 0 the service shows the block itself; default 0. */
  get_links?: 0 | 1 | undefined;
  /** Smart links; default 1. */
  use_smart_link?: 0 | 1 | undefined;
  /** The web form that asks gender and age; default 0. */
  show_quiz?: 0 | 1 | undefined;
  /** Ask the gender by buttons; default 0. */
  gender_question?: 0 | 1 | undefined;
  /** Ask the age by buttons; default 0. */
  age_question?: 0 | 1 | undefined;
  /** Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp). */
  redirect_open_type?: 'url' | 'miniapp' | undefined;
  /** Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp). */
  redirect_open_typeString?: 'url' | 'miniapp' | undefined;
  /** Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp). */
  redirect_open_typeshow_bots?: 'url' | 'miniapp' | undefined;
  /** Show bots as sponsors; default 1. */
  show_bots?: 0 | 1 | undefined;
  /** Show external resources as sponsors; default 1. */
  show_resources?: 0 | 1 | undefined;
  text_op?: string | null | undefined;
  image_op?: string | null | undefined;
  text_b?: string | null | undefined;
  image_b?: string | null | undefined;
  /** What a subscriber has to bring you at least; orders that bring less are not shown. 0 (the default): any. At least 0, at most 8000000000. */
  min_price?: number | undefined;
  /** Theme codes not to be shown, from /filters: filters.bots.forbidden_themes. */
  forbidden_themes?: string[] | undefined;
};

/** The answer to: Add a bot. */
export type BotsAddAnswer = Answered<
  'ok',
  {
    result: {
      bot_id: number;
      /** The new Bot Key. */
      api_key: string;
    };
  }
>;

/** What `bots.update` takes. */
export type BotsUpdateRequest = {
  /** Id of the bot. At least 1. */
  bot_id: number;
  /** 1 switches the bot on, 0 off. */
  is_on?: 0 | 1 | undefined;
  /** 1 archives the bot, 0 restores it. */
  in_archive?: 0 | 1 | undefined;
} & Changes<Omit<BotsAddRequest, 'bot_id'>>;

/** The answer to: Change a bot (send only what changes). */
export type BotsUpdateAnswer = Answered<
  'ok',
  {
    result: Bot;
  }
>;

/** What `bots.info` takes. */
export type BotsInfoRequest = {
  /** Id of the bot. At least 1. */
  bot_id: number;
};

/** The answer to: Get a bot. */
export type BotsInfoAnswer = BotsUpdateAnswer;

/** What `bots.list` takes. */
export type BotsListRequest = {
  /** How many to pass over. At least 0, at most 1000000. Default 0. */
  offset?: number | undefined;
  /** How many to answer. At least 1, at most 100. Default 15. */
  limit?: number | undefined;
  /** 1 archived bots, 0 the others. Default 0. */
  in_archive?: 0 | 1 | undefined;
  /** Part of a name or username. Default "". */
  search_query?: string | undefined;
};

/** The answer to: List bots. */
export type BotsListAnswer = Answered<
  'ok',
  {
    response: {
      bots: BotSummary[];
      total: number;
    };
  }
>;

/** What `bots.changeApiKey` takes. */
export type BotsChangeApiKeyRequest = BotsInfoRequest;

/** The answer to: Replace a Bot Key; the old one stops working at once. */
export type BotsChangeApiKeyAnswer = Answered<
  'ok',
  {
    response: {
      new_api_key: string;
    };
  }
>;

/** What `bots.networks` takes. */
export type BotsNetworksRequest = BotsInfoRequest;

/** The answer to: Get the other networks of a bot. */
export type BotsNetworksAnswer = Answered<
  'ok',
  {
    result: BotNetworks;
  }
>;

/** What `bots.setNetworks` takes. */
export type BotsSetNetworksRequest = {
  /** Id of the bot. At least 1. */
  bot_id: number;
  /** All of them, in the order in which they are asked. */
  networks: {
    /** Of one that is there: it keeps its key unless another is given. At least 1. */
    network_id?: number | undefined;
    /** `sponsorgate` is any service that speaks this interface. */
    kind: 'flyer' | 'tgrass' | 'botohub' | 'piarflow' | 'sponsorgate';
    /** Its address; `""`: its own. A `sponsorgate` needs one, and must be a public https address. Default "". */
    url?: string | undefined;
    /** The key that the network gave you for this bot. */
    key?: string | undefined;
    /** Offers that the network says pay less are left out; default 0. At least 0, at most 8000000000. */
    min_price?: number | undefined;
  }[];
  /** 1: an offer whose known price is higher takes the place of a sponsor of ours. Default 0. */
  outbids?: 0 | 1 | undefined;
  /** 0: keys of the operator fill no places of this bot; 1, the default: they do while it has none of its own. Absent: as it is. */
  house?: 0 | 1 | undefined;
};

/** The answer to: Set the other networks of a bot. */
export type BotsSetNetworksAnswer = BotsNetworksAnswer;

/** What `bots.testNetwork` takes. */
export type BotsTestNetworkRequest = {
  /** Id of the bot. At least 1. */
  bot_id: number;
  /** A network of the bot. At least 1. */
  network_id: number;
  /** The person of the platform to ask for; absent: the owner of the key. At least 1. */
  user_id?: number | undefined;
};

/** The answer to: Test a network. */
export type BotsTestNetworkAnswer = Answered<
  'ok',
  {
    result: {
      is_answered: boolean;
      /** `key_refused`; `limited`: too many requests; `resting`: it failed a moment ago, and is left alone; `unavailable`: it fails, is silent, or what came is no answer. */
      failure: 'key_refused' | 'limited' | 'resting' | 'unavailable' | null;
      offers: {
        title: string;
        link: string;
        state: 'pending' | 'done' | 'held' | 'gone';
        /** What the network says it pays: its claim. */
        price: number | null;
      }[];
    };
  }
>;

/** What `orders.create` takes. */
export type OrdersCreateRequest = {
  /** Full link to the resource. Cannot be changed once the order has subscribers. */
  link: string;
  /** What the link leads to. */
  ads_type: 'channel' | 'bot' | 'resource';
  /** Total subscribers. At least 10, at most 10000000. */
  quantity_all: number;
  /** Name of the order; default New order. */
  name?: string | undefined;
  /** 1 start (right after moderation), 0 stay paused; default 1. */
  is_on?: 0 | 1 | undefined;
  /** Daily limit; default equals quantity_all. At least 1, at most 10000000. */
  quantity_day?: number | undefined;
  /** Base price per regular subscriber, before coefficients; absent: the standard price. At most 1000000. */
  price?: number | undefined;
  /** Base price per premium subscriber; applied only when user_parameters.only_premium is 1. At most 1000000. */
  price_premium?: number | undefined;
  /** Bot token, or its code in the membership service; required when ads_type is bot. */
  bot_token?: string | undefined;
  /** 0 bot_token is a token, 1 it is a code of the membership service; default 0. */
  to_bot_member?: 0 | 1 | undefined;
  /** Watch who leaves; only for ads_type channel; default true. */
  track_unsubscriptions?: boolean | undefined;
  /** 1 smooth distribution of joins through the day, 0 as fast as possible; default 0. */
  is_lite?: 0 | 1 | undefined;
  /** Joins per hour; meaningful only with is_lite 1; 0 no limit. At least 0, at most 1000000. */
  sub_speed?: number | undefined;
  /** 0 own bots, 1 other bots, 2 own and other bots; default 2. */
  places?: 0 | 1 | 2 | undefined;
  /** In own bots: 0 standard, 1 high, always on top of the block; default 0. */
  priority?: 0 | 1 | undefined;
  /** In own bots: 0 paid (the service fee is charged), 1 free; default 0. */
  is_free?: 0 | 1 | undefined;
  /** 1 each bot that shows the order gets a separate invite link, made by our bot where it may invite; 0 all show the link of the order; only for ads_type channel; default 1. */
  own_links?: 0 | 1 | undefined;
  /** Who the order is for. */
  user_parameters?:
    | {
        gender?: 'male' | 'female' | 'all' | null | undefined;
        only_premium?: 0 | 1 | 2 | null | undefined;
        languages?: number[] | null | undefined;
        countries?: number[] | null | undefined;
        cities?: number[] | null | undefined;
        devicestype?: string[] | null | undefined;
        devicesos?: number[] | null | undefined;
        ages?: number[] | null | undefined;
        has_photo?: 0 | 1 | null | undefined;
        has_real_photo?: 0 | 1 | null | undefined;
        has_username?: 0 | 1 | null | undefined;
        has_bio?: 0 | 1 | null | undefined;
        has_first_name?: 0 | 1 | null | undefined;
        has_ru_name?: 0 | 1 | null | undefined;
        has_rus_name?: 0 | 1 | null | undefined;
        has_only_cyrillic?: 0 | 1 | null | undefined;
        has_fake_check?: 0 | 1 | null | undefined;
        old_account?: 0 | 1 | 2 | 3 | 4 | 5 | null | undefined;
        gifts?: 0 | 1 | 2 | 3 | 4 | 5 | null | undefined;
        rating?: 0 | 1 | 2 | 3 | 4 | 5 | null | undefined;
      }
    | undefined;
  /** Codes of bots not to be in, of filters.ads.forbidden_themes. */
  forbidden_themes?: string[] | undefined;
  /** Shown only in bots whose quality is at least this (of a bot of which nothing is known it is 1); 0 in any; default 0. Price coefficient 0.8: x1.1, 0.9: x1.2, 1: x1.3. */
  min_bot_quality?: 0 | 0.8 | 0.9 | 1 | undefined;
  /** When the order is shown. */
  order_schedule?:
    | {
        start_datetime?: string | null | undefined;
        start_time?: string | null | undefined;
        end_time?: string | null | undefined;
        excluded_days?: (1 | 2 | 3 | 4 | 5 | 6 | 7)[] | null | undefined;
      }
    | undefined;
  /** Theme of what is advertised, proposed to the moderators. */
  theme?: string | undefined;
};

/** The answer to: Create an order. */
export type OrdersCreateAnswer = Answered<
  'ok',
  {
    response: OrderReceipt;
  }
>;

/** What `orders.update` takes. */
export type OrdersUpdateRequest = {
  /** Id of the order. At least 1. */
  order_id: number;
  /** The `revision` of info that the change is made to: 409 where it is another by now. At least 0. */
  if_revision?: number | undefined;
  /** 1 archive, 0 restore. */
  in_archive?: 0 | 1 | undefined;
} & Changes<OrdersCreateRequest>;

/** The answer to: Change an order (send only what changes). */
export type OrdersUpdateAnswer = Answered<
  'ok',
  {
    response: {
      order_id: number;
      /** Demands that no user can meet, since this service does not know such values: an order with one is not shown. Mostly empty. */
      warnings: {
        demand: 'countries' | 'cities';
        message: string;
      }[];
      /** Moves with every change; `update` takes it as `if_revision`. */
      revision: number;
    };
  }
>;

/** What `orders.info` takes. */
export type OrdersInfoRequest = {
  /** Id of the order. At least 1. */
  order_id: number;
};

/** The answer to: Get an order. */
export type OrdersInfoAnswer = Answered<
  'ok',
  {
    response: Order;
  }
>;

/** What `orders.list` takes. */
export type OrdersListRequest = {
  /** How many to pass over. At least 0, at most 10000000. Default 0. */
  offset?: number | undefined;
  /** How many to answer. At least 1, at most 100. Default 15. */
  limit?: number | undefined;
  /** Part of a name or link, or the number of an order. Default "". */
  search_query?: string | undefined;
  /** 1 archived, 0 active; default 0. Default 0. */
  in_archive?: 0 | 1 | undefined;
  /** A state: moderation, processing, stopped, finished, rejected, archived, active, completed. */
  status?: string | undefined;
};

/** The answer to: List orders. */
export type OrdersListAnswer = Answered<
  'ok',
  {
    response: {
      orders: OrderSummary[];
      total: number;
      offset: number;
      limit: number;
    };
  }
>;

/** What `orders.duplicate` takes. */
export type OrdersDuplicateRequest = OrdersInfoRequest;

/** The answer to: Duplicate an order; the copy is stopped. */
export type OrdersDuplicateAnswer = Answered<
  'ok',
  {
    response: {
      order_id: number;
    };
  }
>;

/** What `orders.report` takes. */
export type OrdersReportRequest = {
  /** Id of the order. At least 1. */
  order_id: number;
  /** With what each subscriber cost. Default false. */
  include_price?: boolean | undefined;
  /** Which days; default all. Default "all". */
  time_range?: 'today' | '3days' | '7days' | 'all' | undefined;
};

/** The answer to: Start an Excel report. */
export type OrdersReportAnswer = Answered<
  'ok',
  {
    response: {
      task_id: string;
    };
  }
>;

/** What `orders.checkReport` takes. */
export type OrdersCheckReportRequest = {
  /** From report. */
  task_id: string;
};

/** The answer to: Check whether a report is ready. */
export type OrdersCheckReportAnswer = Answered<
  'ok',
  {
    response: {
      status: 'pending' | 'ready' | 'failed';
      /** Lives 24 hours; "" until ready. */
      file_url: string;
      file_name: string;
    };
  }
>;

/** What `orders.downloadId` takes. */
export type OrdersDownloadIdRequest = {
  /** Id of the order. At least 1. */
  order_id: number;
  /** Which days; default all. Default "all". */
  time_range?: 'today' | '3days' | '7days' | 'all' | undefined;
};

/** The answer to: Make a file of subscriber ids. */
export type OrdersDownloadIdAnswer = Answered<
  'ok',
  {
    response: {
      file_id: string;
    };
  }
>;

/** What `getBalance` takes. */
export type GetBalanceRequest = Record<string, never>;

/** The answer to: Get the balance. */
export type GetBalanceAnswer = Answered<
  'ok',
  {
    balance: number;
    bots_info: {
      bot_id: number;
      bot_username: string;
      /** Subscribers the bot has brought. */
      total_followers: number;
      revenue: number;
    }[];
  }
>;

/** The answer to: List values of targeting, with their share of users. */
export type FiltersAnswer = Answered<
  'ok',
  {
    filters: {
      ads: {
        countries: Filter[];
        languages: Filter[];
        cities: Filter[];
        ages: Filter[];
        devicestype: NamedFilter[];
        devicesos: Filter[];
        forbidden_themes: NamedFilter[];
        /** What `ads_type` may be: what orders of each kind have, and which links they take. */
        kinds: {
          id: 'channel' | 'bot' | 'resource';
          names: {
            en: string;
            ru: string;
          };
          /** Of the fields that some kinds alone have. */
          fields: string[];
          links: ('username' | 'invite' | 'url')[];
        }[];
      };
      bots: {
        forbidden_themes: NamedFilter[];
      };
    };
  }
>;

/** What `statistic` takes. */
export type StatisticRequest = {
  /** Advertisers: allads, ads, source. Bot owners: allbots, bots, sponsor. */
  action: 'allads' | 'ads' | 'source' | 'allbots' | 'bots' | 'sponsor';
  /** Order id; required for ads and source. At least 1. */
  ads_id?: number | undefined;
  /** Bot id; required for bots, and for sponsor of a single bot. At least 1. */
  bot_id?: number | undefined;
  /** First day; default 9 days ago. */
  start_date?: string | undefined;
  /** Last day; default today. */
  end_date?: string | undefined;
  /** Default: html for a browser, json for everybody else. */
  output_format?: 'html' | 'json' | undefined;
  /** Language of the html page, default the browser’s, and of the reasons in JSON, default en. One without words reads English. */
  lang?: string | undefined;
  /** Column the html table is sorted by; - in front reverses. */
  sort?: string | undefined;
  /** Words that a row of the html table holds. */
  search?: string | undefined;
};

/** The answer to: Get statistics by day, source and sponsor. */
export type StatisticAnswer = Answered<
  'ok',
  {
    data:
      | StatisticFigures
      | (StatisticFigures & {
          language_stats: {
            lang: string;
            /** With a percent sign. */
            percentage: string;
          }[];
        })
      | (StatisticFigures & {
          /** True when own orders brought subscribers. */
          show_extended_table: boolean;
          table_data: {
            /** YYYY-MM-DD */
            date: string;
            service_subs: number;
            service_value: number;
            own_subs: number;
            own_value: number;
            total_subs: number;
            total_value: number;
            avg_price: number;
          }[];
          requests_stats: {
            total_requests: number;
            /** Sponsors were shown. */
            successful_requests: number;
            no_sponsors: number;
            /** Already subscribed. */
            passed: number;
            errors: number;
            /** Further field: impressions to users who, as far as the platform says, do not use the bot. */
            unproven_impressions: number;
          };
        })
      | {
          table_data: {
            bot_id: number;
            bot_nickname: string;
            subscribers: number;
            value: number;
            is_excluded: boolean;
          }[];
        }
      | {
          table_data: {
            link: string;
            ads_id: number;
            subscribers: number;
            value: number;
            is_excluded: boolean;
          }[];
        };
  }
>;

/** What `toggleExclusion` takes. */
export type ToggleExclusionRequest = {
  /** exclude adds to the blacklist, activate removes from it. */
  action: 'exclude' | 'activate';
  /** advertiser: exclude a bot from showing your order. publisher: exclude a sponsor from your bots. */
  context: 'advertiser' | 'publisher';
  /** Your own order (advertiser), or the sponsor's (publisher). At least 1. */
  ads_id: number;
  /** Required for advertiser. For publisher: this bot alone; absent means all your bots. At least 1. */
  bot_id?: number | undefined;
};

/** The answer to: Exclude a source or a sponsor, or allow it. */
export type ToggleExclusionAnswer = Answered<
  'ok',
  {
    result: {
      is_excluded: boolean;
    };
  }
>;

/** The answer to: Check that the process is alive. */
export type HealthzAnswer = Answered<'ok'>;

/** The answer to: Check that the service can do its work. */
export type ReadyzAnswer = Answered<
  'ok',
  {
    state: 'ready' | 'degraded' | 'down';
    checks: {
      store: string;
      bot: string;
      platform: string;
    };
  }
>;

/** Each operation: its method, and whether it may be repeated. Its name says path and action. */
export const operations = {
  getSponsors: ['post', true],
  getUserSubscriptions: ['post', true],
  getUserInfo: ['post', true],
  'bots.add': ['post', false],
  'bots.update': ['post', false],
  'bots.info': ['post', true],
  'bots.list': ['post', true],
  'bots.changeApiKey': ['post', false],
  'bots.networks': ['post', true],
  'bots.setNetworks': ['post', false],
  'bots.testNetwork': ['post', false],
  'orders.create': ['post', false],
  'orders.update': ['post', false],
  'orders.info': ['post', true],
  'orders.list': ['post', true],
  'orders.duplicate': ['post', false],
  'orders.report': ['post', false],
  'orders.checkReport': ['post', true],
  'orders.downloadId': ['post', false],
  getBalance: ['post', true],
  filters: ['get', true],
  statistic: ['get', true],
  toggleExclusion: ['post', true],
  healthz: ['get', true],
  readyz: ['get', true],
} as const;

/** Each operation: what it takes, and what it answers. */
export interface Operations {
  getSponsors: [GetSponsorsRequest, GetSponsorsAnswer];
  getUserSubscriptions: [GetUserSubscriptionsRequest, GetUserSubscriptionsAnswer];
  getUserInfo: [GetUserInfoRequest, GetUserInfoAnswer];
  'bots.add': [BotsAddRequest, BotsAddAnswer];
  'bots.update': [BotsUpdateRequest, BotsUpdateAnswer];
  'bots.info': [BotsInfoRequest, BotsInfoAnswer];
  'bots.list': [BotsListRequest, BotsListAnswer];
  'bots.changeApiKey': [BotsChangeApiKeyRequest, BotsChangeApiKeyAnswer];
  'bots.networks': [BotsNetworksRequest, BotsNetworksAnswer];
  'bots.setNetworks': [BotsSetNetworksRequest, BotsSetNetworksAnswer];
  'bots.testNetwork': [BotsTestNetworkRequest, BotsTestNetworkAnswer];
  'orders.create': [OrdersCreateRequest, OrdersCreateAnswer];
  'orders.update': [OrdersUpdateRequest, OrdersUpdateAnswer];
  'orders.info': [OrdersInfoRequest, OrdersInfoAnswer];
  'orders.list': [OrdersListRequest, OrdersListAnswer];
  'orders.duplicate': [OrdersDuplicateRequest, OrdersDuplicateAnswer];
  'orders.report': [OrdersReportRequest, OrdersReportAnswer];
  'orders.checkReport': [OrdersCheckReportRequest, OrdersCheckReportAnswer];
  'orders.downloadId': [OrdersDownloadIdRequest, OrdersDownloadIdAnswer];
  getBalance: [Record<string, never>, GetBalanceAnswer];
  filters: [Record<string, never>, FiltersAnswer];
  statistic: [StatisticRequest, StatisticAnswer];
  toggleExclusion: [ToggleExclusionRequest, ToggleExclusionAnswer];
  healthz: [Record<string, never>, HealthzAnswer];
  readyz: [Record<string, never>, ReadyzAnswer];
}
