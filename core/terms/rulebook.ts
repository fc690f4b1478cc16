/**
 * The rulebook of targeting: one row a field (`interface.md`, user_parameters; `decisions.md`, Targeting). All that the
 * service does with a field is made of its row: type and default, what the interface takes and shows, its reference, the
 * price, the users it fits and the estimate of its reach. Its words are under `target-<wire>` in `words/<language>/terms.ftl`.
 * Coefficients are exact decimals as text; a row without one has no influence on the price.
 */
import type { DeviceType, Filters } from '../data/index.js';

/** 0 is indifferent; what 1 to 5 demand stands in `audience/traits.ts`. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5;
export const levels = [0, 1, 2, 3, 4, 5] as const satisfies readonly Level[];

export type Gender = 'male' | 'female';
/** `decisions.md`, Questions: 1 under 10, 2 11-13, 3 14-15, 4 16-17, 5 18-24, 6 25 and older. */
export type AgeCategory = 1 | 2 | 3 | 4 | 5 | 6;

/** An unknown language that is assumed to be one of the default audience. */
export const ASSUMED_LANGUAGE = 'assumed';

/** A user as targeting sees them. All fields are always there, so that comparing many orders with one user stays fast. */
export interface UserTraits {
  gender: Gender | undefined;
  isPremium: boolean | undefined;
  /** Ids of /filters; `ASSUMED_LANGUAGE` where the language is only assumed, and is one of the default audience. */
  languageId: number | typeof ASSUMED_LANGUAGE | undefined;
  countryId: number | undefined;
  cityId: number | undefined;
  deviceType: DeviceType | undefined;
  deviceSystemId: number | undefined;
  age: AgeCategory | undefined;
  hasPhoto: boolean | undefined;
  hasRealPhoto: boolean | undefined;
  hasUsername: boolean | undefined;
  hasBio: boolean | undefined;
  hasFirstName: boolean | undefined;
  hasRuName: boolean | undefined;
  hasRusName: boolean | undefined;
  hasOnlyCyrillic: boolean | undefined;
  /** Not suspicious, and has visited a page; unknown before the visit. */
  passesFakeCheck: boolean | undefined;
  /** The highest level of `old_account`, `gifts` and `rating` that the user reaches. */
  accountLevel: Level | undefined;
  giftsLevel: Level | undefined;
  ratingLevel: Level | undefined;
}

export type TraitValue = string | number | boolean;

interface Row {
  /** Its name on the wire. */
  wire: string;
  /** What of a user it is compared with; undefined there is unknown, and matches no demand. */
  trait: keyof UserTraits;
  /** Only a visit to one of our pages can show it (`decisions.md`, Smart link). */
  shownByVisit?: 'device' | 'place';
  /** For the API reference. */
  reference: string;
}

/** What a field of the sample is measured with: fields of one group hang together, all others are taken as independent. */
interface Measured {
  group?: 'pictures' | 'names';
  /** "None" and "not said" look alike: a user without a known value counts as not having it. */
  unknownIsNone?: boolean;
}

/** Users must have it. */
export interface DemandRow extends Row, Measured {
  kind: 'demand';
  coefficient: string;
  /** Of users with a known value, how many have it: our own guess, drawn to what a sample says (see `reach.ts`). */
  assumedShare: number;
}

/** Users must reach at least a level of it. */
export interface LevelRow extends Row, Measured {
  kind: 'level';
  /** From level 1 to 5, here and below. */
  coefficients: readonly [string, string, string, string, string];
  assumedShares: readonly [number, number, number, number, number];
}

/** Users must be one of these values of /filters. An empty list is indifferent. */
export interface ListRow extends Row {
  kind: 'list';
  /** Which list of /filters its values are of. */
  filter: Exclude<keyof Filters['ads'], 'forbidden_themes'>;
  /** One for the field, however many values it has; or one a value, weighted by their percentages in /filters. */
  coefficient?: string | Readonly<Record<number, string>>;
}

/** Users must be as the one choice says. */
export interface ChoiceRow extends Row, Measured {
  kind: 'choice';
  /** In the order of the reference. */
  choices: readonly (string | number)[];
  /** The one that is indifferent: the default. */
  any: string | number;
  /** The trait that each choice accepts; one that accepts anybody is left out. */
  accepts: Readonly<Partial<Record<string | number, TraitValue>>>;
  /** Of users with a known value, how many each choice accepts. */
  assumedShares: Readonly<Partial<Record<string | number, number>>>;
}

export type AnyRow = DemandRow | LevelRow | ListRow | ChoiceRow;

const LEVEL_COEFFICIENTS = ['1.1', '1.2', '1.3', '1.4', '1.5'] as const;

/** In the order of the interface, under our own names. */
export const rulebook = {
  gender: {
    kind: 'choice',
    wire: 'gender',
    trait: 'gender',
    choices: ['male', 'female', 'all'],
    any: 'all',
    accepts: { male: 'male', female: 'female' },
    assumedShares: { male: 0.5, female: 0.5 },
    reference: 'Default all.',
  },
  onlyPremium: {
    kind: 'choice',
    wire: 'only_premium',
    trait: 'isPremium',
    choices: [0, 1, 2],
    any: 0,
    accepts: { 1: true, 2: false },
    assumedShares: { 1: 0.1, 2: 0.9 },
    reference: '0 any, 1 premium only, 2 non-premium; default 0.',
  },
  languages: {
    kind: 'list',
    wire: 'languages',
    trait: 'languageId',
    filter: 'languages',
    reference:
      'Language ids of /filters; default [1,2,3,4,5] (Russian, Uzbek, Kazakh, Ukrainian, Belarusian); null is all languages.',
  },
  countries: {
    kind: 'list',
    wire: 'countries',
    trait: 'countryId',
    shownByVisit: 'place',
    filter: 'countries',
    coefficient: '1.5',
    reference: 'Country ids of /filters.',
  },
  cities: {
    kind: 'list',
    wire: 'cities',
    trait: 'cityId',
    shownByVisit: 'place',
    filter: 'cities',
    coefficient: '2',
    reference: 'City ids of /filters.',
  },
  deviceTypes: {
    kind: 'list',
    wire: 'devicestype',
    trait: 'deviceType',
    shownByVisit: 'device',
    filter: 'devicestype',
    coefficient: '1.5',
    reference: 'Kinds of devices of /filters, such as desktop and mobile.',
  },
  deviceSystems: {
    kind: 'list',
    wire: 'devicesos',
    trait: 'deviceSystemId',
    shownByVisit: 'device',
    filter: 'devicesos',
    coefficient: '1.5',
    reference: 'Ids of device systems of /filters.',
  },
  ages: {
    kind: 'list',
    wire: 'ages',
    trait: 'age',
    filter: 'ages',
    // Under 10, 11-13, 14-15, 16-17, 18-24, 25 and older.
    coefficient: { 1: '1.2', 2: '1.2', 3: '1.5', 4: '1.5', 5: '2.0', 6: '2.5' },
    reference: 'Ids of age categories of /filters.',
  },
  hasPhoto: {
    kind: 'demand',
    wire: 'has_photo',
    trait: 'hasPhoto',
    coefficient: '1.1',
    assumedShare: 0.7,
    group: 'pictures',
    reference: 'a profile photo.',
  },
  hasRealPhoto: {
    kind: 'demand',
    wire: 'has_real_photo',
    trait: 'hasRealPhoto',
    coefficient: '1.4',
    assumedShare: 0.5,
    group: 'pictures',
    reference: 'a photo of a person.',
  },
  hasUsername: {
    kind: 'demand',
    wire: 'has_username',
    trait: 'hasUsername',
    coefficient: '1.1',
    assumedShare: 0.6,
    unknownIsNone: true,
    reference: 'a username.',
  },
  hasBio: {
    kind: 'demand',
    wire: 'has_bio',
    trait: 'hasBio',
    coefficient: '1.1',
    assumedShare: 0.3,
    reference: 'a bio.',
  },
  hasFirstName: {
    kind: 'demand',
    wire: 'has_first_name',
    trait: 'hasFirstName',
    coefficient: '1.1',
    assumedShare: 0.99,
    group: 'names',
    unknownIsNone: true,
    reference: 'a first name.',
  },
  hasRuName: {
    kind: 'demand',
    wire: 'has_ru_name',
    trait: 'hasRuName',
    coefficient: '1.1',
    assumedShare: 0.6,
    group: 'names',
    reference: 'a Cyrillic letter in the name.',
  },
  hasRusName: {
    kind: 'demand',
    wire: 'has_rus_name',
    trait: 'hasRusName',
    coefficient: '1.1',
    assumedShare: 0.45,
    group: 'names',
    reference: 'a Russian given name.',
  },
  hasOnlyCyrillic: {
    kind: 'demand',
    wire: 'has_only_cyrillic',
    trait: 'hasOnlyCyrillic',
    coefficient: '1.1',
    assumedShare: 0.5,
    group: 'names',
    reference: 'a name of Cyrillic letters only.',
  },
  hasFakeCheck: {
    kind: 'demand',
    wire: 'has_fake_check',
    trait: 'passesFakeCheck',
    shownByVisit: 'device',
    coefficient: '1.1',
    assumedShare: 0.9,
    reference: 'passes the anti-fraud check.',
  },
  oldAccount: {
    kind: 'level',
    wire: 'old_account',
    trait: 'accountLevel',
    coefficients: LEVEL_COEFFICIENTS,
    assumedShares: [0.75, 0.6, 0.4, 0.2, 0.08],
    reference:
      'Age of the account: 0 any, 1 at least 2 years, 2 at least 3, 3 at least 5, 4 at least 7, 5 at least 9.',
  },
  gifts: {
    kind: 'level',
    wire: 'gifts',
    trait: 'giftsLevel',
    coefficients: LEVEL_COEFFICIENTS,
    assumedShares: [0.25, 0.08, 0.04, 0.015, 0.005],
    reference:
      'Gifts: 0 indifferent, 1 at least 1, 2 at least 10, 3 at least 20, 4 at least 50, 5 at least 100.',
  },
  rating: {
    kind: 'level',
    wire: 'rating',
    trait: 'ratingLevel',
    coefficients: LEVEL_COEFFICIENTS,
    assumedShares: [0.6, 0.3, 0.1, 0.05, 0.02],
    reference:
      'Rating: 0 indifferent, 1 at least 1, 2 at least 2, 3 at least 5, 4 at least 7, 5 at least 10.',
  },
} as const satisfies Readonly<Record<string, AnyRow>>;

export type Rulebook = typeof rulebook;
export type TargetingName = keyof Rulebook;
/** The values of a list of /filters. */
type ValueIn<Filter> = Filter extends 'devicestype'
  ? DeviceType
  : Filter extends 'ages'
    ? AgeCategory
    : number;

type ValueOf<Of> = Of extends { kind: 'demand' }
  ? boolean
  : Of extends { kind: 'level' }
    ? Level
    : Of extends { kind: 'list'; filter: infer Filter }
      ? readonly ValueIn<Filter>[]
      : Of extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : never;

/**
 * The audience of an order. Fields are ANDed, the values of a field ORed. An empty list is indifferent, but of languages it
 * never is there: null is all languages.
 */
export type Targeting = { [Name in Exclude<TargetingName, 'languages'>]: ValueOf<Rulebook[Name]> } & {
  languages: readonly number[] | null;
};

/** The names of the fields of a kind. */
type NamesOf<Kind extends AnyRow['kind']> = {
  [Name in TargetingName]: Rulebook[Name]['kind'] extends Kind ? Name : never;
}[TargetingName];
export type DemandName = NamesOf<'demand'>;
export type LevelName = NamesOf<'level'>;
export type ListName = NamesOf<'list'>;
export type ChoiceName = NamesOf<'choice'>;

// Object.keys has no types: each of these holds the names of its kind.
export const targetingNames = Object.keys(rulebook) as TargetingName[];
const namesOf = (kind: string): TargetingName[] =>
  targetingNames.filter((name) => rulebook[name].kind === kind);
export const demandNames = namesOf('demand') as DemandName[];
export const levelNames = namesOf('level') as LevelName[];
export const listNames = namesOf('list') as ListName[];
export const choiceNames = namesOf('choice') as ChoiceName[];
