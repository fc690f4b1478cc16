/** A bot between its row and the domain. */
import { blockTestAfter } from '../../core/bots/index.js';
import type { Bot, BotPatch, BotSettings, BotTrust, NewBot } from '../../core/ports.js';
import { type Flag, searchText, toFlag } from './values.js';

/** The columns that an owner or the operator changes. */
export interface BotFields {
  account_id: number;
  name: string;
  nickname: string;
  search_text: string;
  token_cipher: string | null;
  is_on: number;
  in_archive: number;
  is_blocked: number;
  is_token_invalid: number;
  trust: BotTrust;
  note: string | null;
  theme: string | null;
  time_purge_minutes: number;
  max_sponsors: number;
  get_links: Flag;
  use_smart_link: Flag;
  show_quiz: Flag;
  gender_question: Flag;
  age_question: Flag;
  redirect_open_type: BotSettings['redirectOpenType'];
  show_bots: Flag;
  show_resources: Flag;
  text: string | null;
  image: string | null;
  forbidden_themes: string;
  /** At most `MAX_MICROS`, which a double holds exactly. */
  min_price_micros: number;
  text_b: string | null;
  image_b: string | null;
  block_test: number;
  block_test_at_ms: number | null;
}

export interface BotRow extends BotFields {
  bot_id: number;
  /** As text: a sum may be beyond what a double holds. */
  profit: string;
  profit_own_orders: string;
  followers: number;
  created_at_ms: number;
}

export const botColumns = `*, CAST(profit_micros AS TEXT) AS profit,
  CAST(profit_own_orders_micros AS TEXT) AS profit_own_orders`;

export const botFieldNames: readonly (keyof BotFields)[] = [
  'account_id',
  'name',
  'nickname',
  'search_text',
  'token_cipher',
  'is_on',
  'in_archive',
  'is_blocked',
  'is_token_invalid',
  'trust',
  'note',
  'theme',
  'time_purge_minutes',
  'max_sponsors',
  'get_links',
  'use_smart_link',
  'show_quiz',
  'gender_question',
  'age_question',
  'redirect_open_type',
  'show_bots',
  'show_resources',
  'text',
  'image',
  'forbidden_themes',
  'min_price_micros',
  'text_b',
  'image_b',
  'block_test',
  'block_test_at_ms',
];

export function toBot(row: BotRow): Bot {
  return {
    botId: row.bot_id,
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    hasToken: row.token_cipher !== null,
    isOn: row.is_on === 1,
    inArchive: row.in_archive === 1,
    isBlocked: row.is_blocked === 1,
    isTokenInvalid: row.is_token_invalid === 1,
    trust: row.trust,
    note: row.note,
    theme: row.theme,
    settings: toSettings(row),
    blockTest: toBlockTest(row),
    profitMicros: BigInt(row.profit),
    profitOwnOrdersMicros: BigInt(row.profit_own_orders),
    followers: row.followers,
    createdAtMs: row.created_at_ms,
  };
}

function toBlockTest(row: Pick<BotRow, 'block_test' | 'block_test_at_ms'>): Bot['blockTest'] {
  return { number: row.block_test, sinceMs: row.block_test_at_ms };
}

function toSettings(row: BotRow): BotSettings {
  return {
    timePurgeMinutes: row.time_purge_minutes,
    maxSponsors: row.max_sponsors,
    getLinks: row.get_links === 1,
    useSmartLink: row.use_smart_link === 1,
    showQuiz: row.show_quiz === 1,
    genderQuestion: row.gender_question === 1,
    ageQuestion: row.age_question === 1,
    redirectOpenType: row.redirect_open_type,
    showBots: row.show_bots === 1,
    showResources: row.show_resources === 1,
    text: row.text,
    image: row.image,
    textB: row.text_b,
    imageB: row.image_b,
    // Written by `fieldsOfSettings` alone.
    forbiddenThemes: JSON.parse(row.forbidden_themes) as string[],
    minPriceMicros: BigInt(row.min_price_micros),
  };
}

/**
 * The fields of a bot as it is added: switched on, not archived.
 * @param testsBefore of its block, under the account that it is taken from
 */
export function fieldsOfNewBot(bot: NewBot, nowMs: number, testsBefore = 0): BotFields {
  const { accountId, name, nickname, tokenCipher, settings } = bot;
  return {
    account_id: accountId,
    name,
    nickname,
    search_text: searchText(name, nickname),
    token_cipher: tokenCipher,
    is_on: 1,
    in_archive: 0,
    is_blocked: 0,
    is_token_invalid: 0,
    trust: 'unknown',
    note: null,
    theme: null,
    ...fieldsOfSettings(settings),
    ...fieldsOfTest(
      blockTestAfter(
        { settings: UNTESTED, blockTest: { number: testsBefore, sinceMs: null } },
        settings,
        nowMs,
      ),
    ),
  };
}

/** The texts and pictures of a block that was never set. */
const UNTESTED = { text: null, image: null, textB: null, imageB: null } as const;

/** The fields after an update. A text or picture of the block that changes begins or ends its test. */
export function patchedFields(row: BotRow, patch: BotPatch, nowMs: number): BotFields {
  const flag = (value: boolean | undefined, before: number) => (value === undefined ? before : toFlag(value));
  const { name = row.name, nickname = row.nickname, tokenCipher, note, theme } = patch;
  const before = toSettings(row);
  const settings = { ...before, ...patch.settings };
  const blockTest = blockTestAfter({ settings: before, blockTest: toBlockTest(row) }, settings, nowMs);
  return {
    account_id: row.account_id,
    name,
    nickname,
    search_text: searchText(name, nickname),
    token_cipher: tokenCipher === undefined ? row.token_cipher : tokenCipher,
    is_on: flag(patch.isOn, row.is_on),
    in_archive: flag(patch.inArchive, row.in_archive),
    is_blocked: flag(patch.isBlocked, row.is_blocked),
    is_token_invalid: flag(patch.isTokenInvalid, row.is_token_invalid),
    trust: patch.trust ?? row.trust,
    note: note === undefined ? row.note : note,
    theme: theme === undefined ? row.theme : theme,
    ...fieldsOfSettings(settings),
    ...fieldsOfTest(blockTest),
  };
}

function fieldsOfSettings(settings: BotSettings) {
  return {
    time_purge_minutes: settings.timePurgeMinutes,
    max_sponsors: settings.maxSponsors,
    get_links: toFlag(settings.getLinks),
    use_smart_link: toFlag(settings.useSmartLink),
    show_quiz: toFlag(settings.showQuiz),
    gender_question: toFlag(settings.genderQuestion),
    age_question: toFlag(settings.ageQuestion),
    redirect_open_type: settings.redirectOpenType,
    show_bots: toFlag(settings.showBots),
    show_resources: toFlag(settings.showResources),
    text: settings.text,
    image: settings.image,
    forbidden_themes: JSON.stringify(settings.forbiddenThemes),
    min_price_micros: Number(settings.minPriceMicros),
    text_b: settings.textB,
    image_b: settings.imageB,
  };
}

function fieldsOfTest({ number, sinceMs }: Bot['blockTest']) {
  return { block_test: number, block_test_at_ms: sinceMs };
}
