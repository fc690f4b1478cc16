/**
 * What an advertiser says of an order, one row a field (`interface.md`, POST /orders and Order). Of a row are made its type
 * and default, what the interface takes and shows with its reference, how the store keeps it, its line in a report, and, of
 * what is on or off, its button among the options in the operator bot. What binds fields together stands in `draft.ts`.
 */
import { type MinBotQuality, minBotQualities } from '../data/index.js';
import { isKindField, kindNames, kindsWith } from '../kinds/index.js';
import { objectOf } from '../collections.js';
import type { Targeting } from './rulebook.js';
import { alwaysOpen, type Schedule, type SchedulePatch } from './schedule.js';
import { defaultTargeting, type TargetingPatch } from './targeting.js';

interface Row {
  /** Its name on the wire. */
  wire: string;
  /** For the API reference: what is taken; a sentence without its end. */
  reference: string;
  example?: unknown;
  /** The same of what an order's record shows; absent: nothing, the name says it. */
  shown?: string;
  /** `create`: a new order needs it, and it has no default. `update`: a new order has the default, which is not sent. */
  saidOn?: 'create' | 'update';
}

/** On or off; a `truth` is true or false on the wire, too. */
export interface FlagField extends Row {
  kind: 'flag' | 'truth';
  default: boolean;
  /** What a report calls it off and on, `report-<word>`; null: it has no line of its own. */
  report: { off: 'no' | 'standard'; on: 'yes' | 'high'; ownBotsOnly?: true } | null;
  /** The button that turns it among the options in the operator bot, `option-<code>`. Null: it is turned elsewhere. */
  option: { code: string } | null;
}

export type OrderField = FlagField | (Row & OtherField);

/** What rows of other kinds have next to that. */
type OtherField =
  /** `zeroIsNone`: 0 on the wire is none, null. */
  | { kind: 'whole'; min: number; max: number; default?: null; zeroIsNone?: true }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'level'; choices: readonly number[]; default: number }
  /** Text of at most `max` characters; a `code` is one of /filters, or null. */
  | { kind: 'link' | 'line' | 'code' | 'secret'; max: number; default?: string | null }
  | { kind: 'codes'; max: number }
  /** Fields of which there is one, with rules of their own; a price's default and least are settings of the service. */
  | { kind: 'price' | 'quality' | 'targeting' | 'schedule' };

/** In the order of the interface, under our own names. */
export const orderFields = {
  inArchive: {
    kind: 'flag',
    wire: 'in_archive',
    saidOn: 'update',
    default: false,
    reference: '1 archive, 0 restore',
    report: null,
    option: null,
  },
  link: {
    kind: 'link',
    wire: 'link',
    saidOn: 'create',
    max: 2_048,
    reference: 'Full link to the resource. Cannot be changed once the order has subscribers',
    example: 'https://t.me/example',
  },
  adsType: {
    kind: 'choice',
    wire: 'ads_type',
    saidOn: 'create',
    choices: kindNames,
    reference: 'What the link leads to',
  },
  quantityAll: {
    kind: 'whole',
    wire: 'quantity_all',
    saidOn: 'create',
    min: 10,
    max: 10_000_000,
    reference: 'Total subscribers',
    example: 1000,
  },
  name: {
    kind: 'line',
    wire: 'name',
    max: 255,
    default: 'New order',
    reference: 'Name of the order',
  },
  isOn: {
    kind: 'flag',
    wire: 'is_on',
    default: true,
    reference: '1 start (right after moderation), 0 stay paused',
    report: null,
    option: null,
  },
  /** Null equals `quantityAll`. */
  quantityDay: {
    kind: 'whole',
    wire: 'quantity_day',
    min: 1,
    max: 10_000_000,
    default: null,
    reference: 'Daily limit; default equals quantity_all',
  },
  /** Base prices of a regular and of a premium subscriber, before coefficients. */
  priceMicros: {
    kind: 'price',
    wire: 'price',
    reference: 'Base price per regular subscriber, before coefficients; absent: the standard price',
  },
  pricePremiumMicros: {
    kind: 'price',
    wire: 'price_premium',
    reference: 'Base price per premium subscriber; applied only when user_parameters.only_premium is 1',
  },
  /** Token of the advertised bot, or with `toBotMember` its code in the membership service. */
  botToken: {
    kind: 'secret',
    wire: 'bot_token',
    max: 256,
    reference: `Bot token, or its code in the membership service; required when ads_type is ${kindsWith('botToken')}`,
  },
  toBotMember: {
    kind: 'flag',
    wire: 'to_bot_member',
    default: false,
    reference: '0 bot_token is a token, 1 it is a code of the membership service',
    report: null,
    option: null,
  },
  trackUnsubscriptions: {
    kind: 'truth',
    wire: 'track_unsubscriptions',
    default: true,
    reference: `Watch who leaves; only for ads_type ${kindsWith('trackUnsubscriptions')}`,
    report: null,
    option: { code: 'leavers' },
  },
  isLite: {
    kind: 'flag',
    wire: 'is_lite',
    default: false,
    reference: '1 smooth distribution of joins through the day, 0 as fast as possible',
    report: null,
    option: null,
  },
  /** Joins an hour; null is no limit of its own. */
  subSpeed: {
    kind: 'whole',
    wire: 'sub_speed',
    min: 0,
    max: 1_000_000,
    default: null,
    zeroIsNone: true,
    reference: 'Joins per hour; meaningful only with is_lite 1; 0 no limit',
  },
  places: {
    kind: 'level',
    wire: 'places',
    choices: [0, 1, 2],
    default: 2,
    reference: '0 own bots, 1 other bots, 2 own and other bots',
  },
  isHighPriority: {
    kind: 'flag',
    wire: 'priority',
    default: false,
    reference: 'In own bots: 0 standard, 1 high, always on top of the block',
    report: { off: 'standard', on: 'high', ownBotsOnly: true },
    option: { code: 'first' },
  },
  isFree: {
    kind: 'flag',
    wire: 'is_free',
    default: false,
    reference: 'In own bots: 0 paid (the service fee is charged), 1 free',
    report: { off: 'no', on: 'yes', ownBotsOnly: true },
    option: { code: 'free' },
  },
  /** Each bot that shows it gets an invite link of its own. */
  ownLinks: {
    kind: 'flag',
    wire: 'own_links',
    default: true,
    reference: `1 each bot that shows the order gets a separate invite link, made by our bot where it may invite; 0 all show the link of the order; only for ads_type ${kindsWith('ownLinks')}`,
    report: { off: 'no', on: 'yes' },
    option: { code: 'own' },
  },
  targeting: {
    kind: 'targeting',
    wire: 'user_parameters',
    reference: 'Who the order is for',
  },
  /** Codes of bot themes in whose bots it is not to be shown. */
  forbiddenThemes: {
    kind: 'codes',
    wire: 'forbidden_themes',
    max: 200,
    reference: 'Codes of bots not to be in, of filters.ads.forbidden_themes',
  },
  /** It is shown only in bots whose quality (`core/quality`) is at least this; 0: in any. */
  minBotQuality: {
    kind: 'quality',
    wire: 'min_bot_quality',
    reference:
      'Shown only in bots whose quality is at least this (of a bot of which nothing is known it is 1); 0 in any; default 0',
    shown: 'Shown only in bots whose quality is at least this; 0: in any',
  },
  schedule: {
    kind: 'schedule',
    wire: 'order_schedule',
    reference: 'When the order is shown',
  },
  /** The order's own theme, as the advertiser sees it; a moderator may set another. Null until then. */
  theme: {
    kind: 'code',
    wire: 'theme',
    max: 64,
    default: null,
    reference: 'Theme of what is advertised, proposed to the moderators',
  },
} as const satisfies Readonly<Record<string, OrderField>>;

type Rows = typeof orderFields;
export type FieldName = keyof Rows;
/** The secret is kept sealed, under another name. */
export type KeptName = Exclude<FieldName, 'botToken'>;

/** The names of the fields whose rows have all of this. */
type NamesOf<Part> = { [Name in FieldName]: Rows[Name] extends Part ? Name : never }[FieldName];
/** What a new order needs. */
export type NeededName = NamesOf<{ saidOn: 'create' }>;
export type CreateName = Exclude<FieldName, NamesOf<{ saidOn: 'update' }>>;
export type FlagName = NamesOf<{ kind: 'flag' | 'truth' }>;
/** Flags that are turned among the options in the operator bot. */
export type OptionName = NamesOf<{ option: object }>;
export type OptionCode = Rows[OptionName]['option']['code'];

/** What a row of each kind holds. */
interface Values<Of> {
  flag: boolean;
  truth: boolean;
  whole: number | (Of extends { default: null } ? null : never);
  choice: ChoiceOf<Of>;
  level: ChoiceOf<Of>;
  link: string;
  line: string;
  secret: string;
  code: string | null;
  codes: string[];
  price: bigint;
  quality: MinBotQuality;
  targeting: Targeting;
  schedule: Schedule;
}

type ChoiceOf<Of> = Of extends { choices: readonly (infer Choice)[] } ? Choice : never;
type ValueOf<Of extends OrderField> = Values<Of>[Of['kind']];

/** What each field of an order is. */
export type FieldValues = { [Name in KeptName]: ValueOf<Rows[Name]> };

interface Patches {
  targeting: TargetingPatch;
  schedule: SchedulePatch;
  codes: readonly string[];
}

/** What is said of a field: of those that have fields of their own only what changes. */
type Said<Name extends FieldName> = Rows[Name]['kind'] extends keyof Patches
  ? Patches[Rows[Name]['kind']]
  : ValueOf<Rows[Name]>;

/** What an advertiser says of a new order, as core takes it; wire names are mapped at the edge. */
export type OrderInput = { [Name in NeededName]: Said<Name> } & {
  [Name in Exclude<CreateName, NeededName>]?: Said<Name> | undefined;
};

/** What an update changes; absent fields stay as they are. */
export type OrderChange = { [Name in FieldName]?: Said<Name> | undefined };

// Object.keys has no types: each of these holds the names that its type says.
export const fieldNames = Object.keys(orderFields) as FieldName[];
export const keptNames = fieldNames.filter((name) => name !== 'botToken');
export const createNames = fieldNames.filter((name) => rowOf(name).saidOn !== 'update') as CreateName[];
export const flagNames = fieldNames.filter((name) => isFlag(rowOf(name))) as FlagName[];
/** Those of some kinds alone stand first. */
export const optionNames = flagNames
  .filter((name) => orderFields[name].option !== null)
  .toSorted((a, b) => Number(isKindField(b)) - Number(isKindField(a))) as OptionName[];
export const optionCodes = optionNames.map((name): OptionCode => orderFields[name].option.code);

/** As any row is. */
export function rowOf(name: FieldName): OrderField {
  return orderFields[name];
}

function isFlag({ kind }: OrderField): boolean {
  return kind === 'flag' || kind === 'truth';
}

/** What a new order needs has no default, and that of a price is a setting of the service. */
type Defaults = Omit<FieldValues, NeededName | NamesOf<{ kind: 'price' }>>;

/** Each field as it is where nothing is said of it; lists and parts are the caller's own. */
export function fieldDefaults(): Defaults {
  const values = keptNames.map((name) => [name as keyof Defaults, defaultOf(rowOf(name))] as const);
  // Each name that is left has the default of its own row.
  return objectOf<Defaults>(values.filter(([, value]) => value !== undefined));
}

function defaultOf(row: OrderField): unknown {
  if (row.kind === 'codes') return [];
  if (row.kind === 'targeting') return defaultTargeting();
  if (row.kind === 'schedule') return alwaysOpen();
  if (row.kind === 'quality') return minBotQualities[0];
  return 'default' in row ? row.default : undefined;
}
