/**
 * What a publisher can set on a bot, one row a setting (`interface.md`, Bot and /bots add; Limits, Value bounds;
 * `decisions.md`, Questions). Of a row are made its type and default, what the interface takes and shows with its
 * reference, and how the store keeps it. Its words are under `setting-<wire>` in `words/<language>/terms.ftl`.
 */

interface Row {
  /** Its name on the wire. */
  wire: string;
  /** Further names that the interface takes it under. */
  aliases?: readonly string[];
  /** For the API reference: what is taken; a sentence without its end. */
  reference: string;
  /** The same of what a bot's record shows. Absent: as it is taken. */
  shown?: string;
  example?: unknown;
}

/** What a row has by its kind. */
export type BotSetting = Row &
  (
    | { kind: 'flag'; default: boolean }
    | { kind: 'whole'; default: number; min: number; max: number }
    | { kind: 'choice'; default: string; choices: readonly string[] }
    /** A text of several lines, or the address of a picture, of so many characters; null: none of its own. */
    | { kind: 'prose' | 'picture'; max: number; default: null }
    /** Codes of themes, none by default. */
    | { kind: 'codes'; max: number }
    /** An amount of 0 and more, micro-units; 0 by default. */
    | { kind: 'money' }
  );

/** The platform's own bounds: a message's text, and an address. */
const TEXT_MAX = 4_096;
const ADDRESS_MAX = 2_048;

/** In the order of the interface, under our own names. */
export const botSettings = {
  timePurgeMinutes: {
    kind: 'whole',
    wire: 'time_purge',
    min: 5,
    max: 4_320,
    default: 180,
    reference: 'Minutes the chosen sponsors are kept for a user',
    shown: 'Minutes the sponsor list is kept per user',
    example: 180,
  },
  maxSponsors: {
    kind: 'whole',
    wire: 'max_sponsors',
    min: 1,
    max: 10,
    default: 4,
    reference: 'Sponsors returned a request',
    shown: 'Sponsors returned per request',
    example: 4,
  },
  getLinks: {
    kind: 'flag',
    wire: 'get_links',
    default: false,
    reference: '1 links only, 0 the service shows the block itself',
  },
  useSmartLink: {
    kind: 'flag',
    wire: 'use_smart_link',
    default: true,
    reference: 'Smart links',
  },
  showQuiz: {
    kind: 'flag',
    wire: 'show_quiz',
    default: false,
    reference: 'The web form that asks gender and age',
    shown: '1 show the web form for gender and age, 0 not',
  },
  genderQuestion: {
    kind: 'flag',
    wire: 'gender_question',
    default: false,
    reference: 'Ask the gender by buttons',
  },
  ageQuestion: {
    kind: 'flag',
    wire: 'age_question',
    default: false,
    reference: 'Ask the age by buttons',
  },
  redirectOpenType: {
    kind: 'choice',
    wire: 'redirect_open_type',
    aliases: ['redirect_open_typeString', 'redirect_open_typeshow_bots'],
    choices: ['url', 'miniapp'],
    default: 'url',
    reference: 'Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp)',
  },
  showBots: {
    kind: 'flag',
    wire: 'show_bots',
    default: true,
    reference: 'Show bots as sponsors',
  },
  showResources: {
    kind: 'flag',
    wire: 'show_resources',
    default: true,
    reference: 'Show external resources as sponsors',
  },
  text: {
    kind: 'prose',
    wire: 'text_op',
    max: TEXT_MAX,
    default: null,
    reference: "The block's own text; null goes back to the default",
    shown: 'Custom text of the block',
  },
  image: {
    kind: 'picture',
    wire: 'image_op',
    max: ADDRESS_MAX,
    default: null,
    reference: 'Image of the block, an http(s) URL; null removes it',
    shown: 'Image URL of the block',
    example: 'https://example.org/i.png',
  },
  textB: {
    kind: 'prose',
    wire: 'text_b',
    max: TEXT_MAX,
    default: null,
    reference:
      'A second text of the block, for one half of the users: a test of the two, whose figures are block_test of /figures. null: as text_op. Texts and images of a test that change begin a new one; it ends when both text_b and image_b are null',
    shown: 'The second text of the block, if it is tested',
  },
  imageB: {
    kind: 'picture',
    wire: 'image_b',
    max: ADDRESS_MAX,
    default: null,
    reference: 'A second image of the block, as text_b; null: as image_op',
    shown: 'The second image of the block, if it is tested',
    example: 'https://example.org/b.png',
  },
  minPriceMicros: {
    kind: 'money',
    wire: 'min_price',
    reference:
      'What a subscriber has to bring you at least; orders that bring less are not shown. 0 (the default): any',
    shown: 'What a subscriber has to bring at least; 0: anything',
    example: 1.5,
  },
  forbiddenThemes: {
    kind: 'codes',
    wire: 'forbidden_themes',
    max: 200,
    reference: 'Theme codes not to be shown, from /filters: filters.bots.forbidden_themes',
    shown: 'Excluded category codes',
  },
} as const satisfies Readonly<Record<string, BotSetting>>;

type Rows = typeof botSettings;
export type SettingName = keyof Rows;

/** What a row of each kind holds. */
interface Values<Of> {
  flag: boolean;
  whole: number;
  choice: Of extends { choices: readonly (infer Choice)[] } ? Choice : never;
  prose: string | null;
  picture: string | null;
  codes: string[];
  money: bigint;
}

type ValueOf<Of extends BotSetting> = Values<Of>[Of['kind']];

/** The settings of one bot; money in micro-units. */
export type BotSettings = { [Name in SettingName]: ValueOf<Rows[Name]> };

/** Those that are on or off. */
export type FlagSettingName = {
  [Name in SettingName]: Rows[Name]['kind'] extends 'flag' ? Name : never;
}[SettingName];

// Object.keys has no types: these are the names of the rows.
export const settingNames = Object.keys(botSettings) as SettingName[];
export const flagSettingNames = settingNames.filter(
  (name) => botSettings[name].kind === 'flag',
) as FlagSettingName[];

// Each setting has the value of its own row.
export const defaultBotSettings = Object.fromEntries(
  settingNames.map((name) => [name, defaultOf(botSettings[name])]),
) as Readonly<BotSettings>;

function defaultOf(row: BotSetting): BotSettings[SettingName] | string {
  if (row.kind === 'codes') return [];
  return row.kind === 'money' ? 0n : row.default;
}
